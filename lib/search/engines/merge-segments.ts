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
  const words = segments.reduce((sum, s) => sum + placesAlive(s, s.sequence, s.sequenceStarts), 0);
  const headed = segments.reduce((sum, s) => sum + placesAlive(s, s.above, s.aboveStarts), 0);
  const width = Math.max(0, ...segments.map((s) => s.codes.length / Math.max(1, s.alive.length)));

  const documents: SegmentDocument[] = [];
  const document = new Uint32Array(alive);
  const line = new Uint32Array(alive);
  const lengths = Object.fromEntries(fields.map((f) => [f, new Uint16Array(alive)])) as Record<
    Field,
    Uint16Array
  >; // one entry per field: made from the list itself
  const sequence = new Uint32Array(words);
  const sequenceStarts = new Uint32Array(alive + 1);
  const above = new Uint32Array(headed);
  const aboveStarts = new Uint32Array(alive + 1);
  const codes = new Uint32Array(alive * width);
  const vectorLengths = new Float32Array(width === 0 ? 0 : alive);
  const moved: Uint32Array[] = [];
  let next = 0;
  let word = 0;
  let upper = 0;
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
        const fromAbove = segment.aboveStarts[old] ?? 0;
        const endAbove = segment.aboveStarts[old + 1] ?? 0;
        above.set(segment.above.subarray(fromAbove, endAbove), upper);
        aboveStarts[next] = upper;
        upper += endAbove - fromAbove;
        codes.set(segment.codes.subarray(old * width, (old + 1) * width), next * width);
        if (width > 0) vectorLengths[next] = segment.vectorLengths[old] ?? 0;
        next += 1;
      }
      if (next > first) documents.push({ ...given, first, count: next - first });
      await turns.take();
    }
  }
  sequenceStarts[alive] = word;
  aboveStarts[alive] = upper;
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
    above,
    aboveStarts,
    codes,
    vectorLengths,
  };
}

/** How many of the numbers belong to passages that are alive; those of passage `p` begin at `starts[p]`. */
function placesAlive({ alive, gone }: Segment, numbers: Uint32Array, starts: Uint32Array): number {
  if (gone === 0) return numbers.length;
  let count = 0;
  for (let p = 0; p < alive.length; p++)
    if (alive[p] === 1) count += (starts[p + 1] ?? 0) - (starts[p] ?? 0);
  return count;
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
