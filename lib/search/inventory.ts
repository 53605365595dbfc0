import type { SkipRule } from "#lib/contracts/errors";
import type { Facts } from "./facts.ts";
import { hashDigits, passagesOf } from "./packed-outline.ts";
import { countByRoot, type RootCounts } from "./root-counts.ts";

/** Where a document is found: the first place is the one it is cited by unless a question names other roots. */
export type Place = { root_id: string; relative_path: string };

/** One file of the index. `key` names this version of it to the engine; a changed file gets a new key. */
export type Entry = {
  key: string;
  real_path: string;
  signature: string;
  places: Place[];
  facts: Facts;
};

export type Skipped = Place & { rule: SkipRule; message: string; signature: string };

/** What is in the index and what was left out, file by file. Plain bookkeeping: reads nothing and ranks nothing. */
export type Inventory = {
  byPath(real_path: string): Entry | undefined;
  byKey(key: string): Entry | undefined;
  /** An entry is never changed afterwards: a new one takes its place. */
  put(entry: Entry): void;
  drop(real_path: string): void;
  entries(): IterableIterator<Entry>;
  /** The pages that say which words mean the same, wherever they stand. */
  withSynonyms(): Iterable<Entry>;
  size(): number;
  /** What the files of each root come to. */
  counts: Pick<RootCounts, "of" | "shared">;
  /** Replaces what is known to be skipped in a root. */
  setSkipped(root_id: string, skipped: Map<string, Skipped>): void;
  skipped(root_id: string): ReadonlyMap<string, Skipped>;
  /** By root; the map of a root is the same object for as long as nothing in it changed. */
  allSkipped(): ReadonlyMap<string, ReadonlyMap<string, Skipped>>;
  /** A passage of exactly these lines, as it was indexed; the preferred file first. */
  findByHash(
    sha256: string,
    lineCount: number,
    where: { preferred: Place; roots: readonly string[] },
  ): FoundPassage | undefined;
};

export type FoundPassage = Place & { line_start: number; line_end: number };

export function createInventory(): Inventory {
  const paths = new Map<string, Entry>();
  const keys = new Map<string, Entry>();
  const synonyms = new Map<string, Entry>();
  const skippedOf = new Map<string, Map<string, Skipped>>();
  const counts = countByRoot();
  const drop = (real_path: string) => {
    const known = paths.get(real_path);
    if (known === undefined) return;
    counts.take(known);
    paths.delete(real_path);
    keys.delete(known.key);
    synonyms.delete(real_path);
  };
  return {
    byPath: (real_path) => paths.get(real_path),
    byKey: (key) => keys.get(key),
    put(entry) {
      drop(entry.real_path);
      counts.add(entry);
      paths.set(entry.real_path, entry);
      keys.set(entry.key, entry);
      if (entry.facts.synonyms !== undefined) synonyms.set(entry.real_path, entry);
    },
    drop,
    entries: () => paths.values(),
    withSynonyms: () => synonyms.values(),
    size: () => paths.size,
    counts,
    setSkipped(root_id, skipped) {
      if (!sameSkipped(skippedOf.get(root_id) ?? new Map(), skipped))
        skippedOf.set(root_id, skipped);
    },
    allSkipped: () => skippedOf,
    skipped: (root_id) => skippedOf.get(root_id) ?? new Map(),
    findByHash(sha256, lineCount, { preferred, roots }) {
      const digits = sha256.slice(0, hashDigits);
      let found: FoundPassage | undefined;
      for (const { places: all, facts } of paths.values()) {
        const places = all.filter((place) => roots.includes(place.root_id));
        if (places.length === 0) continue;
        for (const { line_start, line_end } of passagesOf(facts.outline, digits, lineCount)) {
          const same = places.find(
            (p) => p.root_id === preferred.root_id && p.relative_path === preferred.relative_path,
          );
          const place = same ?? places[0];
          if (place === undefined) continue;
          if (same !== undefined) return { ...place, line_start, line_end };
          found ??= { ...place, line_start, line_end };
        }
      }
      return found;
    },
  };
}

function sameSkipped(a: ReadonlyMap<string, Skipped>, b: ReadonlyMap<string, Skipped>): boolean {
  if (a.size !== b.size) return false;
  for (const [path, one] of a) {
    const other = b.get(path);
    if (other?.signature !== one.signature || other.message !== one.message) return false;
  }
  return true;
}
