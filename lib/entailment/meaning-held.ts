import { tokenize } from "#lib/language/words";
import { alikeness } from "#lib/meaning/comparison";
import { wordTable } from "#lib/meaning/word-table";
import { heldBy, wordsHeld } from "./coverage.ts";
import { entailmentLimits } from "./limits.ts";

/**
 * How much of a sentence stands in lines by word or by meaning: a word that they lack counts as far as one of theirs means
 * the same by the table of word meanings. `run`: the most words in a row of which they have nothing alike.
 */
export function heldByMeaning(sentence: string, lines: string): { share: number; run: number } {
  const { share, run, lacks } = heldBy(sentence, wordsHeld(lines));
  const { table } = wordTable();
  if (table === undefined || lacks.length === 0) return { share, run };
  const rows = rowsOf(lines, table.rowOf);
  const alike = (words: string): number => {
    const own = rowsOf(words, table.rowOf);
    if (own.length === 0) return 0;
    const near = own.map((row) =>
      Math.max(0, ...rows.map((other) => table.similarity(row, other))),
    );
    return near.reduce((sum, one) => sum + alikeness(one), 0) / near.length;
  };
  const found = lacks.map(alike);
  const worth = found.reduce((sum, one) => sum + one, 0) / found.length;
  const foreign = found.filter((one) => one < entailmentLimits.alike_least).length / found.length;
  return { share: share + (1 - share) * worth, run: run * foreign };
}

/** The rows of the table for the words of a text; Han by pairs, which are terms of their own. */
function rowsOf(text: string, rowOf: (term: string) => number): number[] {
  const rows = new Set<number>();
  for (const { term, stop, kind } of tokenize(text)) {
    if (stop || kind === "part") continue;
    const row = rowOf(term);
    if (row >= 0) rows.add(row);
  }
  return [...rows].slice(0, entailmentLimits.compared_words);
}
