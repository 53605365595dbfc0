import type { QueryTerm } from "#lib/contracts/envelope";
import { alikeness } from "#lib/meaning/comparison";
import type { Question } from "../signals/signal.ts";
import type { InvertedIndex } from "./inverted-index.ts";
import type { Scored } from "./keep-best.ts";

/** From so much on a word that no passage holds is read as the one that is nearest to it in what was found. */
export const readFrom = 0.7;

/** What of the question no passage holds, as the words that the best passages have for it; words that come to be the same, once. */
export function readAsOthers(
  terms: readonly QueryTerm[],
  ranked: readonly Scored[],
  question: Question,
  index: Pick<InvertedIndex, "word" | "passagesWith">,
): QueryTerm[] {
  const read = new Map<string, QueryTerm>();
  const others = terms.map(({ passages }, i) => (passages > 0 ? undefined : otherFor(i, ranked)));
  for (const [i, told] of terms.entries()) {
    const other = isWholeWord(i, others, question) ? others[i] : undefined;
    const term = other === undefined ? told.term : index.word(other);
    const before = read.get(term);
    const weight = told.weight + (before?.weight ?? 0);
    if (before !== undefined) read.set(term, { ...before, weight });
    else if (other === undefined) read.set(term, { ...told, weight });
    else {
      const passages = index.passagesWith(other);
      read.set(term, { term, passages, weight, in_place_of: question.terms[i]?.written ?? "" });
    }
  }
  return [...read.values()];
}

/** Pairs of characters of one word stand for another only together: what one of them means alone the word may not. */
function isWholeWord(
  number: number,
  others: readonly (number | undefined)[],
  { terms, spoken }: Question,
): boolean {
  const own = terms[number];
  const word = spoken.words.find((one) => own && one.start <= own.start && own.end <= one.end);
  if (own === undefined || word === undefined) return false;
  return terms.every(
    ({ start, end }, i) => start < word.start || end > word.end || others[i] === others[number],
  );
}

function otherFor(number: number, ranked: readonly Scored[]): number | undefined {
  let best: { alike: number; id: number } | undefined;
  for (const { candidate } of ranked) {
    const alike = alikeness(candidate.meaning?.near[number] ?? 0);
    if (alike >= readFrom && alike > (best?.alike ?? 0))
      best = { alike, id: candidate.meaning?.by[number] ?? 0 };
  }
  return best?.id;
}
