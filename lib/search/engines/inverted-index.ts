import { buildSegment } from "./build-segment.ts";
import type { EngineDocument, EngineStats } from "./engine.ts";
import { mergeSegments } from "./merge-segments.ts";
import { type FieldCounts, fields, type Segment } from "./segment.ts";

/**
 * Segments, the dictionary over them, and what changes: a new version of a document goes into a new segment, its old
 * passages are struck out, and small or hollow segments are merged now and then.
 */
export type InvertedIndex = {
  update(documents: readonly EngineDocument[]): Promise<void>;
  remove(keys: readonly string[]): void;
  segments(): readonly Segment[];
  termId(term: string): number | undefined;
  /** Known terms, for spelling. */
  terms(): IterableIterator<string>;
  averages(): Averages;
  stats(): EngineStats;
};

/** Over the passages that are alive. */
export type Averages = { documents: number; passages: number; length: FieldCounts };

const mostSegments = 12;
const passagesPerSegment = 20_000;
/** The event loop gets its turn after this much work. */
const turnMs = 20;

export function createInvertedIndex(): InvertedIndex {
  const ids = new Map<string, number>();
  let segments: Segment[] = [];
  const places = new Map<string, { segment: Segment; first: number; count: number }>();
  const sums = emptySums();
  let passages = 0;

  const dictionary = {
    idOf(term: string): number {
      const known = ids.get(term);
      if (known !== undefined) return known;
      const id = ids.size + 1;
      ids.set(own(term), id);
      return id;
    },
  };

  function count(segment: Segment, first: number, howMany: number, sign: 1 | -1): void {
    for (let p = first; p < first + howMany; p++) {
      for (const field of fields) sums[field] += sign * (segment.lengths[field][p] ?? 0);
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
    segments.push(segment);
    for (const document of segment.documents) {
      remove([document.key]);
      places.set(document.key, { segment, first: document.first, count: document.count });
      count(segment, document.first, document.count, 1);
    }
  }

  function mergeSome(): void {
    const hollow = (s: Segment) => s.gone * 2 > s.alive.length;
    const due = new Set(segments.filter((s) => s.alive.length > 0 && hollow(s)));
    if (segments.length > mostSegments) {
      const bySize = [...segments].sort((a, b) => a.alive.length - b.alive.length);
      // The small ones only: large ones are seldom worth the copying.
      for (const segment of bySize.slice(0, mostSegments / 2)) due.add(segment);
    }
    if (due.size === 0) return;
    const merged = mergeSegments([...due]);
    segments = segments.filter((s) => !due.has(s));
    segments.push(merged);
    for (const document of merged.documents) {
      places.set(document.key, { segment: merged, first: document.first, count: document.count });
    }
  }

  return {
    async update(documents) {
      let builder = buildSegment(dictionary);
      let since = performance.now();
      for (const document of documents) {
        builder.add(document);
        if (builder.passages() >= passagesPerSegment) {
          admit(builder.close());
          builder = buildSegment(dictionary);
        }
        if (performance.now() - since > turnMs) {
          await new Promise((resolve) => setImmediate(resolve));
          since = performance.now();
        }
      }
      admit(builder.close());
      mergeSome();
    },
    remove,
    segments: () => segments,
    termId: (term) => ids.get(term),
    terms: () => ids.keys(),
    averages() {
      const length = emptySums();
      for (const field of fields) length[field] = Math.max(1, sums[field] / Math.max(1, passages));
      return { documents: places.size, passages, length };
    },
    stats: () => ({ documents: places.size, passages, terms: ids.size }),
  };
}

function emptySums(): FieldCounts {
  return { title: 0, heading: 0, path: 0, body: 0, code: 0 };
}

/** A dictionary key that does not keep the file alive it was cut from. */
function own(term: string): string {
  return term.length < 13 ? term : Buffer.from(term, "utf16le").toString("utf16le");
}
