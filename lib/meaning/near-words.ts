import { oppositesOf } from "#lib/language/opposites";
import { alikeness } from "./comparison.ts";
import type { WordTable } from "./word-table.ts";

/**
 * Does the table know both terms, and find that they have nothing to do with each other? Then neither is a slip for the other,
 * however alike they are spelled: "compact" and "compat".
 */
export function areApart(table: WordTable | undefined, one: string, other: string): boolean {
  if (table === undefined) return false;
  const [a, b] = [table.rowOf(one), table.rowOf(other)];
  return a >= 0 && b >= 0 && alikeness(table.similarity(a, b)) === 0;
}

/** The terms of the table that may stand for one of its own, the nearest first; none where the table does not know it. */
export function nearWords(table: WordTable, term: string, least: number): string[] {
  const own = table.rowOf(term);
  if (own < 0) return [];
  const opposites = oppositesOf(term);
  const near: { word: string; alike: number }[] = [];
  for (let row = 0; row < table.words; row++) {
    if (row === own) continue;
    const alike = alikeness(table.similarity(own, row));
    if (alike < least) continue;
    const word = table.termAt(row);
    if (!opposites.has(word)) near.push({ word, alike });
  }
  return near
    .sort((a, b) => b.alike - a.alike || (a.word < b.word ? -1 : 1))
    .map(({ word }) => word);
}
