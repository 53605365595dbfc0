import type { GrantResource } from "#lib/contracts/grants";
import type { ToolCallAudit } from "#lib/contracts/ports";
import type { ToolCallContext, ToolInfo } from "#lib/contracts/tools";
import { sha256 } from "#lib/platform/hash";
import type { Consent } from "./consent.ts";

/** One row of the audit of tool calls: who, by which right, what came of it. Never a word of arguments or results. */
export function callAudit(
  context: ToolCallContext,
  call: Pick<
    ToolCallAudit,
    | "invocation_id"
    | "tool_id"
    | "started_at"
    | "ended_at"
    | "status"
    | "arguments_bytes"
    | "arguments_sha256"
  > &
    Partial<ToolCallAudit> & {
      tool: ToolInfo | undefined;
      resource: GrantResource | null;
      consent: Consent;
    },
): ToolCallAudit {
  const { tool, resource, consent, ...rest } = call;
  const { grant_id, level, resources, expires_at } = context.grant;
  return {
    result_bytes: 0,
    result_sha256: nothing,
    redacted: false,
    ...rest,
    trace_id: context.trace_id,
    run_id: context.run_id,
    ...(context.parent_run_id === undefined ? {} : { parent_run_id: context.parent_run_id }),
    task_id: context.task_id,
    ...(context.step_id === undefined ? {} : { step_id: context.step_id }),
    agent_id: context.agent_id,
    ...(tool === undefined
      ? {}
      : {
          provider_id: tool.provider_id,
          requested: { level: tool.capability_level, risk: tool.risk, resource },
        }),
    granted: { grant_id, level, resources, expires_at },
    approval_required: consent.required,
    ...(consent.approval_id === undefined ? {} : { approval_id: consent.approval_id }),
    ...(consent.result === undefined ? {} : { approval_result: consent.result }),
  };
}

const nothing = sha256("");
