import { nearWords } from "#lib/meaning/near-words";
import type { WordTable } from "#lib/meaning/word-table";
import { readFrom } from "./read-as-others.ts";

/** Terms of the same script that may be put for a word that no passage holds, the nearest first; no single characters. */
export function alikeTerms(table: WordTable | undefined, term: string): string[] {
  if (table === undefined) return [];
  const han = isHan(term);
  return nearWords(table, term, readFrom).filter(
    (word) => isHan(word) === han && (!han || word.length > 1),
  );
}

const isHan = (term: string): boolean => /\p{Script=Han}/u.test(term);
