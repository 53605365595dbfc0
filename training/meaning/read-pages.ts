import { createWriteStream, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { createGzip } from "node:zlib";
import { tokenize } from "#lib/language/words";
import { isIdle, type Page } from "../sets/page.ts";
import { readPages, readProjects, type Source } from "../sets/projects.ts";

/**
 * `node training/meaning/read-pages.ts --repos DIR --words FILE --out DIR`: the sections of the public documentation that
 * training/sets/projects.tsv and projects.tsv beside this file list, as index terms, for `make_table.py`. Locked projects are left out. Writes
 * `sections.jsonl.gz`, a section a line, and `terms.tsv`: each term, in how many sections and projects it stands, whether it is
 * one of the everyday words of FILE (a word a line), and what it is most often written as.
 */
const { repos, words, out } = parseArgs({
  options: { repos: { type: "string" }, words: { type: "string" }, out: { type: "string" } },
}).values;
if (repos === undefined || words === undefined || out === undefined)
  throw new Error("usage: node training/meaning/read-pages.ts --repos DIR --words FILE --out DIR");

/** A project of more sections than that would be most of what is learned. */
const most = { body: 200, lead: 240, heading: 120, sections: 12_000 };

type Seen = { sections: number; projects: Set<string>; surfaces: Map<string, number> };
const seen = new Map<string, Seen>();

mkdirSync(out, { recursive: true });
const gzip = createGzip();
gzip.pipe(createWriteStream(path.join(out, "sections.jsonl.gz")));
let count = 0;
const lists = ["../sets/projects.tsv", "projects.tsv"];
const sources = lists.flatMap((list) => readProjects(path.join(import.meta.dirname, list)));
for (const source of sources) {
  if (source.locked) continue;
  const { project, lang } = source;
  const before = count;
  for (const page of pagesOf(repos, source)) {
    for (const section of sectionsOf(page)) {
      if (count - before >= most.sections) break;
      gzip.write(`${JSON.stringify({ project, lang, page: page.key, ...section })}\n`);
      count += 1;
      note(project, [section.heading, section.text]);
    }
  }
  process.stderr.write(`${project} ${lang}: ${count - before} sections\n`);
}
gzip.end();

const everyday = new Set<string>();
for (const word of readFileSync(words, "utf8").split("\n")) {
  const [token] = tokenize(word);
  if (token === undefined || token.stop || token.end - token.start < word.length) continue;
  everyday.add(token.term);
  const surfaces = new Map([[word, 1]]);
  if (!seen.has(token.term)) seen.set(token.term, { sections: 0, projects: new Set(), surfaces });
}
const rows = [...seen]
  .filter(([term, { sections }]) => sections > 1 || everyday.has(term))
  .sort((a, b) => b[1].sections - a[1].sections)
  .map(([term, { sections, projects, surfaces }]) => {
    const often = [...surfaces].sort((a, b) => b[1] - a[1]).slice(0, 3);
    const general = Number(everyday.has(term));
    return [term, sections, projects.size, general, ...often.map(([word]) => word)].join("\t");
  });
const file = createWriteStream(path.join(out, "terms.tsv"));
for (const row of rows) file.write(`${row}\n`);
file.end();
process.stderr.write(`${count} sections, ${rows.length} terms\n`);

/** None where there is no clone, which is said. */
function pagesOf(from: string, source: Source): Page[] {
  try {
    return readPages(from, source);
  } catch (error) {
    process.stderr.write(`${source.project}: ${error instanceof Error ? error.message : error}\n`);
    return [];
  }
}

/** Each heading with the text below it, up to the next heading; `outline` is the heading's number on the page. */
function* sectionsOf(page: Page) {
  const title = page.headings[0]?.text ?? "";
  const levels = page.headings.map(({ level }) => level).join("");
  for (const [outline, heading] of page.headings.entries()) {
    const end = page.headings[outline + 1]?.at ?? page.lines.length;
    const text = page.lines
      .slice(heading.until, end)
      .filter((line) => !line.fence && !isIdle(line))
      .map((line) => plain(line.text))
      .join("\n");
    const body = terms(text).slice(0, most.body);
    if (body.length < 4) continue;
    const words = plain(heading.text).slice(0, most.heading);
    yield {
      outline,
      levels,
      title: plain(title).slice(0, most.heading),
      heading: words,
      heading_terms: terms(words),
      title_terms: terms(plain(title)),
      body,
      text: text.slice(0, most.lead),
    };
  }
}

/** Without the addresses of links and the names of elements. */
function plain(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/<[^>]+>/g, " ")
    .replace(/\{#[^}]+\}|https?:\S+/g, " ")
    .trim();
}

function terms(text: string): string[] {
  return tokenize(text).flatMap((token) => (token.stop ? [] : [token.term]));
}

function note(project: string, texts: readonly string[]): void {
  const here = new Set<string>();
  for (const text of texts) {
    for (const { term, start, end, stop } of tokenize(text)) {
      if (stop) continue;
      const one = seen.get(term) ?? { sections: 0, projects: new Set(), surfaces: new Map() };
      seen.set(term, one);
      if (!here.has(term)) one.sections += 1;
      here.add(term);
      one.projects.add(project);
      const word = text.slice(start, end).toLowerCase();
      one.surfaces.set(word, (one.surfaces.get(word) ?? 0) + 1);
    }
  }
}
