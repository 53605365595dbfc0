"use client";
import { useContext, useEffect, useState } from "react";
import type { Citation } from "#lib/contracts/citation";
import type { Preview } from "#lib/contracts/http";
import { api } from "../api/client.ts";
import { type ApiProblem, asProblem } from "../api/problem.ts";
import { SourceStatesContext } from "./source-states.ts";

/** A citation together with its file as the server has just read it: the first stretch around the lines, then more. */
export type Shown = { citation: Citation; first: Preview; pieces: readonly Preview[] };

export function usePreview(citation: Citation | undefined) {
  const states = useContext(SourceStatesContext);
  const [shown, setShown] = useState<Shown>();
  const [problem, setProblem] = useState<ApiProblem>();
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` only asks for the same source again.
  useEffect(() => {
    if (citation === undefined) return;
    const abort = new AbortController();
    setProblem(undefined);
    api
      .source(citation, abort.signal)
      .then((first) => {
        states.report(citation, first);
        setShown({ citation, first, pieces: [first] });
      })
      .catch((error: unknown) => {
        if (abort.signal.aborted) return;
        const problem = asProblem(error);
        states.reportProblem(citation, problem);
        setShown(undefined);
        setProblem(problem);
      });
    return () => abort.abort();
  }, [citation, states, attempt]);

  return {
    /** What is on the pane; for a moment still the source before this one. */
    shown,
    current: shown !== undefined && shown.citation === citation,
    problem,
    again: () => setAttempt(attempt + 1),
    /** Fetches the stretch that begins or ends at a line and puts it into its place. */
    async more(line: number) {
      if (shown === undefined) return;
      const piece = await api.lines(shown.citation, line).catch((error: unknown) => {
        setProblem(asProblem(error));
        return undefined;
      });
      if (piece === undefined) return;
      setShown((now) =>
        now === shown ? { ...now, pieces: inOrder([...now.pieces, piece]) } : now,
      );
    },
  };
}

const inOrder = (pieces: readonly Preview[]) =>
  [...pieces].sort((a, b) => a.line_start - b.line_start);

/** The lines of a piece that no earlier piece has shown. */
export function newLines(pieces: readonly Preview[], index: number): { from: number; to: number } {
  const piece = pieces[index];
  if (piece === undefined) return { from: 1, to: 0 };
  const shownTo = Math.max(0, ...pieces.slice(0, index).map(lastLine));
  return { from: Math.max(piece.line_start, shownTo + 1), to: lastLine(piece) };
}

export const lastLine = (piece: Preview) => piece.line_start + piece.lines.length - 1;
