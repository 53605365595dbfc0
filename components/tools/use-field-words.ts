"use client";
import { useTranslations } from "next-intl";
import type { FieldProblem } from "./read-form.ts";

/** What is wrong with a field, as a sentence. */
export function useFieldWords(): (problem: FieldProblem) => string {
  const t = useTranslations("tools.problem");
  return (problem) =>
    problem.kind === "below" || problem.kind === "above"
      ? t(problem.kind, { limit: problem.limit })
      : t(problem.kind);
}
