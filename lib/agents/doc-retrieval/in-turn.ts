import type { DocsHit } from "#lib/contracts/docs-tools";

/** The best of each search, then the second of each; a passage that several brought counts once. */
export function inTurn(searches: readonly (readonly DocsHit[])[]): DocsHit[] {
  const hits = new Map<string, DocsHit>();
  const longest = Math.max(0, ...searches.map(({ length }) => length));
  for (let i = 0; i < longest; i++) {
    for (const hit of searches.flatMap((list) => list.slice(i, i + 1))) {
      const { root_id, relative_path, locator } = hit;
      const place = JSON.stringify([root_id, relative_path, locator.line_start, locator.line_end]);
      if (!hits.has(place)) hits.set(place, { ...hit, id: hits.size + 1 });
    }
  }
  return [...hits.values()];
}
