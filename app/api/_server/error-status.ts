import { type ErrorCode, pathRules, skipRules } from "#lib/contracts/errors";

/** The status of a response that has no Answer and no tool result in it, by what went wrong. */
export function errorStatus(code: ErrorCode): number {
  if (isOf(pathRules, code) || code === "host_not_allowed" || code === "origin_not_allowed") {
    return 403;
  }
  if (isOf(skipRules, code)) return 422;
  switch (code) {
    case "validation":
      return 400;
    case "unauthorized":
      return 401;
    case "role_required":
    case "token_scope":
    case "sign_in_failed":
      return 403;
    case "rate_limited":
      return 429;
    case "not_found":
    case "tool_not_found":
    case "task_type_unknown":
      return 404;
    case "body_too_large":
      return 413;
    case "config_invalid":
    case "skill_invalid":
    case "idempotency_mismatch":
      return 422;
    case "skill_disabled":
    case "tool_not_granted":
    case "capability_level":
    case "approval_denied":
    case "not_editable":
      return 403;
    case "approval_required":
    case "approval_mismatch":
    case "conflict":
      return 409;
    case "approval_expired":
      return 410;
    case "cancelled":
      return 499;
    case "timeout":
      return 504;
    case "audit_unavailable":
    case "busy":
    case "provider_closed":
    case "provider_unavailable":
    case "sandbox_unavailable":
    case "sign_in_unavailable":
      return 503;
    case "tool_exec":
      return 502;
    default:
      return 500;
  }
}

function isOf(codes: readonly string[], code: ErrorCode): boolean {
  return codes.includes(code);
}
