import { AppError, ErrorCode, networkRules, pathRules, skipRules } from "#lib/contracts/errors";
import type { Span } from "#lib/contracts/ports";
import type { ToolFailure } from "#lib/contracts/tools";
import type { ProviderResult } from "./provider.ts";

/**
 * What failed or was refused in a result, with a closed code; undefined for a result that is one. A refusal
 * `{ status, rule, message }` of our own keeps its rule, also where it is no error to the protocol. Of a stranger nothing is
 * believed but that it failed: it may not say by which of our rules, and whether to try again.
 */
export function failureIn(
  toolName: string,
  result: ProviderResult,
  ours: boolean,
): ToolFailure | undefined {
  if (ours) return result.is_error ? failureOf(toolName, result) : refusalIn(toolName, result);
  if (!result.is_error) return undefined;
  const message = result.text.trim() === "" ? `${toolName} failed without a reason.` : result.text;
  return { code: "tool_exec", message, retryable: false };
}

/** What our own server merely says in words becomes `tool_exec`, cut to a length that fits a log. */
function failureOf(toolName: string, result: ProviderResult): ToolFailure {
  const body = refusalBody(result);
  const message =
    text(body?.message) ?? text(result.text) ?? `${toolName} failed without a reason.`;
  if (body?.status === "timeout") return { code: "timeout", message, retryable: true };
  const rule = ErrorCode.safeParse(body?.rule);
  const setting = text(body?.setting);
  const named = setting === undefined ? {} : { setting };
  if (rule.success && body?.status === "denied") {
    return { code: rule.data, rule: rule.data, message, retryable: false, ...named };
  }
  if (rule.success) return { code: rule.data, message, retryable: false, ...named };
  if (body?.status === "denied") {
    return { code: "tool_exec", rule: "tool_exec", message, retryable: false };
  }
  return { code: "tool_exec", message, retryable: false };
}

/** A result that is no error to the protocol and yet names the rule by which nothing was handed over. */
function refusalIn(toolName: string, result: ProviderResult): ToolFailure | undefined {
  const body = refusalBody(result);
  const refused = body?.status === "denied" && ErrorCode.safeParse(body.rule).success;
  return refused ? failureOf(toolName, result) : undefined;
}

export function failureFrom(error: unknown): ToolFailure {
  if (error instanceof AppError) {
    const { code, message, retryable } = error;
    return { code, message, retryable, ...(refusing.has(code) ? { rule: code } : {}) };
  }
  return {
    code: "unknown",
    message: "The tool failed in a way that is not foreseen; the log has the details.",
    retryable: false,
  };
}

type Body = { status?: unknown; rule?: unknown; message?: unknown; setting?: unknown };

function refusalBody(result: ProviderResult): Body | undefined {
  if (result.structured !== null && typeof result.structured === "object") return result.structured;
  try {
    const parsed: unknown = JSON.parse(result.text);
    return parsed !== null && typeof parsed === "object" ? parsed : undefined;
  } catch {
    return undefined; // words, not JSON
  }
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.slice(0, 500) : undefined;
}

/** A rule that a server or the policy names, and a call that no tool could take, are refusals; the rest are failures. */
export function statusOf(failure: ToolFailure): Span["status"] {
  if (failure.code === "timeout" || failure.code === "cancelled") return failure.code;
  if (failure.rule !== undefined) return "denied";
  return failure.code === "tool_not_found" || failure.code === "validation" ? "denied" : "error";
}

/** A tool that answers, and says in its answer that it found nothing or could not look. */
export function successStatus(structured: unknown): Span["status"] {
  const status: unknown =
    structured !== null && typeof structured === "object"
      ? Reflect.get(structured, "status")
      : undefined;
  return status === "no_hit" || status === "timeout" || status === "error" ? status : "ok";
}

/** Codes that are rules of ours, by which something is refused rather than failed. */
const refusing: ReadonlySet<string> = new Set([
  ...pathRules,
  ...skipRules,
  ...networkRules,
  "command_denylisted",
  "sandbox_unavailable",
  "tool_not_granted",
  "capability_level",
  "approval_required",
  "approval_denied",
  "approval_expired",
  "approval_mismatch",
  "skill_disabled",
  "skill_invalid",
]);
