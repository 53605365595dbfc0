import { tokenize } from "#lib/language/words";
import { alikeness } from "./comparison.ts";
import { lengthOf } from "./text-code.ts";
import { wordTable } from "./word-table.ts";

/**
 * Short texts in the order in which they fit what is asked for: by the words they share with it, rare ones first, and by
 * words that mean nearly the same; for some hundred descriptions, not for documents. Without the table of word meanings by
 * words alone. Pure but for the table, which is read once.
 */
export type Described = {
  /** What it is called, whose words count most. */
  name: string;
  text: string;
};

/** Best first, those that share nothing left out; `score` is from 0 to about 1. */
export function rankTexts<Item extends Described>(
  query: string,
  items: readonly Item[],
): { item: Item; score: number }[] {
  const asked = termsOf(query);
  const read = items.map(({ name, text }) => {
    const named = new Set(termsOf(name));
    return { named, all: new Set([...named, ...termsOf(text)]) };
  });
  const standing = new Map<string, number>();
  for (const { all } of read)
    for (const term of all) standing.set(term, (standing.get(term) ?? 0) + 1);
  const weights = asked.map((term) => rarity(items.length, standing.get(term) ?? 0));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  if (whole === 0) return [];
  const meaning = openMeaning();
  const meant = meaning?.sumOf(asked);
  return items
    .map((item, i) => {
      const { named = new Set<string>(), all = new Set<string>() } = read[i] ?? {};
      const met = asked.reduce((sum, term, at) => {
        const inName = best(term, named, meaning) * forName;
        return sum + (weights[at] ?? 0) * Math.max(inName, best(term, all, meaning));
      }, 0);
      // What says much of other things says less of this.
      const length = Math.sqrt((lengthFree + all.size) / (lengthFree + usualLength));
      const near = meant === undefined ? 0 : (meaning?.cosine(meant, [...all]) ?? 0);
      return { item, score: met / whole / length + forWhole * Math.max(0, near) };
    })
    .filter(({ score }) => score > leastScore)
    .sort((a, b) => b.score - a.score);
}

const forName = 1.3;
/** A word that only means nearly the same counts for less than the word itself. */
const forAlike = 0.7;
/** What both texts mean as wholes, beside what their words share. */
const forWhole = 0.8;
const leastScore = 0.05;
const usualLength = 12;
const lengthFree = 40;

const rarity = (count: number, standing: number): number => Math.log(1 + count / (0.5 + standing));

/** Of Chinese pairs of characters alone: a single one stands in words of all kinds. */
function termsOf(text: string): string[] {
  const terms = new Set<string>();
  for (const { term, stop, kind } of tokenize(text))
    if (!stop && kind !== "han_single") terms.add(term);
  return [...terms];
}

function best(term: string, among: ReadonlySet<string>, meaning: Meaning | undefined): number {
  if (among.has(term)) return 1;
  if (meaning === undefined) return 0;
  let most = 0;
  for (const other of among) most = Math.max(most, meaning.alike(term, other));
  return most * forAlike;
}

type Sum = { vector: Float64Array; length: number };
type Meaning = {
  alike(one: string, other: string): number;
  sumOf(terms: readonly string[]): Sum | undefined;
  cosine(sum: Sum, terms: readonly string[]): number;
};

function openMeaning(): Meaning | undefined {
  const { table } = wordTable();
  if (table === undefined) return undefined;
  const rows = new Map<string, number>();
  const rowOf = (term: string): number => {
    const row = rows.get(term) ?? table.rowOf(term);
    rows.set(term, row);
    return row;
  };
  const sumOf = (terms: readonly string[]): Sum | undefined => {
    const vector = new Float64Array(table.dimensions);
    for (const row of terms.map(rowOf)) if (row >= 0) table.add(vector, row, 1);
    const length = lengthOf(vector);
    return length === 0 ? undefined : { vector, length };
  };
  return {
    sumOf,
    alike(one, other) {
      const [a, b] = [rowOf(one), rowOf(other)];
      return a < 0 || b < 0 ? 0 : alikeness(table.similarity(a, b));
    },
    cosine(sum, terms) {
      const other = sumOf(terms);
      if (other === undefined) return 0;
      const product = sum.vector.reduce((all, value, i) => all + value * (other.vector[i] ?? 0), 0);
      return product / sum.length / other.length;
    },
  };
}
