import { z } from "zod";
import type { Lang } from "#lib/contracts/answer";
import { asQuestion } from "#lib/contracts/question";
import { questionLang } from "#lib/language/question-lang";
import { detectLang } from "#lib/language/words";
import { docsBeside, type Gathered, gatherEvidence, type PartDeps } from "../answer-part.ts";
import { askLines } from "./ask-lines.ts";
import { isFitting, verdictOf } from "./parts.ts";

/**
 * Parts that the folders do not answer in the language they were asked in, looked for in the other language of the folders:
 * a model gives the words, which are shown. What had been found in its own language stays beside it, for pages that are there
 * in both say the same, and a sentence can be held against lines of its own language alone.
 */
export async function inOtherLanguage(
  gathered: readonly Gathered[],
  deps: PartDeps & { ready: Parameters<typeof askLines>[1]["ready"] },
): Promise<{ gathered: Gathered[]; searches: number }> {
  const { steps, config } = deps;
  const unchanged = { gathered: [...gathered], searches: 0 };
  const open = gathered.filter((one) => !isFitting(verdictOf(one)));
  const [first] = open;
  if (config.answer.planner === "rules" || first === undefined) return unchanged;
  const own = questionLang(first.part.context.question);
  const lang = await otherLanguage(own, first, deps);
  if (lang === undefined) return unchanged;
  const questions = open.map(({ part }) => part.context.question);
  const text = questions.map((question, i) => `Q${i + 1}: ${question}`).join("\n");
  const schema = z.array(z.string().min(2).max(400)).length(open.length);
  const value = await askLines({ instructions: told(lang), text, schema }, deps);
  const words = (value ?? []).filter((query) => questionLang(query) === lang);
  if (words.length !== open.length) return unchanged;
  steps.note("plan", [`step.other_language.${lang}`], "done", { queries: words });
  // A search that breaks has found nothing, which is what there was before it.
  const found = await Promise.all(
    words.map((question, i) => {
      const part = {
        number: gathered.length + i + 1,
        context: { ...first.part.context, question: asQuestion(question) },
      };
      return gatherEvidence(part, deps).catch((): undefined => {
        deps.signal.throwIfAborted();
        return undefined;
      });
    }),
  );
  const better = new Map(
    open.flatMap((one, i): [Gathered, Gathered][] => {
      const other = found[i];
      if (other === undefined) return [];
      const { query, queries = [] } = other.result.output;
      const output = {
        ...other.result.output,
        ...{ query: one.part.context.question, queries: [query, ...queries] },
      };
      const result = { ...other.result, output };
      const widened = {
        ...{ ...other, part: one.part, result, translated: query, own: one.result.output },
      };
      return isFitting(verdictOf(widened)) ? [[one, widened]] : [];
    }),
  );
  return {
    gathered: gathered.map((one) => better.get(one) ?? one),
    searches: words.length,
  };
}

const names: Record<Lang, string> = { en: "English", "zh-CN": "Simplified Chinese" };

const told = (lang: Lang): string =>
  `Each line is a question that is searched for in documents in ${names[lang]}. Write for each the question in ${names[lang]}, in the words that such documents would use, under its own label: "Q1: …". Names, numbers, commands and identifiers stay as they are. Nothing else.`;

/** Some of the files beside the nearest passages bear titles in it, and the question is not in it. */
async function otherLanguage(own: Lang, one: Gathered, deps: PartDeps): Promise<Lang | undefined> {
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
