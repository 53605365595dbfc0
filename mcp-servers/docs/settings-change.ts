import { isDeepStrictEqual } from "node:util";
import { namesBelow } from "#lib/access/path-form";
import type { ResolvedRoot } from "#lib/access/resolve-root";
import type { DocsIndexConfig } from "#lib/search/docs-index";

export type RootsAndSettings = { roots: readonly ResolvedRoot[]; settings: DocsIndexConfig };

/**
 * Can the index go on when the settings change from one to the other, or must it be built anew? It can when folders
 * come or go and nothing else that decides what is read has changed: the kept ones stand in the same order with new
 * ones behind them, and none lies inside another, because that decides under which root a file is known.
 */
export function keepsIndex(before: RootsAndSettings, after: RootsAndSettings): boolean {
  return (
    isDeepStrictEqual(whatIsRead(before.settings), whatIsRead(after.settings)) &&
    keepsRoots(before.roots, after.roots) &&
    !overlap([...before.roots, ...after.roots])
  );
}

function whatIsRead({ doc_access, retrieval }: DocsIndexConfig) {
  const { roots: _, search_timeout_ms: __, ...rules } = doc_access;
  return { ...rules, ranker: retrieval.ranker, meaning: retrieval.meaning };
}

function keepsRoots(before: readonly ResolvedRoot[], after: readonly ResolvedRoot[]): boolean {
  const kept = before.filter((old) => after.some((root) => root.id === old.id));
  return kept.every((old, i) => {
    const root = after[i];
    return (
      root?.id === old.id &&
      root.path === old.path &&
      root.hidden === old.hidden &&
      root.include_dependencies === old.include_dependencies &&
      isDeepStrictEqual(root.patterns, old.patterns) &&
      isDeepStrictEqual(withinOf(root), withinOf(old))
    );
  });
}

function withinOf(root: ResolvedRoot) {
  return root.state === "ok" ? { within: root.within, apart: root.apart } : undefined;
}

function overlap(roots: readonly ResolvedRoot[]): boolean {
  const folder = (root: ResolvedRoot) => (root.state === "ok" ? root.real_path : root.path);
  return roots.some((a) =>
    roots.some((b) => a.id !== b.id && namesBelow(folder(a), folder(b)) !== undefined),
  );
}
