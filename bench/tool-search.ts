import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { ToolInfo } from "#lib/contracts/tools";
import { rankTexts } from "#lib/meaning/rank-texts";
import { countTokens } from "#lib/models/count-tokens";
import { createToolSearch, toolSearchId } from "../lib/agents/loop/tool-search.ts";

/**
 * `node bench/tool-search.ts --file FILE [--each]`: of lines of JSON the tools (`kind` "tool": `tool`, `description`) and the
 * requests (`kind` "request": `text`, `tool`); how often the right tool is among the first five, and what a model is told.
 * The tools have no schemas in the file: each is counted with one of three fields.
 */
const { file, each } = parseArgs({
  options: { file: { type: "string" }, each: { type: "boolean", default: false } },
}).values;
if (file === undefined) throw new Error("usage: node bench/tool-search.ts --file FILE [--each]");
type Line = { kind: string; tool: string; description?: string; text?: string };
const lines = readFileSync(file, "utf8")
  .split("\n")
  .filter((line) => line.trim() !== "")
  .map((line) => JSON.parse(line) as Line); // the file's own form, as above
const text = { type: "string", description: "A short text that says what it is for." };
const input_schema = {
  type: "object",
  properties: { name: text, value: text, options: { type: "object", properties: { mode: text } } },
  required: ["name"],
};
const tools = lines
  .filter(({ kind }) => kind === "tool")
  .map(
    ({ tool: id, description = "" }): ToolInfo => ({
      ...{ id, provider_id: "mcp.measured", name: id, description, input_schema },
      ...{ capability_level: "L1", risk: "guarded", side_effects: "declared" },
      ...{ requires_confirm: true, timeout_ms: 1000, definition_hash: id, enabled: true },
    }),
  );
const told = (offered: readonly ToolInfo[]) =>
  countTokens(
    JSON.stringify(offered.map(({ id, description, input_schema: s }) => [id, description, s])),
  );
const places: number[] = [];
let tokens = 0;
for (const { text: request = "", tool } of lines.filter(({ kind }) => kind === "request")) {
  const search = createToolSearch({
    ...{ tools, always: new Set<string>(), rank: rankTexts, nameOf: (id) => id },
  });
  const before = told(search.offered());
  const reply = search.call(toolSearchId, { query: request })?.told ?? "";
  const found = [...reply.matchAll(/^\{"name":"([^"]+)"/gm)].map(([, name]) => name ?? "");
  tokens += before + countTokens(reply) + told(search.offered());
  places.push(found.indexOf(tool) + 1);
  if (each) console.log(`${found.indexOf(tool) + 1}\t${request}\t${tool}\t${found.join(", ")}`);
}
const within = (most: number) => places.filter((at) => at > 0 && at <= most).length;
console.log(
  JSON.stringify({
    ...{ tools: tools.length, requests: places.length },
    ...{ first: within(1), first_three: within(3), first_five: within(5) },
    tokens_all: told(tools) * 2,
    tokens_with_search: Math.round(tokens / places.length),
  }),
);
