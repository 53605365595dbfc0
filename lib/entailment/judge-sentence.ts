import type { Quote } from "#lib/contracts/draft";
import { detectLang } from "#lib/language/words";
import type { Evidence } from "./carriers.ts";
import { chooseLines, type RestingLine } from "./choose-lines.ts";
import { contentWeight, heldBy, wordsHeld } from "./coverage.ts";
import type { Fact } from "./facts/facts.ts";
import { partsOfSentence } from "./facts/parts.ts";
import { singleWords } from "./facts/single-words.ts";
import { isHardFact, lacking } from "./features/fact-places.ts";
import { sentenceFeatures } from "./features.ts";
import { isForeign } from "./foreign-sentence.ts";
import { withoutAnswerWord } from "./judging/answer-word.ts";
import { entailmentLimits } from "./limits.ts";
import { numbersOfAnother } from "./number-of-another.ts";
import { pointFrom } from "./point.ts";
import { readSentence, type SentenceCase } from "./sentence-case.ts";
import { riskOf, sentenceModel } from "./sentence-model.ts";
import { tellsOfAnother } from "./subject-of-another.ts";
import { findSupport } from "./support.ts";

/**
 * Do these lines carry a sentence that somebody wrote? Facts are judged, not words:
 *
 *   nearly the words of one line                                             → as the checks of near copies have it (support.ts)
 *   a number, flag, path or piece of code that the passages have nowhere     → refused
 *   a number, or the very words of a line, of something else                 → refused
 *   hardly a word of the sentence, or of what it says of its subject         → refused
 *   quoted words that stand nowhere                                          → refused
 *   what the fitted model finds unlike its lines                             → refused, or a doubt with the nearest line
 *   all else                                                                 → in its own words
 */
export type SentenceVerdict = {
  kind: "near" | "own_words" | "doubt" | "refuse";
  /** What it rests on, the nearest first. */
  lines: RestingLine[];
  /** Of a doubt: what the nearest line says, as a sentence in the language of the sentence. */
  point?: string;
  /** Of a refusal: facts that stand nowhere, or with something else, as they are written. */
  foreign: string[];
};

const refused = (lines: RestingLine[] = [], foreign: readonly Fact[] = []): SentenceVerdict => ({
  kind: "refuse",
  lines,
  foreign: [...new Set(foreign.map(writtenAs))],
});

export function judgeSentence(
  written: string,
  quotes: readonly Quote[],
  standing: readonly Evidence[],
): SentenceVerdict {
  const sentence = withoutAnswerWord(written);
  if (sentence === undefined || singleWords(sentence).length === 0) return refused();
  const { sentence_characters, facts, parts } = entailmentLimits;
  if (sentence.length > sentence_characters || partsOfSentence(sentence).length > parts)
    return refused();
  const chosen = chooseLines(sentence, quotes, standing);
  if (chosen.lines.length === 0) return refused();
  const read = readSentence(sentence, chosen.lines, standing);
  const lines = nearestFirst(read);
  if (read.facts.length > facts) return refused(lines);
  const foreign = lacking(read, read.passages).filter(isHardFact);
  if (foreign.length > 0) return refused(lines, foreign);
  if (isForeign(sentence, read.passages)) return refused(lines);
  const misplaced = numbersOfAnother(read.clauses, standing);
  if (misplaced.length > 0) return { kind: "refuse", lines, foreign: misplaced };
  if (tellsOfAnother(sentence, standing)) return refused(lines);
  const doubted = (): SentenceVerdict => ({
    ...{ kind: "doubt", lines, foreign: [] },
    point: pointFrom(lines[0]?.carrier.text ?? "", detectLang(sentence)),
  });
  const copied = lines.filter((line) => isNearCopy(sentence, line));
  if (copied.length > 0) {
    const { support } = findSupport(written, standing);
    if (support === "none") return refused(lines);
    if (support === "supported") return { kind: "near", lines, foreign: [] };
    // A copy of the very words leaves out the condition they stand under, or adds to them.
    const whole = copied.some(
      ({ carrier }) => heldBy(sentence, carrier.words).share >= entailmentLimits.whole_copy,
    );
    if (whole) return doubted();
  }
  const risk = riskOfSentence(read);
  const { doubt, refuse } = modelOf().working_points;
  if (risk >= refuse) return refused(lines);
  if (risk >= doubt) return doubted();
  return { kind: "own_words", lines, foreign: [] };
}

function writtenAs(fact: Fact): string {
  if (fact.kind === "name") return fact.term;
  if (fact.kind === "number") return fact.value;
  return fact.kind === "measure" ? `${fact.value} ${fact.unit}` : fact.text;
}

/**
 * Made of the words of one line, or of a clause of it, right or wrong: what differs is what it says, and the checks know
 * what may differ.
 */
function isNearCopy(sentence: string, { carrier: { text, words } }: RestingLine): boolean {
  const { copied_share, back_share, clause_share, few_words_share } = entailmentLimits;
  const mine = wordsHeld(sentence);
  const shares = [heldBy(sentence, words).share, heldBy(text, mine).share] as const;
  // "Pull the blue lever" of "Pull the red lever": short, and one word another.
  const others = Math.max(
    contentWeight(sentence) * (1 - shares[0]),
    contentWeight(text) * (1 - shares[1]),
  );
  if (Math.min(...shares) >= few_words_share && others <= 1) return true;
  if (shares[0] < copied_share) return false;
  return (
    heldBy(text, mine).share >= back_share ||
    partsOfSentence(text).some(
      (clause) =>
        contentWeight(clause.text) >= 2 && heldBy(clause.text, mine).share >= clause_share,
    )
  );
}

export const sentenceValues = (read: SentenceCase): Record<string, number> =>
  Object.fromEntries(sentenceFeatures.map(({ name, value }) => [name, value(read)]));

const modelOf = () => sentenceModel(sentenceFeatures.map(({ name }) => name));

const riskOfSentence = (read: SentenceCase): number => riskOf(modelOf(), sentenceValues(read));

const nearestFirst = ({ sentence, lines }: SentenceCase): RestingLine[] =>
  lines
    .map((line) => ({ line, share: heldBy(sentence, line.carrier.words).share }))
    .toSorted((a, b) => Number(b.line.quoted) - Number(a.line.quoted) || b.share - a.share)
    .map(({ line }) => line);
