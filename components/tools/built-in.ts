import type { ToolInfo } from "#lib/contracts/tools";

export const builtInId = "builtin";
/** The sub-agents of the configuration. */
export const agentsId = "agents";
/** Reading skills, whose list stands beside the tools. */
export const skillsId = "skills";

/** Running code. */
export const sandboxId = "sandbox";

/** The program's own tools for files and commands, in the order in which one learns them. */
const names = ["ls", "find", "grep", "read", "write", "edit", "bash"] as const;
export type BuiltInName = (typeof names)[number];

type Known = Pick<ToolInfo, "name" | "provider_id">;

export function isBuiltIn<Tool extends Known>(tool: Tool): tool is Tool & { name: BuiltInName } {
  return tool.provider_id === builtInId && names.some((name) => name === tool.name);
}

/** Others of the same provider come after them. */
export function inOrder<Tool extends Known>(tools: readonly Tool[]): Tool[] {
  const place = (tool: Tool) => (isBuiltIn(tool) ? names.indexOf(tool.name) : names.length);
  return tools.toSorted((a, b) => place(a) - place(b));
}
