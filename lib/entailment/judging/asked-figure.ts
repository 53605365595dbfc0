import { atFirstUse } from "#lib/language/lexicon";
import { tokenize } from "#lib/language/words";
import { sentencesOf } from "#lib/markdown/sentences";
import { has, opening } from "../facts/cues.ts";
import { type Fact, holdsFact, indexFacts, isNumber } from "../facts/facts.ts";
import { units } from "../facts/numbers.ts";
import { markedPieces } from "../facts/pieces.ts";

/** Is a fact a number or a version? */
export const isFigure = (fact: Fact): boolean => "value" in fact && startsWithFigure(fact.value);
const startsWithFigure = (text: string): boolean => text >= "0" && text < ":";

/**
 * Is it a number, a version or a name, and the question's? A Chinese character behind a number is no unit unless it is known
 * as one.
 */
export function isAsked(fact: Fact, question: string): boolean {
  if (question === "") return false;
  const index = indexFacts(question);
  if (isOfThing(fact)) return index.numbers.has(fact.value);
  if (fact.kind === "identifier" || fact.kind === "name") return holdsFact(index, fact);
  return isFigure(fact) && holdsFact(index, fact);
}

/**
 * Does a sentence tell a figure of the question as the person's own? The person must have stated it of what is theirs ("My
 * site is on 2.5, …"), and the sentence must tell it to them ("Your site is on 2.5", 你的站点是 2.5). An amount with its
 * unit is nobody's: "90 seconds" is what a thing does. Nor is a name: that "you are on Windows" makes no figure of Linux yours.
 */
export function isTheirs(fact: Fact, sentence: string, question: string): boolean {
  if (fact.kind === "name" || (fact.kind === "measure" && !isOfThing(fact))) return false;
  const holding = (text: string) => markedPieces(text).filter((piece) => isAsked(fact, piece));
  const stated = sentencesOf(question)
    .flatMap(holding)
    .some(
      (piece) =>
        opening(piece, "own-thing") !== undefined &&
        !has(piece, "asks") &&
        !"?？".includes(piece.trim().at(-1) ?? ""),
    );
  const told = holding(sentence);
  return stated && told.length > 0 && told.every((piece) => has(piece, "to-person"));
}

/** "Your 40,000 songs" where the lines tell of 1,000 songs: what they say of these may not hold of those. */
export function isOfAnotherSize(fact: Fact, sentence: string, lines: string): boolean {
  if (!isNumber(fact)) return false;
  const things = thingsCounted(sentence, (figure) => figure === fact.value);
  return thingsCounted(lines, (figure) => figure !== fact.value).some((one) =>
    things.includes(one),
  );
}

/** The words behind figures. */
function thingsCounted(text: string, of: (figure: string) => boolean): string[] {
  const words = tokenize(text).filter(({ kind }) => kind !== "part");
  return words.flatMap(({ kind, start, end }, i) => {
    const figure = text.slice(start, end).replaceAll(",", "");
    const thing = words[i + 1];
    return kind === "number" && of(figure) && thing !== undefined && thing.kind !== "number"
      ? [thing.term]
      : [];
  });
}

const isOfThing = (fact: Fact): fact is Extract<Fact, { kind: "measure" }> =>
  fact.kind === "measure" && !knownUnits().has(fact.unit);

const knownUnits = atFirstUse(() => new Set([...units().values()].map(({ name }) => name)));
