import { detectLang, tokenize } from "#lib/language/words";
import type { Unit } from "#lib/markdown/units";
import { type Around, aroundCarrier, type Carrier, carriersIn, type Evidence } from "./carriers.ts";
import { reorders } from "./checks/order.ts";
import { worthOf } from "./facts/amounts.ts";
import { factsOf, holdsFact, indexFacts, withoutCode } from "./facts/facts.ts";
import { numberFacts, plain, units } from "./facts/numbers.ts";
import { isHan } from "./facts/single-words.ts";
import { entailmentLimits } from "./limits.ts";
import { denialsIn } from "./negations.ts";

/**
 * How far lines in another language carry a sentence: a Chinese one over an English line, or the other way. Their words
 * cannot be compared, so this never says more than that nothing stands against it: every number, name, identifier and
 * foreign word of the sentence, and there must be one, stands in one line, its measures in the same unit, in the same
 * order, and both deny or both affirm. What a reader makes of it is theirs: it is shown as in doubt, with the line.
 */
export function heldAcross(
  sentence: string,
  given: readonly Evidence[],
): { citation: number; unit: Unit }[] {
  const lang = detectLang(sentence);
  if (sentence.length > entailmentLimits.sentence_characters) return [];
  const found = given
    .filter(({ units }) => isOther(lang, units.map(({ text }) => text).join("\n")))
    .flatMap((evidence) => {
      const facts = hardFacts(sentence, evidence);
      const many = facts.all.length + facts.measures.length;
      if (many === 0 || many > entailmentLimits.facts) return [];
      return carriersIn(evidence.units)
        .filter(({ text, unit }) => unit.kind !== "code" && isOther(lang, text))
        .map((carrier) => ({ carrier, around: aroundCarrier(carrier, evidence) }))
        .filter(({ around }) => standsThere(sentence, facts, around))
        .map((one) => ({ ...one, citation: evidence.citation }));
    });
  // Of two lines with the same facts, one that denies and one that does not, nobody knows which is meant.
  if (!found.every(({ carrier, around }) => samePolarity(sentence, carrier, around))) return [];
  const units = new Map(found.map(({ citation, carrier }) => [carrier.unit, citation]));
  return [...units]
    .slice(0, entailmentLimits.lines_across)
    .map(([unit, citation]) => ({ citation, unit }));
}

/** Are these lines, if there are any, all in another language than the sentence? */
export function speakOther(sentence: string, units: readonly Unit[]): boolean {
  // Code is of no language: "不要运行 `npm run serve`" is Chinese.
  const lang = detectLang(withoutCode(sentence));
  return units.every(({ text, kind }) => kind !== "code" && isOther(lang, text));
}

/** A text of sentences in another language, not a name or a command that belongs to none. */
function isOther(lang: ReturnType<typeof detectLang>, text: string): boolean {
  const prose = withoutCode(text);
  if (lang === "en") return detectLang(prose) !== "en";
  const words = tokenize(prose).filter(({ start, end }) => end - start > 1);
  return !isHan(prose) && words.length >= entailmentLimits.foreign_words;
}

type Hard = { all: ReturnType<typeof factsOf>; measures: string[]; words: string[] };

function hardFacts(sentence: string, { units, above }: Evidence): Hard {
  const around = [above, ...units.map(({ text }) => text)].join("\n");
  const facts = factsOf(sentence, new Set(tokenize(around).map(({ term }) => term)));
  return {
    all: facts.filter(({ kind }) => kind !== "measure"),
    measures: measuresIn(sentence),
    // A word that a Chinese sentence leaves as it is, is one of the line's.
    words: isHan(sentence)
      ? tokenize(withoutCode(sentence)).flatMap((token) =>
          token.kind === "word" ? [token.term] : [],
        )
      : [],
  };
}

function standsThere(sentence: string, { all, measures, words }: Hard, around: Around): boolean {
  // What a heading names may be something else than what the line is about, and no word tells.
  const line = indexFacts(around.statement);
  const figures = new Set([...line.numbers].map(figureOf));
  const theirs = new Set(measuresIn(around.statement));
  return (
    all.every((fact) =>
      fact.kind === "number" ? figures.has(figureOf(fact.value)) : holdsFact(line, fact),
    ) &&
    measures.every((one) => theirs.has(one)) &&
    words.every((word) => line.terms.has(word)) &&
    !reorders(sentence, all, around.statement)
  );
}

function samePolarity(sentence: string, { text }: Carrier, { denials }: Around): boolean {
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
