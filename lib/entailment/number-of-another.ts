import { aroundCarrier, carriersIn, type Evidence } from "./carriers.ts";
import { contentWeight, heldBy, wordsHeld } from "./coverage.ts";
import { amountsIn, holdsNumber } from "./facts/amounts.ts";
import { factsOf, holdsFact, indexFacts, isNumber } from "./facts/facts.ts";
import { isLetter, isPartOfWord } from "./facts/numbers.ts";
import { entailmentLimits } from "./limits.ts";

/**
 * Numbers of a clause that stand in the passages with other things alone: a line that has a number too, and not this one, has
 * much more of the clause.
 *
 *   lines: "The cache holds 512 MB. A request ends after 30 s."    clause: "requests end after 512 s"    → 512
 */
export function numbersOfAnother(
  clauses: readonly string[],
  standing: readonly Evidence[],
): string[] {
  const { number_share, number_gap } = entailmentLimits;
  const lines = standing.flatMap((evidence) =>
    carriersIn(evidence.units)
      .filter(({ items }) => items === undefined)
      .map((carrier) => {
        const { statement, leads } = aroundCarrier(carrier, evidence);
        return {
          statement,
          index: indexFacts(statement),
          words: wordsHeld([carrier.text, ...leads].join("\n")),
          numbered: factsOf(carrier.text).some(isNumber),
        };
      }),
  );
  return clauses.flatMap((clause) => {
    const said = amountsIn(clause);
    return factsOf(clause)
      .filter(isNumber)
      .filter((fact) => {
        // A number in words may count things, and the figure of "SQLite3" counts nothing.
        if (!hasFigure.test(fact.value) || isPartOfWord(fact.value, clause)) return false;
        const rest = withoutWordOf(fact.value, clause);
        if (contentWeight(rest) === 0) return false;
        const most = (of: typeof lines) =>
          Math.max(0, ...of.map(({ words }) => heldBy(rest, words).share));
        const written = lines.filter(({ index }) => holdsFact(index, fact));
        // "两倍" holds a 2 that is written nowhere.
        const holding =
          written.length > 0
            ? written
            : lines.filter(({ statement }) => holdsNumber(fact, amountsIn(statement), said));
        if (holding.length === 0) return false;
        const other = most(lines.filter((line) => line.numbered && !holding.includes(line)));
        return other >= number_share && other - most(holding) >= number_gap;
      })
      .map(({ value }) => value);
  });
}

const hasFigure = /\d/;

/** "2-position" is one word, which no line has without its figure. */
function withoutWordOf(value: string, clause: string): string {
  const at = clause.indexOf(value);
  const behind = clause.slice(at + value.length);
  const joined = behind.startsWith("-") && isLetter(behind[1] ?? "");
  const end = behind.split("").findIndex((sign) => !isLetter(sign) && sign !== "-");
  return `${clause.slice(0, at)} ${joined ? behind.slice(end === -1 ? behind.length : end) : behind}`;
}
