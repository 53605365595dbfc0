"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { activityApi, casesRemote } from "../../api/activity.ts";
import { asProblem } from "../../api/problem.ts";
import { useRemote } from "../../api/remote.ts";
import { useProblemText } from "../../parts/use-problem-text.ts";

/** Keeps a trace among the cases that are replayed together, or takes it away from them. */
export function KeepCase({ trace_id }: { trace_id: string }) {
  const t = useTranslations("activity.replay");
  const problemText = useProblemText();
  const { data } = useRemote(casesRemote);
  const [wrong, setWrong] = useState<string>();
  const kept = data?.some((one) => one.trace_id === trace_id) ?? false;
  const turn = async () => {
    try {
      if (kept) await activityApi.dropCase(trace_id);
      else await activityApi.keepCase(trace_id);
      await casesRemote.reload();
      setWrong(undefined);
    } catch (error) {
      setWrong(problemText(asProblem(error)));
    }
  };
  if (data === undefined) return null;
  return (
    <>
      <button
        type="button"
        className="btn btn-quiet"
        aria-pressed={kept}
        onClick={() => void turn()}
      >
        {t(kept ? "kept" : "keep")}
      </button>
      {wrong === undefined ? null : (
        <span className="field-wrong" role="alert">
          {wrong}
        </span>
      )}
    </>
  );
}
