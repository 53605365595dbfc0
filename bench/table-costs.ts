import type { TableCost } from "./against-peers.ts";
import { table } from "./results-file.ts";
import { shown } from "./rows.ts";

/** What the table of word meanings costs: each figure with it on and off, of one run. */
export function tableCosts(costs: readonly TableCost[]): string {
  const rows = costs.map(({ figure, unit, on, off }) => [
    ...[figure, `${shown(on)} ${unit}`, `${shown(off)} ${unit}`, (on / off).toFixed(2)],
  ]);
  return table([["figure", "table on", "table off", "on by off"], ...rows]);
}
