import type { Unit } from "#lib/citations/units";
import { tokenize } from "#lib/platform/words";
import type { Asked } from "./asked.ts";
import { ownText } from "./unit-signs.ts";

/**
 * Rows of a table that are about something else: the question has the key of another row as it is written, and this one's
 * is not that key. "vite build --mode development" is another command than the "vite build" that is asked about.
 */
export function otherRows(units: readonly Unit[], { question, kind }: Asked): ReadonlySet<number> {
  const others = new Set<number>();
  if (kind === "list" || kind === "comparison") return others;
  const asked = ` ${plain(question)} `;
  const rows = units.flatMap((unit, index) =>
    unit.kind === "table" ? [{ index, block: unit.block, key: keyOf(ownText(unit)) }] : [],
  );
  for (const block of new Set(rows.map((row) => row.block))) {
    const own = rows.filter((row) => row.block === block);
    const named = own.filter(({ key }) => isWritten(key, question) && asked.includes(` ${key} `));
    // Of two keys that stand in the question the longer one is meant.
    const meant = named.filter(
      ({ key }) => !named.some((n) => n.key !== key && n.key.includes(key)),
    );
    if (meant.length !== 1) continue;
    for (const { index, key } of own) if (key !== meant[0]?.key) others.add(index);
  }
  return others;
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

/** Written as nobody writes a word: `a_b`, two words in one cell, a foreign word in a Chinese question. */
function isWritten(key: string, question: string): boolean {
  if (key.length < 3 || /\p{Script=Han}/u.test(key)) return false;
  const han = /\p{Script=Han}/u.test(question);
  const words = tokenize(key).filter((t) => t.kind === "word");
  return han || /[_\-.=\d]|[a-z][A-Z]/.test(key) || words.length > 1;
}
