import type { SkipRule } from "#lib/contracts/errors";
import type { Facts } from "./facts.ts";
import { countPassages } from "./packed-outline.ts";

/** What the files of a root come to, and how many lines and parts of them were cut off, by rule. */
export type RootCount = {
  files: number;
  bytes: number;
  sections: number;
  cuts: Map<SkipRule, number>;
};

type Counted = { places: readonly { root_id: string }[]; facts: Facts };

/**
 * Counts kept while files come and go, because they are asked for with every question and every look at the state. A file
 * that several roots lead to counts in each of them.
 */
export type RootCounts = {
  add(entry: Counted): void;
  take(entry: Counted): void;
  of(root_id: string): Readonly<RootCount>;
  /** How many files more than one root leads to. */
  shared(): number;
};

export function countByRoot(): RootCounts {
  const counts = new Map<string, RootCount>();
  let shared = 0;

  function change({ places, facts }: Counted, by: 1 | -1): void {
    const ids = idsOf(places);
    if (ids.length > 1) shared += by;
    for (const id of ids) {
      const count = counts.get(id) ?? nothing();
      counts.set(id, count);
      count.files += by;
      count.bytes += by * facts.file.bytes;
      count.sections += by * countPassages(facts.outline);
      for (const { rule } of facts.cuts) count.cuts.set(rule, (count.cuts.get(rule) ?? 0) + by);
    }
  }

  return {
    add: (entry) => change(entry, 1),
    take: (entry) => change(entry, -1),
    of: (root_id) => counts.get(root_id) ?? nothing(),
    shared: () => shared,
  };
}

/** Nearly every file has one place. */
const idsOf = (places: Counted["places"]) =>
  places.length === 1 ? [places[0]?.root_id ?? ""] : [...new Set(places.map((p) => p.root_id))];

const nothing = (): RootCount => ({ files: 0, bytes: 0, sections: 0, cuts: new Map() });
