import type { Claim, Lang, Notice } from "#lib/contracts/answer";
import type { Citation } from "#lib/contracts/citation";
import type { DraftAnswer } from "#lib/contracts/draft";
import { asQuestion, type QuestionText } from "#lib/contracts/question";
import { contentTerms } from "#lib/language/words";
import { oneLine } from "#lib/platform/one-line";
import { say } from "#lib/platform/say";
import type { Gathered } from "../answer-part.ts";
import { speaksOfMost } from "../stands-in.ts";
import { answersAsked, wordingOf } from "../wordings.ts";
import { placeOf } from "./evidence-book.ts";

/**
 * What the writing model searched for of its own accord. Whether that answers its words is asked where it is found; here,
 * whether it answers the person's: a model, or a document it has read, may ask something else, and a true sentence about
 * that is no answer. It is shown all the same, and the person is told what it answers.
 */
export function createOwnSearches(
  asked: { question: QuestionText; lang: Lang },
  /** What the question itself finds, in its words, in those of another language and by meaning. */
  found: readonly Citation[],
) {
  const pageOf = ({ root_id, relative_path }: Citation) => JSON.stringify([root_id, relative_path]);
  const pages = new Set(found.map(pageOf));
  const otherwise = new Map<string, string>();

  return {
    /** `fresh`: what this search brought that nothing had brought before. */
    found(query: string, { result }: Gathered, verdict: DraftAnswer, fresh: readonly Citation[]) {
      const wording = { ...wordingOf(asQuestion(query)), asked: wordingOf(asked.question) };
      if (answersAsked(wording, verdict, result.output, "written")) return;
      for (const citation of fresh) otherwise.set(placeOf(citation), query);
    },
    /**
     * Where something that is shown rests on nothing but what was searched for otherwise: on no page that the question finds,
     * or in words that have nothing of it. On a page that the question finds it needs no notice where what is shown speaks of most of it.
     */
    notice(claims: readonly Claim[], citations: readonly Citation[]): Notice | undefined {
      const places = new Map(citations.map((one) => [one.id, placeOf(one)]));
      const found = new Set(citations.filter((one) => pages.has(pageOf(one))).map((one) => one.id));
      const answers = speaksOfMost(asked.question, { claims, citations: [] });
      const strange = claims.flatMap((claim) => {
        const behind = claim.citations.map((id) => otherwise.get(places.get(id) ?? ""));
        if (!behind.every((query) => query !== undefined)) return [];
        if (!claim.citations.some((id) => found.has(id))) return behind;
        return answers ? [] : behind.filter((query) => !shares(query, asked.question));
      });
      if (strange.length === 0) return undefined;
      const words = [...new Set(strange)]
        .map((query) => `“${oneLine(query, longest)}”`)
        .slice(0, mostTold);
      const message = say(asked.lang, "notice.searched_otherwise", {
        words: words.join(say(asked.lang, "quotation.between")),
      });
      return { code: "searched_otherwise", message };
    },
  };
}

const mostTold = 3;
const longest = 100;

function shares(query: string, question: string): boolean {
  const asked = new Set(contentTerms(question));
  return contentTerms(query).some((term) => asked.has(term));
}
