import type { TaskError, TaskRequest, TaskResult } from "#lib/contracts/envelope";

/** A result that brings nothing back but its reason. */
export function failedResult(
  request: TaskRequest,
  status: "denied" | "timeout" | "error",
  error: TaskError,
): TaskResult {
  return {
    trace_id: request.trace_id,
    task_id: request.task_id,
    status,
    output: {
      query: request.input.query,
      target_roots: request.input.target_roots,
      citations: [],
      passages: [],
      terms: [],
    },
    // A denied result names its rule, also where the refusal knew only a code.
    errors: [
      status === "denied" && error.rule === undefined ? { ...error, rule: error.code } : error,
    ],
  };
}
