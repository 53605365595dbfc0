import createMarkdownIt, { type MarkdownIt, type Token } from "markdown-it";
import { readContainers } from "../containers.ts";
import { passOverFrontMatter } from "../document/front-matter.ts";
import { withoutTagLines } from "../document/jsx-tags.ts";
import { codeSpans } from "../inline-spans.ts";
import { shownLine } from "./shown-line.ts";

/**
 * What a page links to, what can be linked to in it, and what its writer left to do. Links in code are no links; what
 * follows a `{{ … }}` or an MDX expression is told as it is written. Lines count from 1. Pure; may take long on a hostile
 * text, so it runs in the worker only.
 */
export type PageLinks = {
  links: PageLink[];
  /** Text of each heading, as a reader sees it, in order. */
  headings: string[];
  /** Names that tags and `{#name}` give. */
  anchors: string[];
  notes: { line: number; word: string; text: string }[];
  /** Other addresses that front matter gives the page, by their last names; `moved`: it is served elsewhere than it lies. */
  routes: string[];
  moved: boolean;
  /** Last names of web addresses, and names of what is included. */
  web: string[];
  /** Text or components come from elsewhere when the page is built, so there may be headings that are not seen here. */
  composed: boolean;
};
export type PageLink = {
  kind: "link" | "picture";
  /** As it stands on its line. */
  target: string;
  line: number;
  /** The line, cut. */
  text: string;
};

const deepestNesting = 100;

function createParser(indentedCode: boolean): MarkdownIt {
  const parser = createMarkdownIt({ html: true, linkify: false, maxNesting: deepestNesting });
  parser.validateLink = () => true;
  parser.normalizeLink = (target) => target;
  parser.normalizeLinkText = (text) => text;
  readContainers(parser, { shown: false });
  if (!indentedCode) parser.block.ruler.disable("code");
  return parser;
}
const markdown = createParser(true);
const mdx = createParser(false);

export function readLinks(lines: readonly string[], dialect: "markdown" | "mdx"): PageLinks {
  const front = passOverFrontMatter(lines).lines;
  const body = lines.map((line, i) => (i < front ? "" : line));
  const seen = dialect === "mdx" ? withoutTagLines(body) : body;
  const tokens = (dialect === "mdx" ? mdx : markdown).parse(seen.join("\n"), {});
  const found: PageLinks = {
    links: [],
    headings: [],
    anchors: [],
    notes: [],
    routes: routesOf(lines.slice(0, front)),
    moved: lines.slice(0, front).some((line) => /^(?:permalink|slug|url)\s*:\s*\S/i.test(line)),
    web: includedIn(body),
    composed: isComposed(body, dialect),
  };
  // Layouts make sections of what front matter holds: `further_reading:` becomes "Further Reading".
  for (const line of lines.slice(0, front)) push(/^([A-Za-z][\w-]*)\s*:/.exec(line)?.[1], found);
  const inCode = new Set<number>();
  const defined = new Set<string>();
  let row: Token["map"] = null;
  for (const [i, token] of tokens.entries()) {
    if (token.type === "tr_open") row = token.map;
    // A cell of a table has no lines of its own: it stands on those of its row.
    const map = token.map ?? (token.type === "inline" ? row : null);
    if (map === null) continue;
    const [start, end] = map;
    if (token.type === "fence" || token.type === "code_block") {
      for (let line = start; line < end; line++) inCode.add(line);
    } else if (token.type === "html_block") {
      readHtml(token.content, start, lines, found);
    } else if (token.type === "inline") {
      if (tokens[i - 1]?.type === "heading_open") readHeading(token, found);
      readInline(token, { start, end, lines, defined }, found);
    }
  }
  const visible = body.map((line, i) => (inCode.has(i) ? "" : line));
  readMarks(visible, dialect, found);
  readNotes(visible, found);
  return found;
}

function readInline(token: Token, around: Around, found: PageLinks): void {
  const { start, end, lines } = around;
  const place = { line: start, column: 0, told: new Set<string>() };
  for (const child of token.children ?? []) {
    if (child.type === "link_open" && attribute(child, "title").startsWith(":")) {
      // `[name](page.md ':include')` of docsify brings a page, or a part of one that bears no name here.
      found.web.push(...attribute(child, "href").split(/[?#]/, 1));
    } else if (child.type === "link_open" && child.markup !== "autolink") {
      tell("link", attribute(child, "href"), place, around, found);
    } else if (child.type === "link_open") {
      tellWeb(attribute(child, "href"), found);
    } else if (child.type === "image") {
      tell("picture", attribute(child, "src"), place, around, found);
    } else if (child.type === "html_inline") {
      readHtml(child.content, start, lines, found, end);
    }
  }
}

const attribute = (token: Token, name: string): string => String(token.attrGet(name) ?? "");

type Place = { line: number; column: number };
type Around = {
  start: number;
  end: number;
  lines: readonly string[];
  /** Targets that stand behind a name elsewhere on the page and have been told. */
  defined: Set<string>;
};

/**
 * Where the target stands: links come in the order of the text, so each is looked for behind the one before. What stands
 * nowhere in the paragraph is defined elsewhere on the page (`[text][name]`).
 */
function tell(
  kind: PageLink["kind"],
  target: string,
  place: Place & { told: Set<string> },
  { start, end, lines, defined }: Around,
  found: PageLinks,
): void {
  if (target === "") return;
  if (tellWeb(target, found)) return;
  const here =
    placeOf(target, place, end, lines, place.told) ??
    placeOf(target, { line: start, column: 0 }, end, lines, place.told);
  if (here !== undefined) {
    Object.assign(place, here, { column: here.column + target.length });
    place.told.add(`${here.line}:${here.column}`);
  }
  if (here === undefined && defined.has(target)) return; // however often it is used, it is written once
  if (here === undefined) defined.add(target);
  const line = here?.line ?? definitionOf(target, lines);
  if (line === undefined) return; // written with entities or escapes: not to be found again
  found.links.push({ kind, target, line: line + 1, text: shownLine(lines[line] ?? "") });
}

/** Behind `](` or `](<`, to its end; a word of the text that reads the same is no target. */
function placeOf(
  target: string,
  from: Place,
  end: number,
  lines: readonly string[],
  told: ReadonlySet<string>,
): Place | undefined {
  for (let line = from.line; line < end; line++) {
    const text = lines[line] ?? "";
    let at = text.indexOf(target, line === from.line ? from.column : 0);
    for (; at !== -1; at = text.indexOf(target, at + 1)) {
      if (
        /(?:\]\(\s*<?|^\s*<?)$/.test(text.slice(Math.max(0, at - 20), at)) &&
        endsAt(text, at + target.length) &&
        !told.has(`${line}:${at}`)
      )
        return { line, column: at };
    }
  }
  return undefined;
}

/** `a.md` does not stand where `a.md#b` is written. */
const endsAt = (text: string, at: number): boolean => /^(?:$|[\s)>])/.test(text.slice(at));

function definitionOf(target: string, lines: readonly string[]): number | undefined {
  const line = lines.findIndex((text) => {
    const definition = /^[\s>]{0,12}\[[^\]]{1,400}\]:\s*<?/.exec(text);
    if (definition === null) return false;
    const at = definition[0].length;
    return text.startsWith(target, at) && endsAt(text, at + target.length);
  });
  return line === -1 ? undefined : line;
}

/** Web addresses are not looked at; by their last name a page may be linked to all the same. */
function tellWeb(target: string, found: PageLinks): boolean {
  if (!/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(target)) return false;
  const [path = ""] = target.split(/[?#]/, 1);
  const last = lastName(path);
  if (last !== undefined) found.web.push(last.slice(0, 200));
  return true;
}

const lastName = (path: string): string | undefined =>
  path
    .split("/")
    .filter((name) => name !== "")
    .at(-1);

function readHeading(token: Token, found: PageLinks): void {
  const text = (token.children ?? []).map(textOf).join("");
  // Syntaxes for an id of one's own: {#id}, {: #id}, [](#id), [#id]
  for (const [, id] of token.content.matchAll(/\{:?\s*[^{}]*?#([^\s{}]+)[^{}]*\}/g))
    push(id, found);
  for (const [, id] of token.content.matchAll(/\[#([\w-]+)\]/g)) push(id, found);
  const plain = text
    .replace(/\s*\{:?\s*[^{}]*#[^{}]*\}\s*$/, "")
    .replace(/\s*\[#[\w-]+\]\s*$/, "")
    .trim();
  if (plain !== "") found.headings.push(plain.slice(0, 500));
}

function textOf(token: Token): string {
  if (token.type === "softbreak" || token.type === "hardbreak") return " ";
  if (token.type === "html_inline") return "";
  if (token.type === "image") return token.content;
  return token.content;
}

function push(name: string | undefined, found: PageLinks): void {
  if (name !== undefined && name !== "") found.anchors.push(name.slice(0, 300));
}

/** Tags that show a picture or lead elsewhere, on the line where the target stands. */
function readHtml(
  html: string,
  start: number,
  lines: readonly string[],
  found: PageLinks,
  end = start + html.split("\n").length,
): void {
  const bare = html.replace(/<!--[\s\S]*?(?:-->|$)/g, "");
  for (const [tag] of bare.matchAll(/<(?:img|a|source|video|audio)\b[^<>]{0,4000}>/gi)) {
    const attribute = /^<a\b/i.test(tag) ? "href" : "src";
    const value = new RegExp(`\\s${attribute}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, "i").exec(tag);
    const target = value?.[1] ?? value?.[2];
    if (target === undefined || target === "" || tellWeb(target, found)) continue;
    // The table of people that a robot writes gives every picture a name for an address.
    if (target.startsWith("#") && lines.some((line) => line.includes("ALL-CONTRIBUTORS-LIST")))
      continue;
    for (let line = start; line < Math.min(end, lines.length); line++) {
      if (!lines[line]?.includes(target)) continue;
      const kind = /^<img\b/i.test(tag) ? "picture" : "link";
      found.links.push({ kind, target, line: line + 1, text: shownLine(lines[line] ?? "") });
      break;
    }
  }
  for (const [, heading = ""] of bare.matchAll(
    /<h[1-6]\b[^>]{0,400}>([\s\S]{0,1000}?)<\/h[1-6]>/gi,
  )) {
    const text = heading.replace(/<[^<>]*>/g, "").trim();
    if (text !== "") found.headings.push(text.slice(0, 500));
  }
}

/**
 * Whatever may be an anchor, from the lines themselves: names of tags, and headings that stand where the block rules see
 * none, in a tab, a list or an indented note. Too many do no harm; one too few is a finding that is none.
 */
function readMarks(lines: readonly string[], dialect: "markdown" | "mdx", found: PageLinks): void {
  for (const line of lines) {
    if (line === "" || line.length > 20_000) continue;
    for (const [, a, b] of line.matchAll(
      /\b(?:id|name)\s*=\s*(?:["']([^"']{1,300})["']|([^\s"'<>=]{1,300}))/gi,
    )) {
      push(a ?? b, found);
    }
    for (const [, id] of line.matchAll(/\{:?\s{0,4}[^{}]{0,200}?#([^\s{}]{1,200})[^{}]{0,200}\}/g))
      push(id, found);
    const heading = /^[\s>*+-]*(?:\d+[.)]\s+)?#{1,6}\s+(.+?)\s*#*\s*$/.exec(line);
    if (heading !== null && !/^#{1,6}\s/.test(line))
      found.headings.push((heading[1] ?? "").slice(0, 500));
    // Terms that documentation builders give an anchor: (name)= of MyST, :::{#name}, ^name of a block.
    const label =
      /^\s*\(([^()\s]{1,200})\)=\s*$/.exec(line) ?? /(?:^|\s)\^([\w-]{1,100})\s*$/.exec(line);
    if (label !== null) push(label[1], found);
  }
  if (dialect === "mdx") found.anchors = [...new Set(found.anchors)];
}

/** What is put into the page when it is built, and what a template leads to, by its last name. */
function includedIn(lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    if (!/\{\{|\{%|--8<--|@?include|^import\s/i.test(line)) return [];
    return [...line.matchAll(includeForm)].flatMap(([, path = ""]) => lastName(path) ?? []);
  });
}
const includeForm =
  /(?:\{\{\s*(?:#include|>|#rustdoc_include)\s*|\{\{\s*(?=["'])|\{%-?\s*(?:include|render|link|post_url)\s+|--8<--\s+|<!--\s*@?include:?\s*|^import\s.{0,200}?from\s+)["']?([^\s"'}%>]+)/gi;

/** Includes, components and directives that bring text from elsewhere. */
function isComposed(lines: readonly string[], dialect: "markdown" | "mdx"): boolean {
  const brings =
    /\[!include|\{%-?\s*(?:include|render|content-ref|partial|for|assign)|\{\{[<%]|\{\{\s*#?include|--8<--|<!--\s*@?include|!!!\s*include|@import\s+"|^\s*:::\s*(?:[\w-]+\.[\w.]+|mkdocs-|include|moniker|zone)|```\{(?:include|automodule|eval-rst)|\{\{\s*\w+[^}]*\}\}|^\s*\{!|\[\[toc\]\]|^\s*@@include/i;
  return lines.some(
    (line) =>
      brings.test(line.slice(0, 2000)) ||
      /^\s*<[A-Z][\w.]*\b[^>]*\/?>\s*(?:<\/[A-Z]\w*>)?\s*$/.test(line) ||
      (dialect === "mdx" && /^import\s.*\.mdx?["']/.test(line)),
  );
}

const routeNames =
  /^(?:slug|permalink|id|url|path|redirect_from|redirects?|aliases|alias|uid|title)\s*:\s*(.*)$/i;

function routesOf(front: readonly string[]): string[] {
  const routes: string[] = [];
  let within = false;
  for (const line of front) {
    const named = routeNames.exec(line);
    const item: RegExpExecArray | null = within ? /^\s+-\s+(.+)$/.exec(line) : null;
    within = named !== null ? named[1]?.trim() === "" : within && item !== null;
    for (const part of (named?.[1] ?? item?.[1] ?? "").split(/[[\],]/)) {
      const value = part.trim().replace(/^["']|["']$/g, "");
      const last = lastName(value);
      if (last !== undefined) routes.push(last.slice(0, 200));
    }
  }
  return routes;
}

/**
 * TODO and FIXME as a note, not as a word: with a colon or a name behind it, at the beginning of a line or a bracket. In
 * Chinese 待办 and 待补充, where they stand for themselves; 待办事项 is a word.
 */
function readNotes(lines: readonly string[], found: PageLinks): void {
  for (const [i, line] of lines.entries()) {
    if (!/TODO|FIXME|待办|待补充/.test(line)) continue;
    const spans = codeSpans(line);
    for (const hit of line.matchAll(noteForm)) {
      const word = hit[1] ?? hit[2] ?? "";
      const at = hit.index + hit[0].indexOf(word);
      if (spans.some(({ start, end }) => start <= at && at < end)) continue;
      found.notes.push({ line: i + 1, word, text: shownLine(line) });
      break;
    }
  }
}
const noteForm =
  /(?:(?<=^[\s>*+\-#]*(?:\d+[.)]\s+)?(?:\[[ x]\]\s+)?|<!--\s*|[([{（【]\s*|\/\/\s*|\/\*\s*)(?:\*\*|__|@)?)(TODO|FIXME)(?=\s*(?:\*\*|__)?\s*(?:[:：()}）】]|\](?!\()|-->|$))|(?:(?<=^[\s>*+\-#]*(?:\[[ x]\]\s+)?(?:\*\*)?|<!--\s*|[([{（【]\s*|[。，：:；]\s*))(待办|待补充)(?=\s*(?:\*\*)?\s*(?:[:：。)\])}）】…]|-->|$))/gu;
