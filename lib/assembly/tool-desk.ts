import type { Lang } from "#lib/contracts/answer";
import {
  type Approval,
  type ApprovalList,
  type InvokeBody,
  type InvokeReply,
  opensCall,
} from "#lib/contracts/approvals";
import type { Config } from "#lib/contracts/config";
import { AppError } from "#lib/contracts/errors";
import type { CapabilityGrant } from "#lib/contracts/grants";
import type { AgentList } from "#lib/contracts/http";
import type { Clock, ToolRuntime, Work } from "#lib/contracts/ports";
import { SandboxArguments } from "#lib/contracts/sandbox";
import type { BuiltInTools, ToolCallContext, ToolList, ToolResult } from "#lib/contracts/tools";
import { actingId } from "#lib/platform/acting";
import { faultOf } from "#lib/platform/fault";
import { sha256 } from "#lib/platform/hash";
import type { NewId } from "#lib/platform/ids";
import type { Logger } from "#lib/platform/logger";
import { saidError } from "#lib/platform/said-error";
import {
  agentToolId,
  isAgentTool,
  isTaskAgent,
  listAgents,
  runCodeTool,
} from "#lib/tools/agent-rights";
import { APPROVAL_MS, type Approvals, hashOfArguments } from "#lib/tools/approvals";
import type { ToolRegistry } from "#lib/tools/registry";
import type { KeptStore } from "./keep-store.ts";
import type { PersonAudit } from "./person-audit.ts";

/**
 * Tools as a person at the page meets them: what there is, trying one, and deciding about what an agent or they
 * themselves asked for. A call that has to be asked about goes on waiting here after its request was answered.
 */
export type ToolDesk = {
  list(signal: AbortSignal, lang?: Lang): Promise<ToolList>;
  agents(): AgentList;
  /** Throws `idempotency_mismatch`, or what the database says. A refusal of the call itself is a result. */
  invoke(tool_id: string, body: InvokeBody, asked: Invocation): Promise<InvokeReply>;
  approvals(): Promise<ApprovalList>;
  approval(id: string): Promise<Approval>;
  decide(id: string, body: Pick<Approval, "note"> & Decision, trace_id: string): Promise<Approval>;
  revoke(permission_id: string, trace_id: string): Promise<void>;
  /** What still waits for a person or runs here ends. */
  close(): void;
};

export type Invocation = {
  trace_id: string;
  /** The Idempotency-Key of the request. */
  key?: string;
  /** Whoever asked has gone; a call that waits for a person goes on without them. */
  signal: AbortSignal;
  /** In which the result is read. */
  lang?: Lang;
};
type Decision = { decision: NonNullable<Approval["decision"]> };

export function createToolDesk(deps: {
  registry: ToolRegistry;
  /** Where the program's own tools work, and with what. */
  facts: () => Promise<BuiltInTools>;
  tools: ToolRuntime;
  approvals: Approvals;
  store: Pick<KeptStore, "patiently" | "queue" | "everyone">;
  audit: PersonAudit;
  config: () => Config;
  clock: Clock;
  ids: NewId;
  log: Logger;
}): ToolDesk {
  const { registry, tools, approvals, store, audit, config, clock, ids, log } = deps;
  const closing = new AbortController();
  const underWay = new Map<string, { print: string; reply: Promise<InvokeReply> }>();

  function contextOf(
    call: Pick<ToolCallContext, "trace_id" | "agent_id" | "signal" | "store">,
    tool_id: string,
    thread_id: string | null | undefined,
    args: Record<string, unknown>,
  ): ToolCallContext {
    const ms = config().limits.max_wall_time_ms;
    const deadline = clock.monotonic() + ms;
    const task_id = ids("task");
    const grant: CapabilityGrant = {
      grant_id: ids("grant"),
      task_id,
      agent_id: call.agent_id,
      tools: [tool_id],
      delegable: call.agent_id === "person" ? lentBy(tool_id, args) : [],
      level: "L2", // of this one tool; how far the agent may go is its own permission
      resources: "any",
      expires_at: new Date(clock.now().getTime() + ms).toISOString(),
      deadline,
    };
    return {
      ...call,
      run_id: ids("run"),
      task_id,
      grant,
      deadline,
      ...(thread_id === null || thread_id === undefined ? {} : { thread_id }),
    };
  }

  /** A person who runs code lends it the tools that they name for it, as far as code may have them at all. */
  function lentBy(tool_id: string, args: Record<string, unknown>): string[] {
    if (tool_id !== runCodeTool) return toolsOfAgent(tool_id);
    return SandboxArguments.safeParse(args).data?.host_tools ?? [];
  }

  /** A person who starts a sub-agent lends it the tools that it was given. */
  function toolsOfAgent(tool_id: string): string[] {
    return listAgents(config()).find(({ id }) => agentToolId(id) === tool_id)?.tools ?? [];
  }

  function call(tool_id: string, body: InvokeBody, asked: Invocation): Promise<InvokeReply> {
    return new Promise((resolve, reject) => {
      const stop = new AbortController();
      const leave = () => stop.abort(asked.signal.reason);
      if (asked.signal.aborted) leave();
      else asked.signal.addEventListener("abort", leave, { once: true });
      const stay = () => asked.signal.removeEventListener("abort", leave);
      const signal = AbortSignal.any([stop.signal, closing.signal]);
      const { trace_id } = asked;
      const context = contextOf(
        { trace_id, agent_id: "person", signal },
        tool_id,
        body.thread_id,
        body.arguments,
      );
      tools
        .invoke(tool_id, body.arguments, {
          ...context,
          ...(asked.lang === undefined ? {} : { lang: asked.lang }),
          asking: "wait",
          onAsk: (waiting) => {
            stay();
            resolve(waiting);
          },
        })
        .then((result) => resolve({ result }), reject)
        .finally(stay);
    });
  }

  async function once(
    tool_id: string,
    body: InvokeBody,
    asked: Invocation & { key: string },
  ): Promise<InvokeReply> {
    const { key } = asked;
    const { thread_id = null } = body;
    const print = sha256(JSON.stringify([tool_id, thread_id, hashOfArguments(body.arguments)]));
    const place = `${actingId()} ${key}`;
    const running = underWay.get(place);
    if (running) {
      if (running.print !== print) throw mismatch();
      return running.reply;
    }
    const work: Work = { kind: "key", id: `call ${place}` };
    const reply = (async (): Promise<InvokeReply> => {
      while (!(await store.queue.claim(work))) await store.queue.free(work, closing.signal);
      const of = body.thread_id === undefined ? {} : { thread_id: body.thread_id };
      const kept = await store.patiently((opened) => opened.beginInvocation(key, print, of));
      if (kept && kept.fingerprint !== print) throw mismatch();
      if (kept) return kept.reply ?? { result: lost(tool_id) };
      // Who lost the connection comes again with the key: the call goes on without them.
      const made = await call(tool_id, body, { ...asked, signal: closing.signal });
      await store.patiently((opened) => opened.endInvocation(key, print, { ...of, reply: made }));
      return made;
    })().finally(() => store.queue.release(work).catch(() => undefined));
    underWay.set(place, { print, reply });
    try {
      return await reply;
    } finally {
      underWay.delete(place);
    }
  }

  /** Of a call that began under this key and whose program ended: nobody knows whether it took effect. */
  function lost(tool_id: string): ToolResult {
    const message =
      "The program ended while this call was under way, so it may or may not have taken effect. Look first, then call again with another Idempotency-Key.";
    return failedResult(tool_id, "cancelled", message);
  }

  function failedResult(
    tool_id: string,
    code: "cancelled" | "approval_mismatch",
    message: string,
  ): ToolResult {
    return {
      ok: false,
      error: { code, message, retryable: false },
      stdout: "",
      stderr: "",
      truncated_lines: 0,
      truncated_bytes: 0,
      meta: { tool_id, invocation_id: ids("inv"), latency_ms: 0, redacted: false },
    };
  }

  /**
   * What is asked for the start of a sub-agent, or by one, is part of a question: which folders that was put to, and what
   * its starter could lend, ends with it. After a restart nobody knows them, so such a call is not made by itself.
   */
  async function withdrawLost(): Promise<void> {
    const { approvals: pending } = await approvals.list();
    for (const approval of pending) {
      if (partOfQuestion(approval) && !(await approvals.isAwaited(approval.id))) {
        await approvals.withdraw(approval.id);
      }
    }
  }

  /**
   * The call of an approval that was decided here. Where another server has it (`mine` is false), that one waits for it and
   * makes the call, or wanted to decide, too, was late, and lets go of it.
   */
  async function makeCall(approval: Approval, mine: boolean): Promise<void> {
    const { id } = approval;
    const late = AbortSignal.timeout(APPROVAL_MS);
    const signal = AbortSignal.any([closing.signal, late]);
    try {
      for (let taken = mine; !taken; taken = await approvals.takeCall(id)) {
        await store.queue.free({ kind: "approval", id }, signal);
      }
    } catch (error) {
      if (signal.aborted) return; // it is nobody's to make any more
      throw error;
    }
    try {
      if (mine || (await approvals.get(id)).state === "allowed") await resume(approval);
    } finally {
      approvals.leaveCall(id);
    }
  }

  /** The call of an approval whose caller is gone, as after a restart: made now, once, exactly as it was shown. */
  async function resume(approval: Approval): Promise<void> {
    const { id, tool_id, agent_id, trace_id, thread_id, kept } = approval;
    if (hashOfArguments(approval.arguments) !== approval.arguments_hash) {
      const message =
        "The arguments held a secret, which is not kept, so the call cannot be made any more. Make it again.";
      await approvals.finish(id, failedResult(tool_id, "approval_mismatch", message), "allowed");
      return;
    }
    const context = contextOf(
      { trace_id, agent_id, signal: closing.signal, ...(kept === false ? { store: kept } : {}) },
      tool_id,
      thread_id,
      approval.arguments,
    );
    const result = await tools.invoke(tool_id, approval.arguments, { ...context, approval_id: id });
    await approvals.finish(id, result, "allowed"); // where it was refused before it began
  }

  return {
    async list(signal, lang) {
      const [described, built_in] = await Promise.all([
        registry.describe(signal, lang),
        deps.facts(),
      ]);
      return { ...described, built_in };
    },
    agents: () => ({ agents: listAgents(config()) }),
    async invoke(tool_id, body, asked) {
      await store.everyone.patiently((opened) => opened.requireAudit("read"));
      const { key } = asked;
      return key === undefined
        ? call(tool_id, body, asked)
        : once(tool_id, body, { ...asked, key });
    },
    async approvals() {
      await withdrawLost();
      return approvals.list();
    },
    async approval(id) {
      await withdrawLost();
      return approvals.get(id);
    },
    async decide(id, { decision, note }, trace_id) {
      await audit.ready();
      await withdrawLost();
      const path = (await approvals.get(id)).tool_id;
      const mine = !(await approvals.isAwaited(id)) && (await approvals.takeCall(id));
      let decided: Approval;
      try {
        decided = await approvals.decide(id, decision, note);
      } catch (error) {
        const rule = error instanceof AppError ? { rule: error.code } : {};
        audit.tell({ trace_id, tool_id: "http.approvals.decide", path, ...rule });
        if (mine) approvals.leaveCall(id); // unless another who decides here has it, too
        throw error;
      }
      const said = decision === "deny" ? { rule: "approval_denied" as const } : {};
      audit.tell({ trace_id, tool_id: "http.approvals.decide", path, ...said });
      // There is none, its caller here makes it, or its task does once its turn comes.
      const none = decision === "deny" || !opensCall(decided.shows);
      if (none || approvals.isCalledHere(id) || isTaskAgent(decided.agent_id)) {
        if (mine) approvals.leaveCall(id);
        return decided;
      }
      makeCall(decided, mine).catch((error: unknown) => {
        log.error({ approval_id: id, ...faultOf(error) }, "an approved call could not be made");
      });
      return decided;
    },
    async revoke(permission_id, trace_id) {
      await audit.ready();
      const { tool_id } = await approvals.revoke(permission_id);
      audit.tell({ trace_id, tool_id: "http.permissions.revoke", path: tool_id });
    },
    close: () => closing.abort(new Error("the program ends")),
  };
}

function partOfQuestion({ agent_id, tool_id }: Approval): boolean {
  if (agent_id === "person" || isTaskAgent(agent_id)) return false;
  return agent_id !== "primary" || isAgentTool(tool_id);
}

function mismatch(): AppError {
  return saidError("idempotency_mismatch", "error.idempotency_mismatch");
}
