"use client";
import { useEffect, useState } from "react";
import type { TraceDetail, TraceStatus, WaterfallSpan } from "#lib/contracts/activity";
import { activityApi } from "../../api/activity.ts";
import { type ApiProblem, asProblem } from "../../api/problem.ts";

const LOOK_EVERY_MS = 2000;

export type LoadedTrace = {
  detail: TraceDetail;
  /** In the order of the waterfall; `total` of them will come. */
  spans: readonly WaterfallSpan[];
  total: number;
};

/** A trace with its spans, which come page by page; while something happens in it, it is looked at again. */
export function useTrace(id: string): {
  trace?: LoadedTrace;
  problem?: ApiProblem;
} {
  const [trace, setTrace] = useState<LoadedTrace>();
  const [problem, setProblem] = useState<ApiProblem>();
  const [look, setLook] = useState(0);
  /** How many looks have ended. */
  const [ended, setEnded] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `look` asks for the same trace again.
  useEffect(() => {
    const stop = new AbortController();
    const load = async () => {
      try {
        const detail = await activityApi.trace(id, stop.signal);
        let spans: WaterfallSpan[] = [];
        let cursor: string | undefined;
        do {
          const page = await activityApi.spans(id, cursor, stop.signal);
          spans = [...spans, ...page.spans];
          cursor = page.next_cursor;
          const { total } = page;
          const loaded = { detail, spans, total };
          // Of a trace that is looked at again the whole takes the place of the whole.
          if (look === 0 || cursor === undefined) setTrace(loaded);
        } while (cursor !== undefined);
        setProblem(undefined);
      } catch (error) {
        if (!stop.signal.aborted) setProblem(asProblem(error));
      }
      if (!stop.signal.aborted) setEnded((before) => before + 1);
    };
    void load();
    return () => stop.abort();
  }, [id, look]);

  // Counted from the end of the last look, or a long trace would be asked for anew before it is here.
  const live = trace !== undefined && isUnderWay(trace.detail.trace?.status);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each look that has ended, well or not, leads to the next.
  useEffect(() => {
    if (!live || ended === 0) return;
    const again = () => {
      if (document.visibilityState === "visible") setLook((before) => before + 1);
      else timer = setTimeout(again, LOOK_EVERY_MS);
    };
    let timer = setTimeout(again, LOOK_EVERY_MS);
    return () => clearTimeout(timer);
  }, [live, ended]);
  return {
    ...(trace === undefined ? {} : { trace }),
    ...(problem === undefined ? {} : { problem }),
  };
}

const isUnderWay = (status: TraceStatus | undefined): boolean =>
  status === "running" || status === "pending" || status === "waiting_approval";
