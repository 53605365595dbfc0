import type { TaskRequest } from "#lib/contracts/envelope";
import { sha256 } from "#lib/platform/hash";

/**
 * What makes two requests under one idempotency key the same piece of work: who is asked what, where, with which rights.
 * Ids and the deadline belong to the attempt, not to the work.
 */
export function fingerprint(request: TaskRequest): string {
  const { recipient, intent, input, context_refs, auth_scope } = request;
  return sha256(canonical({ recipient, intent, input, context_refs, auth_scope }));
}

/** JSON with sorted keys, so that the order in which a body was written does not matter. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_key, inner: unknown) =>
      inner !== null && typeof inner === "object" && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    ) ?? "null"
  );
}
