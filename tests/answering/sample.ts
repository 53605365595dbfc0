import type { Citation } from "#lib/contracts/citation";
import type { Passage, QueryTerm } from "#lib/contracts/envelope";
import { contentTerms } from "#lib/language/words";

/** A passage of a page as the search would bring it; lines count from 1. */
export function passageOf(
  text: string,
  more: Partial<Citation> & { id?: number } = {},
): { citation: Citation; passage: Passage } {
  const id = more.id ?? 1;
  const lines = text.split("\n").length;
  const citation: Citation = {
    id,
    root_id: "docs",
    relative_path: `page-${id}.md`,
    path: `/docs/page-${id}.md`,
    display_path: `docs/page-${id}.md`,
    title: "Page",
    breadcrumb: [],
    locator: { line_start: 1, line_end: lines },
    snippet: text,
    truncated: false,
    sha256: "0".repeat(64),
    file: { bytes: text.length, mtime_ms: 0, sha256: "0".repeat(64), encoding: "utf-8" },
    score: 1 / id,
    reason: "",
    breakdown: [],
    matched: [],
    ...more,
  };
  return { citation, passage: { citation_id: id, text, kind: "prose" } };
}

/** The question's words as an index knows them that holds all of them but `absent`. */
export function termsOf(question: string, absent: readonly string[] = []): QueryTerm[] {
  const terms = contentTerms(question);
  const missing = new Set(absent.flatMap((word) => contentTerms(word)));
  return terms.map((term) => ({
    term,
    passages: missing.has(term) ? 0 : 3,
    weight: 1 / terms.length,
  }));
}
