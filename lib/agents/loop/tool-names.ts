import { sha256 } from "#lib/platform/hash";

/**
 * Names of tools as every provider takes them: letters, digits, "_" and "-", at most 64. Two tools never share one, and a
 * name leads back to its tool whether or not the tool is offered, so that what a model asks for beyond its right is refused
 * under its own name. Anything else leads nowhere: it is handed on as it is and is no tool.
 */
export type ToolNames = {
  of(tool_id: string): string;
  toolOf(name: string): string;
};

const longest = 64;

export function nameTools(tool_ids: readonly string[]): ToolNames {
  const names = new Map<string, string>();
  const tools = new Map<string, string>();
  for (const id of [...tool_ids].sort()) {
    let name = id.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, longest);
    if (tools.has(name)) name = `${name.slice(0, longest - 9)}_${sha256(id).slice(0, 8)}`;
    names.set(id, name);
    tools.set(name, id);
  }
  return {
    of: (id) => names.get(id) ?? id,
    toolOf: (name) => tools.get(name) ?? name,
  };
}
