import { tokenize } from "#lib/language/words";
import { closing } from "../facts/cues.ts";
import { type Fact, factsOf, holdsFact, indexFacts } from "../facts/facts.ts";
import { abbreviation } from "../facts/lacking.ts";
import { isLetter, units } from "../facts/numbers.ts";

/**
 * Does a sentence tell a name that the question alone has of the lines? The person's own thing ("your iPad", 你的 iMac) may be
 * told of, unless the lines name something of their own that the sentence leaves out: of a near copy any, of other words all.
 */
export function tellsAskedName(
  sentence: string,
  asked: readonly Fact[],
  lines: readonly { statement: string; copied: boolean }[],
): boolean {
  const names = asked.filter(isName);
  if (names.length === 0) return false;
  if (!names.every((name) => isOwn(name, sentence))) return true;
  const mine = indexFacts(sentence);
  return lines.some(({ statement, copied }) => {
    const theirs = factsOf(statement).filter((fact) => isName(fact) && !isUnit(fact));
    const left = theirs.filter((fact) => !holdsFact(mine, fact));
    return left.length > 0 && (copied || left.length === theirs.length);
  });
}

/** Right behind "your", wherever it stands. */
function isOwn(name: Fact, sentence: string): boolean {
  const terms = new Set(tokenize(nameOf(name)).map(({ term }) => term));
  const places = tokenize(sentence).filter(({ term, kind }) => kind !== "part" && terms.has(term));
  const isBehindYour = (start: number) =>
    closing(sentence.slice(0, start).trimEnd(), "to-person", "to-person-of") !== undefined;
  return places.length > 0 && places.every(({ start }) => isBehindYour(start));
}

const nameOf = (fact: Fact): string =>
  fact.kind === "name" ? fact.term : fact.kind === "identifier" ? fact.text : "";

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
