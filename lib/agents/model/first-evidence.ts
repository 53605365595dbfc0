import type { Citation } from "#lib/contracts/citation";
import { heldBy, wordsHeld } from "#lib/entailment/coverage";
import { contentTerms } from "#lib/language/words";
import { fewerRows } from "#lib/markdown/fewer-rows";
import { quotableUnits } from "#lib/markdown/units";
import { countTokens } from "#lib/models/count-tokens";
import { type Found, withoutOverlaps } from "./evidence-book.ts";
import { stretchAround } from "./stretch-around.ts";

/**
 * What goes with the question: passages that were found, the best of each part first, then what else the best page says
 * around them, as far as it has a word of the question. No passage twice, none that says nearly word for word what another
 * says, none that is a heading alone, and no more than `most` tokens, of which passages leave some
 * to the page.
 */
export function firstEvidence(
  found: {
    question: string;
    parts: readonly (readonly Found[])[];
    before: readonly Found[];
    page: readonly Found[];
  },
  most: number,
): Found[] {
  const ranked = shortened(
    withoutRepeats(
      withoutOverlaps([...inTurn(found.parts), ...found.before]).filter(saysSomething),
    ),
    found.parts.length,
  );
  const [best] = ranked;
  if (best === undefined) return [];
  const asked = new Set(contentTerms(found.question));
  const page = found.page.filter(saysSomething).filter(({ citation, passage }) => {
    const said = contentTerms(`${citation.breadcrumb.at(-1) ?? ""}\n${passage.text}`);
    return said.some((term) => asked.has(term));
  });
  const passages = within(ranked, page.length === 0 ? most : most * ofPassages, true);
  const near = page.toSorted((a, b) => distance(a, best) - distance(b, best));
  const rest = new Set(within(near, most - tokensOf(passages)));
  return [...passages, ...page.filter((one) => rest.has(one))];
}

/**
 * Of each passage what stands around its best line: much of the first of each part, of the others little, for where they
 * answer it is mostly in a few lines; of a long table or list the rows around that line. The order and the room are measured
 * by `bench/prompt-lines.ts`.
 */
export const shortened = (ranked: readonly Found[], parts = 1): Found[] =>
  ranked.map((one, i) =>
    withFewerRows(stretchAround(one, i < mostFirst * parts ? lettersOfFirst : letters)),
  );

function withFewerRows(found: Found): Found {
  const { citation, passage, nearest } = found;
  if (nearest === undefined || citation.inside_fence !== undefined) return found;
  const line = nearest - citation.locator.line_start;
  const shown = fewerRows(passage.text.split("\n"), line, lettersOfRows);
  return shown === undefined ? found : { ...found, shown };
}

const mostFirst = 2;
const lettersOfFirst = 2_000;
const letters = 200;
/** Of one table or list. */
const lettersOfRows = 2_000;

/** The best passage goes with what is left of it, whatever its length; the room for others is bounded. */
const ofPassages = 0.9;

/** Pages copied from one another, and lines that stand on several. */
function withoutRepeats(ranked: readonly Found[]): Found[] {
  const words = new Map(ranked.map((one) => [one, wordsHeld(one.passage.text)]));
  return ranked.filter(
    (one, i) =>
      !ranked.slice(0, i).some((other) => {
        const held = words.get(other);
        const own = words.get(one);
        if (held === undefined || own === undefined) return false;
        return (
          heldBy(one.passage.text, held).share >= sameText &&
          heldBy(other.passage.text, own).share >= sameText
        );
      }),
  );
}
const sameText = 0.95;

/** The best of each part, then the second of each, and so on. */
function inTurn(parts: readonly (readonly Found[])[]): Found[] {
  const longest = Math.max(0, ...parts.map(({ length }) => length));
  return Array.from({ length: longest }, (_, i) => parts.flatMap((part) => part[i] ?? [])).flat();
}

const saysSomething = ({ citation, passage }: Found): boolean =>
  quotableUnits(passage.text, citation.locator.line_start, citation.inside_fence).some(
    ({ kind }) => kind !== "heading",
  );

/** In their order, each that fits into what is left, in tokens; `whole`: the first whatever its length. */
export function within(found: readonly Found[], most: number, whole = false): Found[] {
  let left = most;
  return found.filter(({ passage, shown = passage.text }, i) => {
    const tokens = countTokens(shown);
    if (tokens > left && !(whole && i === 0)) return false;
    left -= tokens;
    return true;
  });
}

const tokensOf = (found: readonly Found[]): number =>
  found.reduce((sum, { passage, shown }) => sum + countTokens(shown ?? passage.text), 0);

const distance = ({ citation: a }: Found, { citation: b }: { citation: Citation }): number =>
  Math.max(0, a.locator.line_start - b.locator.line_end, b.locator.line_start - a.locator.line_end);
