"use client";
import { createContext, useContext, useSyncExternalStore } from "react";
import type { Citation } from "#lib/contracts/citation";
import type { Preview } from "#lib/contracts/http";
import { api } from "../api/client.ts";
import { type ApiProblem, asProblem } from "../api/problem.ts";
import { citationKey } from "./citation-key.ts";

/**
 * How each citation stands on disk, as far as this page has looked. A fresh answer was verified as it was made; one from
 * the store is unchecked until it is looked at, one citation after the other, and the pane reports what it finds as
 * well. Nothing is called verified that was not.
 */
export type SourceState = {
  /** `refused`: a rule keeps the source from being read now. */
  state: "unchecked" | "verified" | "moved" | "changed" | "missing" | "refused";
  /** Where moved text stands now. */
  now?: { line_start: number; line_end: number };
};

export type SourceStates = {
  subscribe(listener: () => void): () => void;
  get(citation: Citation): SourceState;
  /** Grows with every report. */
  revision(): number;
  /** Takes a citation over that the server has just verified and sent. */
  vouch(citation: Citation): void;
  /** Takes over what a preview of this citation has shown. */
  report(citation: Citation, preview: Preview): void;
  /** Takes over that there was no preview: a rule refused it, or nothing is known. */
  reportProblem(citation: Citation, problem: ApiProblem): void;
  /** Looks at the citations again, each once in the life of the page. */
  check(citations: readonly Citation[], signal: AbortSignal): Promise<void>;
};

const unchecked: SourceState = { state: "unchecked" };

export function createSourceStates(
  look: (citation: Citation, signal: AbortSignal) => Promise<Preview> = api.source,
): SourceStates {
  const known = new Map<string, SourceState>();
  const checked = new Set<string>();
  const listeners = new Set<() => void>();
  let revision = 0;
  let queue: Promise<void> = Promise.resolve();
  const learn = (citation: Citation, state: SourceState) => {
    known.set(citationKey(citation), state);
    revision += 1;
    for (const listener of listeners) listener();
  };
  const report = (citation: Citation, preview: Preview) => {
    if (preview.state === "current") return;
    checked.add(citationKey(citation));
    learn(citation, {
      state: preview.state,
      ...(preview.state === "moved" && preview.cited !== undefined ? { now: preview.cited } : {}),
    });
  };
  // A server that is away says nothing about the file, nor does one that was being written: what was known of it stays,
  // and it may be looked at again.
  const reportProblem = (citation: Citation, problem: ApiProblem) => {
    if (problem.rule === undefined || problem.rule === "path_changed") return;
    checked.add(citationKey(citation));
    learn(citation, { state: "refused" });
  };
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get: (citation) => known.get(citationKey(citation)) ?? unchecked,
    revision: () => revision,
    vouch: (citation) => learn(citation, { state: "verified" }),
    report,
    reportProblem,
    check(citations, signal) {
      queue = queue.then(async () => {
        for (const citation of citations) {
          if (signal.aborted || checked.has(citationKey(citation))) continue;
          try {
            report(citation, await look(citation, signal));
          } catch (error) {
            reportProblem(citation, asProblem(error));
          }
        }
      });
      return queue;
    },
  };
}

export const SourceStatesContext = createContext<SourceStates>(createSourceStates());

export function useSourceState(citation: Citation): SourceState {
  const states = useContext(SourceStatesContext);
  return useSyncExternalStore(
    states.subscribe,
    () => states.get(citation),
    () => unchecked,
  );
}

/** Changes whenever any state does; for parts that count over many citations. */
export function useSourceStates(): SourceStates {
  const states = useContext(SourceStatesContext);
  useSyncExternalStore(
    states.subscribe,
    () => states.revision(),
    () => 0,
  );
  return states;
}
