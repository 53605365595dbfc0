import { type HtmlRow, htmlTableEnd, readHtmlRows } from "../html-tables.ts";
import { assignedSecrets } from "./assigned.ts";
import type { SecretSpan } from "./span.ts";
import { tableSecrets } from "./tables.ts";

/** What would be a secret in a table of Markdown is one in a table of HTML, there where its words stand. */
export function htmlTableSecrets(text: string): SecretSpan[] {
  if (!/<(?:td|th|dd)[\s>]/i.test(text)) return [];
  const lines = text.split("\n");
  const starts = lines.map(() => 0);
  for (let i = 1; i < lines.length; i++)
    starts[i] = (starts[i - 1] ?? 0) + (lines[i - 1] ?? "").length + 1;
  const spans: SecretSpan[] = [];
  for (let at = 0; at < lines.length; at++) {
    const end = htmlTableEnd(lines, at, { within: true });
    if (end === undefined) continue;
    const titles = new Map<number, HtmlRow>();
    for (const row of readHtmlRows(lines.slice(at, end))) {
      if (row.titles) titles.set(row.table, row);
      const words = wordsIn([titles.get(row.table)?.cells, row.cells]);
      for (const { line, start, end: stop } of words.length === 0 ? [] : row.places) {
        const from = (starts[at + line] ?? 0) + start;
        const own = text.slice(from, from + stop - start);
        for (const word of words)
          for (let found = own.indexOf(word); found !== -1; found = own.indexOf(word, found + 1))
            spans.push({ start: from + found, end: from + found + word.length });
      }
    }
    at = end - 1;
  }
  return spans;
}

/** The secrets of a row below its titles, as they are written. */
function wordsIn([titles = [], cells = []]: (readonly string[] | undefined)[]): string[] {
  const written = [titles, cells.map(() => "---"), cells].map((row) => `| ${row.join(" | ")} |`);
  const table = written.join("\n");
  const own = written.at(-1) ?? "";
  const cut =
    (from: string) =>
    ({ start, end }: SecretSpan) =>
      from.slice(start, end);
  return [...tableSecrets(table).map(cut(table)), ...assignedSecrets(own).map(cut(own))];
}
