import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import MarkdownIt from "markdown-it";

/**
 * The handbook as the tests see it. Two marks carry meaning in its text: **bold** is a control of the page under the
 * name a person reads there, and `code` is a name of the program or something to type. A table is found by its page.
 */
export type Page = {
  lang: "en" | "zh-CN";
  name: string;
  source: string;
  /** Bold text, in order. */
  controls: string[];
  /** Inline code, in order. */
  codes: string[];
  /** Text of fenced blocks. */
  blocks: string[];
  headings: { level: number; text: string; line: number }[];
  tables: Table[];
};

/** `codes` of a row's first cell; `cells` are the plain texts of the row. `under` is the heading above. */
export type Table = { under: string; rows: { codes: string[]; cells: string[] }[] };

export const project = path.resolve(import.meta.dirname, "../..");
export const langs = ["en", "zh-CN"] as const;

export function readPages(lang: Page["lang"]): Page[] {
  const folder = path.join(project, "handbook", lang);
  return readdirSync(folder)
    .filter((name) => name.endsWith(".md"))
    .sort()
    .map((name) => readPage(lang, name, readFileSync(path.join(folder, name), "utf8")));
}

function readPage(lang: Page["lang"], name: string, source: string): Page {
  const page: Page = {
    lang,
    name,
    source,
    controls: [],
    codes: [],
    blocks: [],
    headings: [],
    tables: [],
  };
  const tokens = new MarkdownIt().parse(source, {});
  let table: Table | undefined;
  let row: Table["rows"][number] | undefined;
  for (const [at, token] of tokens.entries()) {
    if (token.type === "fence") page.blocks.push(token.content);
    if (token.type === "table_open") {
      table = { under: page.headings.at(-1)?.text ?? "", rows: [] };
      page.tables.push(table);
    }
    if (token.type === "tbody_open" || token.type === "thead_open") row = undefined;
    if (token.type === "tr_open") row = { codes: [], cells: [] };
    if (token.type === "tr_close" && row !== undefined) table?.rows.push(row);
    if (token.type === "table_close") {
      table?.rows.shift(); // the header
      table = undefined;
      row = undefined;
    }
    if (token.type !== "inline") continue;
    const codes = readInline(token.children ?? [], page);
    const plain = (token.children ?? []).map((child) => child.content).join("");
    const opener = tokens[at - 1];
    if (opener?.type === "heading_open") {
      const line = (opener.map?.[0] ?? 0) + 1;
      page.headings.push({ level: Number(opener.tag.slice(1)), text: plain, line });
    }
    if (row !== undefined) {
      if (row.cells.length === 0) row.codes = codes;
      row.cells.push(plain);
    }
  }
  return page;
}

function readInline(children: readonly { type: string; content: string }[], page: Page): string[] {
  const codes: string[] = [];
  let bold: string | undefined;
  for (const child of children) {
    if (child.type === "strong_open") bold = "";
    else if (child.type === "strong_close") {
      page.controls.push(bold ?? "");
      bold = undefined;
    } else if (bold !== undefined) bold += child.content;
    if (child.type === "code_inline") codes.push(child.content);
  }
  page.codes.push(...codes);
  return codes;
}

/** The page of that name, in that language. */
export function pageOf(pages: readonly Page[], name: string): Page {
  const page = pages.find((candidate) => candidate.name === name);
  if (page === undefined) throw new Error(`the handbook has no page ${name}`);
  return page;
}

/** First-cell codes of every row of every table of a page, below headings that `under` accepts. */
export function namedInTables(
  page: Page,
  under: (heading: string) => boolean = () => true,
): string[] {
  return page.tables
    .filter((table) => under(table.under))
    .flatMap((table) => table.rows.flatMap((row) => row.codes));
}
