import type { Quote } from "#lib/contracts/draft";
import { detectLang, tokenize } from "#lib/language/words";
import type { Unit } from "#lib/markdown/units";
import { type Around, aroundCarrier, type Carrier, carriersIn, type Evidence } from "./carriers.ts";
import { reorders } from "./checks/order.ts";
import { contentWeight, heldBy, wordsHeld } from "./coverage.ts";
import { worthOf } from "./facts/amounts.ts";
import { factsOf, holdsFact, indexFacts, withoutCode } from "./facts/facts.ts";
import { numberFacts, plain, units } from "./facts/numbers.ts";
import { isHan } from "./facts/single-words.ts";
import { entailmentLimits } from "./limits.ts";
import { locateQuote } from "./locate-quote.ts";
import { heldByMeaning } from "./meaning-held.ts";
import { denialsIn } from "./negations.ts";

/**
 * How far lines in another language carry a sentence: a Chinese one over an English line, or the other way. Their words
 * cannot be compared, so this never says more than that nothing stands against it: every number, name, identifier and
 * foreign word of the sentence, and there must be one, stands in one line, or in those that the writer quotes, its measures
 * in the same unit, in the same order, and both deny or both affirm. A sentence without any of these must come near in
 * meaning to lines that its writer quotes. What a reader makes of it is theirs: it is shown as in doubt, with the line.
 */
export function heldAcross(
  sentence: string,
  given: readonly Evidence[],
  quotes: readonly Quote[] = [],
): { citation: number; unit: Unit }[] {
  const lang = detectLang(sentence);
  if (sentence.length > entailmentLimits.sentence_characters) return [];
  const found = given
    .filter(({ units }) => isOther(lang, units.map(({ text }) => text).join("\n")))
    .flatMap((evidence) => {
      const facts = hardFacts(sentence, evidence);
      const many = facts.all.length + facts.measures.length;
      const words = facts.words.length;
      if (many > entailmentLimits.facts) return [];
      const all = carriersIn(evidence.units).map((carrier) => ({
        ...{ carrier, around: aroundCarrier(carrier, evidence) },
      }));
      const { citation } = evidence;
      const quoted = linesQuoted(sentence, all, evidence, quotes);
      const together = joined(quoted);
      if (together !== undefined && isOther(lang, together.text))
        return standsThere(sentence, facts, together) &&
          samePolarity(sentence, together) &&
          (many + words > 0 || isNear(sentence, together.text))
          ? quoted.map(({ carrier: { unit } }) => ({ unit, citation, agrees: true }))
          : [];
      if (many === 0) return [];
      return all
        .filter(({ carrier: { text, unit } }) => unit.kind !== "code" && isOther(lang, text))
        .map(({ carrier, around }) => ({
          ...{ unit: carrier.unit, citation },
          over: { text: carrier.text, statement: around.statement, denials: around.denials },
        }))
        .filter(({ over }) => standsThere(sentence, facts, over))
        .map(({ over, ...one }) => ({ ...one, agrees: samePolarity(sentence, over) }));
    });
  // Of two lines with the same facts, one that denies and one that does not, nobody knows which is meant.
  if (!found.every(({ agrees }) => agrees)) return [];
  const units = new Map(found.map(({ citation, unit }) => [unit, citation]));
  return [...units]
    .slice(0, entailmentLimits.lines_across)
    .map(([unit, citation]) => ({ citation, unit }));
}

type Line = { carrier: Carrier; around: Around };
/** What a sentence is held against: the words of a line, and those with what belongs to it. */
type Over = { text: string; statement: string; denials: number };

/** The lines that the writer names: where some are named, no other is meant. */
function linesQuoted(
  sentence: string,
  lines: readonly Line[],
  { citation, units }: Evidence,
  quotes: readonly Quote[],
): Line[] {
  const named = quotes
    .filter((quote) => quote.citation === citation && contentWeight(quote.text) >= 1)
    .flatMap(({ text }) => locateQuote(text, units, sentence).map((unit) => ({ unit, text })));
  return lines.filter(({ carrier }) =>
    named.some(
      ({ unit, text }) =>
        unit === carrier.unit &&
        carrier.items === undefined &&
        // Words may run over two lines, of which each has a part of them.
        Math.max(heldBy(text, carrier.words).share, heldBy(carrier.text, wordsHeld(text)).share) >=
          entailmentLimits.quote_share,
    ),
  );
}

function joined(lines: readonly Line[]): Over | undefined {
  if (lines.length === 0 || lines.length > entailmentLimits.lines_across) return undefined;
  return {
    text: lines.map(({ carrier }) => carrier.text).join("\n"),
    statement: lines.map(({ around }) => around.statement).join("\n"),
    denials: lines.reduce((sum, { around }) => sum + around.denials, 0),
  };
}

/** By the table of word meanings, which has the words of both languages in one space. */
const isNear = (sentence: string, lines: string): boolean =>
  heldByMeaning(sentence, lines).share >= entailmentLimits.near_across;

/** Are all of these lines that have words in another language than the sentence? */
export function speakOther(sentence: string, units: readonly Unit[]): boolean {
  // Code is of no language: "不要运行 `npm run serve`" is Chinese.
  const lang = detectLang(withoutCode(sentence));
  const worded = units.filter(({ text }) => tokenize(withoutCode(text)).length > 0);
  return (
    worded.length > 0 && worded.every(({ text, kind }) => kind !== "code" && isOther(lang, text))
  );
}

/** A text of sentences in another language, not a name or a command that belongs to none. */
function isOther(lang: ReturnType<typeof detectLang>, text: string): boolean {
  const prose = withoutCode(text);
  if (lang === "en") return detectLang(prose) !== "en";
  const words = tokenize(prose).filter(({ start, end }) => end - start > 1);
  return !isHan(prose) && words.length >= entailmentLimits.foreign_words;
}

type Hard = { all: ReturnType<typeof factsOf>; measures: string[]; words: string[] };

function hardFacts(sentence: string, { units, above, folder = "" }: Evidence): Hard {
  const around = [above, ...units.map(({ text }) => text)].join("\n");
  const facts = factsOf(sentence, new Set(tokenize(around).map(({ term }) => term)));
  // The folder is what all of its pages are about.
  const of = indexFacts(folder);
  return {
    all: facts.filter((fact) => fact.kind !== "measure" && !holdsFact(of, fact)),
    measures: measuresIn(sentence),
    // A word that a Chinese sentence leaves as it is, is one of the line's.
    words: isHan(sentence)
      ? tokenize(withoutCode(sentence)).flatMap((token) =>
          token.kind === "word" && !of.terms.has(token.term) ? [token.term] : [],
        )
      : [],
  };
}

function standsThere(
  sentence: string,
  { all, measures, words }: Hard,
  { statement }: Pick<Over, "statement">,
): boolean {
  // What a heading names may be something else than what the line is about, and no word tells.
  const line = indexFacts(statement);
  const figures = new Set([...line.numbers].map(figureOf));
  const theirs = new Set(measuresIn(statement));
  return (
    all.every((fact) =>
      fact.kind === "number" ? figures.has(figureOf(fact.value)) : holdsFact(line, fact),
    ) &&
    measures.every((one) => theirs.has(one)) &&
    words.every((word) => line.terms.has(word)) &&
    !reorders(sentence, all, statement)
  );
}

function samePolarity(sentence: string, { text, denials }: Omit<Over, "statement">): boolean {
  const mine = denialsIn(sentence);
  const theirs = denialsIn(text);
  if (mine.least > 0) return theirs.most + denials > 0;
  return mine.most > 0 || theirs.least + denials === 0;
}

/** Measures whose unit both languages know, as "30 s"; what a Chinese character counts else is a number alone. */
function measuresIn(text: string): string[] {
  const known = new Set([...units().values()].map(({ name }) => name));
  return numberFacts(plain(text)).flatMap((fact) =>
    fact.kind === "measure" && known.has(fact.unit) ? [`${figureOf(fact.value)} ${fact.unit}`] : [],
  );
}

/** "three", "三" and "3" are one number; a date or a version is what it is. */
function figureOf(written: string): string {
  const value = worthOf(written);
  return Number.isNaN(value) || value === 0 ? written : String(value);
}
