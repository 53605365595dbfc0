import { openTurns, type Turns } from "../turns.ts";
import { type Field, fields, type Segment, type SegmentDocument } from "./segment.ts";

const gone = 0xffffffff;

/**
 * Several segments as one, without what was removed from them. What is needed is counted first, so that nothing grows
 * on the way; nothing may be removed from the segments before it is done.
 */
export async function mergeSegments(segments: readonly Segment[]): Promise<Segment> {
  const turns = openTurns();
  const alive = segments.reduce((sum, s) => sum + s.alive.length - s.gone, 0);
  let words = 0;
  for (const segment of segments) words += wordsAlive(segment);

  const documents: SegmentDocument[] = [];
  const document = new Uint32Array(alive);
  const line = new Uint32Array(alive);
  const lengths = Object.fromEntries(fields.map((f) => [f, new Uint16Array(alive)])) as Record<
    Field,
    Uint16Array
  >; // one entry per field: made from the list itself
  const sequence = new Uint32Array(words);
  const sequenceStarts = new Uint32Array(alive + 1);
  const moved: Uint32Array[] = [];
  let next = 0;
  let word = 0;
  for (const segment of segments) {
    const to = new Uint32Array(segment.document.length).fill(gone);
    moved.push(to);
    for (const given of segment.documents) {
      const first = next;
      for (let old = given.first; old < given.first + given.count; old++) {
        if (segment.alive[old] !== 1) continue;
        to[old] = next;
        document[next] = documents.length;
        line[next] = segment.line[old] ?? 0;
        for (const field of fields) lengths[field][next] = segment.lengths[field][old] ?? 0;
        const from = segment.sequenceStarts[old] ?? 0;
        const end = segment.sequenceStarts[old + 1] ?? 0;
        sequence.set(segment.sequence.subarray(from, end), word);
        sequenceStarts[next] = word;
        word += end - from;
        next += 1;
      }
      if (next > first) documents.push({ ...given, first, count: next - first });
      await turns.take();
    }
  }
  sequenceStarts[alive] = word;
  return {
    documents,
    document,
    line,
    alive: new Uint8Array(alive).fill(1),
    gone: 0,
    lengths,
    ...(await mergePostings(segments, moved, turns)),
    sequence,
    sequenceStarts,
  };
}

function wordsAlive(segment: Segment): number {
  if (segment.gone === 0) return segment.sequence.length;
  let words = 0;
  for (let p = 0; p < segment.alive.length; p++) {
    if (segment.alive[p] !== 1) continue;
    words += (segment.sequenceStarts[p + 1] ?? 0) - (segment.sequenceStarts[p] ?? 0);
  }
  return words;
}

/** Term by term through all segments at once; within a term their passages follow each other as the segments do. */
async function mergePostings(
  segments: readonly Segment[],
  moved: readonly Uint32Array[],
  turns: Turns,
): Promise<Pick<Segment, "terms" | "starts" | "passages" | "counts">> {
  const postings = segments.reduce((sum, s) => sum + s.passages.length, 0);
  const most = segments.reduce((sum, s) => sum + s.terms.length, 0);
  const terms = new Uint32Array(most);
  const starts = new Uint32Array(most + 1);
  const passages = new Uint32Array(postings);
  const counts = new Uint32Array(postings);
  const at = segments.map(() => 0);
  let term = 0;
  let posting = 0;
  for (;;) {
    let least = gone;
    for (const [i, segment] of segments.entries()) {
      least = Math.min(least, segment.terms[at[i] ?? 0] ?? gone);
    }
    if (least === gone) break;
    const from = posting;
    for (const [i, segment] of segments.entries()) {
      const number = at[i] ?? 0;
      if (segment.terms[number] !== least) continue;
      at[i] = number + 1;
      const to = moved[i];
      const end = segment.starts[number + 1] ?? 0;
      for (let old = segment.starts[number] ?? 0; old < end; old++) {
        const passage = to?.[segment.passages[old] ?? 0] ?? gone;
        if (passage === gone) continue;
        passages[posting] = passage;
        counts[posting] = segment.counts[old] ?? 0;
        posting += 1;
      }
    }
    if (posting > from) {
      terms[term] = least;
      starts[term] = from;
      term += 1;
    }
    if ((term & 255) === 0) await turns.take();
  }
  starts[term] = posting;
  return {
    terms: terms.slice(0, term),
    starts: starts.slice(0, term + 1),
    passages: passages.slice(0, posting),
    counts: counts.slice(0, posting),
  };
}
