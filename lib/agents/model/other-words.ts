import { z } from "zod";
import type { Lang } from "#lib/contracts/answer";
import { asQuestion } from "#lib/contracts/question";
import { questionLang } from "#lib/language/question-lang";
import { detectLang } from "#lib/language/words";
import {
  docsBeside,
  type Gathered,
  gatherEvidence,
  onItsOwn,
  type PartDeps,
} from "../answer-part.ts";
import { createSteps } from "../steps.ts";
import { answersAsked, wordingOf } from "../wordings.ts";
import { type AskModel, askLines } from "./ask-lines.ts";
import { isFitting, verdictOf } from "./parts.ts";

/**
 * Parts that the folders do not surely answer, searched for once more in words that a model gives: those that such documents
 * would use, and the question in the other language of the folders. It is told the questions and no word of a document, and
 * its words are shown. What the question itself found stays beside what they find.
 */
export async function inOtherWords(
  gathered: readonly Gathered[],
  deps: PartDeps & { ready: AskModel },
): Promise<{ gathered: Gathered[]; searches: number }> {
  const { steps, config } = deps;
  const unchanged = { gathered: [...gathered], searches: 0 };
  const open = gathered.filter((one) => verdictOf(one)?.outcome !== "sure");
  const [first] = open;
  if (config.answer.planner === "rules" || first === undefined) return unchanged;
  const { context } = first.part;
  const lang = open.every((one) => isFitting(verdictOf(one)))
    ? undefined
    : await otherLanguage(first, deps);
  const text = open.map(({ part }, i) => `Q${i + 1}: ${part.context.question}`).join("\n");
  const given = await askLines({ instructions: told(lang), text, schema: Lines }, deps);
  const lines = (given ?? []).filter(({ line }) => line.length <= longestWords);
  const words = open.map((one, i) => {
    const own = lines.flatMap(({ number, line }) => (number === i + 1 ? [line] : []));
    const other = own.filter((query) => query !== one.part.context.question);
    return [...new Set(other)].slice(0, mostWords);
  });
  const queries = words.flat();
  if (queries.length === 0) return unchanged;
  const isForeign = (query: string) => questionLang(query) === lang;
  const label = queries.some(isForeign) && lang !== undefined ? languages[lang].step : inWords;
  steps.note("plan", [label], "done", { queries });
  let searches = 0;
  const found = await Promise.all(words.map((own) => Promise.all(own.map(search))));
  const worded = new Map(
    open.map((one, i) => [
      one,
      { ...withWords(one, (found[i] ?? []).flat()), tried: words[i] ?? [] },
    ]),
  );
  return { gathered: gathered.map((one) => worded.get(one) ?? one), searches };

  /** A search that breaks has found nothing, which is what there was before it. */
  async function search(query: string): Promise<Gathered[]> {
    searches += 1;
    const number = gathered.length + searches;
    const quiet = createSteps({ emit: () => {}, clock: deps.clock, lang: steps.lang });
    const part = { number, context: { ...context, question: asQuestion(query) } };
    try {
      return [await gatherEvidence(part, { ...onItsOwn(deps), steps: quiet, agentic: false })];
    } catch {
      deps.signal.throwIfAborted();
      return [];
    }
  }
}

/**
 * What other words found beside what the question did. Where the question itself found no answer, the first of them that
 * answers it, by its own words, too, stands in its place; any other is evidence, and no answer for sure.
 */
function withWords(one: Gathered, brought: readonly Gathered[]): Gathered {
  const asked = wordingOf(one.part.context.question);
  const answering = brought.filter((each) => {
    const verdict = verdictOf(each);
    const wording = { ...wordingOf(each.part.context.question), asked };
    return (
      verdict !== undefined &&
      isFitting(verdict) &&
      answersAsked(wording, verdict, each.result.output, "searched")
    );
  });
  if (answering.length === 0) return one;
  if (!isFitting(verdictOf(one)))
    for (const found of answering) {
      const instead = inPlaceOf(one, found);
      if (isFitting(verdictOf(instead)))
        return { ...instead, worded: answering.filter((each) => each !== found) };
    }
  return { ...one, worded: answering };
}

function inPlaceOf(one: Gathered, found: Gathered): Gathered {
  const { query, queries = [] } = found.result.output;
  const asked = one.part.context.question;
  const output = { ...found.result.output, query: asked, queries: [query, ...queries] };
  const result = { ...found.result, output };
  return { ...found, part: one.part, result, own: one.result.output, words: asQuestion(query) };
}

const Lines = z.array(z.object({ number: z.number(), line: z.string() }));
const longestWords = 400;
/** For each question. */
const mostWords = 4;
const inWords = "step.other_words";

const languages = {
  en: { name: "English", step: "step.other_language.en" },
  "zh-CN": { name: "Simplified Chinese", step: "step.other_language.zh-CN" },
} as const;

const told = (lang: Lang | undefined): string => {
  const whole =
    lang === undefined
      ? "in the language of the question"
      : `first the whole question in ${languages[lang].name}, then others in it`;
  return `Each line is a question that is searched for in documents. Write for each up to three searches of two to eight words, ${whole}: the words that the page which answers it would use for the matter in its headings and sentences, its settings, commands and technical terms, and not the question's own words again. One search a line, under the label of its question: "Q1: …". Names, numbers, commands and identifiers stay as they are. Nothing else.`;
};

/** Some of the files beside the nearest passages bear titles in it, and the question is not in it. */
async function otherLanguage(one: Gathered, deps: PartDeps): Promise<Lang | undefined> {
  const own = questionLang(one.part.context.question);
  const { roots } = deps.request;
  const listed = await docsBeside(one.envelope, deps).list(roots.length === 0 ? {} : { roots });
  if (!listed.ok) return undefined;
  // Where something near it was found, its folders say which languages are of use.
  const near = new Set(one.result.output.citations.slice(0, nearest).map(({ root_id }) => root_id));
  const files = listed.output.files.filter(({ root_id }) => near.size === 0 || near.has(root_id));
  const others = files.filter(({ title }) => detectLang(title) !== own);
  const enough = others.length > 0 && others.length >= files.length / someOf;
  return enough ? (own === "en" ? "zh-CN" : "en") : undefined;
}

/** Of what was found, as many as say which folders a question is of. */
const nearest = 3;
/** A stray title in another language makes no folder of it. */
const someOf = 20;
