import { passOverFrontMatter } from "./document/front-matter.ts";
import { bareFence, closesFence, fenceOn, MOST_BLANKS } from "./fences.ts";
import { codeSpans } from "./inline-spans.ts";

/**
 * Where a document refers to pictures that lie beside it, and what it says of them. Line by line and without a tree, so
 * that a hostile text costs no more than a long one; what code shows is no reference, and neither is an address of the web.
 * Pure.
 *
 *   ![Login page](img/login.png "After a time-out")      alt, target, title
 *   <img src="img/login.png" alt="Login page">           the same, over several lines too
 *   ![[login.png|Login page]]                            as note-taking programs write it
 *   {{< figure src="login.png" caption="…" >}}           as site generators do
 */
export type PictureReference = {
  /** From 1: the line where the target stands. */
  line: number;
  /** As it is written. */
  target: string;
  alt: string;
  title: string;
  caption: string;
  /** The text of the paragraphs around it. */
  near: string;
  /** Headings from the top to where it stands. */
  breadcrumb: string[];
};

const longestLine = 20_000;
const mostPictures = 2_000;
const mostNear = 700;
const longestHeading = 500;
/** A tag may go on over so many lines, and has so many letters at most; so many of a line may have no end. */
const tagLines = 12;
const longestTag = 4_000;
const mostEndless = 4;

type Written = Pick<PictureReference, "target" | "alt" | "title" | "caption">;

/** Whether it is worth a look at all. */
export const mayHoldPictures = (text: string): boolean =>
  /!\[|<(?:img|image)\b|\{\{[<%]\s*(?:figure|image|img)\b|\{(?:figure|image)\}/i.test(text);

/** `only`: a line, from 1, whose references alone are told. */
export function readPictures(lines: readonly string[], only?: number): PictureReference[] {
  const front = passOverFrontMatter(lines).lines;
  const shown = lines.map((line, i) =>
    i < front ? "" : line.length > longestLine ? line.slice(0, longestLine) : line,
  );
  const definitions = definitionsOf(shown);
  const found: PictureReference[] = [];
  const above: { level: number; text: string }[] = [];
  let fence: string | undefined;
  for (const [i, line] of shown.entries()) {
    if (found.length >= mostPictures || (only !== undefined && i >= only)) break;
    const mark = fenceOn(line);
    if (mark !== undefined) {
      if (fence === undefined) {
        fence = mark.mark;
        for (const one of directive(mark.info, shown, i)) push(i, one);
      } else if (closesFence(mark, fence)) fence = undefined;
      continue;
    }
    if (fence !== undefined) continue;
    const heading = headingOn(line);
    if (heading !== undefined) {
      while ((above.at(-1)?.level ?? 0) >= heading.level) above.pop();
      above.push(heading);
    }
    // A tag may begin some lines above its target.
    if (only !== undefined && i + tagLines < only) continue;
    for (const one of directive(/^\s{0,12}:{3,}\s*(\{.*)$/.exec(line)?.[1] ?? "", shown, i))
      push(i, one);
    for (const { at, ...one } of onLine(shown, i, definitions)) push(at, one);
  }
  return found;

  function push(at: number, one: Written): void {
    if (!isLocal(one.target) || (only !== undefined && at + 1 !== only)) return;
    found.push({
      ...one,
      line: at + 1,
      caption: one.caption === "" ? captionOf(shown, at) : one.caption,
      near: nearOf(shown, at),
      breadcrumb: above.map(({ text }) => text).filter((text) => text !== ""),
    });
  }
}

/** Marks that close it are no part of its text; a longer text than `longestHeading` makes none. */
function headingOn(line: string): { level: number; text: string } | undefined {
  const begin = /^ {0,3}(#{1,6})\s/.exec(line);
  if (begin === null) return undefined;
  const text = line.slice(begin[0].length).trim();
  let end = text.length;
  while (text[end - 1] === "#") end -= 1;
  const isClosed = end < text.length && (end === 0 || /\s/.test(text[end - 1] ?? ""));
  const own = isClosed ? text.slice(0, end).trimEnd() : text;
  if (own.length > longestHeading) return undefined;
  return { level: begin[1]?.length ?? 1, text: plain(own) };
}

const isLocal = (target: string): boolean =>
  target !== "" && !/^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(target);

const inlineForm =
  /!\[((?:[^[\]\\]|\\.|\[[^[\]]{0,200}\]){0,1000})\]\(\s*(?:<([^<>\n]{1,2000})>|([^\s()<>]{1,2000}(?:\([^\s()]{0,200}\)[^\s()<>]{0,500})?))(?:\s+["'(]([^"'\n]{0,500})["')])?[^()\n]{0,100}\)/g;
const namedForm = /!\[((?:[^[\]\\]|\\.){0,1000})\](?:\[([^[\]]{0,300})\])?(?![([])/g;
const embedForm =
  /!\[\[([^[\]|#\n]{1,500}\.(?:png|jpe?g|gif|webp|svg))(?:[|#]([^[\]\n]{0,300}))?\]\]/gi;

function onLine(
  lines: readonly string[],
  i: number,
  definitions: ReadonlyMap<string, Pick<Written, "target" | "title">>,
): (Written & { at: number })[] {
  const line = lines[i] ?? "";
  if (!/[!<{]/.test(line)) return [];
  const code = line.includes("`") ? codeSpans(line) : [];
  const isShown = ({ index }: RegExpExecArray) =>
    !code.some(({ start, end }) => start <= index && index < end);
  const own: (Written & { at: number })[] = [];
  const add = (target: string, said: Partial<Written>, at = i) =>
    own.push({ target, alt: "", title: "", caption: "", ...said, at });
  for (const hit of [...line.matchAll(inlineForm)].filter(isShown)) {
    const [, alt = "", bracketed, bare = "", title = ""] = hit;
    add(bracketed ?? bare, { alt: plain(alt), title: plain(title) });
  }
  for (const hit of [...line.matchAll(embedForm)].filter(isShown)) {
    const [, target = "", words = ""] = hit;
    add(target.trim(), { alt: /^\d+(?:x\d+)?$/.test(words.trim()) ? "" : plain(words) });
  }
  if (definitions.size > 0) {
    for (const hit of [...line.matchAll(namedForm)].filter(isShown)) {
      const [, alt = "", name = ""] = hit;
      const defined = definitions.get(labelOf(name === "" ? alt : name));
      if (defined !== undefined) add(defined.target, { alt: plain(alt), title: defined.title });
    }
  }
  let endless = 0;
  for (const hit of [...line.matchAll(tagBegins)].filter(isShown)) {
    const tag = tagFrom(lines, i, hit.index);
    if (tag === "" && ++endless > mostEndless) break;
    const target = attributeOf(tag, "src");
    if (target === undefined) continue;
    const from = lines.slice(i, i + tagLines).findIndex((text) => text.includes(target));
    const said = {
      alt: plain(attributeOf(tag, "alt") ?? ""),
      title: plain(attributeOf(tag, "title") ?? ""),
      caption: plain(attributeOf(tag, "caption") ?? ""),
    };
    add(target, said, from === -1 ? i : i + from);
  }
  return own;
}

const tagBegins = /<(?:img|image)\b|\{\{[<%]\s*(?:figure|image|img)\b/gi;

/** The tag from where it begins to where it ends, which may be lines below. */
function tagFrom(lines: readonly string[], i: number, column: number): string {
  let text = (lines[i] ?? "").slice(column, column + longestTag);
  for (const line of lines.slice(i + 1, i + tagLines)) {
    if (text.length >= longestTag) break;
    text += `\n${line.slice(0, longestTag - text.length - 1)}`;
  }
  const end = text.startsWith("{{") ? text.indexOf("}}") : endOfTag(text);
  return end === -1 ? "" : text.slice(0, end + 1);
}

/** Not the `>` of an arrow in an expression or within quotation marks. */
function endOfTag(text: string): number {
  let quote = "";
  let deep = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? "";
    if (quote !== "") {
      if (sign === quote) quote = "";
    } else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === "{") deep += 1;
    else if (sign === "}") deep -= 1;
    else if (sign === ">" && deep <= 0) return at;
  }
  return -1;
}

/** Of an expression (`{require("./a.png").default}`) the text in it that names a picture. */
function attributeOf(tag: string, name: string): string | undefined {
  const value = new RegExp(
    `\\s${name}\\s*=\\s*(?:"([^"]{0,2000})"|'([^']{0,2000})'|\\{([^{}]{0,2000})\\}|([^\\s"'<>{}]{1,2000}))`,
    "i",
  ).exec(tag);
  if (value === null) return undefined;
  const [, double, single, expression, bare] = value;
  if (expression === undefined) return (double ?? single ?? bare ?? "").trim();
  const written = /["'`]([^"'`]{1,1000})["'`]/.exec(expression)?.[1];
  return name === "src" && !/\.(?:png|jpe?g|gif|webp|svg)/i.test(written ?? "")
    ? undefined
    : written;
}

/** ```` ```{figure} path ````, and `:::{figure} path`: options by `:name:`, then the caption. */
function directive(info: string, lines: readonly string[], i: number): Written[] {
  const target = /^\s*\{(?:figure|image)\}\s*(\S{1,1000})/.exec(info)?.[1];
  if (target === undefined) return [];
  const body = lines.slice(i + 1, i + 30);
  const end = body.findIndex(
    (line) => bareFence(line)?.info.trim() === "" || /^\s*:{3,}\s*$/.test(line),
  );
  const own = body.slice(0, end === -1 ? 0 : end);
  const alt = own.flatMap((line) => /^\s*:alt:\s*(.*)$/.exec(line)?.[1] ?? [])[0] ?? "";
  const caption = own
    .map((line) => line.trim())
    .filter((line) => !/^(?::[\w-]+:|---|$)/.test(line))
    .join(" ");
  return [{ target, alt: plain(alt), title: "", caption: plain(caption).slice(0, mostNear) }];
}

const labelOf = (name: string): string => name.trim().replace(/\s+/g, " ").toLowerCase();

function definitionsOf(lines: readonly string[]) {
  const definitions = new Map<string, Pick<Written, "target" | "title">>();
  for (const line of lines) {
    const [, name, bracketed, bare = "", title = ""] =
      /^[\s>]{0,12}\[([^\]]{1,300})\]:\s+(?:<([^<>]{1,2000})>|(\S{1,2000}))(?:\s+["'(]([^"'\n]{0,500})["')])?\s*$/.exec(
        line,
      ) ?? [];
    if (name === undefined || definitions.has(labelOf(name))) continue;
    definitions.set(labelOf(name), { target: bracketed ?? bare, title: plain(title) });
  }
  return definitions;
}

const captionBegins =
  /^(?:\*{0,2}|_{0,2})\s*(?:fig(?:ure|\.)|image|screenshot|图|圖|截图|示意图)\s*[\d.:：-]/i;

/** A line below, or right above, that is set apart as one. */
function captionOf(lines: readonly string[], at: number): string {
  const below = lines.slice(at + 1, at + 7);
  const tagged = /<figcaption[^<>]{0,200}>([\s\S]{0,600}?)<\/figcaption>/i.exec(
    below.join("\n"),
  )?.[1];
  if (tagged !== undefined) return plain(tagged);
  const next =
    below
      .slice(0, 2)
      .find((line) => line.trim() !== "")
      ?.trim() ?? "";
  const set = /^(?:\*[^*].*\*|_[^_].*_|<(?:em|i|sub|small)>.*<\/(?:em|i|sub|small)>)$/.test(next);
  if (next.length <= mostNear && (set || captionBegins.test(next))) return plain(next);
  const before = lines[at - 1]?.trim() ?? "";
  return captionBegins.test(before) && before.length <= mostNear ? plain(before) : "";
}

const isBreak = (line: string): boolean =>
  bareFence(line, MOST_BLANKS) !== undefined || /^ {0,3}(?:#{1,6}\s|(?:[-*_]\s*){3,}$)/.test(line);
/** Nothing but a picture and marks around it. */
const isPictureAlone = (line: string): boolean => plain(line) === "" && line.trim() !== "";

/** The words of its own line, of the paragraph before it and of the one behind it, within its section. */
function nearOf(lines: readonly string[], at: number): string {
  const own = plain(lines[at] ?? "");
  const below = paragraph(lines, at, 1);
  // "The new windows:" announces what comes behind it.
  return [paragraph(lines, at, -1), own, /[:：]$/.test(below) ? "" : below]
    .filter((part) => part !== "")
    .join("\n");
}

function paragraph(lines: readonly string[], at: number, way: 1 | -1): string {
  const own: string[] = [];
  let letters = 0;
  for (let i = at + way, steps = 0; steps < 40; i += way, steps++) {
    const line = lines[i];
    if (line === undefined || isBreak(line)) break;
    if (line.trim() === "" || isPictureAlone(line)) {
      if (own.length > 0) break;
      continue;
    }
    const text = plain(line);
    own.push(text);
    letters += text.length;
    if (letters > mostNear) break;
  }
  const text = (way === 1 ? own : own.reverse()).join(" ");
  return way === 1 ? text.slice(0, mostNear) : text.slice(-mostNear);
}

/** What a reader sees of it, without pictures, addresses and marks. */
function plain(text: string): string {
  return text
    .slice(0, 4_000)
    .replace(/!\[\[[^[\]\n]{0,800}\]\]/g, " ")
    .replace(/!\[[^[\]]{0,1000}\](?:\([^()]{0,2500}\)|\[[^[\]]{0,300}\])/g, " ")
    .replace(/\[([^[\]]{0,1000})\]\([^()]{0,2500}\)/g, "$1")
    .replace(/\{\{[<%][^{}]{0,2000}[%>]\}\}/g, " ")
    .replace(/<[^<>]{0,2000}>/g, " ")
    .replace(/^\s*(?:>|[-*+]\s|\d{1,9}[.)]\s)+/, "")
    .replace(/[*_`~|\\]+/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}
