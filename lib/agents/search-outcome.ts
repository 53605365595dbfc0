import type { DocsHit, DocsSearchOutput } from "#lib/contracts/docs-tools";
import type { TaskRequest, TaskResult } from "#lib/contracts/envelope";
import { type DocsOutcome, statusOfFailure } from "./docs-calls.ts";
import { failedResult } from "./task-results.ts";

/**
 * What a `docs_search` amounts to: hits to go on with, or the end of the task. The four ways of having nothing are told
 * apart here, once: `no_hit` (with what was tried), `denied` (with its rule), `timeout`, `error`.
 */
export type SearchOutcome =
  | { kind: "hits"; hits: DocsHit[]; output: TaskResult["output"]; search: DocsSearchOutput }
  | { kind: "ended"; result: TaskResult };

export function readSearch(
  request: TaskRequest,
  outcome: DocsOutcome<DocsSearchOutput>,
): SearchOutcome {
  if (!outcome.ok) {
    return {
      kind: "ended",
      result: failedResult(request, statusOfFailure(outcome.error), outcome.error),
    };
  }
  const search = outcome.output;
  const output: TaskResult["output"] = {
    query: request.input.query,
    target_roots: request.input.target_roots,
    citations: [],
    passages: [],
    terms: search.terms,
    coverage: search.coverage,
    ...(search.did_you_mean === undefined ? {} : { did_you_mean: search.did_you_mean }),
  };
  const ids = { trace_id: request.trace_id, task_id: request.task_id };
  if (search.status === "ok" && search.hits.length > 0) {
    return { kind: "hits", hits: search.hits, output, search };
  }
  if (search.status === "ok" || search.status === "no_hit") {
    const tried = search.terms.map((t) => t.term);
    const result: TaskResult = {
      ...ids,
      status: "no_hit",
      output: { ...output, gaps: [{ about: request.input.query, tried }] },
    };
    return { kind: "ended", result };
  }
  const { status } = search;
  const code = search.rule ?? (status === "timeout" ? "timeout" : "tool_exec");
  return {
    kind: "ended",
    result: {
      ...ids,
      status,
      output,
      errors: [
        {
          code,
          message: search.message ?? `docs_search ended with ${status}.`,
          retryable: status === "timeout",
          ...(status === "denied" ? { rule: code } : {}),
        },
      ],
    },
  };
}
