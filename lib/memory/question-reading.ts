import { z } from "zod";
import { AskKind, asQuestion, type QuestionText } from "#lib/contracts/question";
import { analyseQuestion } from "#lib/language/analyse-question";
import { oppositesOf } from "#lib/language/opposites";
import { lengthOf } from "#lib/meaning/text-code";
import type { WordTable } from "#lib/meaning/word-table";
import { unknownWeight } from "./limits.ts";
import { vectorOfText } from "./question-vector.ts";

/** A question taken apart as far as it is compared with others. It is kept beside the vector: to make it takes a tagger. */
const KeptReading = z.object({
  lang: z.enum(["en", "zh-CN"]),
  kinds: z.array(AskKind),
  /** Words that say what it is about, each once. */
  words: z.array(z.object({ term: z.string(), action: z.boolean() })),
  /** Names, numbers and identifiers: nothing else stands for them. */
  fixed: z.array(z.string()),
  numbers: z.array(z.string()),
});
export type KeptReading = z.infer<typeof KeptReading>;

/** The same with what the table says of its words. */
export type QuestionReading = {
  vector: Int8Array;
  lang: "en" | "zh-CN";
  kinds: readonly AskKind[];
  words: readonly ReadWord[];
  terms: ReadonlySet<string>;
  fixed: ReadonlySet<string>;
  numbers: ReadonlySet<string>;
  opposites: ReadonlySet<string>;
};
export type ReadWord = { term: string; row: number; weight: number; action: boolean };

export function readQuestion(question: QuestionText): KeptReading {
  const { lang, asks, terms } = analyseQuestion(asQuestion(question));
  const paired = terms.some(({ kind }) => kind === "han");
  const words = new Map<string, boolean>();
  const fixed = new Set<string>();
  const numbers = new Set<string>();
  for (const { term, kind, role, class: kindOfWord } of terms) {
    if (role === "talk" || kind === "part" || (kind === "han_single" && paired)) continue;
    if (role === "number") numbers.add(term);
    if (role === "name" || role === "identifier" || role === "number") fixed.add(term);
    if (!words.has(term)) words.set(term, kindOfWord === "action");
  }
  return {
    lang,
    kinds: asks.map(({ kind }) => kind),
    words: [...words].map(([term, action]) => ({ term, action })),
    ...{ fixed: [...fixed], numbers: [...numbers] },
  };
}

/** Undefined for what no version of this program wrote. */
export function keptReading(text: string): KeptReading | undefined {
  try {
    return KeptReading.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

export function withTable(
  { lang, kinds, words, fixed, numbers }: KeptReading,
  vector: Int8Array,
  table: WordTable,
): QuestionReading {
  const opposites = new Set<string>();
  for (const { term } of words) for (const one of oppositesOf(term)) opposites.add(one);
  return {
    ...{ vector, lang, kinds, opposites },
    words: words.map(({ term, action }) => {
      const row = table.rowOf(term);
      return { term, row, action, weight: row < 0 ? unknownWeight : weightOf(table, row) };
    }),
    terms: new Set(words.map(({ term }) => term)),
    fixed: new Set(fixed),
    numbers: new Set(numbers),
  };
}

/** Undefined for a question of which nothing can be compared. */
export function readAsked(question: QuestionText, table: WordTable): QuestionReading | undefined {
  const vector = vectorOfText(question, table);
  return vector && withTable(readQuestion(question), vector, table);
}

function weightOf(table: WordTable, row: number): number {
  const sum = new Float64Array(table.dimensions);
  table.add(sum, row, 1);
  return lengthOf(sum);
}
