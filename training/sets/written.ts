import { createHash } from "node:crypto";
import { z } from "zod";
import { splitLines } from "#lib/platform/lines";
import type { PageFile, Source } from "./projects.ts";
import type { Query } from "./set-writer.ts";

/**
 * A line of `written/*.jsonl`: a question in its writer's words, with all places of its project's folders that answer it (grade 2)
 * or have to do with it (1). Paths are from the root of the repository, lines 1-based and inclusive. `lang` is that of the question.
 */
const Row = z.strictObject({
  project: z.string(),
  lang: z.enum(["en", "zh"]),
  kind: z.enum(["answerable", "absent", "crosslingual"]),
  question: z.string().trim().min(1),
  gold: z.array(
    z.strictObject({
      path: z.string(),
      grade: z.union([z.literal(1), z.literal(2)]),
      line_start: z.int().min(1),
      line_end: z.int().min(1),
    }),
  ),
});
export type WrittenRow = z.infer<typeof Row>;

/** Throws a sentence where the line is no such row. */
export function readRow(line: string): WrittenRow {
  const read = Row.safeParse(JSON.parse(line));
  if (!read.success) throw new Error(z.prettifyError(read.error));
  const row = read.data;
  if (row.kind === "absent" && row.gold.length > 0)
    throw new Error("A question that is absent has no place that answers. Empty its gold.");
  if (row.kind !== "absent" && !row.gold.some(({ grade }) => grade === 2))
    throw new Error("No place answers it by itself. Name one of grade 2, or call it absent.");
  return row;
}

/** The pages that a row is asked over: in its own language, or of a crosslingual one in the other. */
export const isAskedOver = (row: WrittenRow, { project, lang }: Source): boolean =>
  row.project === project && (row.lang === lang) === (row.kind !== "crosslingual");

/** Throws a sentence where a place of the row is none of the pages. `texts` by their file in the repository. */
export function queryOf(
  row: WrittenRow,
  pages: ReadonlyMap<string, PageFile>,
  texts: ReadonlyMap<string, string>,
): Query {
  const gold = row.gold
    .map(({ path, line_start, line_end, grade }) => {
      const page = pages.get(path);
      const text = texts.get(path);
      if (page === undefined || text === undefined)
        throw new Error(
          `${path} is no page of the project's folders at the commit of projects.tsv.`,
        );
      const lines = splitLines(text);
      const place = `lines ${line_start} to ${line_end} of ${path}`;
      if (line_end < line_start || line_end > lines.length)
        throw new Error(`There are no ${place}: it has ${lines.length}.`);
      if (lines.slice(line_start - 1, line_end).every((line) => line.trim() === ""))
        throw new Error(`The ${place} are blank.`);
      return { path: `${row.project}/${page.path}`, grade, line_start, line_end };
    })
    .sort((a, b) => b.grade - a.grade);
  const [first] = gold;
  const set = `written-${row.lang}`;
  return {
    id: `${set}-${row.project}-${nameOf(row)}`,
    set,
    lang: row.lang,
    project: row.project,
    source: "written",
    kind: row.kind,
    question: row.question,
    answerable: row.kind !== "absent",
    gold_path: first?.path ?? null,
    gold_line_start: first?.line_start ?? null,
    gold_line_end: first?.line_end ?? null,
    first_lines: null,
    answers: [],
    gold,
  };
}

/** The same as long as the question is, wherever it stands in its file. */
const nameOf = ({ question, kind }: WrittenRow) =>
  createHash("sha256").update(`${kind}\n${question}`).digest("hex").slice(0, 10);
