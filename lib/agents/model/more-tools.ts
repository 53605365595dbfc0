import type { ToolInfo, ToolResult } from "#lib/contracts/tools";
import type { NewId } from "#lib/platform/ids";
import { ownTool } from "../loop/own-tool.ts";
import type { OwnTool } from "./tool-calls.ts";

/**
 * What stands for all other tools where a question only wants to know what documents say: their schemas and the skills would
 * be a third of what is sent. Called, it offers them from the next turn on. It widens nothing: what may be called was
 * granted before.
 */
export function moreTools(deps: {
  /** What it stands for. */
  offered: readonly ToolInfo[];
  skills: readonly string[];
  /** Is told with the result: how tools are used, and the skills. */
  told: string;
  ids: NewId;
  onAsked: () => void;
}): OwnTool {
  const kinds = deps.offered.map(({ name }) => name).join(", ");
  const ways = deps.skills.length === 0 ? "" : `, with the skills ${deps.skills.join(", ")}`;
  const description = `Offers further tools from the next turn on: ${kinds}${ways}. Only where the person wants something done, reckoned or looked up that no document says.`;
  return {
    info: ownTool(moreToolsId, description, input_schema),
    needs: "mcp.docs.docs_search",
    async call() {
      deps.onAsked();
      const told = `They can be called from now on.${deps.told}`;
      const result: ToolResult = {
        ...{ ok: true, stdout: told, stderr: "", truncated_lines: 0, truncated_bytes: 0 },
        meta: {
          ...{ tool_id: moreToolsId, provider_id: "agents", invocation_id: deps.ids("inv") },
          ...{ latency_ms: 0, redacted: false },
        },
      };
      return { result, told };
    },
  };
}

export const moreToolsId = "tool.more";

const input_schema = { type: "object", properties: {}, additionalProperties: false };
