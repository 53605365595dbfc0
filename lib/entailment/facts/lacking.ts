import { entailmentLimits } from "../limits.ts";
import { amountsIn, counters, holdsNumber, worthOf } from "./amounts.ts";
import { has } from "./cues.ts";
import { type Fact, holdsFact, indexFacts, isNumber } from "./facts.ts";
import { numberFacts, plain } from "./numbers.ts";

/** The facts of a sentence that a text does not have, in whatever form. */
export function lacking(
  { facts, sentence }: { facts: readonly Fact[]; sentence: string },
  text: string,
): Fact[] {
  const index = indexFacts(text);
  const amounts = amountsIn(text);
  const said = amountsIn(sentence);
  return facts.filter(
    (fact) => !holdsFact(index, fact) && !(isNumber(fact) && holdsNumber(fact, amounts, said)),
  );
}

/**
 * Is the fact one that no sentence may bring: figures with or without their unit, a version, a flag, a path, a piece of
 * code, a name? A small number in words may count what the lines list (两种方式), unless they count it themselves or it
 * measures a time or a size as they do ("three days" where they have "48 hours"; "a week" may be seven), and an abbreviation
 * may stand for words of theirs, unless it is written as code.
 */
export function isHardFact(fact: Fact, passages: string, sentence: string): boolean {
  if (isNumber(fact) && isMeasuredToo(fact.value, sentence, passages)) return true;
  if (fact.kind === "measure") return !isCount(fact) || isCountedOtherwise(fact, passages);
  if (fact.kind === "number")
    return hasFigure.test(fact.value) || worthOf(fact.value) > entailmentLimits.counted;
  if (fact.kind === "name")
    return fact.term.length > entailmentLimits.short_name && !has(fact.term, "abbreviation");
  if (fact.kind === "quoted") return true;
  return fact.kind === "identifier" && (fact.code === true || !abbreviation.test(fact.text));
}
/** Two to six capitals. */
export const abbreviation = /^[A-Z]{2,6}$/;
const hasFigure = /\d/;

function isMeasuredToo(value: string, sentence: string, passages: string): boolean {
  const theirs = new Set(amountsIn(passages).map(({ kind }) => kind));
  return amountsIn(sentence).some(
    ({ kind, of }) => kind !== "other" && of === worthOf(value) && theirs.has(kind),
  );
}

type Measure = Extract<Fact, { kind: "measure" }>;

const isCount = ({ value, unit }: Measure): boolean =>
  !hasFigure.test(value) &&
  counters.has(unit) &&
  !value.startsWith("第") &&
  worthOf(value) <= entailmentLimits.counted;

const isCountedOtherwise = ({ unit }: Measure, passages: string): boolean =>
  numberFacts(plain(passages)).some(
    (fact) => fact.kind === "measure" && fact.unit === unit && !fact.value.startsWith("第"),
  );
