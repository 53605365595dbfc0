import { alikeness } from "#lib/meaning/comparison";
import type { WordTable } from "#lib/meaning/word-table";
import type { QuestionReading, ReadWord } from "./question-reading.ts";
import { cosineOf } from "./question-vector.ts";

/**
 * Do two questions ask the same? A logistic model over what they have in common; `training/memory` fits it on pairs of like
 * and unlike questions and writes `likeness-model.json`.
 */
export const likenessFeatures = [
  "cosine",
  "said",
  "said_least",
  "shared",
  "swapped",
  "extra",
  "fixed_swapped",
  "fixed_extra",
  "numbers_differ",
  "opposed",
  "kind_differs",
  "action_least",
  "other_language",
  "other_language_cosine",
  "words",
] as const;
export type LikenessFeature = (typeof likenessFeatures)[number];
export type LikenessModel = {
  bias: number;
  weights: Readonly<Record<LikenessFeature, number>>;
  /**
   * From where on an earlier question is offered: by itself, where both answers cite the same file, and the same lines. In
   * other words it also has to stand out so far by the embedding model, where that has something to say.
   */
  offered: { alone: number; same_file: number; same_lines: number; stands_out: number };
};
/** The least that must be so for an earlier question to be offered. */
export type OfferedFor = "alone" | "same_file" | "same_lines";

export type Likeness = {
  likeness: number;
  nearness: number;
  /** Absent where it is not offered, whatever both answers cite. */
  offered_for?: OfferedFor;
};

/** `stands_out`: by how much it does for the configured embedding model, where that is known. */
export function likenessOf(
  a: QuestionReading,
  b: QuestionReading,
  by: { table: WordTable; model: LikenessModel; stands_out?: number | undefined },
): Likeness {
  const { table, model, stands_out } = by;
  const values = featuresOf(a, b, table);
  let odds = model.bias;
  for (const name of likenessFeatures) odds += model.weights[name] * values[name];
  const likeness = 1 / (1 + Math.exp(-odds));
  const offered_for = offeredFor({ likeness, stands_out }, model.offered);
  return {
    likeness,
    // What one looks for is found by what both are about; whether they ask the same of it is another question.
    nearness: values.cosine + values.said_least,
    ...(offered_for === undefined ? {} : { offered_for }),
  };
}

/**
 * The embedding model alone never has a question offered: by any vector an unlike one is near that differs in one word. It
 * only says no, so that with whatever model no more is offered than without.
 */
export function offeredFor(
  { likeness, stands_out }: { likeness: number; stands_out?: number | undefined },
  offered: LikenessModel["offered"],
): OfferedFor | undefined {
  if (likeness >= offered.alone) return "alone";
  if (stands_out !== undefined && stands_out < offered.stands_out) return undefined;
  if (likeness >= offered.same_file) return "same_file";
  return likeness >= offered.same_lines ? "same_lines" : undefined;
}

/** Each is the same whichever of the two was asked first. */
export function featuresOf(
  a: QuestionReading,
  b: QuestionReading,
  table: WordTable,
): Record<LikenessFeature, number> {
  const here = heldBy(a, b, table);
  const there = heldBy(b, a, table);
  const all = new Set([...a.terms, ...b.terms]).size;
  const shared = all === 0 ? 0 : [...a.terms].filter((term) => b.terms.has(term)).length / all;
  const cosine = cosineOf(a.vector, b.vector);
  const otherLanguage = Number(a.lang !== b.lang);
  const [ours, theirs] = [lacking(a.fixed, b.terms), lacking(b.fixed, a.terms)];
  return {
    cosine,
    said: (here.share + there.share) / 2,
    said_least: Math.min(here.share, there.share),
    shared,
    // Each has a word that the other does not say, and the rest is the same: "add a user" beside "remove a user".
    swapped: shared * Math.min(here.untold, there.untold),
    extra: Math.abs(here.untold - there.untold),
    fixed_swapped: Number(ours > 0 && theirs > 0),
    fixed_extra: Number(ours > 0 !== theirs > 0),
    numbers_differ: Number(lacking(a.numbers, b.numbers) + lacking(b.numbers, a.numbers) > 0),
    opposed: Number(opposes(a, b) || opposes(b, a)),
    kind_differs: Number(
      !a.kinds.some((kind) => kind === "other" || b.kinds.includes(kind)) &&
        !b.kinds.includes("other"),
    ),
    action_least: Math.min(here.action, there.action),
    other_language: otherLanguage,
    other_language_cosine: otherLanguage * cosine,
    words: Math.log(1 + Math.min(a.words.length, b.words.length)),
  };
}

/** How much of one question the other one says, by weight: by word, or by a word that means nearly the same. */
function heldBy(one: QuestionReading, other: QuestionReading, table: WordTable) {
  let held = 0;
  let all = 0;
  let untold = 0;
  let action = 1;
  for (const word of one.words) {
    const near = nearnessTo(word, one, other, table);
    held += word.weight * near;
    all += word.weight;
    untold = Math.max(untold, word.weight * (1 - near));
    if (word.action) action = Math.min(action, near);
  }
  return { share: all === 0 ? 0 : held / all, untold, action };
}

function nearnessTo(
  { term, row }: ReadWord,
  one: QuestionReading,
  other: QuestionReading,
  table: WordTable,
): number {
  if (other.terms.has(term)) return 1;
  // Between languages a name may be written otherwise; within one nothing stands for it.
  if (row < 0 || (one.fixed.has(term) && one.lang === other.lang)) return 0;
  let most = 0;
  for (const { row: theirs, term: their } of other.words) {
    if (theirs < 0 || one.opposites.has(their)) continue;
    most = Math.max(most, alikeness(table.similarity(row, theirs)));
  }
  return most;
}

/** How many of these the other one does not have. */
const lacking = (some: ReadonlySet<string>, others: ReadonlySet<string>): number =>
  [...some].filter((term) => !others.has(term)).length;

/** It says the opposite of a word that it does not have itself: "disable" beside "enable". */
function opposes(one: QuestionReading, other: QuestionReading): boolean {
  return [...one.terms].some((term) => other.opposites.has(term) && !other.terms.has(term));
}
