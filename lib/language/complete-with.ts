import type { Fact } from "#lib/contracts/memory";
import { asQuestion, type QuestionText } from "#lib/contracts/question";
import { atFirstUse, readLexicon } from "./lexicon.ts";
import { factLimits } from "./limits.ts";
import { createPhraseBook, type Form, readForms } from "./phrases.ts";
import { holdsHan } from "./words/characters.ts";
import { contentTerms } from "./words.ts";

/** A question with what the person has stated, and which of it that was. */
export type Understood = {
  question: QuestionText;
  used: readonly Fact[];
  /** The folder that a fact names for it. */
  folder?: string;
  lang?: "en" | "zh-CN";
};

/**
 * A question as it is meant by who stated these facts: behind a term stands what it stands for, a folder is named where all
 * words of its term are asked about. What the question says itself already is not said again. The words of the question stay.
 *
 *   "how do I restart our cluster?"  +  "our cluster means prod-eu"  ->  "how do I restart our cluster (prod-eu)?"
 */
export function completeWith(question: QuestionText, facts: readonly Fact[]): Understood {
  const used: Fact[] = [];
  let lang: Understood["lang"];
  let folder: string | undefined;
  let text: string = question;
  for (const fact of facts) {
    const { kind, term, value } = fact;
    if (value === undefined) continue;
    if (kind === "language") {
      lang = value === "zh-CN" ? "zh-CN" : "en";
      used.push(fact);
    } else if (kind === "folder" && term !== undefined && folder === undefined) {
      if (!asksAbout(question, term)) continue;
      folder = value;
      used.push(fact);
    } else if (kind === "means" && term !== undefined) {
      const more = withMeaning(text, term, value);
      if (more === undefined || more.length > factLimits.question_chars) continue;
      text = more;
      used.push(fact);
    }
  }
  return {
    question: asQuestion(text),
    used,
    ...(folder === undefined ? {} : { folder }),
    ...(lang === undefined ? {} : { lang }),
  };
}

/** With the value behind the first place of the term; undefined where the term is not in it, or the value is. */
function withMeaning(text: string, term: string, value: string): string | undefined {
  const forms = readForms(text);
  if (placeOf(forms, value) !== undefined) return undefined;
  const place = wordingsOf(term)
    .map((wording) => placeOf(forms, wording))
    .find((one) => one !== undefined);
  const end = place === undefined ? undefined : forms[place.to - 1]?.end;
  if (end === undefined) return undefined;
  const said = holdsHan(text.slice(0, end)) ? `（${value}）` : ` (${value})`;
  return text.slice(0, end) + said + text.slice(end);
}

/** A phrase as a whole: English words as such, Chinese characters in a row. */
function placeOf(forms: readonly Form[], phrase: string): { from: number; to: number } | undefined {
  return createPhraseBook([{ phrase: plain(phrase) }]).find(forms)[0];
}

/** The signs by which a phrase of the lexicon stands for others say nothing here. */
const plain = (phrase: string): string => phrase.replaceAll("*", " ").replaceAll("~", " ");

/** "our cluster" is "the cluster" to the one who asks; in Chinese a thing is as often named without such a word. */
function wordingsOf(term: string): string[] {
  const forms = readForms(term);
  const opener = words()
    .determiners.find(forms)
    .filter(({ from, to }) => from === 0 && to < forms.length)
    .sort((a, b) => b.to - a.to)[0];
  const rest = opener === undefined ? undefined : forms[opener.to];
  if (opener === undefined || rest === undefined) return [term];
  const thing = term.slice(rest.start);
  if (opener.entry.lang === "zh") return [thing];
  return [term, ...words().articles.map((article) => `${article} ${thing}`)];
}

/** Whether a question is about what a term names: it has all of its words, but for those that name documents. */
function asksAbout(question: QuestionText, term: string): boolean {
  const asked = new Set(contentTerms(question));
  const terms = contentTerms(term);
  const telling = terms.filter((one) => !words().documents.has(one));
  const about = telling.length === 0 ? terms : telling;
  return about.length > 0 && about.every((one) => asked.has(one));
}

const words = atFirstUse(() => {
  const rows = readLexicon("remember", ["lang", "part", "phrase"]);
  const of = (part: string) => rows.filter((row) => row.part === part);
  return {
    determiners: createPhraseBook(of("determiner")),
    articles: of("determiner").flatMap(({ lang, phrase }) => (lang === "en" ? [phrase] : [])),
    documents: new Set(of("document").flatMap(({ phrase }) => contentTerms(phrase))),
  };
});
