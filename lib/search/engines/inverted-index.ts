import type { WordTable } from "#lib/meaning/word-table";
import { inPieces } from "../turns.ts";
import { buildSegment } from "./build-segment.ts";
import type { EngineDocument, EngineParts, EngineStats, Gathering, KeptEngine } from "./engine.ts";
import { mergeSegments } from "./merge-segments.ts";
import { type FieldCounts, fields, passagesWith, type Segment } from "./segment.ts";
import { createTermList } from "./term-list.ts";
import { createTermMeaning, type TermMeaning } from "./term-meaning.ts";

/**
 * Segments, the dictionary over them, and what changes: a new version of a document goes into a new segment, its old
 * passages are struck out, and small or hollow segments are merged when there is time. One caller at a time changes it;
 * anyone may search meanwhile.
 */
export type InvertedIndex = {
  update(documents: readonly EngineDocument[]): Promise<void>;
  gather(): Gathering;
  remove(keys: readonly string[]): void;
  segments(): readonly Segment[];
  termId(term: string): number | undefined;
  /** How many passages hold a term. */
  passagesWith(id: number): number;
  /** How a term is spelled, by its number. */
  word(id: number): string;
  /** What a word may be a slip for, by number and as it is written. */
  alike(term: string, most: number): Iterable<[id: number, term: string]>;
  averages(): Averages;
  /** The meaning of its terms; undefined without a table of word meanings. */
  meaning: TermMeaning | undefined;
  stats(): EngineStats;
  kept: KeptEngine;
};

/** Over the passages that are alive. */
export type Averages = { documents: number; passages: number; length: FieldCounts };

/**
 * More segments with fewer passages than this become one when there is time. Larger ones are left alone: to copy them
 * for the sake of a few changed files would hold up the next one.
 */
const mostOfASize = 8;
const sizes = { delta: 1_000, batch: 10_000 };
/** So many that a slow first reading made between the larger of these and a whole segment are left as they are. */
const mostBatches = 3;
/** So many deltas that searching suffers are merged at once. */
const farTooMany = 64;
/** Every question passes through every segment: of many small ones a list takes a fifth longer than of few. */
export const passagesPerSegment = 60_000;

export function createInvertedIndex(table?: WordTable): InvertedIndex {
  const dictionary = createTermList();
  const meaning = table && createTermMeaning(table, dictionary.word);
  let segments: Segment[] = [];
  const places = new Map<string, { segment: Segment; first: number; count: number }>();
  let sums = emptySums();
  let passages = 0;

  function count(segment: Segment, first: number, howMany: number, sign: 1 | -1): void {
    for (const field of fields) {
      const lengths = segment.lengths[field];
      let sum = 0;
      for (let p = first; p < first + howMany; p++) sum += lengths[p] ?? 0;
      sums[field] += sign * sum;
    }
    passages += sign * howMany;
  }

  function remove(keys: readonly string[]): void {
    for (const key of keys) {
      const place = places.get(key);
      if (place === undefined) continue;
      place.segment.alive.fill(0, place.first, place.first + place.count);
      place.segment.gone += place.count;
      count(place.segment, place.first, place.count, -1);
      places.delete(key);
    }
  }

  function admit(segment: Segment): void {
    if (segment.documents.length === 0) return;
    segments.push(segment);
    for (const document of segment.documents) {
      remove([document.key]);
      places.set(document.key, { segment, first: document.first, count: document.count });
      count(segment, document.first, document.count, 1);
    }
  }

  const smallerThan = (size: number) => segments.filter((s) => s.alive.length < size);

  /** Those to be merged when there is time: of one size too many, or mostly struck out. */
  function worthMerging(): Set<Segment> {
    const due = new Set(segments.filter((s) => s.gone > 0 && s.gone * 4 >= s.alive.length));
    for (const size of Object.values(sizes)) {
      const small = smallerThan(size);
      if (small.length > mostOfASize) for (const segment of small) due.add(segment);
    }
    const isBatch = ({ alive }: Segment) =>
      alive.length >= sizes.batch && alive.length < passagesPerSegment;
    const batches = segments.filter(isBatch);
    if (batches.length > mostBatches) for (const segment of batches) due.add(segment);
    return due;
  }

  /** Several segments become one. Searches see the old ones until it is done. */
  async function merge(due: ReadonlySet<Segment>): Promise<boolean> {
    if (due.size === 0) return false;
    const merged = await mergeSegments([...due]);
    const rest = segments.filter((s) => !due.has(s));
    segments = merged.documents.length === 0 ? rest : [...rest, merged];
    for (const document of merged.documents) {
      places.set(document.key, { segment: merged, first: document.first, count: document.count });
    }
    // Documents without a passage are in no merged segment; the old ones must not live on for them.
    for (const [key, { segment }] of places) {
      if (due.has(segment)) places.set(key, { segment: merged, first: 0, count: 0 });
    }
    dictionary.keepOnly(segments.map((s) => s.terms));
    meaning?.forget();
    return true;
  }

  function gather(): Gathering {
    let builder = buildSegment(dictionary, meaning);
    const built: Segment[] = [];
    function* take(documents: readonly EngineDocument[]): Generator<void, void> {
      for (const document of documents) {
        yield* builder.add(document);
        if (builder.passages() < passagesPerSegment) continue;
        built.push(yield* builder.close());
        builder = buildSegment(dictionary, meaning);
      }
    }
    return {
      add: (documents) => inPieces(take(documents)),
      async close() {
        built.push(await inPieces(builder.close()));
        for (const segment of built) admit(segment);
        const deltas = smallerThan(sizes.delta);
        if (deltas.length > farTooMany) await merge(new Set(deltas));
      },
    };
  }

  return {
    async update(documents) {
      const gathering = gather();
      await gathering.add(documents);
      await gathering.close();
    },
    gather,
    remove,
    meaning,
    segments: () => segments,
    termId: (term) => dictionary.known(term),
    passagesWith: (id) => passagesWith(segments, id),
    word: dictionary.word,
    alike: (term, most) => dictionary.alike(term, most).map((id) => [id, dictionary.word(id)]),
    averages() {
      const length = emptySums();
      for (const field of fields) length[field] = Math.max(1, sums[field] / Math.max(1, passages));
      return { documents: places.size, passages, length };
    },
    stats: () => ({ documents: places.size, passages, terms: dictionary.size() }),
    kept: {
      tidy: () => merge(worthMerging()),
      parts: (): EngineParts => ({ terms: dictionary.chunks(), segments: [...segments] }),
      restore(parts) {
        dictionary.restore(parts.terms, parts.table);
        meaning?.forget();
        segments = [];
        places.clear();
        sums = emptySums();
        passages = 0;
        for (const segment of parts.segments) {
          segments.push(segment);
          for (const { key, first, count: howMany } of segment.documents) {
            if (howMany > 0 && segment.alive[first] !== 1) continue;
            places.set(key, { segment, first, count: howMany });
            count(segment, first, howMany, 1);
          }
        }
      },
    },
  };
}

function emptySums(): FieldCounts {
  return { title: 0, heading: 0, path: 0, body: 0, code: 0, section: 0 };
}
