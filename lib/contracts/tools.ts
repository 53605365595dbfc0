import { z } from "zod";
import type { Lang } from "./answer.ts";
import { ErrorCode } from "./errors.ts";
import { type CapabilityGrant, CapabilityLevel } from "./grants.ts";

/** `unknown` is a tool of a foreign server that declares nothing; the policy treats it as guarded. */
export const ToolRisk = z.enum(["safe", "guarded", "unsafe", "unknown"]);
export type ToolRisk = z.infer<typeof ToolRisk>;

/** A tool as the registry holds it and as `GET /api/tools` shows it. What a foreign server says of it is untrusted text. */
export const ToolInfo = z.object({
  /** Stable id: `mcp.<server>.<tool>`, or the plain name of a tool of our own. */
  id: z.string(),
  /** `mcp.<server>`, `builtin`, … */
  provider_id: z.string(),
  name: z.string(),
  title: z.string().optional(),
  description: z.string(),
  input_schema: z.record(z.string(), z.unknown()),
  output_schema: z.record(z.string(), z.unknown()).optional(),
  capability_level: CapabilityLevel,
  risk: ToolRisk,
  /** Whether a call may change something outside this program; `unknown` counts as declared. */
  side_effects: z.enum(["none", "declared", "unknown"]),
  requires_confirm: z.boolean(),
  /** What a foreign server claims of itself: shown, and no rule rests on it. */
  read_only_hint: z.boolean().optional(),
  timeout_ms: z.number().int().positive(),
  /** SHA-256 over what its provider says of it, description and schemas: what a standing permission is bound to. */
  definition_hash: z.string(),
  enabled: z.boolean(),
  /** Why it is not enabled, where there is more to say than that a person switched it off. */
  off: z
    .object({
      why: z.enum(["setting", "waiting", "refused", "unavailable"]),
      message: z.string(),
      approval_id: z.string().optional(),
    })
    .optional(),
});
export type ToolInfo = z.infer<typeof ToolInfo>;

/** Where the built-in tools work, and with what. */
export const BuiltInTools = z.object({
  /** Real paths; `write` and `edit` work in the first alone. */
  roots: z.array(z.string()),
  /** `environment` stands above `configuration`; without both it is the workspace in the state folder. */
  roots_from: z.enum(["environment", "configuration", "default"]),
  /** Programs that the tools `for` use; without a path it is not there, and they do without it or are off. */
  commands: z.array(
    z.object({
      name: z.string(),
      path: z.string().optional(),
      version: z.string().optional(),
      for: z.array(z.string()),
    }),
  ),
});
export type BuiltInTools = z.infer<typeof BuiltInTools>;

/** `GET /api/tools`. */
export const ToolList = z.object({
  tools: z.array(ToolInfo),
  /** Where they come from, and what was offered and not taken. */
  providers: z.array(
    z.object({
      id: z.string(),
      state: z.enum(["ready", "down"]),
      message: z.string().optional(),
      refused: z.array(z.object({ name: z.string(), reason: z.string() })),
    }),
  ),
  built_in: BuiltInTools.optional(),
});
export type ToolList = z.infer<typeof ToolList>;

export const ToolFailure = z.object({
  code: ErrorCode,
  message: z.string(),
  retryable: z.boolean(),
  rule: ErrorCode.optional(),
  /** The setting that governs the rule, as the tool named it. */
  setting: z.string().optional(),
});
export type ToolFailure = z.infer<typeof ToolFailure>;

/** What one execution of a tool call gives back, whatever the provider. A refusal is a result: `ok` is false. */
export const ToolResult = z.object({
  ok: z.boolean(),
  /** Present when `ok` is false. */
  error: ToolFailure.optional(),
  /** Of a command: its exit code. */
  exit_code: z.number().int().optional(),
  /** The text of the result, cut to the limits. */
  stdout: z.string(),
  stderr: z.string(),
  /** How much of `stdout` was left out; `next_page_cursor` goes on there where the tool can. */
  truncated_lines: z.number().int().min(0),
  truncated_bytes: z.number().int().min(0),
  next_page_cursor: z.string().optional(),
  /** The tool's structured output, validated against its output schema when it has one. */
  structured: z.unknown().optional(),
  meta: z.object({
    tool_id: z.string(),
    /** Which provider's tool ran; absent when none did. */
    provider_id: z.string().optional(),
    invocation_id: z.string(),
    latency_ms: z.number(),
    /** Whether a secret was masked in what is handed back. */
    redacted: z.boolean(),
    /** Of a call that a person was asked about. */
    approval_id: z.string().optional(),
    /** How much of `latency_ms` a person took to decide. */
    waited_ms: z.number().optional(),
    /** What models read and wrote for it. */
    tokens: z.number().int().min(0).optional(),
  }),
});
export type ToolResult = z.infer<typeof ToolResult>;

/** How far a long call has come, as its tool tells it. `total` is absent while it is not known. */
export type ToolProgress = { progress: number; total?: number; message?: string };

/** Who calls, on whose behalf, under which grant, and until when: goes with every tool call. */
export type ToolCallContext = {
  trace_id: string;
  run_id: string;
  /** Of a sub-agent: the run of the agent that started it. */
  parent_run_id?: string;
  /** How many agents stand above the one that calls; none above the one that a person talks to. */
  depth?: number;
  task_id: string;
  agent_id: string;
  step_id?: string;
  /** The conversation the call belongs to: what "for this conversation" is bound to. */
  thread_id?: string;
  /** False: no word of what is asked or answered is written anywhere. */
  store?: boolean;
  /** Root ids of the folders that the question is put to, where it is put to some alone. */
  roots?: readonly string[];
  /** What a person wrote that this call is made for: an address in it was named by them, and not by a document. */
  asked?: string;
  /** The model that the question is put to by name: sub-agents speak through it too. */
  model?: string;
  /** Told of every call that a sub-agent makes for this one, and of those of agents below it. */
  onCall?: (made: {
    agent_id: string;
    tool_id: string;
    arguments: unknown;
    result: ToolResult;
  }) => void;
  grant: CapabilityGrant;
  /** The tools of the skill that is at work; absent where none is. */
  skill_tools?: readonly string[];
  /** Monotonic deadline, in the clock's `monotonic()` milliseconds. */
  deadline: number;
  signal: AbortSignal;
  parent_span_id?: string;
  /** In which what is said beside a result is read. */
  lang?: Lang;
  /** Whether somebody is there to be asked. Without it `approval_required` is the answer, at once. */
  asking?: "refuse" | "wait";
  /** Told when a person is asked; the call waits from here on. */
  onAsk?: (asked: { approval_id: string; expires_at: string }) => void;
  /** An approval that a person gave for exactly this call before; then nobody is asked again. */
  approval_id?: string;
  onProgress?: (progress: ToolProgress) => void;
  /** Told once the call may be made and may change something, before it begins; what it throws forbids the call. */
  onAct?: () => Promise<void>;
};
