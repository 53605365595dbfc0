import type { Approval } from "#lib/contracts/approvals";
import { AppError } from "#lib/contracts/errors";
import type { Clock } from "#lib/contracts/ports";
import type { ToolCallContext } from "#lib/contracts/tools";
import type { ApprovalRule, Approvals, Binding } from "./approvals.ts";
import { type AgentRight, judgeCall, type PolicyCase, type Verdict } from "./policy.ts";
import type { Touches } from "./provider.ts";
import type { Registered } from "./registry.ts";

/** More than a person reads with care is more than one should ask. */
const MOST_WAITING = 20;

/** A call that could be made: the tool as it is now, arguments that fit it, and what they would touch. */
export type Prepared = Registered & { args: Record<string, unknown>; touches: Touches };

/** How a call came to be allowed, or was on the way to it when it was refused. */
export type Consent = {
  required: boolean;
  approval_id?: string;
  /** Where this very call asked for that approval or used it up: the state it has left it in. */
  holds?: "allowed" | "running";
  result?: string;
  /** Milliseconds that a person took. */
  waited: number;
};

/**
 * Brings about a verdict that allows the call, or throws AppError with the rule. Where the policy asks and the caller
 * waits, a person is asked; afterwards everything is looked at anew, because tool, agent and configuration may have
 * changed meanwhile. An approval is used up here, in the last moment before the call.
 */
export function createConsent(deps: {
  approvals: Approvals | undefined;
  agent: (id: string) => AgentRight;
  clock: Clock;
}) {
  const { approvals, agent, clock } = deps;

  async function judge(
    prepared: Pick<Prepared, "tool" | "touches">,
    context: ToolCallContext,
    consent: Consent,
    approval: PolicyCase["approval"],
  ): Promise<Verdict> {
    const { tool, touches } = prepared;
    const needs = tool.risk !== "safe" || tool.side_effects !== "none" || tool.requires_confirm;
    return judgeCall({
      tool,
      resource: touches.resource,
      ...(touches.asks === undefined ? {} : { asks: touches.asks }),
      grant: context.grant,
      agent: agent(context.agent_id),
      ...(context.skill_tools === undefined ? {} : { skill_tools: context.skill_tools }),
      thread_id: context.thread_id ?? null,
      permissions: needs ? ((await approvals?.permissions()) ?? []) : [],
      approval,
      now: clock.monotonic() - consent.waited,
    });
  }

  /**
   * The verdict on the call as it stands; where a standing permission allows it, that is used by it, and one that was taken
   * back in the same moment allows nothing.
   */
  async function settle(
    call: Prepared,
    context: ToolCallContext,
    consent: Consent,
    approval_id: string | undefined,
  ): Promise<Verdict> {
    for (;;) {
      const verdict = await judge(call, context, consent, await proof(approval_id, call, context));
      if (verdict.kind !== "allow" || verdict.by !== "standing") return verdict;
      if (!(await approvals?.permissionUsed(verdict.permission_id))) continue;
      consent.required = true;
      consent.result = "standing";
      return verdict;
    }
  }

  /** `again`: the call as it stands once a person has decided. */
  async function obtain(
    prepared: Prepared,
    context: ToolCallContext,
    consent: Consent,
    again: () => Promise<Prepared>,
  ): Promise<Prepared> {
    let call = prepared;
    let approval_id = context.approval_id;
    let verdict = await settle(call, context, consent, approval_id);
    if (verdict.kind === "ask") {
      consent.required = true;
      if (context.asking !== "wait" || approvals === undefined) {
        consent.result = "absent";
        throw new AppError(verdict.rule, `${verdict.reason} Nobody is there to be asked.`);
      }
      const asked = await approvals.askUnless(
        {
          ...bindingOf(call, context),
          risk: call.tool.risk,
          resource: call.touches.resource,
          shows: call.touches.shows,
          choices: verdict.choices,
          trace_id: context.trace_id,
          reason: verdict.reason,
          ...(context.store === false ? { kept: false as const } : {}),
        },
        { pending: MOST_WAITING, awaits: true },
      );
      if (asked === undefined) {
        consent.result = "absent";
        throw new AppError(verdict.rule, "Too many questions wait for a person already.");
      }
      approval_id = asked.id;
      consent.approval_id = asked.id;
      consent.holds = "allowed";
      consent.result = outcomeOf(await decision(approvals, asked, context, consent));
      call = await again();
      verdict = await settle(call, context, consent, approval_id);
    }
    if (approval_id !== undefined) {
      consent.required = true;
      consent.approval_id = approval_id;
    }
    if (verdict.kind !== "allow") throw new AppError(verdict.rule, verdict.reason);
    if (approval_id !== undefined && approvals !== undefined) {
      consent.result ??= (await approvals.get(approval_id)).decision ?? "absent";
      const rule = await approvals.take(approval_id, bindingOf(call, context));
      if (rule !== undefined)
        throw new AppError(rule, "What was allowed is not this call any more.");
      consent.holds = "running";
    }
    return call;
  }

  async function decision(
    from: Approvals,
    asked: Approval,
    context: ToolCallContext,
    consent: Consent,
  ): Promise<Approval> {
    const began = clock.monotonic();
    try {
      context.onAsk?.({ approval_id: asked.id, expires_at: asked.expires_at });
      return await from.wait(asked.id, context.signal);
    } catch (error) {
      if (!context.signal.aborted) throw error;
      consent.result = "withdrawn";
      throw new AppError("cancelled", `The call of ${asked.tool_id} was cancelled.`);
    } finally {
      consent.waited += clock.monotonic() - began;
    }
  }

  async function proof(
    approval_id: string | undefined,
    call: Prepared,
    context: ToolCallContext,
  ): Promise<PolicyCase["approval"]> {
    if (approval_id === undefined || approvals === undefined) return "none";
    const rule = await approvals.check(approval_id, bindingOf(call, context));
    return rule === undefined ? "allowed" : proofs[rule];
  }

  return { judge, obtain };
}

const proofs: Record<ApprovalRule, PolicyCase["approval"]> = {
  approval_required: "none",
  approval_denied: "denied",
  approval_expired: "expired",
  approval_mismatch: "mismatch",
};

function bindingOf({ tool, args, touches }: Prepared, context: ToolCallContext): Binding {
  return {
    tool_id: tool.id,
    provider_id: tool.provider_id,
    definition_hash: tool.definition_hash,
    arguments: args,
    cwd: touches.cwd,
    level: tool.capability_level,
    thread_id: context.thread_id ?? null,
    agent_id: context.agent_id,
    ...(touches.bound_to === undefined ? {} : { bound_to: touches.bound_to }),
  };
}

function outcomeOf({ state, decision }: Approval): string {
  return decision ?? state;
}
