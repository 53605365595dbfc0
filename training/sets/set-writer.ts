import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Lang } from "./asks.ts";
import { leadOf, type Page, type Range } from "./page.ts";
import type { Draft } from "./project-set.ts";

/** One line of queries.jsonl; lines are 1-based and inclusive, and of the page as it is written. */
export type Query = {
  id: string;
  set: string;
  lang: Lang;
  project: string;
  source: string;
  kind: string;
  question: string;
  answerable: boolean;
  gold_path: string | null;
  gold_line_start: number | null;
  gold_line_end: number | null;
  /** The first paragraph, list, table or code block of the answer. */
  first_lines: { line_start: number; line_end: number } | null;
  answers: [];
  gold: { path: string; grade: number; line_start: number | null; line_end: number | null }[];
  exclude_paths?: string[];
  own_heading?: "replaced" | "kept";
};

/** Where a line of the page as it was read stands in the page as it is written. */
function linesOf(page: Page, { start, end }: Range) {
  const kept = (until: number) => page.lines.slice(0, until).filter((line) => !line.dropped).length;
  return { line_start: kept(start) + 1, line_end: Math.max(kept(end), kept(start) + 1) };
}

export function toQuery(
  draft: Draft,
  about: { id: string; set: string; lang: Lang; project: string; kind?: string },
): Query {
  const named = (page: Page) => `${about.project}/${page.path}`;
  const gold = draft.golds.map(({ page, grade, range }) => ({
    path: named(page),
    grade,
    ...(range ? linesOf(page, range) : { line_start: null, line_end: null }),
  }));
  const [first] = draft.golds;
  return {
    id: about.id,
    set: about.set,
    lang: about.lang,
    project: about.project,
    source: draft.source,
    kind: about.kind ?? "answerable",
    question: draft.question,
    answerable: true,
    gold_path: gold[0]?.path ?? "",
    gold_line_start: gold[0]?.line_start ?? null,
    gold_line_end: gold[0]?.line_end ?? null,
    first_lines: first?.range ? linesOf(first.page, leadOf(first.page, first.range)) : null,
    answers: [],
    gold,
    ...(draft.without.length > 0 ? { exclude_paths: draft.without.map(named).sort() } : {}),
  };
}

export function writePages(folder: string, project: string, pages: readonly Page[]): void {
  for (const page of pages) {
    const file = path.join(folder, "docs", project, page.path);
    mkdirSync(path.dirname(file), { recursive: true });
    const lines = page.lines.filter((line) => !line.dropped).map((line) => line.text);
    writeFileSync(file, `${lines.join("\n")}\n`);
  }
}

export function writeQueries(
  folder: string,
  queries: readonly Query[],
  name = "queries.jsonl",
): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    path.join(folder, name),
    queries.map((query) => `${JSON.stringify(query)}\n`).join(""),
  );
}
