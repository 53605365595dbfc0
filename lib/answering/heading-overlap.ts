import { writtenWords } from "#lib/language/written-words";
import { type AskedQuestion, coverage } from "./asked-question.ts";
import { LONGEST_HEADING } from "./limits.ts";
import { ratio } from "./ratio.ts";
import { termsOf } from "./unit-words.ts";

/** How much a heading and the question have in common: of the words of either (F1, the question's by weight). */
export function headingOverlap(heading: string, asked: AskedQuestion): number {
  const held = termsOf(heading.slice(0, LONGEST_HEADING));
  const recall = coverage(held, asked);
  const precision = ratio([...held].filter((term) => asked.known.has(term)).length, held.size);
  return ratio(2 * precision * recall, precision + recall);
}

/** The same of all words as they are written, each counting alike: of two headings the one that says "all" as the question does. */
export function wordingOverlap(heading: string, asked: AskedQuestion): number {
  const known = overlaps.get(asked) ?? new Map<string, number>();
  overlaps.set(asked, known);
  const overlap = known.get(heading) ?? readWording(heading, asked);
  known.set(heading, overlap);
  return overlap;
}
/** Many units stand below one heading. */
const overlaps = new WeakMap<AskedQuestion, Map<string, number>>();

function readWording(heading: string, asked: AskedQuestion): number {
  const own = new Set(writtenWords(heading.slice(0, LONGEST_HEADING)));
  const both = [...own].filter((word) => asked.written.has(word)).length;
  return ratio(2 * both, own.size + asked.written.size);
}
