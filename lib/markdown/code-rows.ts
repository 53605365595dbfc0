import { optionRows } from "#lib/markdown/option-rows";
import type { Unit } from "#lib/markdown/units";

/** What a command prints of its options is a table: each of its rows is quoted for itself, and so is what stands between. */
export function withCodeRows(units: readonly Unit[]): Unit[] {
  return units.flatMap((unit) => {
    if (unit.kind !== "code") return [unit];
    const lines = unit.text.split("\n");
    const rows = optionRows(lines, unit.info ?? "");
    if (rows.length === 0) return [unit];
    const filled = lines.map((line) => line.trim() !== "");
    const bounds = [0, ...rows.flatMap(({ start, end }) => [start, end]), lines.length];
    return bounds.slice(1).flatMap((end, i): Unit[] => {
      const from = filled.indexOf(true, bounds[i]);
      const to = end === 0 ? 0 : filled.lastIndexOf(true, end - 1) + 1;
      const text = from === -1 || from >= to ? "" : lines.slice(from, to).join("\n");
      if (!/[\p{L}\p{N}]/u.test(text)) return [];
      return [{ ...unit, text, spans: unit.spans.slice(from, to), row: true }];
    });
  });
}

/** Does a row stand right below another one of its block? */
export function goesOnBelow(row: Unit, next: Unit): boolean {
  const last = row.spans.at(-1)?.line ?? 0;
  return row.row === true && next.block === row.block && next.spans[0]?.line === last + 1;
}
