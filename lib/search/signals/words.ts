import { say } from "#lib/platform/say";
import type { Averages } from "../engines/inverted-index.ts";
import type { Segment } from "../engines/segment.ts";
import { countOf, type Field } from "../engines/segment.ts";
import { spokenFound } from "../spoken-words.ts";
import { fieldWeights, signalWeights, usualLength } from "./limits.ts";
import type { Question, RankingSignal } from "./signal.ts";

/** A section's heading counts as part of the way to it. */
export type WeightedField = Exclude<Field, "section">;

export const weightedFields = [
  "title",
  "heading",
  "path",
  "body",
  "code",
] as const satisfies readonly WeightedField[];
/** After how many occurrences in a passage of average length a word has said half of what it can say. */
const saturation = 1;

/** How often a term stands in a passage, each occurrence by its field and diluted by the field's length. */
export function weightedCount(
  packed: number,
  segment: Pick<Segment, "lengths">,
  passage: number,
  averages: Pick<Averages, "length">,
): number {
  // Field by field and not in a loop: millions of passages are weighed so.
  const { lengths } = segment;
  const { length } = averages;
  let weighted = 0;
  let count = countOf(packed, "title");
  if (count > 0) weighted += part("title", count, lengths.title[passage], length.title);
  count = countOf(packed, "heading");
  if (count > 0) weighted += part("heading", count, lengths.heading[passage], length.heading);
  count = countOf(packed, "path");
  if (count > 0) weighted += part("path", count, lengths.path[passage], length.path);
  count = countOf(packed, "body");
  if (count > 0) weighted += part("body", count, lengths.body[passage], length.body);
  count = countOf(packed, "code");
  if (count > 0) weighted += part("code", count, lengths.code[passage], length.code);
  return weighted;
}

function part(field: WeightedField, count: number, length = 0, average: number): number {
  return (fieldWeights[field].boost * count) / diluting(field, length, average);
}

function diluting(field: WeightedField, length: number, average: number): number {
  const { dilution } = fieldWeights[field];
  return 1 - dilution + (dilution * length) / average;
}

type Weighed = {
  length: Record<WeightedField, number>;
  by: Record<WeightedField, Float64Array>;
};

/** What one occurrence in each field comes to, by the field's length; a longer one dilutes as the last of these, or more. */
export function occurrenceWeights({ length }: Averages): Record<WeightedField, Float64Array> {
  const same = weightedFields.every((field) => weighed.length[field] === length[field]);
  if (!same) weighed = { length, by: fieldsBy((field) => weightsOf(field, length[field])) };
  return weighed.by;
}

function weightsOf(field: WeightedField, average: number): Float64Array {
  const { boost } = fieldWeights[field];
  const weights = new Float64Array(usualLength);
  for (let words = 0; words < usualLength; words++)
    weights[words] = boost / diluting(field, words, average);
  return weights;
}

function fieldsBy<T>(make: (field: WeightedField) => T): Record<WeightedField, T> {
  return {
    title: make("title"),
    heading: make("heading"),
    path: make("path"),
    body: make("body"),
    code: make("code"),
  };
}

/** Those asked for last. */
let weighed: Weighed = { length: fieldsBy(() => 0), by: fieldsBy(() => new Float64Array()) };

/** BM25F of one term without its rarity: 0 when absent, towards 1 the more often it stands there. */
export function saturated(weighted: number): number {
  return weighted / (saturation + weighted);
}

/** The same of all terms in one passage, by their shares; the counts of the first term stand at `at`. */
export function wordsIn(
  counts: ArrayLike<number>,
  segment: Segment,
  passage: number,
  { terms, averages }: Question,
  at = 0,
): number {
  let sum = 0;
  for (let i = 0; i < terms.length; i++) {
    const packed = counts[at + i] ?? 0;
    if (packed === 0) continue;
    const weighted = weightedCount(packed, segment, passage, averages);
    sum += (terms[i]?.share ?? 0) * saturated(weighted);
  }
  return sum;
}

/** Which of the question's words stand in the passage, its headings, its document's title and path (BM25F). */
export const wordsSignal: RankingSignal = {
  name: "words",
  weight: signalWeights.words,
  value: ({ counts, segment, passage }, question) => wordsIn(counts, segment, passage, question),
  most: ({ words }) => words,
  explain({ counts }, { terms, spoken }, lang) {
    const found = terms.filter((_, i) => (counts[i] ?? 0) > 0);
    const params: Record<string, string[]> = {};
    for (const name of weightedFields) {
      const held = terms.filter((_, i) => countOf(counts[i] ?? 0, name) > 0);
      if (held.length > 0) params[name] = held.map((term) => term.term);
    }
    const swaps = new Set(found.flatMap((term) => term.swap ?? []));
    for (const { of, word, written } of swaps) {
      const name = of === "folder" ? "synonyms" : "everyday_words";
      params[name] = [...(params[name] ?? []), `${word} = ${written}`];
    }
    const { missing: _, ...said } = spokenFound(spoken, found, lang);
    const detail = say(lang, "search.signal.words", said);
    const less = [...swaps].map(({ of, word, written }) =>
      say(lang, of === "folder" ? "search.signal.synonym" : "search.signal.everyday", {
        word,
        written,
      }),
    );
    return { detail: [detail, ...less].join(lang === "zh-CN" ? "" : " "), params };
  },
};
