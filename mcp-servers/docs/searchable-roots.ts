import type { ResolvedRoot } from "#lib/access/resolve-root";
import type { PathRule } from "#lib/contracts/errors";
import { say } from "#lib/platform/say";

/**
 * Why there is nothing to search: no root at all, or every root asked for is unhealthy or paused. Undefined when one can be
 * searched. A question over such roots is refused; “nothing found” would be untrue.
 */
export function whyNothingToSearch(
  all: readonly ResolvedRoot[],
  ids: readonly string[] | undefined,
): { rule: PathRule; message: string; setting: string } | undefined {
  // Saved pages are searched when they are asked for by name.
  const known = ids === undefined ? all.filter((root) => !root.saved_pages) : all;
  const roots = known.filter((root) => ids === undefined || ids.includes(root.id));
  if (known.length === 0) {
    const message = say("en", "access.no_roots");
    return { rule: "not_allowlisted", message, setting: "doc_access.roots" };
  }
  if (roots.length === 0 || roots.some((root) => root.state === "ok" && !root.paused)) {
    return undefined;
  }
  const ill = roots.find((root) => root.state === "unhealthy" && !root.paused);
  if (ill?.state === "unhealthy")
    return { rule: ill.rule, message: ill.message, setting: ill.setting };
  const labels = roots.map((root) => root.label).join(", ");
  const message = say("en", "access.all_paused", { labels });
  return { rule: "not_allowlisted", message, setting: "doc_access.roots" };
}
