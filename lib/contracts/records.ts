import { z } from "zod";
import { ErrorCode } from "./errors.ts";
import { CapabilityGrant, CapabilityLevel, GrantResource } from "./grants.ts";
import { ToolRisk } from "./tools.ts";

/** What is on record over HTTP, and how it is asked for: reads of documents, tool calls, and what was done for a question. */
const when = z.iso.datetime({ offset: true });
export const AuditQuery = z.strictObject({
  root: z.string().min(1).max(200).optional(),
  /** The whole path, as the row has it. */
  path: z.string().min(1).max(8192).optional(),
  rule: ErrorCode.optional(),
  agent: z.string().min(1).max(200).optional(),
  trace: z.string().min(1).max(200).optional(),
  task: z.string().min(1).max(200).optional(),
  /** Inclusive. */
  since: when.optional(),
  /** Exclusive. */
  until: when.optional(),
  cursor: z.string().max(100).optional(),
});
export type AuditQuery = z.infer<typeof AuditQuery>;
/** One read of a document or one refusal. `length` and `sha256` are of the lines; there is no text. */
export const AuditRow = z.strictObject({
  id: z.number().int().min(1),
  at: z.string(),
  trace_id: z.string(),
  run_id: z.string().optional(),
  task_id: z.string().optional(),
  step_id: z.string().optional(),
  /** The tool call that handed the lines over. */
  invocation_id: z.string().optional(),
  agent_id: z.string(),
  tool_id: z.string(),
  root_id: z.string().optional(),
  relative_path: z.string(),
  /** Whose work it was; absent where nobody signs in. */
  person: z.string().optional(),
  line_start: z.number().int().optional(),
  line_end: z.number().int().optional(),
  length: z.number().int().min(0).optional(),
  sha256: z.string().optional(),
  rule: ErrorCode.optional(),
});
export type AuditRow = z.infer<typeof AuditRow>;
export const AuditPage = z.object({
  rows: z.array(AuditRow),
  next_cursor: z.string().optional(),
});
export type AuditPage = z.infer<typeof AuditPage>;

export const CallsQuery = z.strictObject({
  tool: z.string().min(1).max(300).optional(),
  status: z.string().min(1).max(20).optional(),
  ...AuditQuery.pick({
    rule: true,
    agent: true,
    trace: true,
    task: true,
    since: true,
    until: true,
    cursor: true,
  }).shape,
});
export type CallsQuery = z.infer<typeof CallsQuery>;
/** One tool call as it is recorded: by which right, and what came of it. Sizes and hashes stand for what it was about. */
export const CallRow = z.strictObject({
  id: z.number().int().min(1),
  invocation_id: z.string(),
  trace_id: z.string(),
  run_id: z.string(),
  parent_run_id: z.string().optional(),
  task_id: z.string(),
  step_id: z.string().optional(),
  agent_id: z.string(),
  tool_id: z.string(),
  /** Whose work it was; absent where nobody signs in. */
  person: z.string().optional(),
  provider_id: z.string().optional(),
  requested: z
    .object({ level: CapabilityLevel, risk: ToolRisk, resource: GrantResource.nullable() })
    .optional(),
  granted: CapabilityGrant.pick({
    grant_id: true,
    level: true,
    resources: true,
    expires_at: true,
  }),
  approval_required: z.boolean(),
  approval_id: z.string().optional(),
  approval_result: z.string().optional(),
  started_at: z.string(),
  ended_at: z.string(),
  /** `unknown` was told before the call began; a later row of the same invocation tells how it ended. */
  status: z.string(),
  deny_reason: ErrorCode.optional(),
  error_class: ErrorCode.optional(),
  arguments_bytes: z.number().int(),
  arguments_sha256: z.string(),
  result_bytes: z.number().int(),
  result_sha256: z.string(),
  redacted: z.boolean(),
});
export type CallRow = z.infer<typeof CallRow>;
export const CallsPage = z.object({ rows: z.array(CallRow), next_cursor: z.string().optional() });
export type CallsPage = z.infer<typeof CallsPage>;

/** One interval of work and what was done below it: sizes, counts and ids, never a word of a file or of a question. */
export const TraceNode = z.strictObject({
  span_id: z.string(),
  run_id: z.string(),
  parent_run_id: z.string().optional(),
  task_id: z.string().optional(),
  kind: z.string(),
  name: z.string(),
  agent_id: z.string().optional(),
  tool_id: z.string().optional(),
  started_at: z.string(),
  ms: z.number(),
  status: z.string(),
  deny_reason: ErrorCode.optional(),
  attributes: z.record(z.string(), z.unknown()),
  get children() {
    return z.array(TraceNode);
  },
});
export type TraceNode = z.infer<typeof TraceNode>;
