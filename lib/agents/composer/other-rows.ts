import type { Unit } from "#lib/citations/units";
import { tokenize } from "#lib/platform/words";
import type { Asked } from "./asked.ts";
import { isIdentifier } from "./named-things.ts";
import { ownText } from "./unit-signs.ts";

/**
 * Rows of a table that are about something else: the question has the key of another row as it is written, and this one's
 * is not that key. "vite build --mode development" is another command than the "vite build" that is asked about.
 */
export function otherRows(units: readonly Unit[], { question, kind }: Asked): ReadonlySet<number> {
  const others = new Set<number>();
  if (kind === "list") return others;
  const asked = ` ${plain(question)} `;
  const stands = (key: string) => asked.includes(han.test(key) ? key : ` ${key} `);
  const rows = units.flatMap((unit, index) =>
    unit.kind === "table" ? [{ index, block: unit.block, key: keyOf(ownText(unit)) }] : [],
  );
  for (const block of new Set(rows.map((row) => row.block))) {
    const own = rows.filter((row) => row.block === block);
    const named = own.filter(({ key }) => isWritten(key, question) && stands(key));
    // Of two keys that stand in the question the longer one is meant.
    const meant = named.filter(
      ({ key }) => !named.some((n) => n.key !== key && n.key.includes(key)),
    );
    if (meant.length !== 1) continue;
    for (const { index, key } of own) if (key !== meant[0]?.key) others.add(index);
  }
  return others;
}

const han = /\p{Script=Han}/u;
/** Several words put together are a name: 依赖失败策略. */
const longHan = 5;

/** A row whose key is an identifier that the question names: there is no stronger sign that it is meant. */
export function isNamedRow(unit: Unit, question: string): boolean {
  if (unit.kind !== "table") return false;
  const key = keyOf(ownText(unit));
  return isIdentifier(key) && ` ${plain(question)} `.includes(` ${key} `);
}

/** The first cell without its marks. */
function keyOf(row: string): string {
  return plain(/^\s*\|?((?:\\\||[^|])*)\|/.exec(row)?.[1] ?? "");
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[`*~]|\]\([^)]*\)|[[\]]/g, "")
    .replace(/(?<=\p{Script=Han})(?=[a-z\d_-])|(?<=[a-z\d_])(?=\p{Script=Han})/gu, " ")
    .replace(/[?？!！,，。；;:：“”"]|\.(?=\s|$)/g, " ")
    .replace(/\s+/g, " ")
    .trim();

/** Written as nobody writes a word: `a_b`, two words in one cell, a long Chinese one, a foreign word in a Chinese question. */
function isWritten(key: string, question: string): boolean {
  if (han.test(key)) return key.length >= longHan;
  if (key.length < 3) return false;
  const words = tokenize(key).filter((t) => t.kind === "word");
  return han.test(question) || /[_\-.=\d]|[a-z][A-Z]/.test(key) || words.length > 1;
}
