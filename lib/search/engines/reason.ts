import { say } from "#lib/platform/say";
import type { Candidate, Question } from "../signals/signal.ts";
import { spokenWords } from "../spoken-words.ts";
import type { EngineQuery } from "./engine.ts";
import { countOf } from "./segment.ts";

/** Why a passage was found, in one sentence; a second one where a word was read as another. */
export function reasonOf(
  { counts }: Candidate,
  { terms }: Question,
  { lang }: Pick<EngineQuery, "lang">,
): string {
  const found = terms.filter((_, i) => (counts[i] ?? 0) > 0);
  const inHeading = terms.some((_, i) => countOf(counts[i] ?? 0, "heading") > 0);
  const sentence = say(lang, inHeading ? "search.reason.heading" : "search.reason.body", {
    found: found.length,
    all: terms.length,
    words: spokenWords(found, lang),
  });
  const corrected = found.find((term) => term.read_as !== undefined);
  if (corrected?.read_as === undefined) return sentence;
  const { written, read_as } = corrected;
  return `${sentence} ${say(lang, "search.reason.corrected", { written, read_as })}`;
}
