import { isIdentifier } from "#lib/language/identifier";
import { tokenize } from "#lib/language/words";
import type { Unit } from "#lib/markdown/units";
import { type Asked, labelsIn } from "./asked.ts";
import { ownText } from "./unit-signs.ts";

/**
 * Rows of a table, by their index, that the question means because in some column it has their cell as it is written, and
 * those that are about something else because theirs is not that. What is meant is typed as no word is: `a_b`, `/std:c++20`, or is a name of two words. "vite build --mode development" is another command than
 * the "vite build" that is asked about.
 */
export function readRows(
  units: readonly Unit[],
  { question, kind }: Asked,
): Record<"meant" | "others", ReadonlySet<number>> {
  const held = new Set<number>();
  const others = new Set<number>();
  if (kind === "list") return { meant: held, others };
  const asked = ` ${plain(question)} `;
  const stands = (cell: string) => asked.includes(han.test(cell) ? cell : ` ${cell} `);
  const rows = units.flatMap((unit, index) =>
    unit.kind === "table" ? [{ index, block: unit.block, cells: cellsOf(ownText(unit)) }] : [],
  );
  for (const own of Map.groupBy(rows, ({ block }) => block).values()) {
    const columns = Math.max(...own.map(({ cells }) => cells.length));
    for (let column = 0; column < columns; column++) {
      const namesOf = (row: { cells: string[] }) => namesIn(row.cells[column] ?? "");
      const named = new Set(
        own.flatMap(namesOf).filter((c) => isWritten(c, question) && stands(c)),
      );
      // Of two that stand in the question the longer one is meant.
      const meant = [...named].filter((c) => ![...named].some((n) => n !== c && n.includes(c)));
      if (meant.length !== 1) continue;
      const typed = meant.some((cell) => !han.test(cell) && /[^a-z]/.test(cell));
      for (const row of own)
        if (!namesOf(row).some((name) => meant.includes(name))) others.add(row.index);
        else if (typed) held.add(row.index);
    }
  }
  return { meant: new Set([...held].filter((row) => !others.has(row))), others };
}

const han = /\p{Script=Han}/u;
/** Several words put together are a name: 依赖失败策略. */
const longHan = 4;

/** A row whose key is an identifier that the question names: there is no stronger sign that it is meant. */
export function isNamedRow(unit: Unit, question: string): boolean {
  if (unit.kind !== "table") return false;
  const key = keyOf(ownText(unit));
  return isIdentifier(key) && ` ${plain(question)} `.includes(` ${key} `);
}

const keyOf = (row: string): string => cellsOf(row)[0] ?? "";

/** "停用、启用": what several names in one cell are, and the cell itself. */
function namesIn(cell: string): string[] {
  const several = cell.split(/\s?、\s?/);
  return several.length > 1 ? [cell, ...several] : [cell];
}

/** The cells without their marks. */
const cellsOf = (row: string): string[] =>
  row
    .trim()
    .replace(/^\||\|$/g, "")
    .split(/(?<!\\)\|/)
    .map(plain);

/** Without marks; an ask that was completed has its name in brackets: "How long do I wait (rate_limited)?" */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[`*~]|\]\([^)]*\)|[[\]]/g, "")
    .replace(/(?<=\p{Script=Han})(?=[a-z\d_-])|(?<=[a-z\d_])(?=\p{Script=Han})/gu, " ")
    .replace(/(?<=^|[\s\p{Script=Han}])[(（]([\w.-]+)[)）]/gu, " $1 ")
    .replace(/[?？!！,，。；;:：“”"]|\.(?=\s|$)/g, " ")
    .replace(/\s+/g, " ")
    .trim();

/**
 * Written as nobody writes a word: `a_b`, two words in one cell, a long Chinese one, a foreign word in a Chinese question,
 * or put in quotation marks by the question itself.
 */
function isWritten(key: string, question: string): boolean {
  if (labelsIn(question).includes(key)) return true;
  if (han.test(key)) return key.length >= longHan;
  if (key.length < 3) return false;
  const words = tokenize(key).filter((t) => t.kind === "word");
  return han.test(question) || /[_\-.=\d]|[a-z][A-Z]/.test(key) || words.length > 1;
}
