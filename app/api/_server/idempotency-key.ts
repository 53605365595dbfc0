import type { Call } from "./make-route.ts";

/** The Idempotency-Key of a request, if it has one. Throws `validation` for one that cannot be a key. */
export function idempotencyKey({ request, assembly }: Call): { key?: string } {
  const key = request.headers.get("idempotency-key");
  if (key === null) return {};
  if (/^[\x21-\x7e]{1,200}$/.test(key)) return { key };
  throw assembly.failure("validation", "error.idempotency_key");
}
