import { type Comparison, compareWords } from "#lib/meaning/comparison";
import { codeLength, differingBits, lengthOf, writeCode } from "#lib/meaning/text-code";
import type { Candidate, PassageMeaning } from "../signals/signal.ts";
import { byPlace } from "./by-place.ts";
import type { EngineQuery } from "./engine.ts";
import { isAlive } from "./held.ts";
import type { QuestionTerm } from "./question.ts";
import type { Segment } from "./segment.ts";
import { termAt } from "./sequence.ts";
import { mostCounted, type TermMeaning } from "./term-meaning.ts";

/** A question beside the words of an index, by the table of word meanings. */
export type AskedMeaning = { comparison: Comparison; index: TermMeaning; words: number };

/** Undefined when the table knows none of its words. */
export function readMeaning(
  terms: readonly QuestionTerm[],
  index: TermMeaning,
): AskedMeaning | undefined {
  const comparison = compareWords(index.table, terms);
  return comparison && { comparison, index, words: terms.length };
}

export type Place = { segment: Segment; passage: number };

/** Stands for a passage that is not looked at. */
const out = 0xffff;

/**
 * The passages whose own text is nearest to the question, by the bits in which their codes differ; equals by place, so that
 * the list does not depend on how the index came about.
 */
export function nearestPassages(
  segments: readonly Segment[],
  { comparison, index: { table } }: AskedMeaning,
  { count, keys }: { count: number; keys: EngineQuery["keys"] },
): Place[] {
  const code = new Uint32Array(codeLength(table));
  writeCode(comparison.sum, code, 0);
  const distances = segments.map((segment) => distancesIn(segment, code, keys));
  const found = new Uint32Array(table.dimensions + 1);
  for (const list of distances)
    for (const bits of list) if (bits !== out) found[bits] = (found[bits] ?? 0) + 1;
  let most = 0;
  for (let sum = found[0] ?? 0; sum < count && most < table.dimensions; sum += found[most] ?? 0)
    most += 1;
  const near: (Place & { bits: number })[] = [];
  for (const [i, segment] of segments.entries()) {
    const list = distances[i] ?? new Uint16Array();
    for (let passage = 0; passage < list.length; passage++) {
      const bits = list[passage] ?? out;
      if (bits <= most) near.push({ segment, passage, bits });
    }
  }
  return near.sort((a, b) => a.bits - b.bits || byPlace(a, b)).slice(0, count);
}

/** Passages by the key of their document and their number in it, those that are there and may be searched. */
export function passagesNamed(
  segments: readonly Segment[],
  named: NonNullable<EngineQuery["nearest"]>,
  keys: EngineQuery["keys"],
): Place[] {
  return segments.flatMap((segment) =>
    segment.documents.flatMap(({ key, first, count }, number): Place[] => {
      const passages = named.get(key);
      if (passages === undefined || keys?.has(key) === false || !isAlive(segment, number))
        return [];
      return [...passages.keys()]
        .filter((passage) => passage < count)
        .map((passage) => ({ segment, passage: first + passage }));
    }),
  );
}

/** In how many bits each passage differs from the question. */
function distancesIn(segment: Segment, code: Uint32Array, keys: EngineQuery["keys"]): Uint16Array {
  const { documents, codes, sequenceStarts } = segment;
  const distances = new Uint16Array(segment.alive.length).fill(out);
  if (codes.length === 0) return distances;
  for (const [number, { key, first, count }] of documents.entries()) {
    if (!isAlive(segment, number) || keys?.has(key) === false) continue;
    for (let p = first; p < first + count; p++) {
      if (sequenceStarts[p] === sequenceStarts[p + 1]) continue;
      distances[p] = differingBits(codes, p * code.length, code, 0, code.length);
    }
  }
  return distances;
}

/** Compares a passage with the question: each word that it lacks with its own words, and the two as a whole. */
export function compareBy({
  comparison,
  index: { rowOf },
  words,
}: AskedMeaning): (candidate: Pick<Candidate, "segment" | "passage" | "counts">) => PassageMeaning {
  const length = lengthOf(comparison.sum);
  return ({ segment, passage, counts }) => {
    const noted = { near: new Float32Array(words), by: new Uint32Array(words), id: 0 };
    const lacking: number[] = [];
    for (let i = 0; i < words; i++) if ((counts[i] ?? 0) === 0) lacking.push(i);
    let product = 0;
    for (const [id, times] of wordsOf(segment, passage)) {
      const row = rowOf(id);
      if (row < 0) continue;
      noted.id = id;
      comparison.raise(row, lacking, noted);
      product += Math.min(mostCounted, times) * comparison.product(row);
    }
    const last = segment.aboveStarts[passage + 1] ?? 0;
    for (let at = segment.aboveStarts[passage] ?? 0; at < last; at++) {
      noted.id = segment.above[at] ?? 0;
      const row = rowOf(noted.id);
      if (row >= 0) comparison.raise(row, lacking, noted);
    }
    const { near, by } = noted;
    const both = length * (segment.vectorLengths[passage] ?? 0);
    return { text: both === 0 ? 0 : product / both, near, by };
  };
}

/** Of a passage without end so many words are compared, the first: its vector is of all of them. */
const mostCompared = 2_000;

/** The terms of a passage's own text with how often each stands there. */
function wordsOf({ sequence, sequenceStarts }: Segment, passage: number): Map<number, number> {
  const times = new Map<number, number>();
  const start = sequenceStarts[passage] ?? 0;
  const end = Math.min(sequenceStarts[passage + 1] ?? 0, start + mostCompared);
  for (let at = start; at < end; at++) {
    const id = termAt(sequence[at] ?? 0);
    times.set(id, (times.get(id) ?? 0) + 1);
  }
  return times;
}
