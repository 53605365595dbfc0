import { type Fact, factsOf, holdsFact, indexFacts } from "../facts/facts.ts";
import { abbreviation } from "../facts/lacking.ts";
import { isLetter, units } from "../facts/numbers.ts";

/**
 * The person calls things by their own names ("my iPad", "the PDFs"), and an answer does, too. Such a name is put in the
 * place of one of the lines where these name something of their own that the sentence leaves out: of a near copy any, of
 * other words all.
 */
export function putsAskedName(
  sentence: string,
  asked: readonly Fact[],
  lines: readonly { statement: string; copied: boolean }[],
): boolean {
  if (!asked.some(isName)) return false;
  const mine = indexFacts(sentence);
  return lines.some(({ statement, copied }) => {
    const theirs = factsOf(statement).filter((fact) => isName(fact) && !isUnit(fact));
    const left = theirs.filter((fact) => !holdsFact(mine, fact));
    return left.length > 0 && (copied || left.length === theirs.length);
  });
}

/** A word with a capital, an abbreviation, "iPad"; no figure, flag, path or piece of code. */
export const isName = (fact: Fact): boolean =>
  fact.kind === "name" ||
  (fact.kind === "identifier" && (abbreviation.test(fact.text) || isProduct(fact.text)));

/** One small letter before a capital, and letters alone. */
const isProduct = (text: string): boolean =>
  [...text].every(isLetter) && [...text].findIndex((sign) => sign !== sign.toLowerCase()) === 1;

const isUnit = (fact: Fact): boolean =>
  (fact.kind === "identifier" && units().has(fact.text.toLowerCase())) ||
  (fact.kind === "name" && units().has(fact.term));
