import createMarkdownIt, { type MarkdownIt, type Token } from "markdown-it";
import type { PassageKind } from "#lib/contracts/docs-tools";
import { beginsHtmlRow, htmlTableEnd } from "#lib/platform/html-tables";
import { readContainers } from "../containers.ts";
import { htmlHeadingOf } from "../units/rows.ts";
import { withoutTagLines } from "./jsx-tags.ts";

/**
 * The blocks of a Markdown text by line, from the block rules of a CommonMark parser: inline text is not parsed at
 * all. Lines count from 0, `end` is exclusive. Headings inside fences, comments, lists and quotes are no headings.
 */
export type Block = {
  kind: "heading" | "comment" | PassageKind;
  start: number;
  end: number;
  /** Of a heading: 1 to 6, and its text without the marks around it. */
  level?: number;
  text?: string;
  /** Of a list, and of a table of HTML: the line each item or row starts at, from the first. */
  items?: number[];
  /** Of a table: how many lines its header and rule take. */
  header?: number;
  /** It stands in a note, a tab or a definition, whose text begins at this column. */
  inside?: number;
};

/** Quotes and lists deeper than this are not parsed further; their lines stay text of the block they are in. */
export const deepestNesting = 100;

export type Blocks = { blocks: Block[]; too_deep: boolean };

function createParser(indentedCode: boolean): MarkdownIt {
  const parser = createMarkdownIt({ html: true, maxNesting: deepestNesting });
  // Link definitions are lines people may look for; without the rule they are paragraphs.
  parser.block.ruler.disable(indentedCode ? ["reference"] : ["reference", "code"]);
  readContainers(parser, { shown: false });
  return parser;
}

const { State } = createMarkdownIt().block;

/**
 * The parser at work, of which only the outermost blocks are wanted: of the tokens within them none is kept but the items
 * of a list and the text of a heading, and no text is put together. The rules are the parser's own, whatever nests.
 */
class OuterBlocks extends State {
  deepest = 0;
  #within = new this.Token("", "", 0);

  override push(...[type, tag, nesting]: Parameters<InstanceType<typeof State>["push"]>): Token {
    const level = nesting < 0 ? this.level - 1 : this.level;
    if (level > this.deepest) this.deepest = level;
    const kept =
      level === 0
        ? nesting >= 0
        : level === 1 &&
          (type === "list_item_open" ||
            (type === "inline" && this.tokens.at(-1)?.type === "heading_open"));
    if (kept) return super.push(type, tag, nesting);
    this.level = nesting > 0 ? level + 1 : level;
    return this.#within;
  }

  override getLines(): string {
    return "";
  }
}

const markdown = createParser(true);
/** In MDX the body of a component is indented and still text. */
const mdx = createParser(false);

export function readBlocks(lines: readonly string[], dialect: "markdown" | "mdx"): Blocks {
  const parser = dialect === "mdx" ? mdx : markdown;
  const seen = dialect === "mdx" ? withoutTagLines(lines) : lines;
  const blocks: Block[] = [];
  let too_deep = false;
  let from = 0;
  for (let turn = 0; turn < mostTurns && from < lines.length; turn++) {
    const read = parseBlocks(parser, from === 0 ? seen : seen.slice(from), from);
    // The parser gives up on everything below a block that nests too deep: it is asked again from where that ends.
    const deep = read.blocks.at(-1);
    blocks.push(...read.blocks);
    if (!read.too_deep || deep === undefined) break;
    too_deep = true;
    deep.end = endOfDeepBlock(lines, deep.start);
    from = deep.end;
  }
  return { blocks: covering(withHtmlTables(blocks, lines), lines), too_deep };
}

/** A table of HTML is one block, whatever blank lines and indents are to Markdown in it. */
function withHtmlTables(blocks: readonly Block[], lines: readonly string[]): Block[] {
  if (!/<(?:table|dl)\b/i.test(lines.join("\n"))) return [...blocks];
  const found: Block[] = [];
  let next = 0;
  for (const block of blocks) {
    const { end } = block;
    let start = Math.max(block.start, next);
    if (start >= end && end > block.start) continue;
    const whole = start === block.start;
    for (let at = start; block.kind === "prose" && at < end; at++) {
      const below = htmlTableEnd(lines, at, { within: false });
      if (below === undefined) continue;
      if (at > start) found.push({ kind: "prose", start, end: at });
      found.push(htmlTable(lines, at, below));
      start = below;
      next = below;
      at = below - 1;
    }
    if (start < end) found.push(whole && start === block.start ? block : { ...block, start });
  }
  return found;
}

/** Its rows; titles are the header of each piece of it. */
function htmlTable(lines: readonly string[], start: number, end: number): Block {
  const items: number[] = [];
  for (let line = start; line < end; line++) if (beginsHtmlRow(lines[line] ?? "")) items.push(line);
  const [first = start, second = end] = items;
  const titles = lines.slice(start, second).some((line) => /<th(?:ead)?[\s>]/i.test(line));
  const cells = lines.slice(first, second).some((line) => /<td[\s>]/i.test(line));
  return {
    ...{ kind: "table", start, end, items },
    ...(titles && !cells ? { header: second - start } : {}),
  };
}

/** After so many blocks that nest too deep the rest of a file is plain text. */
const mostTurns = 20;

function endOfDeepBlock(lines: readonly string[], start: number): number {
  for (let line = start + 1; line < lines.length; line++) {
    const blankAbove = (lines[line - 1] ?? "").trim() === "";
    if (blankAbove && /^[^\s>*+-](?!\d*[.)])/.test(lines[line] ?? "")) return line;
  }
  return lines.length;
}

function parseBlocks(parser: MarkdownIt, lines: readonly string[], offset: number): Blocks {
  const tokens = tokensOf(parser, lines.join("\n"));
  const blocks: Block[] = [];
  let list: Block | undefined;
  let table: Block | undefined;
  for (const [i, token] of tokens.kept.entries()) {
    const map = token.map;
    if (map === null) continue;
    const start = map[0] + offset;
    const end = lastFilled(lines, map[0], map[1]) + offset;
    if (token.level === 0) {
      list = undefined;
      table = undefined;
      const inside = insideOf(token);
      switch (inside !== undefined && token.type === "heading_open" ? "in_container" : token.type) {
        case "heading_open":
          blocks.push({
            kind: "heading",
            start,
            end,
            level: Number(token.tag.slice(1)),
            text: headingText(
              // Of one that is underlined the text is above the line.
              token.markup.startsWith("#")
                ? (tokens.kept[i + 1]?.content ?? "")
                : lines
                    .slice(map[0], map[1] - 1)
                    .join("\n")
                    .trim(),
            ),
          });
          break;
        case "bullet_list_open":
        case "ordered_list_open":
          list = {
            kind: token.type === "bullet_list_open" ? "list" : "steps",
            start,
            end,
            items: [],
            ...inside,
          };
          blocks.push(list);
          break;
        case "table_open":
          table = { kind: "table", start, end, header: 2, ...inside };
          blocks.push(table);
          break;
        case "fence":
        case "code_block":
          blocks.push({ kind: "code", start, end, ...inside });
          break;
        case "blockquote_open":
          blocks.push({ kind: "quote", start, end, ...inside });
          break;
        case "html_block": {
          const named = end === start + 1 ? htmlHeadingOf(lines[map[0]] ?? "") : undefined;
          if (named !== undefined) {
            blocks.push({
              ...{ kind: "heading", start, end },
              ...{ level: named.level, text: headingText(named.title) },
            });
            break;
          }
          blocks.push({
            kind: isComment(lines, map[0], map[1]) ? "comment" : "prose",
            ...{ start, end, ...inside },
          });
          break;
        }
        case "hr":
          blocks.push({ kind: "comment", start, end });
          break;
        default:
          blocks.push({ kind: "prose", start, end, ...inside });
      }
    } else if (list !== undefined && token.level === 1 && token.type === "list_item_open") {
      list.items?.push(start);
    }
  }
  return { blocks, too_deep: tokens.deepest >= deepestNesting - 2 };
}

function tokensOf(parser: MarkdownIt, text: string): { kept: Token[]; deepest: number } {
  // As the parser itself would read it.
  const source = text.replaceAll("\0", "\ufffd");
  const state = new OuterBlocks(source, parser, {}, []);
  if (source !== "") parser.block.tokenize(state, 0, state.lineMax);
  return { kept: state.tokens, deepest: state.deepest };
}

function insideOf({ meta }: Token): { inside: number } | undefined {
  const inside: unknown = meta?.inside;
  return typeof inside === "number" ? { inside } : undefined;
}

/** Blocks end with their last line that is not blank. */
function lastFilled(lines: readonly string[], start: number, end: number): number {
  let last = Math.min(end, lines.length);
  while (last > start + 1 && (lines[last - 1] ?? "").trim() === "") last -= 1;
  return last;
}

/** Every line that is not blank belongs to one block, also where the parser gave up or two blocks claim a line. */
function covering(blocks: readonly Block[], lines: readonly string[]): Block[] {
  const covered: Block[] = [];
  let next = 0;
  const fill = (until: number) => {
    let start = next;
    while (start < until) {
      if ((lines[start] ?? "").trim() === "") {
        start += 1;
        continue;
      }
      let end = start + 1;
      while (end < until && (lines[end] ?? "").trim() !== "") end += 1;
      covered.push({ kind: "prose", start, end });
      start = end;
    }
  };
  for (const block of blocks) {
    let start = Math.max(block.start, next);
    // A line of no-break spaces is text to the parser and blank to a reader.
    while (start < block.end && (lines[start] ?? "").trim() === "") start += 1;
    if (start >= block.end) continue;
    fill(start);
    covered.push({ ...block, start });
    next = block.end;
  }
  fill(lines.length);
  return covered;
}

function isComment(lines: readonly string[], start: number, end: number): boolean {
  const text = lines.slice(start, end).join("\n").trim();
  return text.startsWith("<!--") && text.indexOf("-->") === text.length - 3;
}

/** Link targets, emphasis, code marks, anchors and a closing `{#id}` are not part of what a heading says. */
function headingText(raw: string): string {
  if (!/[[\]<>`*_\\{]|\s\s|[^\S ]/.test(raw)) return raw.slice(0, 2000).trim().slice(0, 500);
  return (
    raw
      .slice(0, 2000)
      .replace(/(?<=\S)\s*\\?\{[#.:][^}]*\}\s*$/, "")
      // A tag in code is what the heading is about.
      .replace(/(`+)[^`]*\1|<\/?[a-zA-Z][^<>]*>/g, (all, code) => (code === undefined ? "" : all))
      .replace(/!?\[([^\]]*)\]\([^()\s]*(?:\s+"[^"]*")?\)/g, "$1")
      .replace(/\[([^\]]*)\]\[[^\]]*\]/g, "$1")
      .replace(/(\*\*|__|`+)(?=\S)(.+?)(?<=\S)\1/g, "$2")
      .replace(/(?<![\p{L}\p{N}*])\*(?=\S)([^*]+)(?<=\S)\*(?![\p{L}\p{N}*])/gu, "$1")
      .replace(/\\([!-/:-@[-`{-~])/g, "$1")
      .replace(/\s+/g, " ")
      .trim()
      .slice(0, 500)
  );
}
