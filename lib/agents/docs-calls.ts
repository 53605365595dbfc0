import type { z } from "zod";
import { type DocsToolName, docsTools } from "#lib/contracts/docs-tools";
import type { TaskError, TaskEvent } from "#lib/contracts/envelope";
import { AppError } from "#lib/contracts/errors";
import type { Clock, ToolRuntime } from "#lib/contracts/ports";
import type { ToolCallContext, ToolResult } from "#lib/contracts/tools";
import { grantOfScope } from "#lib/tools/grant";
import type { SpanDeps } from "./open-span.ts";

/**
 * The docs tools as typed calls: what comes back has been parsed against the contract or is a failure with its code.
 * Throws AppError `cancelled` when the caller has given up, and nothing else.
 */
export type DocsCalls = {
  [K in DocsToolName as K extends `docs_${infer Verb}` ? Verb : never]: (
    input: z.input<(typeof docsTools)[K]["input"]>,
  ) => Promise<DocsOutcome<z.infer<(typeof docsTools)[K]["output"]>>>;
};

export type DocsOutcome<T> = { ok: true; output: T } | { ok: false; error: TaskError };

export function createDocsCalls(deps: {
  tools: ToolRuntime;
  context: ToolCallContext;
  clock: Clock;
  tell?: (event: TaskEvent) => void;
}): DocsCalls {
  const { tools, context, clock, tell } = deps;

  async function call<K extends DocsToolName>(
    name: K,
    input: z.input<(typeof docsTools)[K]["input"]>,
  ): Promise<DocsOutcome<z.infer<(typeof docsTools)[K]["output"]>>> {
    const toolId = `mcp.docs.${name}`;
    tell?.({ kind: "tool_start", at: clock.now().toISOString(), tool_id: toolId });
    const result = await tools.invoke(toolId, input, context);
    tell?.({
      kind: "tool_end",
      at: clock.now().toISOString(),
      tool_id: toolId,
      detail: { ok: result.ok, latency_ms: result.meta.latency_ms },
    });
    if (!result.ok) return { ok: false, error: failure(name, result) };
    const output = docsTools[name].output.safeParse(result.structured);
    if (!output.success) {
      return {
        ok: false,
        error: {
          code: "tool_exec",
          message: `${name} answered with something that is not what its contract says.`,
          retryable: false,
        },
      };
    }
    // Parsed by the schema of this very tool, which the compiler cannot follow through the index.
    return { ok: true, output: output.data as z.infer<(typeof docsTools)[K]["output"]> };
  }

  return {
    search: (input) => call("docs_search", input),
    read: (input) => call("docs_read", input),
    outline: (input) => call("docs_outline", input),
    list: (input) => call("docs_list", input),
    verify: (input) => call("docs_verify", input),
    status: (input) => call("docs_status", input),
    suggest: (input) => call("docs_suggest", input),
    linked: (input) => call("docs_linked", input),
    pictures: (input) => call("docs_pictures", input),
    picture: (input) => call("docs_picture", input),
  };
}

/** Those by which a run reads documents, and nothing else, whatever its agent may do. `ms`: for all of its calls. */
export function docsForRun(
  run: Omit<ToolCallContext, "grant" | "deadline">,
  { tools, spans, ms }: { tools: ToolRuntime; spans: SpanDeps; ms: number },
): DocsCalls {
  const { clock } = spans;
  const deadline = clock.monotonic() + ms;
  const grant = grantOfScope({ ...run, scope: ["docs.read"], deadline }, spans);
  return createDocsCalls({ tools, clock, context: { ...run, grant, deadline } });
}

function failure(name: string, result: ToolResult): TaskError {
  const error = result.error;
  if (!error)
    return { code: "unknown", message: `${name} failed without a reason.`, retryable: false };
  if (error.code === "cancelled") throw new AppError("cancelled", error.message);
  return {
    code: error.code,
    message: error.message,
    retryable: error.retryable,
    ...(error.rule === undefined ? {} : { rule: error.rule }),
  };
}

/** Which of the envelope's statuses a failed call amounts to. */
export function statusOfFailure(error: TaskError): "denied" | "timeout" | "error" {
  if (error.code === "timeout") return "timeout";
  if (error.rule !== undefined || error.code === "tool_not_granted") return "denied";
  return "error";
}
