import type { Approval, StandingPermission } from "#lib/contracts/approvals";
import type { NewTask, StoredConcept, ToolCallAudit } from "#lib/contracts/ports";
import type { NewRun } from "#lib/contracts/store-ports";

/** Things of a store, each with its number in its ids, for the suites that ask of every store the same. */
export const moment = "2026-11-20T10:00:00.000Z";

export const ids = (n: number) => ({
  run_id: `run_${n}`,
  trace_id: `trace_${n}`,
  thread_id: `thread_${n}`,
});

export function sampleRun(n: number, key: string | null = null): NewRun {
  const fingerprint = key === null ? null : "print";
  const asked = { question: "Who holds the key?", lang: null, asked_at: moment };
  return { ...ids(n), ...asked, key, fingerprint };
}

export function sampleTask(n: number, over: Partial<NewTask> = {}): NewTask {
  return {
    ...{ task_id: `task_${n}`, type: "ten_steps", skill: "workshop", input: { n } },
    ...{ trace_id: `trace_${n}`, run_id: `run_${n}`, created_at: moment },
    ...{ budget: { wall_time_ms: 1000, tokens: 1000 }, lang: "en", started_by: "person" },
    ...{ input_sha256: "0", steps: [] },
    ...over,
  };
}

export function sampleApproval(id: string, over: Partial<Approval> = {}): Approval {
  return {
    ...{ id, state: "pending", tool_id: "write", provider_id: "builtin", definition_hash: "hash" },
    ...{ arguments_hash: "0", arguments: {}, cwd: null, level: "L1", risk: "guarded" },
    ...{ resource: null, thread_id: null, agent_id: "primary", trace_id: "trace_1", reason: "" },
    ...{ shows: { kind: "call", arguments: {} }, choices: ["allow_once", "allow_always", "deny"] },
    ...{ created_at: moment, expires_at: moment },
    ...over,
  };
}

export function samplePermission(
  id: string,
  over: Partial<StandingPermission> = {},
): StandingPermission {
  return {
    ...{ id, kind: "always", thread_id: null, agent_id: "primary", tool_id: "write" },
    ...{ definition_hash: "hash", resource: null, level: "L1", granted_at: moment },
    ...over,
  };
}

export function sampleConcept(n: number, over: Partial<StoredConcept> = {}): StoredConcept {
  return {
    ...{ concept_id: `concept_${n}`, kind: "note", text: `fact ${n}`, origin: "stated" },
    ...{ created_at: moment, updated_at: moment, uses: 0 },
    ...over,
  };
}

export function sampleCall(n: number, over: Partial<ToolCallAudit> = {}): ToolCallAudit {
  const granted = { grant_id: "g", level: "L1", resources: "any", expires_at: moment } as const;
  const hashes = { arguments_sha256: "a", result_sha256: "b", arguments_bytes: 2, result_bytes: 0 };
  return {
    ...{ invocation_id: `call_${n}`, trace_id: "trace_1", run_id: "run_1", task_id: "task_1" },
    ...{ agent_id: "person", tool_id: "write", granted, approval_required: true, redacted: false },
    ...{ ...hashes, started_at: moment, ended_at: moment, status: "ok" },
    ...over,
  };
}
