import { splitLines } from "#lib/platform/lines";

/** One line of a page. `code` is true where a heading sign or a link means nothing: fences, comments, front matter. */
export type Line = {
  text: string;
  code: boolean;
  fence: boolean;
  front: boolean;
  dropped: boolean;
};
export type Heading = {
  /** Index of its first line; a setext heading has two. */
  at: number;
  until: number;
  level: number;
  text: string;
  /** `{#id}` or an anchor element at the heading. */
  anchor?: string;
};
/** `path` is relative to the folders of its project, `key` the same without what tells the language. */
export type Page = { path: string; key: string; lines: Line[]; headings: Heading[] };

const fenceStart = /^\s*(?:[-*+]\s+|\d+[.)]\s+|>\s*)?(`{3,}|~{3,})(.*)$/;
const blocks: readonly (readonly [RegExp, RegExp])[] = [
  [/<!--/, /-->/],
  [/\{\/\*/, /\*\/\}/],
  [/<(?:pre|script|style)\b/i, /<\/(?:pre|script|style)>/i],
  [/\{%-?\s*(?:highlight|raw|comment)\b/, /\{%-?\s*end(?:highlight|raw|comment)\b/],
  [/\{\{[<%]\s*highlight\b/, /\{\{[<%]\s*\/\s*highlight\b/],
];

export function readPage(path: string, key: string, text: string): Page {
  const lines = splitLines(text.replace(/^\uFEFF/, "")).map((line) => ({
    text: line,
    code: false,
    fence: false,
    front: false,
    dropped: false,
  }));
  markCode(lines);
  return { path, key, lines, headings: headingsOf(lines) };
}

function markCode(lines: Line[]): void {
  let from = 0;
  const sign = lines[0]?.text.trim();
  if (sign === "---" || sign === "+++") {
    const end = lines.findIndex((line, at) => at > 0 && line.text.trim() === sign);
    if (end > 0) {
      for (const line of lines.slice(0, end + 1)) Object.assign(line, { code: true, front: true });
      from = end + 1;
    }
  }
  let fence: string | undefined;
  let until: RegExp | undefined;
  for (const line of lines.slice(from)) {
    if (fence !== undefined) {
      line.code = line.fence = true;
      const closed = /^\s*(?:>\s*)?(`{3,}|~{3,})\s*$/.exec(line.text)?.[1];
      if (closed?.startsWith(fence)) fence = undefined;
      continue;
    }
    if (until !== undefined) {
      line.code = true;
      if (until.test(line.text)) until = undefined;
      continue;
    }
    const [, opened, info = ""] = fenceStart.exec(line.text) ?? [];
    if (opened !== undefined && !info.includes("`")) {
      line.code = line.fence = true;
      fence = opened;
      continue;
    }
    for (const [start, end] of blocks) {
      const found = start.exec(line.text);
      if (found === null) continue;
      const rest = line.text.slice(found.index + found[0].length);
      // A comment that ends on its line leaves the line as it is.
      if (end.test(rest)) continue;
      line.code = true;
      until = end;
      break;
    }
  }
}

function headingsOf(lines: readonly Line[]): Heading[] {
  const headings: Heading[] = [];
  for (const [at, { text, code }] of lines.entries()) {
    if (code) continue;
    const atx = /^ {0,3}(#{1,6})(?:\s+|(?=[\u4e00-\u9fff]))(.*)$/.exec(text);
    const html = /^\s*<h([1-6])\b([^>]*)>(.+?)<\/h\1>\s*$/i.exec(text);
    const next = lines[at + 1];
    if (atx) {
      const raw = (atx[2] ?? "").replace(/\s+#+\s*$/, "");
      headings.push({ at, until: at + 1, level: atx[1]?.length ?? 1, text: raw });
    } else if (html) {
      headings.push({ at, until: at + 1, level: Number(html[1]), text: html[3] ?? "" });
    } else if (
      next !== undefined &&
      !next.code &&
      /^ {0,3}(=+|-{3,})\s*$/.test(next.text) &&
      /^ {0,3}[^\s>|#*+<:{-]/.test(text) &&
      !text.includes("|") &&
      (at === 0 || (lines[at - 1]?.text.trim() ?? "") === "" || lines[at - 1]?.code === true)
    ) {
      headings.push({ at, until: at + 2, level: next.text.includes("=") ? 1 : 2, text });
    } else continue;
    const heading = headings.at(-1);
    const own = /\{[^}]*#([\w\u4e00-\u9fff.:-]+)[^}]*\}\s*$/.exec(heading?.text ?? "");
    const above = /^\s*<a\s+(?:name|id)=["']([^"']+)["'][^>]*>(?:<\/a>)?\s*$/i.exec(
      lines[at - 1]?.text ?? lines[at - 2]?.text ?? "",
    );
    const inside =
      /<a\s+(?:name|id)=["']([^"']+)["']/i.exec(text) ??
      /\bid=["']([^"']+)["']/.exec(html?.[2] ?? "");
    const anchor = own?.[1] ?? inside?.[1] ?? above?.[1];
    if (heading && anchor !== undefined) heading.anchor = anchor;
  }
  return headings;
}

/** First line after the section that the heading opens: the next heading of the same or a higher level. */
export function sectionEnd(page: Page, heading: Heading): number {
  const next = page.headings.find((other) => other.at > heading.at && other.level <= heading.level);
  return next?.at ?? page.lines.length;
}

export const bodyStart = (page: Page) => {
  const first = page.lines.findIndex((line) => !line.front);
  return first < 0 ? page.lines.length : first;
};

const idle =
  /^\s*(?:$|<\/?[\w.-]+(?:\s[^>]*)?\/?>\s*$|:{3,}|!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])\s*$|\{[%{/].*[%}]\}\s*$|\{[:.#][^}]*\}\s*$|import\s.+\sfrom\s|export\s|={3,}\s*"|\[\/?\w+\]\s*$|-{3,}\s*$|\[toc\]\s*$)/i;

/** Does the line say nothing by itself: blank, a lone element, a directive, a picture? */
export const isIdle = ({ text, code, fence }: Line) => !fence && (code || idle.test(text));

/** The lines from `start` to before `end` without idle ones around them; undefined when nothing is left. */
export function trim(page: Page, start: number, end: number): Range | undefined {
  let [from, to] = [start, end];
  while (from < to && page.lines[from] && isIdle(page.lines[from] as Line)) from += 1;
  while (to > from && page.lines[to - 1] && isIdle(page.lines[to - 1] as Line)) to -= 1;
  return from < to ? { start: from, end: to } : undefined;
}

/** Half open, 0-based. */
export type Range = { start: number; end: number };

const isItem = (text: string) => /^\s*(?:[-*+]|\d+[.)])\s/.test(text);

/** The first paragraph, list, table or code block, and what follows a lead that ends with a colon. */
export function leadOf(page: Page, { start, end }: Range): Range {
  const from = nextBlock(page, start, end);
  let to = blockEnd(page, from, end);
  if (/[:：]\s*(?:\*\*|__)?\s*$/.test(page.lines[to - 1]?.text ?? "")) {
    const next = nextBlock(page, to, end);
    if (next < end) to = blockEnd(page, next, end);
  }
  return { start: from, end: Math.max(to, from + 1) };
}

function nextBlock(page: Page, start: number, end: number): number {
  for (let at = start; at < end; at += 1) {
    const line = page.lines[at];
    if (line && !isIdle(line) && !page.headings.some((h) => at >= h.at && at < h.until)) return at;
  }
  return start;
}

function blockEnd({ lines, headings }: Page, start: number, end: number): number {
  const first = lines[start];
  let at = start + 1;
  if (first?.fence) {
    while (at < end && lines[at]?.fence) at += 1;
    return at;
  }
  const list = isItem(first?.text ?? "");
  for (; at < end; at += 1) {
    const text = lines[at]?.text ?? "";
    if (headings.some((heading) => heading.at === at)) break;
    if (lines[at]?.fence && !list) break;
    if (text.trim() !== "") continue;
    const next = lines.slice(at, end).find((line) => line.text.trim() !== "")?.text ?? "";
    if (!list || !(isItem(next) || /^\s{2,}\S/.test(next))) break;
  }
  return at;
}
