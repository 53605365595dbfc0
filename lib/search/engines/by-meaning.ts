import { codeLength, differingBits, lengthOf, writeCode } from "#lib/meaning/text-code";
import type { Candidate, PassageMeaning } from "../signals/signal.ts";
import { byPlace } from "./by-place.ts";
import type { EngineQuery } from "./engine.ts";
import { isAlive } from "./held.ts";
import type { QuestionTerm } from "./question.ts";
import type { Segment } from "./segment.ts";
import { termAt } from "./sequence.ts";
import { mostCounted, type TermMeaning } from "./term-meaning.ts";

/** A question as the table of word meanings knows it. */
export type AskedMeaning = {
  /** Of each term its row, -1 where the table does not know it. */
  rows: Int32Array;
  /** The sum of its words. */
  sum: Float64Array;
};

/** Undefined when the table knows none of its words. */
export function readMeaning(
  terms: readonly QuestionTerm[],
  { table }: TermMeaning,
): AskedMeaning | undefined {
  const rows = Int32Array.from(terms, ({ term }) => table.rowOf(term));
  if (rows.every((row) => row < 0)) return undefined;
  const sum = new Float64Array(table.dimensions);
  for (const row of rows) if (row >= 0) table.add(sum, row, 1);
  return { rows, sum };
}

type Place = { segment: Segment; passage: number };

/**
 * The passages whose own text is nearest to the question, by the bits in which their codes differ; equals by place, so that
 * the list does not depend on how the index came about.
 */
export function nearestPassages(
  segments: readonly Segment[],
  asked: AskedMeaning,
  { table }: TermMeaning,
  { count, keys }: { count: number; keys: EngineQuery["keys"] },
): Place[] {
  const width = codeLength(table);
  const code = new Uint32Array(width);
  writeCode(asked.sum, code, 0);
  const distances = segments.map((segment) => distancesIn(segment, code, keys));
  const found = new Uint32Array(table.dimensions + 1);
  for (const list of distances)
    for (const bits of list) if (bits !== out) found[bits] = (found[bits] ?? 0) + 1;
  let most = 0;
  for (let sum = found[0] ?? 0; sum < count && most < table.dimensions; sum += found[most] ?? 0)
    most += 1;
  const near: (Place & { bits: number })[] = [];
  for (const [i, segment] of segments.entries()) {
    for (const [passage, bits] of (distances[i] ?? []).entries())
      if (bits <= most) near.push({ segment, passage, bits });
  }
  return near.sort((a, b) => a.bits - b.bits || byPlace(a, b)).slice(0, count);
}

/** Stands for a passage that is not looked at. */
const out = 0xffff;

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

/** Not compared yet. */
const open = -2;

/**
 * Compares passages with the question, word by word and as a whole. What two words have in common is looked up once for a
 * question, however many passages hold them.
 */
export function compareBy(
  asked: AskedMeaning,
  { table, rowOf }: TermMeaning,
): (candidate: Pick<Candidate, "segment" | "passage" | "counts">) => PassageMeaning {
  const { rows, sum } = asked;
  const width = rows.length;
  const known = new Map<number, number>();
  /** Of each term of the index that was met, its similarities to the words of the question, and its product with all of it. */
  const stride = width + 1;
  let similarities = new Float32Array(1024 * stride).fill(open);
  const placeOf = (id: number): number => {
    let slot = known.get(id);
    if (slot === undefined) {
      slot = known.size;
      known.set(id, slot);
      if ((slot + 1) * stride > similarities.length) {
        const larger = new Float32Array(similarities.length * 2).fill(open);
        larger.set(similarities);
        similarities = larger;
      }
    }
    return slot * stride;
  };
  const compared = (at: number, i: number, row: number): number => {
    let similarity = similarities[at + i] ?? 0;
    if (similarity === open) {
      similarity = table.similarity(rows[i] ?? 0, row);
      similarities[at + i] = similarity;
    }
    return similarity;
  };
  const productOf = (at: number, row: number): number => {
    let product = similarities[at + width] ?? 0;
    if (product === open) {
      product = table.product(sum, row);
      similarities[at + width] = product;
    }
    return product;
  };
  const length = lengthOf(sum);
  return ({ segment, passage, counts }) => {
    const near = new Float32Array(width);
    const by = new Uint32Array(width);
    const lacking = rows.reduce<number[]>((list, row, i) => {
      // What stands there as it is asked for needs no other word.
      if (row >= 0 && (counts[i] ?? 0) === 0) list.push(i);
      return list;
    }, []);
    const look = (id: number, row: number, at: number) => {
      for (const i of lacking) {
        const similarity = compared(at, i, row);
        if (similarity <= (near[i] ?? 0)) continue;
        near[i] = similarity;
        by[i] = id;
      }
    };
    let product = 0;
    for (const [id, times] of wordsOf(segment, passage)) {
      const row = rowOf(id);
      if (row < 0) continue;
      const at = placeOf(id);
      look(id, row, at);
      product += Math.min(mostCounted, times) * productOf(at, row);
    }
    const last = segment.aboveStarts[passage + 1] ?? 0;
    for (let at = segment.aboveStarts[passage] ?? 0; at < last; at++) {
      const id = segment.above[at] ?? 0;
      const row = rowOf(id);
      if (row >= 0 && lacking.length > 0) look(id, row, placeOf(id));
    }
    const both = length * (segment.vectorLengths[passage] ?? 0);
    return { text: both === 0 ? 0 : product / both, near, by };
  };
}

/** The terms of a passage's own text with how often each stands there. */
function wordsOf({ sequence, sequenceStarts }: Segment, passage: number): Map<number, number> {
  const times = new Map<number, number>();
  const end = sequenceStarts[passage + 1] ?? 0;
  for (let at = sequenceStarts[passage] ?? 0; at < end; at++) {
    const id = termAt(sequence[at] ?? 0);
    times.set(id, (times.get(id) ?? 0) + 1);
  }
  return times;
}
