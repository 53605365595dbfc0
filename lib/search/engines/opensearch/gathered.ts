import { buildSegment, type Dictionary } from "../build-segment.ts";
import { countsIn, type Segment, type SegmentDocument } from "../segment.ts";
import type { TermMeaning } from "../term-meaning.ts";
import { noWords, type PassageRecord, wordsOf } from "./passage-record.ts";

/** A document that this server has given, by the id that it has in the index. */
export type Own = { key: string; order: string; passages: number };

/**
 * The passages that were brought, as a segment of their own: what ranks an index in this process ranks them too. Those of a document
 * stand side by side in their order; where its first is not among them, one without words stands in its place, so that none
 * is taken for how the document begins.
 */
export type Gathered = {
  segment: Segment;
  /** Of each passage in the segment what it was brought as; undefined where it stands for another. */
  records: readonly (PassageRecord | undefined)[];
};

export function gather(
  found: readonly PassageRecord[],
  {
    ownOf,
    dictionary,
    meaning,
  }: {
    ownOf(id: string): Own | undefined;
    dictionary: Dictionary;
    meaning: TermMeaning | undefined;
  },
): Gathered {
  const byDocument = new Map<string, PassageRecord[]>();
  for (const record of found) {
    const known = byDocument.get(record.of);
    if (known === undefined) byDocument.set(record.of, [record]);
    else known.push(record);
  }
  const builder = buildSegment(dictionary, meaning);
  const records: (PassageRecord | undefined)[] = [];
  const documents: SegmentDocument[] = [];
  for (const [id, passages] of byDocument) {
    const own = ownOf(id);
    if (own === undefined) continue;
    const first = records.length;
    passages.sort((a, b) => a.number - b.number);
    const all = passages[0]?.number === 0 ? passages : [undefined, ...passages];
    for (const record of all) {
      const words = record === undefined ? noWords : wordsOf(record);
      atOnce(builder.add({ key: own.key, order: own.order, words }));
      records.push(record);
    }
    documents.push({ key: own.key, order: own.order, first, count: all.length });
  }
  const segment = atOnce(builder.close());
  // Each was added as a document of its own; they are those of a few.
  for (const [number, { first, count }] of documents.entries())
    segment.document.fill(number, first, first + count);
  return { segment: { ...segment, documents }, records };
}

/** How often each word of the question stands in a passage, packed. */
export function countsOf(
  segment: Segment,
  passage: number,
  terms: readonly { id: number | undefined }[],
): number[] {
  return terms.map(({ id }) => (id === undefined ? 0 : countsIn(segment, id, passage)));
}

/** A few hundred passages: nobody waits for a pause. */
function atOnce<T>(work: Generator<void, T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value as T; // what it returns, once it is done
  }
}
