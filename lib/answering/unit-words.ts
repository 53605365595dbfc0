import { tokenize } from "#lib/language/words";
import { recentTexts } from "#lib/platform/recent-texts";
import { REMEMBERED_CHARACTERS } from "./limits.ts";

/** The words of a text, function words left out. */
export type Words = {
  terms: ReadonlySet<string>;
  /** Neighbouring words, as `a b`. */
  pairs: ReadonlySet<string>;
  /** How many words there are, pieces of identifiers and pairs of characters not counted twice. */
  count: number;
  /** Each of them, in order. */
  list: readonly string[];
};

/** An answer is chosen by holding the same sentences, headings and titles against the question in many ways. */
const lately = recentTexts<Words>(REMEMBERED_CHARACTERS);

export const wordsOf = (text: string): Words => lately.of(text, () => read(text));

export const termsOf = (text: string): ReadonlySet<string> => wordsOf(text).terms;

function read(text: string): Words {
  const tokens = tokenize(text).filter(({ stop }) => !stop);
  const whole = tokens.filter(({ kind }) => kind !== "part" && kind !== "han_single");
  const list = whole.map(({ term }) => term);
  return {
    terms: new Set(tokens.map(({ term }) => term)),
    pairs: new Set(list.slice(1).map((term, i) => `${list[i]} ${term}`)),
    count: list.length,
    list,
  };
}

export const isNumber = (term: string): boolean => startsWithDigit.test(term);
const startsWithDigit = /^\p{N}|^[一二三四五六七八九十百千万两]+$/u;
