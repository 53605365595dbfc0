import type { Facts, PassageFacts } from "../facts.ts";
import type { Entry } from "../inventory.ts";

/**
 * A file of the inventory as the text of a row. Passages of one section share their headings, which are written once:
 * a third of the size, and in memory they stay shared.
 */
export function writeEntry({ places, facts }: Entry): string {
  const crumbs = new Map<string, number>();
  const passages = facts.passages.map(
    ({ line_start, line_end, kind, breadcrumb, inside_fence, hash }) => {
      const key = JSON.stringify(breadcrumb);
      const crumb = crumbs.get(key) ?? crumbs.size;
      crumbs.set(key, crumb);
      const row = [line_start, line_end, kind, crumb, hash];
      return inside_fence === undefined ? row : [...row, inside_fence];
    },
  );
  return JSON.stringify({
    places,
    facts: { ...facts, passages },
    crumbs: [...crumbs.keys()].map((key) => JSON.parse(key)),
  });
}

type PassageRow = [number, number, PassageFacts["kind"], number, string, string?];

/** The other way round; the caller has made sure that the text is what was written. */
export function readEntry(text: string): Pick<Entry, "places" | "facts"> {
  // Its checksum says that `writeEntry` of this very code wrote it.
  const { places, facts, crumbs } = JSON.parse(text) as Pick<Entry, "places"> & {
    facts: Omit<Facts, "passages"> & { passages: PassageRow[] };
    crumbs: string[][];
  };
  return {
    places,
    facts: {
      ...facts,
      passages: facts.passages.map(
        ([line_start, line_end, kind, crumb, hash, inside_fence]): PassageFacts => ({
          line_start,
          line_end,
          kind,
          breadcrumb: crumbs[crumb] ?? [],
          ...(inside_fence === undefined ? {} : { inside_fence }),
          hash,
        }),
      ),
    },
  };
}
