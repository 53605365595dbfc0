import { comparison } from "#lib/language/comparison";
import { contentTerms } from "#lib/language/words";
import type { Unit } from "#lib/markdown/units";
import { type Asked, hitsIn, union } from "./asked.ts";
import type { Candidate } from "./candidates.ts";
import { labelOf } from "./said-of-another.ts";

/**
 * What is quoted from another section, and why: the question names a thing that the first place does not. The other
 * place must name it itself, in its words or in the heading above them.
 */

/** As a share of the best unit's score. */
const near = 0.55;
const looked = 24;
/** A name with less of the question's weight is the product's own, which every page is about. */
const leastOfName = 0.15;

export function alsoAsked(
  best: Candidate,
  first: readonly Unit[],
  ranked: readonly Candidate[],
  asked: Asked,
): Candidate[] {
  const held = union(best.hitsWithHeading, ...first.map((u) => hitsIn(u.text, asked)));
  const others = ranked
    .slice(0, looked)
    .filter((c) => c.score >= best.score * near && c.source.foreign === best.source.foreign);
  // Its own folder is called so: all of it is about that.
  const own = labelOf(best.source);
  const found = namesIn(asked)
    .filter((name) => !name.every((i) => held.has(i) || own.has(asked.terms[i]?.term ?? "")))
    .flatMap((name) => others.find((c) => name.every((i) => c.hitsWithHeading.has(i))) ?? []);
  return [...new Set(found)];
}

/** What the question names, each by the indexes of its terms. */
function namesIn(asked: Asked): number[][] {
  const { terms, whole } = asked;
  const compared = asked.kind === "comparison" && comparison.plan(asked.question)?.compared;
  if (compared) {
    return compared.map((name) => {
      const words = new Set(contentTerms(name));
      return terms.flatMap(({ term }, i) => (words.has(term) && whole.has(i) ? [i] : []));
    });
  }
  return [...asked.names].filter((i) => (terms[i]?.weight ?? 0) >= leastOfName).map((i) => [i]);
}
