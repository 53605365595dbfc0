import {
  type CallToolResult,
  ErrorCode,
  McpError,
  type ProgressToken,
} from "@modelcontextprotocol/sdk/types.js";
import { type CallDocs, type DocsAnswering, docsAsk } from "#lib/contracts/docs-ask";
import { DocsSearchWithVector, docsTools } from "#lib/contracts/docs-tools";
import { embeddingTools } from "#lib/contracts/embedding";
import type { Clock } from "#lib/contracts/ports";
import { faultOf } from "#lib/platform/fault";
import type { Logger } from "#lib/platform/logger";
import { say } from "#lib/platform/say";
import type { CallsUnderWay } from "./calls-under-way.ts";
import type { Library } from "./library.ts";
import { refusalOf, refusalOfArguments, refusalResult, withPath } from "./refusal.ts";
import type { DocsTool, ToolContext, ToolName, UnlistedTool } from "./tool.ts";
import { answeringTools, tools, unlistedTools } from "./tools.ts";

/**
 * The tools of one docs server, called: by clients, however many are connected, and by the server itself where it answers a
 * question. Arguments that do not fit and paths that may not be read are results with `isError`.
 */
export type ToolCalls = {
  /** What clients are shown, in that order. */
  listed: readonly DocsTool[];
  /** Throws McpError for a name that is no tool, and for a call that was cancelled. */
  call(
    name: string,
    args: unknown,
    by: { signal: AbortSignal; progress: Progress },
  ): Promise<CallToolResult>;
};
export type Progress = ToolContext["progress"];

export function createToolCalls(deps: {
  library: Library;
  /** Whether the one who started it may hand out passages and keep their vectors (`--embedding`). */
  embedding?: boolean;
  /** Whether a search takes the vector of its question from whoever started it (`--vectors`). */
  vectors?: boolean;
  /** Makes what answers questions of the docs tools. */
  answering?: (call: CallDocs) => DocsAnswering;
  calls: CallsUnderWay;
  clock: Clock;
  log: Logger;
}): ToolCalls {
  const answering = deps.answering?.(async (name, args, signal) => {
    const {
      isError = false,
      structuredContent,
      content,
    } = await call(name, args, {
      signal,
      progress: () => undefined,
    });
    const [first] = content;
    const text = first?.type === "text" ? first.text : "";
    return { is_error: isError, structured: structuredContent, text };
  });
  const listed = answering === undefined ? tools : [...answeringTools, ...tools];
  const callable: readonly AnyTool[] = deps.embedding ? [...listed, ...unlistedTools] : listed;

  async function call(
    name: string,
    args: unknown,
    { signal, progress }: { signal: AbortSignal; progress: Progress },
  ): Promise<CallToolResult> {
    const tool = callable.find((one) => one.name === name);
    if (tool === undefined) {
      throw new McpError(ErrorCode.InvalidParams, `There is no tool named ${name}.`);
    }
    // Of any other client a vector is nothing that it could have been asked for, and is left out.
    const takesVectors = deps.embedding === true || deps.vectors === true;
    const withVector = takesVectors && name === "docs_search";
    const input = withVector ? DocsSearchWithVector : contracts[tool.name].input;
    const parsed = input.safeParse(args);
    if (!parsed.success) {
      return refusalResult(withPath(refusalOfArguments(tool.name, parsed.error.issues), args));
    }
    const call_id = deps.calls.begin(tool.name);
    const begun = deps.clock.monotonic();
    let status = "error";
    try {
      const { shelf, release } = deps.library.borrow();
      try {
        const { calls } = deps;
        const context: ToolContext = { shelf, signal, progress, calls, call_id, answering };
        // The list pairs each name with its own input type; the union of all tools cannot say so.
        const { run, summarize } = tool as Runnable;
        const output = await run(parsed.data, context);
        status = "ok";
        return {
          structuredContent: output,
          content: [{ type: "text", text: summarize(output, context) }],
        };
      } finally {
        release();
      }
    } catch (error) {
      const refusal = signal.aborted ? undefined : refusalOf(error);
      if (refusal !== undefined) {
        status = refusal.rule ?? refusal.status;
        return refusalResult(withPath(refusal, args));
      }
      if (signal.aborted) {
        status = "cancelled";
        throw new McpError(ErrorCode.ConnectionClosed, "The call was cancelled.");
      }
      deps.log.error({ ...faultOf(error), tool: tool.name }, "a tool failed");
      return refusalResult({
        status: "error",
        message: say("en", "docs.tool_failed", { tool: tool.name }),
      });
    } finally {
      deps.calls.end(call_id);
      const latency_ms = Math.round(deps.clock.monotonic() - begun);
      deps.log.debug({ tool: tool.name, latency_ms, status }, "tool call");
    }
  }

  return { listed, call };
}

const contracts = { ...docsTools, ...docsAsk, ...embeddingTools };

type AnyTool = { name: ToolName } & (DocsTool | UnlistedTool);
type Runnable = {
  run(input: unknown, context: ToolContext): Promise<Record<string, unknown>>;
  summarize(output: unknown, context: ToolContext): string;
};

/** MCP wants progress to rise with every notification, so a step that does not advance is not sent. */
export function progressNotifier(
  token: ProgressToken | undefined,
  send: (params: {
    progressToken: ProgressToken;
    progress: number;
    total?: number;
    message: string;
  }) => void,
): Progress {
  let last = -1;
  return (done, total, message) => {
    if (token === undefined || done <= last) return;
    last = done;
    send({
      progressToken: token,
      progress: done,
      ...(total === undefined ? {} : { total }),
      message,
    });
  };
}
