"use client";
import { useTranslations } from "next-intl";
import type { ApiProblem } from "../api/problem.ts";

/** The sentence for a failed call: the server's own, else one of ours. */
export function useProblemText(): (problem: ApiProblem) => string {
  const t = useTranslations("problem");
  return (problem) => (problem.kind === "refused" ? problem.message : t(problem.kind));
}
