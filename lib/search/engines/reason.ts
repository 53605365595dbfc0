import { say } from "#lib/platform/say";
import type { Candidate, Question } from "../signals/signal.ts";
import { spokenFound } from "../spoken-words.ts";
import type { EngineQuery, Swap } from "./engine.ts";
import { countOf } from "./segment.ts";

/** Why a passage was found, in one sentence; another one where a word was read as another or stands for it. */
export function reasonOf(
  candidate: Candidate,
  question: Question,
  { lang }: Pick<EngineQuery, "lang">,
): string {
  const { counts } = candidate;
  const { terms, spoken } = question;
  const found = terms.filter((_, i) => (counts[i] ?? 0) > 0);
  const inHeading = terms.some((_, i) => countOf(counts[i] ?? 0, "heading") > 0);
  const { missing, ...held } = spokenFound(spoken, found, lang);
  const place = inHeading ? "heading" : "body";
  const sentences = [
    missing === ""
      ? say(lang, `search.reason.${place}_all`, { words: held.words })
      : say(lang, `search.reason.${place}`, { ...held, missing }),
  ];
  const corrected = found.find((term) => term.read_as !== undefined);
  if (corrected?.read_as !== undefined) {
    const { written, read_as } = corrected;
    sentences.push(say(lang, "search.reason.corrected", { written, read_as }));
  }
  for (const { written, word, of } of swapsHeld(candidate, question)) {
    const sentence = of === "folder" ? "search.reason.synonym" : "search.reason.everyday";
    sentences.push(say(lang, sentence, { written, word }));
  }
  return sentences.join(lang === "zh-CN" ? "" : " ");
}

/** What the passage holds in place of a word of the question, each once. */
export function swapsHeld({ counts }: Candidate, { terms }: Pick<Question, "terms">): Swap[] {
  const held = terms.flatMap((term, i) =>
    (counts[i] ?? 0) > 0 && term.swap !== undefined ? [term.swap] : [],
  );
  return [...new Set(held)];
}
