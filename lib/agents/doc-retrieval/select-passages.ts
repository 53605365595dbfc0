import type { DocsHit } from "#lib/contracts/docs-tools";
import { beginsInCode } from "#lib/markdown/containers";

/**
 * Which of the ranked hits become evidence. Best first; at most `max_per_file` of one file, so that one long page does
 * not fill the answer, unless too few files were found to fill it otherwise. A hit that overlaps a chosen passage, or
 * follows it within the same section, joins it instead of taking a place of its own.
 *
 *   hits:  a.md 10-14, b.md 3-5, a.md 15-20 (same section)   ->   a.md 10-20, b.md 3-5
 */
export type Selection = {
  /** The hit that earned the place: title, reason and score are its. */
  best: DocsHit;
  line_start: number;
  line_end: number;
  matched: string[];
  /** The lines begin inside a code block, or what a note indents: as a citation has it. */
  inside_fence?: string;
};

type Joining = Selection & { chars: number };

export type SelectionLimits = {
  max_citations: number;
  max_per_file: number;
  /** What a citation shows in one piece: passages that only touch join no further than that. */
  max_snippet_chars: number;
};

export function selectPassages(hits: readonly DocsHit[], limits: SelectionLimits): Selection[] {
  const chosen: Joining[] = [];
  const files = new Set(hits.map((hit) => `${hit.root_id}/${hit.relative_path}`)).size;
  const perFile = Math.max(limits.max_per_file, Math.ceil(limits.max_citations / (files || 1)));
  for (const hit of hits) {
    const sameFile = chosen.filter((s) => isSameFile(s.best, hit));
    const neighbour = sameFile.find((s) => joins(s, hit, limits));
    if (neighbour) {
      absorb(neighbour, selectionOf(hit));
      neighbour.chars += charsOf(hit);
      continue;
    }
    if (chosen.length >= limits.max_citations || sameFile.length >= perFile) continue;
    chosen.push({ ...selectionOf(hit), chars: charsOf(hit) });
  }
  return mergeOverlaps(chosen.map(({ chars: _, ...selection }) => selection));
}

/** Passages that came to overlap by growing become one, in the place of the better ranked. */
export function mergeOverlaps(selections: readonly Selection[]): Selection[] {
  const kept: Selection[] = [];
  for (const selection of selections) {
    // What is kept overlaps nowhere, but one more may bridge several of them.
    const touched = kept.filter(
      (k) => isSameFile(k.best, selection.best) && overlaps(k, selection),
    );
    const [best, ...others] = touched;
    if (best === undefined) {
      kept.push({ ...selection });
      continue;
    }
    for (const other of [selection, ...others]) absorb(best, other);
    for (const other of others) kept.splice(kept.indexOf(other), 1);
  }
  return kept;
}

export function selectionOf(hit: DocsHit): Selection {
  return {
    best: hit,
    line_start: hit.locator.line_start,
    line_end: hit.locator.line_end,
    matched: [...hit.matched],
    ...(hit.inside_fence === undefined ? {} : { inside_fence: hit.inside_fence }),
  };
}

/** The lines of both; whether they begin inside code is for the upper one to say. */
function absorb(into: Selection, other: Selection): void {
  const upper = other.line_start < into.line_start ? other : into;
  if (upper.inside_fence === undefined) delete into.inside_fence;
  else into.inside_fence = upper.inside_fence;
  into.line_start = upper.line_start;
  into.line_end = Math.max(into.line_end, other.line_end);
  into.matched = union(into.matched, other.matched);
}

function joins(selection: Joining, hit: DocsHit, limits: SelectionLimits): boolean {
  if (overlaps(selection, hit.locator)) return true;
  if (beginsInCode(selection.inside_fence) || beginsInCode(hit.inside_fence)) return false;
  const { line_start, line_end } = hit.locator;
  const touches = line_start <= selection.line_end + 2 && line_end >= selection.line_start - 2;
  const chars = selection.chars + charsOf(hit);
  return touches && chars <= limits.max_snippet_chars && sameSection(selection.best, hit);
}

function charsOf(hit: DocsHit): number {
  return (hit.text ?? hit.snippet).length;
}

function sameSection(a: DocsHit, b: DocsHit): boolean {
  return (
    a.breadcrumb.length === b.breadcrumb.length &&
    a.breadcrumb.every((heading, i) => heading === b.breadcrumb[i]) &&
    a.locator.heading === b.locator.heading
  );
}

function isSameFile(a: DocsHit, b: DocsHit): boolean {
  return a.root_id === b.root_id && a.relative_path === b.relative_path;
}

function overlaps(
  a: { line_start: number; line_end: number },
  b: { line_start: number; line_end: number },
): boolean {
  return a.line_start <= b.line_end && b.line_start <= a.line_end;
}

function union(a: readonly string[], b: readonly string[]): string[] {
  return [...new Set([...a, ...b])];
}
