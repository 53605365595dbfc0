import { say } from "#lib/platform/say";
import type { Averages } from "../engines/inverted-index.ts";
import type { Segment } from "../engines/segment.ts";
import { bodyAlone, countOf, type Field } from "../engines/segment.ts";
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
  segment: Segment,
  passage: number,
  averages: Averages,
): number {
  // Field by field and not in a loop: millions of passages are weighed so.
  const { lengths } = segment;
  if (averages !== diluting.averages) diluteBy(averages);
  if (packed <= bodyAlone) return part("body", packed, lengths.body[passage]);
  let weighted = 0;
  let count = countOf(packed, "title");
  if (count > 0) weighted += part("title", count, lengths.title[passage]);
  count = countOf(packed, "heading");
  if (count > 0) weighted += part("heading", count, lengths.heading[passage]);
  count = countOf(packed, "path");
  if (count > 0) weighted += part("path", count, lengths.path[passage]);
  count = countOf(packed, "body");
  if (count > 0) weighted += part("body", count, lengths.body[passage]);
  count = countOf(packed, "code");
  if (count > 0) weighted += part("code", count, lengths.code[passage]);
  return weighted;
}

function part(field: WeightedField, count: number, length = 0): number {
  const known = diluting.by[field];
  const by = length < known.length ? (known[length] ?? 1) : dilution(field, length);
  return (fieldWeights[field].boost * count) / by;
}

function dilution(field: WeightedField, length: number): number {
  const { dilution } = fieldWeights[field];
  return 1 - dilution + (dilution * length) / diluting.length[field];
}

/** By how much each length of a field dilutes, at the averages that were asked with last. */
const diluting: {
  averages: Averages | undefined;
  length: Record<WeightedField, number>;
  by: Record<WeightedField, Float64Array>;
} = {
  averages: undefined,
  length: { title: 0, heading: 0, path: 0, body: 0, code: 0 },
  by: { title: roomFor(), heading: roomFor(), path: roomFor(), body: roomFor(), code: roomFor() },
};

function roomFor(): Float64Array {
  return new Float64Array(usualLength);
}

function diluteBy(averages: Averages): void {
  for (const field of weightedFields) {
    if (diluting.length[field] === averages.length[field]) continue;
    diluting.length[field] = averages.length[field];
    const by = diluting.by[field];
    for (let length = 0; length < by.length; length++) by[length] = dilution(field, length);
  }
  diluting.averages = averages;
}

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
