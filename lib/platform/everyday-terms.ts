import { irregular } from "./everyday/irregular.ts";
import { tokenize } from "./words.ts";

/** A word of a phrase as it is compared: whole words and pairs of Han characters, function words too. */
export type PhraseTerm = { term: string; stop: boolean };

/**
 * The words of a phrase of the table. Thousands of phrases are made of far fewer words, and each is read once: read
 * phrase by phrase, the table would hold up the first question by a third of a second.
 */
export function termsOfPhrase(phrase: string): readonly PhraseTerm[] {
  return /^[a-z ]+$/.test(phrase) ? phrase.split(" ").flatMap(termsOfWord) : read(phrase);
}

const known = new Map<string, readonly PhraseTerm[]>();

function termsOfWord(word: string): readonly PhraseTerm[] {
  const terms = known.get(word) ?? read(word);
  known.set(word, terms);
  return terms;
}

function read(text: string): readonly PhraseTerm[] {
  return tokenize(text)
    .filter(({ kind }) => kind !== "part" && kind !== "han_single")
    .map(({ term, stop }) => ({ term, stop }));
}

/** Of an irregular form the term of its first form. */
export function baseOf(term: string): string {
  return bases.get(term) ?? term;
}

const bases = new Map(
  irregular
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [base = "", ...forms] = tokenize(line).map(({ term }) => term);
      return forms.map((form): [string, string] => [form, base]);
    }),
);
