import type { SizeTimes } from "./against-peers.ts";
import { table } from "./results-file.ts";
import { shown } from "./rows.ts";

/** Beyond this a ranked list over MCP is slow: a person who types waits for it. */
export const slowMs = 100;

/** How a query's time grows with the folder, and the line that says whether any size is slow. */
export function queryTimesTable(sizes: readonly SizeTimes[]): string {
  const rows = sizes.map(({ files, passages, in_process, mcp, life }) => [
    String(files),
    String(passages),
    `${shown(in_process.p50)} / ${shown(in_process.p95)} ms`,
    `${shown(mcp.p50)} / ${shown(mcp.p95)} ms`,
    `${shown(life.first_ms / 1000)} s, ${amount(life.peak_mb)} MB at most`,
    `${shown(life.start_ms / 1000)} s, ${amount(life.memory_mb)} MB`,
    amount(life.watches),
  ]);
  const slow = sizes.filter(({ mcp }) => mcp.p95 > slowMs).map(({ files }) => files);
  return [
    table([
      [
        ...["files", "passages", "in process p50 / p95", "over MCP p50 / p95"],
        ...["first reading", "later start, after the questions", "watches"],
      ],
      ...rows,
    ]),
    slow.length === 0
      ? `warning line ${slowMs} ms over MCP: not reached`
      : `WARNING: p95 over MCP is above ${slowMs} ms at ${slow.join(", ")} files`,
  ].join("\n");
}

const amount = (value: number | undefined) => (value === undefined ? "–" : value.toFixed(0));
