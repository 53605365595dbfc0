import { occurrencesIn } from "../signals/document.ts";
import {
  occurrenceWeights,
  saturated,
  type WeightedField,
  weightedFields,
} from "../signals/words.ts";
import type { Averages } from "./inverted-index.ts";
import { countOf, isInText, postingsOf, type Segment } from "./segment.ts";

/**
 * One term's postings in a segment, summed up by document: what a whole document can owe to the term, without a look at
 * its passages. Made when a question first asks for the term and remembered for as long as the segment lives.
 *
 *   passages  4 5 9 30 31 …        documents  2     7       with everything else by document as well
 *   of        2 2 2  7  7 …   ->   starts     0     3   5
 */
export type TermDocuments = {
  documents: Uint32Array;
  /** Where each document's postings begin in the segment's, and where the last one's end. */
  starts: Uint32Array;
  /** How often the term stands in the document. */
  occurrences: Float32Array;
  /** The most that one of its passages can say with the term, at the average lengths of `averages` or shorter ones. */
  peaks: Float32Array;
  averages: Averages["length"];
  /** How many of its passages hold the term in their own text. */
  spoken: Uint32Array;
  /** 1 when its title or path holds the term. */
  named: Uint8Array;
  /** 1 when the heading right above one of its passages holds it. */
  headed: Uint8Array;
  /** In which of its passages the term stands: bit 0 for the first one and for every 32nd from there, and so on. */
  places: Int32Array;
  /** All of `spoken`, that of the documents that are `named`, and the highest of `peaks`. */
  sums: { spoken: number; below: number; peak: number };
};

const remembered = new WeakMap<Segment, { byTerm: Map<number, TermDocuments>; size: number }>();
/** Remembered at most, in entries for each document of the segment; what was not asked for longest goes. */
const mostPerDocument = 64;
/** Of a small segment at least so many: every question passes through all segments. */
const leastRemembered = 2 ** 15;
/** When lengths have grown further than this since, the peaks would be too rough. */
const roughest = 1.25;

export function termDocuments(segment: Segment, term: number, averages: Averages): TermDocuments {
  let memory = remembered.get(segment);
  if (memory === undefined) {
    memory = { byTerm: new Map(), size: 0 };
    remembered.set(segment, memory);
  }
  const { byTerm } = memory;
  const known = byTerm.get(term);
  byTerm.delete(term); // to come last: a map goes by the time of coming
  if (known !== undefined && growth(known, averages) <= roughest) {
    byTerm.set(term, known);
    return known;
  }
  const made = sumUp(segment, term, averages);
  byTerm.set(term, made);
  memory.size += made.documents.length - (known?.documents.length ?? 0);
  const most = Math.max(leastRemembered, mostPerDocument * segment.documents.length);
  for (const [oldest, { documents }] of byTerm) {
    if (memory.size <= most || oldest === term) break;
    byTerm.delete(oldest);
    memory.size -= documents.length;
  }
  return made;
}

/** By how much a peak may have grown since it was taken: longer averages dilute less, and what is saturated grows more slowly than its count. */
export function growth(term: Pick<TermDocuments, "averages">, { length }: Averages): number {
  let most = 1;
  for (const field of weightedFields) most = Math.max(most, length[field] / term.averages[field]);
  return most;
}

function sumUp(segment: Segment, term: number, averages: Averages): TermDocuments {
  const { from, to } = postingsOf(segment, term);
  const { document: documentOf, passages, counts } = segment;
  const firsts = firstPassages(segment);
  const weights = occurrenceWeights(averages);
  let count = 0;
  let last = -1;
  for (let at = from; at < to; at++) {
    const document = documentOf[passages[at] ?? 0] ?? 0;
    if (document !== last) count += 1;
    last = document;
  }
  const made = roomFor(count, averages);
  const { sums } = made;
  for (let at = from, entry = 0; at < to; entry++) {
    const packed = counts[at] ?? 0;
    const document = documentOf[passages[at] ?? 0] ?? 0;
    const first = firsts[document] ?? 0;
    made.documents[entry] = document;
    made.starts[entry] = at;
    const named = countOf(packed, "title") + countOf(packed, "path") > 0 ? 1 : 0;
    let occurrences = 0;
    let most = 0;
    let spoken = 0;
    let headed = 0;
    let places = 0;
    for (; at < to; at++) {
      const passage = passages[at] ?? 0;
      if (documentOf[passage] !== document) break;
      const packed = counts[at] ?? 0;
      if (countOf(packed, "section") > 0) headed = 1;
      places |= 1 << (passage - first); // a shift takes its distance by 32
      occurrences += occurrencesIn(packed);
      if (isInText(packed)) spoken += 1;
      const weighted = weightedMost(packed, segment, passage, weights);
      if (weighted > most) most = weighted;
    }
    made.occurrences[entry] = occurrences;
    // A little higher than it is, because the array holds fewer digits.
    made.peaks[entry] = saturated(most) * (1 + 1e-6);
    made.spoken[entry] = spoken;
    made.named[entry] = named;
    made.headed[entry] = headed;
    made.places[entry] = places;
    sums.spoken += spoken;
    if (named === 1) sums.below += spoken;
    sums.peak = Math.max(sums.peak, made.peaks[entry] ?? 0);
  }
  made.starts[count] = to;
  return made;
}

/** All in one piece of memory: most terms stand in few documents, and a question asks for several of them in every segment. */
function roomFor(count: number, averages: Averages): TermDocuments {
  const wide = count * Uint32Array.BYTES_PER_ELEMENT;
  const end = 6 * wide + Uint32Array.BYTES_PER_ELEMENT;
  const buffer = new ArrayBuffer(end + 2 * count);
  return {
    documents: new Uint32Array(buffer, 0, count),
    occurrences: new Float32Array(buffer, wide, count),
    peaks: new Float32Array(buffer, 2 * wide, count),
    spoken: new Uint32Array(buffer, 3 * wide, count),
    places: new Int32Array(buffer, 4 * wide, count),
    starts: new Uint32Array(buffer, 5 * wide, count + 1),
    named: new Uint8Array(buffer, end, count),
    headed: new Uint8Array(buffer, end + count, count),
    averages: averages.length,
    sums: { spoken: 0, below: 0, peak: 0 },
  };
}

/** How often a term stands in a passage at most, each occurrence weighed: a little more than `weightedCount` where a field is long. */
function weightedMost(
  packed: number,
  { lengths }: Segment,
  passage: number,
  weights: Record<WeightedField, Float64Array>,
): number {
  let most = 0;
  let count = countOf(packed, "body");
  if (count > 0) most += count * (weights.body[lengths.body[passage] ?? 0] ?? last(weights.body));
  if (count === packed) return most;
  count = countOf(packed, "code");
  if (count > 0) most += count * (weights.code[lengths.code[passage] ?? 0] ?? last(weights.code));
  count = countOf(packed, "title");
  if (count > 0)
    most += count * (weights.title[lengths.title[passage] ?? 0] ?? last(weights.title));
  count = countOf(packed, "heading");
  if (count > 0)
    most += count * (weights.heading[lengths.heading[passage] ?? 0] ?? last(weights.heading));
  count = countOf(packed, "path");
  if (count > 0) most += count * (weights.path[lengths.path[passage] ?? 0] ?? last(weights.path));
  return most;
}

const last = (weights: Float64Array): number => weights.at(-1) ?? 0;

const firstsOf = new WeakMap<Segment, Uint32Array>();

/** Of each document its first passage: in one array, for the objects lie far apart. */
function firstPassages(segment: Segment): Uint32Array {
  let firsts = firstsOf.get(segment);
  if (firsts === undefined) {
    firsts = Uint32Array.from(segment.documents, ({ first }) => first);
    firstsOf.set(segment, firsts);
  }
  return firsts;
}
