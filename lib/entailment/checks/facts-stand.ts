import type { Around } from "../carriers.ts";
import { amountsIn, inOtherForm } from "../facts/amounts.ts";
import { without } from "../facts/cues.ts";
import { type Fact, factsOf, holdsFact, indexFacts, isNumber } from "../facts/facts.ts";
import { countedIn, isPartOfWord, plain } from "../facts/numbers.ts";
import { subjectOf } from "../facts/subject.ts";
import { type Case, type Check, refuseIf } from "./check.ts";

/** Numbers, units, versions, dates, flags, paths, code, quoted words and names stand in the line, as often as there. */
export const factsStand: Check = {
  name: "facts_stand",
  point: "A number, a name or a piece of code is not the one of its lines.",
  ofCopies: true,
  withholds: "always",
  judge: (one) => refuseIf(!allStand(one) || repeatsNumber(one.text, one.around)),
};

/**
 * Every number, name, identifier and quoted word stands in the statement. One may stand above it instead (a heading, the
 * sentence that "It" points back to), but not in the place of another: what the statement has of that kind stays.
 */
function allStand({ text, facts, around, carrier }: Case): boolean {
  const index = indexFacts(around.statement);
  // "Tried twice" does not speak of two things.
  const amounts = amountsIn(without(around.statement, "times"));
  const said = amountsIn(text);
  const lacking = facts.filter(
    (fact) => !holdsFact(index, fact) && !(isNumber(fact) && inOtherForm(fact, amounts, said)),
  );
  const bare = lacking.filter((fact) => !(isNumber(fact) && isPartOfWord(fact.value, text)));
  if (bare.length === 0) return true;
  const context = indexFacts(around.above);
  if (!bare.every((fact) => fact.kind !== "measure" && holdsFact(context, fact))) return false;
  if (around.refers) return bare.every((fact) => fact.kind !== "number");
  const topic = indexFacts(around.topic);
  const own = indexFacts(text);
  // What the heading names is what the line is about, unless it begins with something else of the kind.
  const subject = factsOf(without(subjectOf(carrier.text), "kind-of-value"), index.terms);
  const topical = (fact: Fact) =>
    (fact.kind === "name" || fact.kind === "identifier") &&
    holdsFact(topic, fact) &&
    subject.every((other) => other.kind !== fact.kind || holdsFact(own, other));
  const kinds = new Set(bare.filter((fact) => !topical(fact)).map(({ kind }) => kind));
  return factsOf(around.statement, index.terms).every(
    (fact) => !kinds.has(fact.kind) || holdsFact(own, fact),
  );
}

/** "1 to 9" told as "9 to 9". */
function repeatsNumber(sentence: string, { statement, above }: Around): boolean {
  const mine = figuresIn(sentence);
  if (new Set(mine).size === mine.length) return false;
  const theirs = figuresIn(`${statement}\n${above}`);
  const times = (all: readonly string[], one: string) => all.filter((n) => n === one).length;
  return mine.some((one) => times(mine, one) > Math.max(1, times(theirs, one)));
}

const figuresIn = (text: string): string[] =>
  countedIn(plain(text)).flatMap(({ written }) =>
    written >= "0" && written < ":" ? [written] : [],
  );

/**
 * Does a fact stand where the line has another of its kind? A name that other lines add to this one stands in nobody's
 * place; a number always does.
 */
export function takesPlace(
  fact: Fact,
  text: string,
  facts: readonly Fact[],
  statement: string,
): boolean {
  // The figure of a name is told with the name.
  if (isNumber(fact))
    return !facts.some(
      (f) => f.kind === "identifier" && f.text !== fact.value && f.text.includes(fact.value),
    );
  const [mine, theirs] = [indexFacts(text), indexFacts(statement)];
  const same = factsOf(statement, theirs.terms).filter(({ kind }) => kind === fact.kind);
  return holdsFact(theirs, fact) || same.some((other) => !holdsFact(mine, other));
}
