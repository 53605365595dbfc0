/**
 * A closed piece of the index: some documents, their passages, and for each term the passages that hold it. Typed
 * arrays throughout; only `alive` and `gone` change after it is built. Passages of one document stand side by side.
 */
/** `heading` is the whole way down to a passage; `section` is the last heading alone, which is part of it. */
export const fields = ["title", "heading", "path", "body", "code", "section"] as const;
export type Field = (typeof fields)[number];
export type FieldCounts = Record<Field, number>;

/** Counts of one term in one passage, packed: body 8 bits, code 8, heading 4, title 4, path 4, section 4. */
const layout: Record<Field, { shift: number; most: number }> = {
  body: { shift: 0, most: 255 },
  code: { shift: 8, most: 255 },
  heading: { shift: 16, most: 15 },
  title: { shift: 20, most: 15 },
  path: { shift: 24, most: 15 },
  section: { shift: 28, most: 15 },
};

export function countOf(packed: number, field: Field): number {
  const { shift, most } = layout[field];
  return (packed >>> shift) & most;
}

/** In the text itself, code included. */
export function isInText(packed: number): boolean {
  return (packed & 0xffff) !== 0;
}

/** One more occurrence in the field; a full counter stays full. */
export function countUp(packed: number, field: Field): number {
  const { shift, most } = layout[field];
  return ((packed >>> shift) & most) === most ? packed : packed + 2 ** shift;
}

export type Segment = {
  documents: SegmentDocument[];
  /** Of each passage: its document, its line, its number in the document, and whether it is still there. */
  document: Uint32Array;
  line: Uint32Array;
  alive: Uint8Array;
  /** How many are not. */
  gone: number;
  lengths: Record<Field, Uint16Array>;
  /** The meaning of each passage's own text as a code of so many elements; empty without a table of word meanings. */
  codes: Uint32Array;
  /** … and the length of its vector. */
  vectorLengths: Float32Array;
  /** Term ids in ascending order; postings of `terms[i]` stand from `starts[i]` to `starts[i + 1]`. */
  terms: Uint32Array;
  starts: Uint32Array;
  passages: Uint32Array;
  counts: Uint32Array;
  /** Content terms of body and code in reading order, passage by passage, as `sequence.ts` writes them. */
  sequence: Uint32Array;
  sequenceStarts: Uint32Array;
  /** Terms of the title and the headings above each passage, each once. */
  above: Uint32Array;
  aboveStarts: Uint32Array;
};

export type SegmentDocument = { key: string; order: string; first: number; count: number };

/** Where the postings of a term stand; from equals to when the segment does not hold it. */
export function postingsOf(segment: Segment, term: number): { from: number; to: number } {
  let low = 0;
  let high = segment.terms.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((segment.terms[middle] ?? 0) < term) low = middle + 1;
    else high = middle;
  }
  if (segment.terms[low] !== term) return { from: 0, to: 0 };
  return { from: segment.starts[low] ?? 0, to: segment.starts[low + 1] ?? 0 };
}

/** The packed counts of a term in one passage, 0 when it is not there. */
export function countsIn(segment: Segment, term: number, passage: number): number {
  let { from: low, to: high } = postingsOf(segment, term);
  const end = high;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((segment.passages[middle] ?? 0) < passage) low = middle + 1;
    else high = middle;
  }
  return low < end && segment.passages[low] === passage ? (segment.counts[low] ?? 0) : 0;
}

/** How many passages hold the term, over several segments, without those that are gone. */
export function passagesWith(segments: readonly Segment[], term: number): number {
  let count = 0;
  for (const segment of segments) {
    const { from, to } = postingsOf(segment, term);
    if (segment.gone === 0) {
      count += to - from;
      continue;
    }
    for (let at = from; at < to; at++) {
      if (segment.alive[segment.passages[at] ?? 0] === 1) count += 1;
    }
  }
  return count;
}
