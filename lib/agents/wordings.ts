import type { Lang } from "#lib/contracts/answer";
import type { DraftAnswer } from "#lib/contracts/draft";
import type { TaskResult } from "#lib/contracts/envelope";
import { asQuestion, type QuestionText } from "#lib/contracts/question";
import { askedWords, lackingIn } from "#lib/language/asked-words";
import { questionLang } from "#lib/language/question-lang";
import { asUnanswered, type Compose, type ComposeInput, claimsOf, isAnswered } from "./compose.ts";

/** A question in the words that it was looked for in. */
export type Wording = {
  question: QuestionText;
  lang: Lang;
  /** The question that these words stand for, where what was found was not found by that question's own words. */
  asked?: { question: QuestionText; lang: Lang } | undefined;
};

/**
 * The question itself first, then the words that found what it did not, then what a model searched for in its place. What was
 * searched for in another language than what was asked is left out: nothing tells whether it is the same question. What
 * other words found comes with the weights of those words, so that the question's own are compared with the lines.
 */
export function wordingsOf({
  part,
  result,
  words,
}: {
  part: { context: Pick<Wording, "question"> };
  result: Pick<TaskResult, "output">;
  words?: QuestionText;
}): Wording[] {
  const itself = wordingOf(part.context.question);
  const other = words === undefined ? undefined : wordingOf(words);
  const known = other === undefined ? [itself] : [itself, other];
  const { queries = [] } = result.output;
  const chosen = queries
    .filter((query) => query !== words)
    .flatMap((query): Wording[] => {
      const wording = wordingOf(asQuestion(query));
      const asked = known.find((one) => one.lang === wording.lang);
      return asked === undefined ? [] : [{ ...wording, asked }];
    });
  return [
    queries.length === 0 ? itself : { ...itself, asked: itself },
    ...(other === undefined ? [] : [{ ...other, asked: itself }]),
    ...chosen,
  ];
}

/** Read as what it is written in, whatever language the answer is told in. */
export const wordingOf = (question: QuestionText) => ({ question, lang: questionLang(question) });

/** By the first wording that what was found answers; where it answers none, nothing is claimed. */
export function composeBy(compose: Compose, wordings: readonly Wording[]): Compose {
  return async (input) => {
    let first: DraftAnswer | undefined;
    for (const { asked, ...wording } of wordings) {
      const composed = await compose({ ...input, question: wording.question });
      if (isAnswered(composed) && answersAsked({ ...wording, asked }, composed, input, "quoted"))
        return composed;
      first ??= asUnanswered(composed);
    }
    return first ?? compose(input);
  };
}

/** What becomes of what is found: quoted as it stands, given to a model that writes, or what such a model searched for itself. */
export type Use = "quoted" | "written" | "searched";

/**
 * Whether what answers other words answers the question too: a model, and any document it has read, may choose words that
 * ask something else. Names, numbers and identifiers stand in what is cited. What is quoted as it stands has to hold the
 * other things that are asked about as well; a model that writes may know them by another name, where something exact holds
 * it, and else the words searched for may have them. Words in another language keep what is exact, and the rest cannot be compared.
 */
export function answersAsked(
  { question, lang, asked }: Wording,
  draft: Pick<DraftAnswer, "blocks">,
  { citations, passages }: Pick<ComposeInput, "citations" | "passages">,
  use: Use,
): boolean {
  if (asked === undefined) return true;
  const claims = claimsOf(draft);
  const ids = new Set(claims.flatMap((claim) => claim.citations));
  const lines = [
    ...claims.map(({ text }) => text),
    ...citations
      .filter(({ id }) => ids.has(id))
      .flatMap(({ title, breadcrumb }) => [title, ...breadcrumb]),
    ...passages
      .filter(({ citation_id }) => use !== "quoted" && ids.has(citation_id))
      .map(({ text }) => text),
  ].join("\n");
  const words = askedWords(asked.question);
  const exact = words.filter(({ kind }) => kind === "exact");
  if (asked.lang !== lang) {
    const kept = exact.filter(({ foreign }) => foreign);
    return lackingIn(`${question}\n${lines}`, kept).length === 0;
  }
  if (lackingIn(lines, exact).length > 0) return false;
  if (use === "searched" || (use === "written" && exact.length > 0)) return true;
  const things = words.filter(({ kind }) => kind === "thing");
  const other = use === "quoted" || question === asked.question ? "" : question;
  return words.length > 0 && lackingIn(`${other}\n${lines}`, things).length === 0;
}
