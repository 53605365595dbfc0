import PQueue from "p-queue";
import { AppError } from "#lib/contracts/errors";
import type { Clock, ToolRuntime } from "#lib/contracts/ports";
import type { ToolCallContext, ToolInfo } from "#lib/contracts/tools";
import { forWhomItIs } from "#lib/platform/acting";
import type { NewId } from "#lib/platform/ids";
import { saidError } from "#lib/platform/said-error";
import { keptWithin } from "../../kept-within.ts";
import type { ProviderCall } from "../../provider.ts";
import type { SandboxJob } from "./backend.ts";
import { maxCallBytes, maxCalls, maxResultBytes } from "./wasm/child/protocol.ts";

const AT_ONCE = 4;
const CALL_MS = 30_000;

/**
 * The name by which code calls a tool. The tools of the docs server are called by their own names, as
 * `tools.docs_search({...})`; of any other id every sign that no name may hold becomes `_`.
 */
export function hostToolName(tool_id: string): string {
  return tool_id.replace(/^mcp\.docs\./, "").replace(/[^A-Za-z0-9_]/g, "_");
}

/** Whether a tool may be called by code at all, whoever runs it: it reads, and asks nobody. */
export function mayBeHosted(
  tool: Pick<ToolInfo, "capability_level" | "risk" | "side_effects" | "requires_confirm">,
): boolean {
  const quiet = tool.risk === "safe" && tool.side_effects === "none" && !tool.requires_confirm;
  return tool.capability_level === "L0" && quiet;
}

/** Ids by the names that code has for them. Throws `validation` where two have the same. */
export function hostNames(tool_ids: readonly string[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const id of new Set(tool_ids)) {
    const name = hostToolName(id);
    if (names.has(name)) throw saidError("validation", "snippet.host_name_taken", { name });
    names.set(name, id);
  }
  return names;
}

/**
 * What code may call while it runs: each call goes through the runtime under the right of whoever runs it, one tool at a
 * time and for reading alone, so that trace, audit and limits are those of any other call. Its results have their secrets
 * masked. After `end` nothing is called any more, and what was under way is broken off.
 */
export function createHost(
  names: ReadonlyMap<string, string>,
  by: NonNullable<ProviderCall["by"]>,
  deps: {
    tools: ToolRuntime;
    mask: <T>(value: T) => T;
    signal: AbortSignal;
    /** How long the run may take. */
    left_ms: number;
    clock: Clock;
    ids: NewId;
  },
): { host: NonNullable<SandboxJob["host"]>; calls(): number; end(): void } {
  const { tools, mask, clock, ids } = deps;
  const over = new AbortController();
  const signal = AbortSignal.any([deps.signal, over.signal]);
  const ends = clock.monotonic() + deps.left_ms;
  const queue = new PQueue({ concurrency: AT_ONCE });
  let calls = 0;

  function contextOf(tool_id: string): ToolCallContext {
    const { invocation_id, approval_id: _used, onAsk: _asked, onAct: _acted, ...rest } = by;
    const { onProgress: _told, onCall: _heard, ...who } = rest;
    const deadline = Math.min(ends, clock.monotonic() + CALL_MS);
    const { grant } = by;
    return {
      ...who,
      parent_span_id: invocation_id,
      asking: "refuse",
      deadline,
      signal,
      grant: {
        ...grant,
        grant_id: ids("grant"),
        // Code is handed tools as a sub-agent is: what whoever runs it holds, or may hand on.
        tools: [...grant.tools, ...(grant.delegable ?? [])].includes(tool_id) ? [tool_id] : [],
        delegable: [],
        level: "L0",
        expires_at: new Date(clock.now().getTime() + deadline - clock.monotonic()).toISOString(),
        deadline,
      },
    };
  }

  /** Code speaks up from a process of its own, and its queue goes on by itself: it is whoever runs it all the same. */
  const made = forWhomItIs((tool_id: string, args: Record<string, unknown>) => {
    refuseLate();
    return tools.invoke(tool_id, args, contextOf(tool_id));
  });

  async function call(name: string, given: unknown): Promise<unknown> {
    refuseLate();
    const tool_id = names.get(name);
    if (tool_id === undefined) {
      throw saidError("tool_not_granted", "snippet.host_not_granted", { name: name.slice(0, 80) });
    }
    calls += 1;
    if (calls > maxCalls) throw saidError("budget", "snippet.host_calls", { most: maxCalls });
    const args = plainArguments(name, given);
    const kept = keptWithin(tool_id, args, by.roots ?? []);
    if (kept.kind === "outside") throw new AppError("outside_scope", kept.message);
    const result = await queue.add(() => made(tool_id, kept.args));
    refuseLate();
    if (!result.ok) {
      const { code = "unknown", message = "" } = result.error ?? {};
      throw new AppError(code, mask(message));
    }
    const seen = mask(result.structured ?? result.stdout);
    const bytes = Buffer.byteLength(JSON.stringify(seen));
    if (bytes > maxResultBytes) {
      const mib = maxResultBytes / 1024 / 1024;
      throw saidError("too_large", "snippet.host_result", { name, mib });
    }
    return seen;
  }

  function refuseLate(): void {
    if (signal.aborted) throw saidError("cancelled", "snippet.host_over");
  }

  return {
    host: { names: [...names.keys()], call },
    calls: () => calls,
    end() {
      over.abort();
      queue.clear();
    },
  };
}

/** As JSON has them, whatever the code handed over. Throws `validation` for what is no object, or too long. */
function plainArguments(name: string, given: unknown): Record<string, unknown> {
  const refuse = () => saidError("validation", "snippet.host_arguments", { name });
  let text: string;
  try {
    text = JSON.stringify(given ?? {});
  } catch {
    throw refuse();
  }
  if (text === undefined || Buffer.byteLength(text) > maxCallBytes) throw refuse();
  const plain: unknown = JSON.parse(text);
  if (plain === null || typeof plain !== "object" || Array.isArray(plain)) throw refuse();
  return plain as Record<string, unknown>; // what JSON calls an object
}
