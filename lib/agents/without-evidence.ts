import { missingWords } from "#lib/answering/answer-question";
import type { TaskResult } from "#lib/contracts/envelope";
import { asQuestion } from "#lib/contracts/question";
import { analyseQuestion } from "#lib/language/analyse-question";
import {
  deniedGap,
  errorGap,
  type GapContext,
  type Looked,
  nothingFoundGap,
  timeoutGap,
} from "./gaps.ts";
import { listingSentence } from "./listing.ts";
import { emptyOutcome, type Outcome } from "./outcome.ts";

/** The four ways of having no evidence, each with its own gap. */
export async function withoutEvidence(
  context: GapContext,
  result: TaskResult,
  available: number,
  looked: () => Promise<Looked>,
): Promise<Outcome> {
  const { output } = result;
  const error = result.errors?.[0];
  const coverage = output.coverage === undefined ? {} : { coverage: output.coverage };
  switch (result.status) {
    case "denied":
      return emptyOutcome("denied", { ...coverage, gaps: [deniedGap(context, error)] });
    case "timeout": {
      const spent = result.metrics?.latency_ms ?? available;
      return emptyOutcome("timeout", {
        ...coverage,
        gaps: [timeoutGap(context, spent, output.citations)],
      });
    }
    case "error":
      return emptyOutcome("error", { ...coverage, gaps: [errorGap(context, error)] });
    default: {
      const outcome = emptyOutcome("no_evidence", {
        ...coverage,
        searched: [...new Set([output.query, ...(output.queries ?? [])])].map(asQuestion),
      });
      const gap = nothingFoundGap(context, {
        coverage: outcome.coverage,
        terms: output.terms,
        missing: missingWords(analyseQuestion(context.question), output.terms),
        did_you_mean: output.did_you_mean,
        looked: await looked(),
        close: false,
        nearest: [],
      });
      const { listing } = output;
      if (listing === undefined || outcome.coverage.state !== "ready")
        return { ...outcome, gaps: [gap], markdown: gap.message };
      const message = listingSentence(listing, context.lang);
      return { ...outcome, gaps: [{ ...gap, message }], markdown: message };
    }
  }
}
