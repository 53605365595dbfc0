import { heldBy, wordsHeld } from "../coverage.ts";
import { amountsIn, counters, holdsNumber, worthOf } from "../facts/amounts.ts";
import { type Fact, holdsFact, indexFacts, isNumber } from "../facts/facts.ts";
import { numberFacts, plain } from "../facts/numbers.ts";
import { entailmentLimits } from "../limits.ts";
import type { SentenceCase } from "../sentence-case.ts";
import type { SentenceFeature } from "./feature.ts";

/** Where the numbers, names, flags and pieces of code of a sentence stand. */
export const factPlaces: readonly SentenceFeature[] = [
  {
    name: "names_nowhere",
    value: (one) => Math.min(1, lacking(one, one.passages).filter(isName).length / 2),
  },
  {
    name: "facts_elsewhere",
    value: (one) => Math.min(1, lacking(one, one.near).length / 2),
  },
  {
    name: "facts_not_quoted",
    value: (one) => (one.quoted === "" ? 0 : Math.min(1, lacking(one, one.quoted).length / 2)),
  },
  {
    // The line that has a fact has little else of the sentence: "30" of another row.
    name: "fact_apart",
    value: (one) => {
      const shares = one.facts.map((fact) => bestHolding(fact, one)).filter((s) => s !== undefined);
      return 1 - Math.min(1, ...shares);
    },
  },
];

const isName = ({ kind }: Fact) => kind === "name" || kind === "quoted";

/** The facts of a sentence that a text does not have, in whatever form. */
export function lacking({ facts, sentence }: SentenceCase, text: string): Fact[] {
  const index = indexFacts(text);
  const amounts = amountsIn(text);
  const said = amountsIn(sentence);
  return facts.filter(
    (fact) => !holdsFact(index, fact) && !(isNumber(fact) && holdsNumber(fact, amounts, said)),
  );
}

/** How much of the rest of the sentence the best line with this fact holds; undefined where no line has it. */
function bestHolding(fact: Fact, { lines, sentence }: SentenceCase): number | undefined {
  const holding = lines.filter(({ carrier }) => holdsFact(indexFacts(carrier.text), fact));
  if (holding.length === 0) return undefined;
  return Math.max(
    ...holding.map(
      ({ around }) => heldBy(sentence, wordsHeld(`${around.statement}\n${around.above}`)).share,
    ),
  );
}

/**
 * Is the fact one that no sentence may bring: figures with or without their unit, a version, a flag, a path, a piece of
 * code, a name? A small number in words may count what the lines list (两种方式), unless they count it themselves, and an
 * abbreviation may stand for words of theirs.
 */
export function isHardFact(fact: Fact, passages: string): boolean {
  if (fact.kind === "measure") return !isCount(fact) || isCountedOtherwise(fact, passages);
  if (fact.kind === "number")
    return hasFigure.test(fact.value) || worthOf(fact.value) > entailmentLimits.counted;
  if (fact.kind === "name") return fact.term.length > entailmentLimits.short_name;
  if (fact.kind === "quoted") return true;
  return fact.kind === "identifier" && !abbreviation.test(fact.text);
}
const abbreviation = /^[A-Z]{2,6}$/;
const hasFigure = /\d/;

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
