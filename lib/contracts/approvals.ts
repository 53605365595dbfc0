import { z } from "zod";
import { ErrorCode } from "./errors.ts";
import { CapabilityLevel, GrantResource } from "./grants.ts";
import { SandboxAround, SandboxBackendId, SandboxLanguage, SandboxRunLimits } from "./sandbox.ts";
import { ToolResult, ToolRisk } from "./tools.ts";

/** `allow_session` holds within one conversation, `allow_always` until it is revoked; both for guarded risk alone. */
export const ApprovalDecision = z.enum(["allow_once", "allow_session", "allow_always", "deny"]);
export type ApprovalDecision = z.infer<typeof ApprovalDecision>;

/**
 * `pending` → `denied` | `expired` | `allowed` → `running` → `done` | `failed`; `interrupted` is what was allowed or
 * running when the program ended. Nothing leaves a state it ended in.
 */
export const ApprovalState = z.enum([
  "pending",
  "allowed",
  "running",
  "done",
  "failed",
  "denied",
  "expired",
  "interrupted",
]);
export type ApprovalState = z.infer<typeof ApprovalState>;

/** Exactly what will happen, for a person's eyes. Secrets are masked in it. */
export const ApprovalShows = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("call"), arguments: z.record(z.string(), z.unknown()) }),
  z.object({
    kind: z.literal("command"),
    command: z.string(),
    cwd: z.string().optional(),
    /** The sandbox around it: without network, with nothing of the disk but the workspace, and no more than this. */
    limits: z
      .object({
        seconds: z.number(),
        memory_bytes: z.number(),
        processes: z.number(),
        file_bytes: z.number(),
        written_bytes: z.number(),
        output_bytes: z.number(),
      })
      .partial()
      .optional(),
  }),
  z.object({
    kind: z.literal("diff"),
    /** Relative to the folder that the tools work in. */
    path: z.string(),
    /** Unified. A line end other than LF stands in its line where the file has several or they change. */
    diff: z.string(),
    /** Whether the file is made anew. */
    created: z.boolean().optional(),
    /** Where the change is long: how many lines that come and go are not shown. */
    cut: z.object({ come: z.number().int(), gone: z.number().int() }).optional(),
  }),
  z.object({ kind: z.literal("url"), url: z.string() }),
  /** Code that would be run in a sandbox: all of it, and everything that it is given. */
  z.object({
    kind: z.literal("code"),
    language: SandboxLanguage,
    code: z.string(),
    backend: SandboxBackendId,
    /** What stands around it. Absent in a question of an earlier version, by which nothing is run. */
    around: SandboxAround.optional(),
    /** What is handed in, by its bytes. */
    files: z.array(
      z.object({
        ...{ name: z.string(), bytes: z.number().int(), sha256: z.string() },
        /** All of it, since it may be code too; absent where its bytes are no text. */
        text: z.string().optional(),
      }),
    ),
    args: z.array(z.string()),
    stdin: z.string(),
    /** Ids of the tools that the code may call. */
    host_tools: z.array(z.string()),
    limits: SandboxRunLimits,
  }),
  /** An MCP server that would be started or reached: names of variables, never their values. */
  z.object({
    kind: z.literal("server"),
    server: z.string(),
    command: z.array(z.string()).optional(),
    url: z.string().optional(),
    cwd: z.string().optional(),
    env_names: z.array(z.string()),
  }),
  /** A tool that would be switched on: how what it is asked for is started, and with which variables. */
  z.object({
    kind: z.literal("tool"),
    tool: z.string(),
    command: z.array(z.string()),
    cwd: z.string(),
    env_names: z.array(z.string()),
  }),
]);
export type ApprovalShows = z.infer<typeof ApprovalShows>;

/** Whether a call follows once it is allowed; behind the start of a server and behind a switch there is none. */
export function opensCall({ kind }: ApprovalShows): boolean {
  return kind !== "server" && kind !== "tool";
}

/** One question to a person, as it is stored and as `GET /api/approvals` shows it. */
export const Approval = z.object({
  id: z.string(),
  state: ApprovalState,
  /** What it is bound to; a call that differs in one of them is `approval_mismatch`. */
  tool_id: z.string(),
  provider_id: z.string(),
  definition_hash: z.string(),
  /** SHA-256 of the canonical JSON of the arguments. */
  arguments_hash: z.string(),
  cwd: z.string().nullable(),
  level: CapabilityLevel,
  thread_id: z.string().nullable(),
  /** A hash of what would be changed, as it stood when it was shown; absent where the tool names nothing. */
  bound_to: z.string().optional(),
  expires_at: z.string(),
  risk: ToolRisk,
  resource: GrantResource.nullable(),
  /** What the call would be made with. Secrets are masked in it, as in `shows`; then it is not made after a restart. */
  arguments: z.record(z.string(), z.unknown()),
  shows: ApprovalShows,
  /** Which decisions are open: `allow_session` and `allow_always` never for unsafe risk. */
  choices: z.array(ApprovalDecision),
  agent_id: z.string(),
  trace_id: z.string(),
  /** Of a conversation of which nothing is kept: it stands in memory alone, and is gone once the program ends. */
  kept: z.literal(false).optional(),
  created_at: z.string(),
  decided_at: z.string().optional(),
  decision: ApprovalDecision.optional(),
  note: z.string().optional(),
  /** Why it was asked: the policy's reason. */
  reason: z.string(),
  /** Of a call that ended: its result, or the rule by which it was refused after all. */
  result: ToolResult.optional(),
  rule: ErrorCode.optional(),
});
export type Approval = z.infer<typeof Approval>;

/** A standing permission: what a person allowed for a conversation or for good, revocable in Settings. */
export const StandingPermission = z.object({
  id: z.string(),
  kind: z.enum(["session", "always"]),
  thread_id: z.string().nullable(),
  /** Whose calls it covers, and no other agent's; absent in one that an earlier version kept, which covers the primary agent. */
  agent_id: z.string().optional(),
  tool_id: z.string(),
  definition_hash: z.string(),
  resource: GrantResource.nullable(),
  level: CapabilityLevel,
  granted_at: z.string(),
  used_at: z.string().optional(),
});
export type StandingPermission = z.infer<typeof StandingPermission>;

export const ApprovalList = z.object({
  approvals: z.array(Approval),
  permissions: z.array(StandingPermission),
});
export type ApprovalList = z.infer<typeof ApprovalList>;

export const DecideBody = z.strictObject({
  decision: ApprovalDecision,
  note: z.string().max(2000).optional(),
});
export type DecideBody = z.infer<typeof DecideBody>;

export const InvokeBody = z.strictObject({
  arguments: z.record(z.string(), z.unknown()),
  thread_id: z.string().min(1).max(200).optional(),
});
export type InvokeBody = z.infer<typeof InvokeBody>;
export const InvokeReply = z.union([
  z.object({ result: ToolResult }),
  z.object({ approval_id: z.string(), expires_at: z.string() }),
]);
export type InvokeReply = z.infer<typeof InvokeReply>;
