"use client";
import { useSearchParams } from "next/navigation";
import { useEffect } from "react";
import { sourceHref } from "../source/source-ref.ts";
import type { Turn } from "./turn.ts";

/**
 * `?run=ID` names an answer by its run, as a trace knows it; with `&src=3` one of its sources. Once the conversation is here
 * the source opens, or the answer comes into view, and the address is that of any other source.
 */
export function useRunAddress(turns: readonly Turn[], ready: boolean): void {
  const search = useSearchParams();
  const run = search.get("run");
  const source = search.get("src");
  useEffect(() => {
    if (run === null || !ready) return;
    const at = turns.findIndex((turn) => turn.answer?.run_id === run);
    const { pathname } = window.location;
    const id = Number(source);
    const cited = at >= 0 && source !== null && Number.isInteger(id);
    window.history.replaceState(
      null,
      "",
      cited ? `${pathname}${sourceHref({ turn: at + 1, kind: "cited", id })}` : pathname,
    );
    if (at < 0 || cited) return;
    const timer = setTimeout(() => {
      document
        .querySelector(`article[data-number="${at + 1}"]`)
        ?.scrollIntoView({ block: "start" });
    });
    return () => clearTimeout(timer);
  }, [run, source, ready, turns]);
}
