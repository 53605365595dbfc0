import type { Access } from "#lib/access/access";
import { AppError } from "#lib/contracts/errors";
import { say } from "#lib/platform/say";

/** Throws `not_allowlisted` when one of the ids names no root; the sentence lists those that exist. */
export function refuseUnknownRoot(access: Access, ids: readonly string[]): void {
  const known = access.roots.map((root) => root.id);
  if (ids.every((id) => known.includes(id))) return;
  const message =
    known.length === 0
      ? say("en", "access.no_roots")
      : say("en", "access.unknown_root", { ids: known.join(", ") });
  throw new AppError("not_allowlisted", message);
}
