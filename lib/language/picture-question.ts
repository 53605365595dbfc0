import { atFirstUse, readLexicon } from "./lexicon.ts";
import { createPhraseBook, readForms } from "./phrases.ts";
import { tokenize } from "./words.ts";

/**
 * Whether a question wants something to look at, by its words (`lexicon/picture.tsv`), and what is to be seen: its content
 * words without those. "Which screenshot shows the login page?" asks for one, by "login" and "page".
 */
export type PictureQuestion = { asks: boolean; terms: string[] };

const book = atFirstUse(() => createPhraseBook(readLexicon("picture", ["lang", "phrase"])));

export function readPictureQuestion(question: string): PictureQuestion {
  const forms = readForms(question);
  const found = book().find(forms);
  let rest = question;
  for (const { from, to } of found) {
    const start = forms[from]?.start ?? 0;
    const end = forms[to - 1]?.end ?? start;
    rest = `${rest.slice(0, start)}${" ".repeat(end - start)}${rest.slice(end)}`;
  }
  const seen = new Set(["show", "shows", "shown", "showing", "see", "seen"].flatMap(pictureTerms));
  const own = pictureTerms(rest).filter((term) => !seen.has(term));
  return { asks: found.length > 0, terms: own.length > 0 ? own : pictureTerms(question) };
}

/** The words of a text that a picture is found by: content words, and of Chinese pairs of characters, each once. */
export function pictureTerms(text: string): string[] {
  const terms = new Set<string>();
  for (const { term, stop, kind } of tokenize(text)) {
    if (!stop && kind !== "han_single") terms.add(term);
  }
  return [...terms];
}
