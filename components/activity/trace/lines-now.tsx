"use client";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import type { TraceRead } from "#lib/contracts/activity";
import type { Preview } from "#lib/contracts/http";
import { activityApi } from "../../api/activity.ts";
import { type ApiProblem, asProblem } from "../../api/problem.ts";
import { ScrollBox } from "../../parts/scroll-box.tsx";
import { useProblemText } from "../../parts/use-problem-text.ts";

/** The lines that were read, as the file has them now, and whether they are still those that were read: the record holds no text. */
export function LinesNow({ read }: { read: TraceRead }) {
  const t = useTranslations("activity.read");
  const source = useTranslations("source");
  const problemText = useProblemText();
  const [shown, setShown] = useState<Preview>();
  const [problem, setProblem] = useState<ApiProblem>();
  useEffect(() => {
    const stop = new AbortController();
    setShown(undefined);
    setProblem(undefined);
    activityApi
      .linesNow(read, stop.signal)
      .then(setShown)
      .catch((error: unknown) => {
        if (!stop.signal.aborted) setProblem(asProblem(error));
      });
    return () => stop.abort();
  }, [read]);
  if (problem !== undefined) return <p className="field-wrong">{problemText(problem)}</p>;
  if (shown === undefined) return <p className="meta">{t("reading")}</p>;
  const { state, lines, line_start } = shown;
  const from = shown.cited?.line_start ?? read.line_start ?? line_start;
  const to = shown.cited?.line_end ?? read.line_end ?? line_start + lines.length - 1;
  const own = lines.slice(Math.max(0, from - line_start), Math.max(0, to - line_start + 1));
  return (
    <>
      <p className="state" data-state={state === "current" ? "unchecked" : state}>
        {state === "current" ? t("asNow") : t(`state.${state}`)}
      </p>
      {state === "missing" || own.length === 0 ? null : (
        <ScrollBox name={source("text")} className="output lines-now">
          {own.map((text, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its number.
            <div key={i} data-line={from + i}>
              {text}
            </div>
          ))}
        </ScrollBox>
      )}
    </>
  );
}
