import type { ToolInfo } from "#lib/contracts/tools";
import { sha256 } from "#lib/platform/hash";

/** A tool of the loop itself, which finds or offers other tools: it reads nothing and changes nothing. */
export const ownTool = (
  id: string,
  description: string,
  input_schema: ToolInfo["input_schema"],
): ToolInfo => ({
  ...{ id, provider_id: "agents", name: id, description, input_schema },
  ...{ capability_level: "L0", risk: "safe", side_effects: "none", requires_confirm: false },
  ...{ timeout_ms: 1_000, definition_hash: sha256(JSON.stringify(input_schema)), enabled: true },
});
