import { emptyOutline, type Outline, type Question } from "../signals/signal.ts";
import type { Held } from "./held.ts";
import type { Judge } from "./judge.ts";

/**
 * Documents by which terms of the question they hold, written as a number with a bit for each term. Thousands of documents
 * fall into some hundred sets, and what one of them can come to at most is asked once for a set.
 *
 *   cache   port   default        page 7 holds the first and the last: 101
 *
 * Where there are more terms than bits the lightest share the last one: who holds one of them counts as holding all.
 */
export type TermSets = {
  /** Of each document, all segments through; 0 where it holds nothing of the question. */
  of: Uint16Array;
  /** Of each set, the share of the question that it holds. */
  shares: Float64Array;
  /** The sets of highest bound, so many that about as many documents as wanted are in them. */
  best(wanted: number): Uint8Array;
  /** Those of the rest that still reach the list. */
  reaching(without: Uint8Array): Uint8Array;
};

const mostBits = 12;

export function termSets(held: readonly Held[], question: Question, judge: Judge): TermSets {
  const bits = bitsOf(question);
  const size = 1 << Math.min(mostBits, question.terms.length);
  const of = documentSets(held, bits);
  const counts = new Uint32Array(size);
  for (let d = 0; d < of.length; d++) counts[of[d] ?? 0] = (counts[of[d] ?? 0] ?? 0) + 1;

  const peaks = peaksOf(held, question.terms.length);
  const shares = new Float64Array(size);
  const bounds = new Float64Array(size);
  const found: number[] = [];
  const outline = emptyOutline();
  for (let set = 1; set < size; set++) {
    if (counts[set] === 0) continue;
    found.push(set);
    sumUpSet(outline, set, bits, peaks, question);
    shares[set] = outline.share;
    bounds[set] = judge.boundOf(outline);
  }
  return {
    of,
    shares,
    best(wanted) {
      const chosen = new Uint8Array(size);
      let count = 0;
      for (const set of found.sort((a, b) => (bounds[b] ?? 0) - (bounds[a] ?? 0))) {
        if (count >= wanted) break;
        chosen[set] = 1;
        count += counts[set] ?? 0;
      }
      return chosen;
    },
    reaching(without) {
      const chosen = new Uint8Array(size);
      for (const set of found)
        if (without[set] === 0 && judge.reaches(bounds[set] ?? 0)) chosen[set] = 1;
      return chosen;
    },
  };
}

/** Of each term its bit: the heaviest have one of their own. */
function bitsOf({ terms }: Question): Uint16Array {
  const bits = new Uint16Array(terms.length);
  const byShare = [...terms.keys()].sort((a, b) => (terms[b]?.share ?? 0) - (terms[a]?.share ?? 0));
  for (const [place, term] of byShare.entries()) bits[term] = 1 << Math.min(place, mostBits - 1);
  return bits;
}

function documentSets(held: readonly Held[], bits: Uint16Array): Uint16Array {
  const last = held.at(-1);
  const sets = new Uint16Array(last === undefined ? 0 : last.before + last.lengths.length);
  for (const { before, terms } of held) {
    for (const { number, found } of terms) {
      const bit = bits[number] ?? 0;
      const { documents } = found;
      for (let entry = 0; entry < documents.length; entry++) {
        const d = before + (documents[entry] ?? 0);
        sets[d] = (sets[d] ?? 0) | bit;
      }
    }
  }
  return sets;
}

/** The most that a passage anywhere can say with each of the terms. */
function peaksOf(held: readonly Held[], terms: number): Float64Array {
  const peaks = new Float64Array(terms);
  for (const { terms } of held) {
    for (const { number, found, grown } of terms)
      peaks[number] = Math.max(peaks[number] ?? 0, grown * found.sums.peak);
  }
  return peaks;
}

/** What is known of all documents of a set. */
function sumUpSet(
  into: Outline,
  set: number,
  bits: Uint16Array,
  peaks: Float64Array,
  { terms, names }: Question,
): void {
  into.share = 0;
  into.words = 0;
  into.named = 0;
  into.near = 0;
  into.headed = 0;
  let before = 0;
  for (let i = 0; i < bits.length; i++) {
    const isHeld = (set & (bits[i] ?? 0)) !== 0;
    const share = isHeld ? (terms[i]?.share ?? 0) : 0;
    into.share += share;
    into.words += share * (peaks[i] ?? 0);
    into.named += share * (names[i] ?? 0);
    into.near += Math.min(before, share);
    if (isHeld) into.headed += terms[i]?.told ?? 0;
    before = share;
  }
  into.document = into.share;
  into.titled = into.share;
}
