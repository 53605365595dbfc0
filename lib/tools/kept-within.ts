/**
 * A call of a model kept within the folders that were asked for: those that it leaves unsaid are put in, those beyond them
 * are left out, and a call that would look elsewhere is refused. A model may be told which folders; here it has to keep to it.
 */
export function keptWithin(
  tool_id: string,
  args: unknown,
  roots: readonly string[],
): { kind: "within"; args: Record<string, unknown> } | { kind: "outside"; message: string } {
  // What is no record fits no tool, which the runtime says.
  const given = Object.fromEntries(Object.entries(Object(args)));
  if (roots.length === 0) return { kind: "within", args: given };
  const outside = (message: string) => ({ kind: "outside" as const, message });
  const asked = `The question is put to these folders alone: ${roots.join(", ")}.`;
  if (severalRoots.has(tool_id)) {
    const { root, ...rest } = given;
    const named = Array.isArray(given.roots) ? given.roots : root === undefined ? roots : [root];
    const kept = named.filter((id) => roots.some((one) => one === id));
    return kept.length === 0
      ? outside(asked)
      : { kind: "within", args: { ...rest, roots: [...new Set(kept)] } };
  }
  if (oneRoot.has(tool_id)) {
    const [only, ...others] = roots;
    const root = given.root ?? (others.length === 0 ? only : undefined);
    if (root === undefined) return outside(`${asked} Name one of them as root.`);
    const within = roots.some((one) => one === root);
    return within ? { kind: "within", args: { ...given, root } } : outside(asked);
  }
  // Of any other tool the grant decides; those of the docs server tell of all folders.
  return tool_id.startsWith("mcp.docs.") ? outside(asked) : { kind: "within", args: given };
}

const severalRoots = new Set(["mcp.docs.docs_search", "mcp.docs.docs_list"]);
const oneRoot = new Set(["mcp.docs.docs_read", "mcp.docs.docs_outline"]);
