import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { Readability } from "@mozilla/readability";
import { parseHTML } from "linkedom";
import MarkdownIt from "markdown-it";
import { readArticle } from "../lib/tools/providers/web/extraction/read-article.ts";

/**
 * How much of a page's own text its saved Markdown keeps, and how much of what stands around it is left: Markdown pages of a
 * folder, laid out in page frames of the kinds that documentation sites have, beside the text that readability alone gives.
 *
 *   node bench/web-extraction.ts DIR
 */
const { positionals } = parseArgs({ allowPositionals: true });
const [folder = ""] = positionals;
const names = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".md"))
  .sort();
const markdown = new MarkdownIt({ html: false, linkify: false });

const links = (words: readonly string[]) =>
  words
    .map((word) => `<li><a href="/${word}">${word} reference chapter overview</a></li>`)
    .join("");
const sidebar = ["Alpha", "Bravo", "Charlie", "Delta", "Echo", "Foxtrot", "Golf", "Hotel"].map(
  (name) => `Sidebar${name}`,
);
const cookie =
  "We value your privacy and use zookies to improve browsing. Accept every zookie now.";
const foot = "Copyright Framehouse Media. Built with Framesmith. Imprint and terms of Framehouse.";
const top = "Framehouse navigation bar with search field and language picker";
const share = "Was this page helpful to you? Edit this page on the forge. Share it with friends.";

/** Kinds of pages: what is theirs is in `own`; `around` is the text of the frame alone. */
const frames: { name: string; page(title: string, own: string): string }[] = [
  {
    name: "generator",
    page: (_title, own) =>
      `<header class="navbar"><nav>${top}</nav></header><div class="layout"><nav class="menu"><ul>${links(sidebar)}</ul></nav><main><div class="breadcrumbs"><a href="/">Framehome</a></div><article class="markdown">${own}</article><p class="edit">${share}</p></main><aside class="toc"><ul>${links(sidebar.slice(0, 4))}</ul></aside></div><footer>${foot}</footer><div class="cookie-banner" role="dialog">${cookie}<button>Accept</button></div>`,
  },
  {
    name: "material",
    page: (_title, own) =>
      `<div class="md-header"><div>${top}</div></div><div class="md-sidebar"><ul>${links(sidebar)}</ul></div><div class="md-content"><article class="md-content__inner">${own}</article></div><div class="md-footer"><p>${foot}</p></div><div class="md-consent"><p>${cookie}</p></div>`,
  },
  {
    name: "divs",
    page: (title, own) =>
      `<div id="top"><p>${top}</p></div><div id="left" class="sidebar"><ul>${links(sidebar)}</ul></div><div id="content"><h1>${title}</h1>${own}</div><div id="comments" class="comments"><p>Commenter one says hello to everybody. Commenter two likes it.</p></div><div id="footer" class="footer"><p>${foot}</p></div><div id="cookies" class="cookie"><p>${cookie}</p></div>`,
  },
  {
    name: "blog",
    page: (title, own) =>
      `<header><h1><a href="/">Framehouse journal</a></h1><nav><ul>${links(sidebar.slice(0, 5))}</ul></nav></header><main><article><header><h1>${title}</h1><p class="byline">By <a rel="author">Framewriter</a></p></header>${own}<footer class="share">${share}</footer></article><section class="related"><h2>Related frame stories</h2><ul>${links(sidebar.slice(3))}</ul></section></main><footer>${foot}</footer><div aria-live="polite" class="gdpr">${cookie}</div>`,
  },
];

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
function runsOf(text: string, length: number): Set<string> {
  // Words of Chinese stand without blanks: single letters are its words here.
  const words = wordsOf(text).flatMap((word) =>
    /\p{Script=Han}/u.test(word) ? [...word] : [word],
  );
  return new Set(words.slice(length - 1).map((_, i) => words.slice(i, i + length).join(" ")));
}
const shareOf = (of: ReadonlySet<string>, held: ReadonlySet<string>): number =>
  of.size === 0 ? 1 : [...of].filter((run) => held.has(run)).length / of.size;
const textOf = (html: string): string =>
  parseHTML(`<html><body>${html.replace(/></g, "> <")}</body></html>`).document.body.textContent ??
  "";

/** Markdown of ours as text: numbers of items, languages of code and addresses of links are no words of the page. */
const plain = (text: string): string =>
  text
    .replace(/\]\([^)\s]*(?:\s"[^"]*")?\)/g, "] ")
    .replace(/^(\s*(?:[-*]\s+)*)\d+\.\s/gm, "$1")
    .replace(/^(\s*`{3,})\S+$/gm, "$1");

type Row = { kept: number; left: number };
const rows = new Map<
  string,
  { ours: Row[]; readability: Row[]; code: [number, number]; tables: [number, number] }
>();
let pages = 0;
for (const [i, name] of names.entries()) {
  const source = readFileSync(path.join(folder, name), "utf8").replace(/^---\n[\s\S]*?\n---\n/, "");
  const own = markdown.render(source);
  const title = /^#\s+(.+)$/m.exec(source)?.[1] ?? path.basename(name, ".md");
  const frame = frames[i % frames.length];
  if (frame === undefined) continue;
  const body = frame.page(title, own);
  const html = `<!doctype html><html><head><title>${title}</title></head><body>${body}</body></html>`;
  const around = runsOf(textOf(frame.page("", "")), 3);
  const wanted = runsOf(textOf(own), 3);
  const ours = readArticle(html, "https://docs.example.org/page").markdown;
  const theirs =
    new Readability(parseHTML(html).document as never, { charThreshold: 200 }).parse()
      ?.textContent ?? "";
  const of = rows.get(frame.name) ?? { ours: [], readability: [], code: [0, 0], tables: [0, 0] };
  rows.set(frame.name, of);
  const measure = (text: string): Row => {
    const held = runsOf(text, 3);
    return { kept: shareOf(wanted, held), left: shareOf(around, held) };
  };
  of.ours.push(measure(plain(ours)));
  of.readability.push(measure(theirs));
  const count = (text: string, what: RegExp) => text.match(what)?.length ?? 0;
  of.code[0] += Math.min(count(own, /<pre>/g), count(ours, /^ *```/gm) / 2);
  of.code[1] += count(own, /<pre>/g);
  of.tables[0] += Math.min(count(own, /<table>/g), count(ours, /^\|(?: *:?-+:? *\|)+ *$/gm));
  of.tables[1] += count(own, /<table>/g);
  pages += 1;
  const { kept = 0 } = of.ours.at(-1) ?? {};
  if (kept < 0.9) console.error(`${name} (${frame.name}): ${(kept * 100).toFixed(0)} % kept`);
}

const mean = (all: readonly number[]) =>
  all.reduce((sum, one) => sum + one, 0) / Math.max(1, all.length);
const percent = (value: number) => `${(value * 100).toFixed(1)} %`;
const all = {
  ours: [...rows.values()].flatMap((r) => r.ours),
  readability: [...rows.values()].flatMap((r) => r.readability),
};
console.log(`${pages} pages`);
console.log(
  "| frame | text kept | boilerplate left | readability: kept | readability: left | code blocks | tables |",
);
console.log("| --- | --- | --- | --- | --- | --- | --- |");
for (const [name, r] of rows) {
  console.log(
    `| ${name} | ${percent(mean(r.ours.map((x) => x.kept)))} | ${percent(mean(r.ours.map((x) => x.left)))} | ${percent(mean(r.readability.map((x) => x.kept)))} | ${percent(mean(r.readability.map((x) => x.left)))} | ${r.code.join("/")} | ${r.tables.join("/")} |`,
  );
}
console.log(
  `| all | ${percent(mean(all.ours.map((x) => x.kept)))} | ${percent(mean(all.ours.map((x) => x.left)))} | ${percent(mean(all.readability.map((x) => x.kept)))} | ${percent(mean(all.readability.map((x) => x.left)))} | | |`,
);
