"use client";
import { useTranslations } from "next-intl";
import type { TraceSummary } from "#lib/contracts/activity";
import { useTaskWords } from "../../tasks/task-words.ts";

/** The question, or what kind of task it was; of one whose words were not kept, that. */
export function useTraceTitle(): (trace: TraceSummary | undefined) => string {
  const t = useTranslations("activity.trace");
  const tasks = useTaskWords();
  return (trace) => {
    if (trace === undefined) return t("other");
    if (trace.title === undefined) return t(trace.thread_id === undefined ? "noTitle" : "deleted");
    return trace.kind === "task" ? tasks.type(trace.title) : trace.title;
  };
}
