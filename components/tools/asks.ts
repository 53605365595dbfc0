import type { ToolInfo } from "#lib/contracts/tools";

/** How often a person is asked before a tool runs. A tool that nobody has judged is asked about like a guarded one. */
export type Asks = "never" | "first" | "every_time" | "unknown";

export function asksOf({
  risk,
  requires_confirm,
}: Pick<ToolInfo, "risk" | "requires_confirm">): Asks {
  if (risk === "unsafe") return "every_time";
  if (risk === "unknown") return "unknown";
  return risk === "guarded" || requires_confirm ? "first" : "never";
}

/** Whose words a tool's description is: the program's own, or a server's that was added to it. */
export const isForeign = (provider_id: string) =>
  provider_id.startsWith("mcp.") && provider_id !== "mcp.docs";
