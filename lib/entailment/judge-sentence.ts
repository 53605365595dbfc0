import type { Quote } from "#lib/contracts/draft";
import { detectLang } from "#lib/language/words";
import type { Evidence } from "./carriers.ts";
import type { Case } from "./checks/check.ts";
import { condition } from "./checks/condition.ts";
import { exchanges, isLineButForWords } from "./checks/exchanges.ts";
import { force } from "./checks/force.ts";
import { checks, judgeCase } from "./checks.ts";
import { chooseLines, type RestingLine } from "./choose-lines.ts";
import { contentWeight, heldBy, wordsHeld } from "./coverage.ts";
import { has } from "./facts/cues.ts";
import type { Fact } from "./facts/facts.ts";
import { isHardFact, lacking } from "./facts/lacking.ts";
import { partsOfSentence } from "./facts/parts.ts";
import { singleWords } from "./facts/single-words.ts";
import { namedIn } from "./folder-name.ts";
import { isForeign, isHardlyQuoted } from "./foreign-sentence.ts";
import { answersUnborne, takesAsked } from "./judging/answer-borne.ts";
import {
  namesBehindAnswer,
  turnsAnswer,
  withoutAnswerWord,
  withoutEcho,
} from "./judging/answer-word.ts";
import { isAsked, isFigure, isOfAnotherSize, isTheirs } from "./judging/asked-figure.ts";
import { isName, tellsAskedName } from "./judging/asked-names.ts";
import { entailmentLimits } from "./limits.ts";
import { withoutMet } from "./met-conditions.ts";
import { denialsIn } from "./negations.ts";
import { numbersOfAnother } from "./number-of-another.ts";
import { pointFrom } from "./point.ts";
import { readSentence, type SentenceCase } from "./sentence-case.ts";
import { tellsOfAnother } from "./subject-of-another.ts";
import { findSupport } from "./support.ts";
import { turnsQuote } from "./turns-quote.ts";

/**
 * Do these lines carry a sentence that somebody wrote? Facts are judged, not words:
 *
 *   nearly the words of one line                                             → as the checks of near copies have it (support.ts);
 *                                                                              what they find is refused, or a doubt (`withholds`)
 *   a number, flag, path or piece of code that the passages have nowhere     → refused
 *   a number, or the very words of a line, of something else                 → refused
 *   hardly a word of the sentence, or of what it says of its subject         → refused
 *   quoted words that stand nowhere                                          → refused
 *   all else                                                                 → in its own words
 *
 * Numbers and names of the person's own question ("your server is on 1.19") are no facts of the lines. A
 * sentence that tells them as the person's, beside a number of the lines, is judged without them; any other is in doubt at
 * best, for it may ascribe them to the lines. So is an answer whose "yes" or "no" says again of the question what the lines do
 * not have.
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
  /** The question of the person whom it is written for. */
  question = "",
): SentenceVerdict {
  const sentence = withoutAnswerWord(written);
  if (singleWords(sentence).length === 0 || turnsAnswer(written, question)) return refused();
  const { sentence_characters, facts, parts } = entailmentLimits;
  if (sentence.length > sentence_characters || partsOfSentence(sentence).length > parts)
    return refused();
  const chosen = chooseLines(sentence, quotes, standing);
  if (chosen.lines.length === 0) return refused();
  const read = readSentence(sentence, chosen.lines, standing, namesBehindAnswer(written));
  const lines = nearestFirst(read);
  if (read.facts.length > facts) return refused(lines);
  const folders = standing
    .flatMap(({ folder = "" }) => [folder, namedIn(sentence, folder) ?? ""])
    .join("\n");
  const lacks = lacking(read, `${read.passages}\n${folders}`);
  const asked = lacks.filter((fact) => isAsked(fact, question));
  const foreign = lacks.filter(
    (fact) => !asked.includes(fact) && isHardFact(fact, read.passages, sentence),
  );
  if (foreign.length > 0) return refused(lines, foreign);
  if (isForeign(sentence, read)) return refused(lines);
  const misplaced = numbersOfAnother(read.clauses, standing);
  if (misplaced.length > 0) return { kind: "refuse", lines, foreign: misplaced };
  if (tellsOfAnother(sentence, standing)) return refused(lines);

  const copied = lines.filter((line) => isNearCopy(sentence, line));
  const unborne =
    isHardlyQuoted(sentence, read) ||
    ascribesAsked(read, asked, question) ||
    answersUnborne(written, question, read.near) ||
    tellsAskedName(
      sentence,
      asked,
      [...lines.slice(0, 1), ...copied].map((line) => ({
        statement: line.around.statement,
        copied: copied.includes(line),
      })),
    ) ||
    turnsQuote(
      sentence,
      quotes.map(({ text }) => text),
    );
  const otherwise = unborne ? doubted(lines, sentence) : inOwnWords(lines);
  if (copied.length === 0) return otherwise;
  // A copy with a figure of the question in the place of the line's tells it as the line's.
  const told = {
    ...read,
    facts: read.facts.filter((fact) => !isName(fact) || !asked.includes(fact)),
  };
  const echo = withoutEcho(written, question);
  const { support } = findSupport(echo?.rest ?? written, asGiven(standing, sentence, question));
  if (support === "none" && saysOtherwise(told, copied)) return refused(lines);
  const changes =
    support === "none"
      ? copied.some((line) => changesWords(told, line))
      : takesAsked(written, question, read.near) ||
        copied.some(
          (line) => leavesOutDenial(sentence, line) || leavesOutCondition(told, line, question),
        );
  if (changes || echo?.agrees === false) return doubted(lines, sentence);
  if (unborne || echo !== undefined || support !== "supported") return otherwise;
  return { kind: "near", lines, foreign: [] };
}

/** Has it the very words of a line without the condition that this stands under, which the person has not said to be met? */
function leavesOutCondition(read: SentenceCase, line: RestingLine, question: string): boolean {
  if (heldBy(read.sentence, line.carrier.words).share < entailmentLimits.whole_copy) return false;
  const beside = besideLine(read, line);
  const around = withoutMet(beside.around, question);
  return judgeCase({ ...beside, around }, [condition]).verdict !== "pass";
}

/** "It is checked each night" of "It is checked each night (not yet)". */
const leavesOutDenial = (sentence: string, { carrier }: RestingLine): boolean =>
  denialsIn(carrier.text).least > 0 && denialsIn(sentence).most === 0 && !has(sentence, "denying");

/** Does it tell a figure of the question that is not the person's own, or none of the lines beside it? So it may ascribe it to these. */
function ascribesAsked(
  { sentence, facts, passages }: SentenceCase,
  asked: readonly Fact[],
  question: string,
): boolean {
  const figures = asked.filter((fact) => !isName(fact));
  const others = facts.some((fact) => isFigure(fact) && !asked.includes(fact));
  return (
    (figures.length > 0 && !others) ||
    figures.some(
      (fact) => !isTheirs(fact, sentence, question) || isOfAnotherSize(fact, sentence, passages),
    )
  );
}

const inOwnWords = (lines: RestingLine[]): SentenceVerdict => ({
  kind: "own_words",
  lines,
  foreign: [],
});

const doubted = (lines: RestingLine[], sentence: string): SentenceVerdict => ({
  kind: "doubt",
  lines,
  foreign: [],
  point: pointFrom(lines[0]?.carrier.text ?? "", detectLang(sentence)),
});

/** Is it nearly the whole line, with words of another in the place of its own, or with more or less force? */
function changesWords(read: SentenceCase, line: RestingLine): boolean {
  const mine = wordsHeld(read.sentence);
  const { text, words } = line.carrier;
  const share = Math.min(heldBy(read.sentence, words).share, heldBy(text, mine).share);
  return (
    share >= entailmentLimits.back_share &&
    judgeCase(besideLine(read, line), [exchanges, force]).verdict !== "pass"
  );
}

/** Does a copy change its line so that a mark beside it is not enough? One in the very words of its line may change nothing. */
function saysOtherwise(read: SentenceCase, copied: readonly RestingLine[]): boolean {
  const { sentence } = read;
  const figures = read.facts.some(isFigure);
  const mine = wordsHeld(sentence);
  return copied.some((line) => {
    const { carrier } = line;
    const same =
      heldBy(sentence, carrier.words).share === 1 && heldBy(carrier.text, mine).share === 1;
    const withholding = checks.filter(
      ({ withholds }) => same || withholds === "always" || (withholds === "with_figure" && figures),
    );
    return (
      isLineButForWords(sentence, carrier) ||
      judgeCase(besideLine(read, line), withholding).verdict === "refuse"
    );
  });
}

/** The whole sentence beside one of its lines, as the checks are given it. */
function besideLine({ sentence, facts, passages }: SentenceCase, line: RestingLine): Case {
  const { carrier, around } = line;
  const said = { text: sentence, facts, sentence, clause: false };
  return { ...said, carrier, around, elsewhere: passages };
}

/** With what the person has said; and where a sentence names the folder, its pages stand under that name, as it is written there. */
const asGiven = (standing: readonly Evidence[], sentence: string, question: string): Evidence[] =>
  standing.map((one) => {
    const name = one.folder === undefined ? undefined : namedIn(sentence, one.folder);
    return { ...one, question, above: name === undefined ? one.above : `${name}\n${one.above}` };
  });

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

const nearestFirst = ({ sentence, lines }: SentenceCase): RestingLine[] =>
  lines
    .map((line) => ({ line, share: heldBy(sentence, line.carrier.words).share }))
    .toSorted((a, b) => Number(b.line.quoted) - Number(a.line.quoted) || b.share - a.share)
    .map(({ line }) => line);
