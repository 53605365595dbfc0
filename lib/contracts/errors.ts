import { z } from "zod";

/**
 * Every name a refusal or a failure may carry. Closed sets: a new name is added here, in the catalogue
 * (`messages/`) and in the handbook's table, or the contract tests fail.
 */
export const pathRules = [
  "not_allowlisted",
  "traversal",
  "symlink_escape",
  "denylisted",
  "invalid_path",
  "not_regular_file",
  "not_a_document",
  "not_a_picture",
  "dependency_folder",
  "too_large",
  "too_many_files",
  "path_changed",
  "unreadable",
  "outside_scope",
  "outside_project",
] as const;

/** Why a file was left out of the index, or only partly read, beside the path rules. */
export const skipRules = [
  "bad_encoding",
  "not_text",
  "parse_limit",
  "front_matter_limit",
  "line_limit",
  "depth_limit",
  "synonym_line",
] as const;

export const toolRules = [
  "validation",
  "tool_not_found",
  "tool_not_granted",
  "capability_level",
  "approval_required",
  "approval_denied",
  "approval_expired",
  "approval_mismatch",
  "budget",
  "command_denylisted",
  "skill_disabled",
  "conflict",
  "not_editable",
  "task_type_unknown",
  "skill_invalid",
  "tool_exec",
  "provider_closed",
  "provider_unavailable",
  "sandbox_unavailable",
] as const;

export const networkRules = [
  "ssrf_scheme",
  "ssrf_address",
  "ssrf_credentials",
  "ssrf_port",
  "ssrf_redirect",
  "ssrf_dns",
  "robots",
  "blocked",
  "image_blocked",
] as const;

export const serverCodes = [
  "unauthorized",
  "role_required",
  "token_scope",
  "sign_in_failed",
  "sign_in_unavailable",
  "host_not_allowed",
  "origin_not_allowed",
  "rate_limited",
  "body_too_large",
  "busy",
  "idempotency_mismatch",
  "audit_unavailable",
  "config_invalid",
  "not_found",
  "timeout",
  "cancelled",
  "model_unavailable",
  "citation_invalid",
  "unknown",
] as const;

export const errorCodes = [
  ...pathRules,
  ...skipRules,
  ...toolRules,
  ...networkRules,
  ...serverCodes,
] as const;

export const PathRule = z.enum(pathRules);
export type PathRule = z.infer<typeof PathRule>;
export const SkipRule = z.enum([...skipRules, ...pathRules]);
export type SkipRule = z.infer<typeof SkipRule>;
export const ErrorCode = z.enum(errorCodes);
export type ErrorCode = z.infer<typeof ErrorCode>;

/** The setting that governs a rule, where one does: what a person looks at who wants another verdict. */
export const ruleSettings: Partial<Record<ErrorCode, string>> = {
  not_allowlisted: "doc_access.roots",
  traversal: "doc_access.roots",
  symlink_escape: "doc_access.roots",
  denylisted: "doc_access.deny",
  not_a_document: "doc_access.doc_file_patterns",
  dependency_folder: "doc_access.roots[].include_dependencies",
  too_large: "doc_access.max_file_bytes",
  too_many_files: "doc_access.max_files",
  outside_project: "doc_access.allow_outside_project",
  not_editable: "doc_access.roots[].editable",
  sandbox_unavailable: "sandbox.backend",
};

/** The body of every 4xx and 5xx response. `message` is a sentence for a person; it never holds an absolute path. */
export const ErrorBody = z.object({
  error: z.object({
    code: ErrorCode,
    message: z.string(),
    rule: ErrorCode.optional(),
    /** The setting that governs the rule, where one does: `doc_access.max_file_bytes`. */
    setting: z.string().optional(),
    trace_id: z.string().optional(),
  }),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/**
 * The one error class. `message` says what happened, which rule or value, what to do next.
 * `details` is for the log only and never leaves the process.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly retryable: boolean;
  /** The setting that decided, where one did. */
  readonly setting: string | undefined;
  readonly details: Record<string, unknown> | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      retryable?: boolean;
      cause?: unknown;
      /** Instead of the one that usually governs the code. */
      setting?: string;
      details?: Record<string, unknown>;
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.retryable = options.retryable ?? false;
    this.setting = options.setting ?? ruleSettings[code];
    this.details = options.details;
  }
}
