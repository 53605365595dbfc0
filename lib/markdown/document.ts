import path from "node:path";
import type { SkipRule } from "#lib/contracts/errors";
import { say } from "#lib/platform/say";
import { type Block, deepestNesting, readBlocks } from "./document/blocks.ts";
import { passOverFrontMatter, readFrontMatter } from "./document/front-matter.ts";
import { makePassages, type Passage } from "./document/passages.ts";

/** A Markdown file as headings and passages, all by line; the text itself stays with the caller. */
export type MarkdownDocument = {
  title: string;
  aliases: string[];
  /** Words about the document from its front matter: tags, keywords, description. */
  about: string[];
  headings: Heading[];
  passages: SectionPassage[];
  /** What was left out or cut, by rule. The file is still searchable. */
  cuts: Cut[];
  /** Lines as they were parsed: cut at the limit. Same count as the file's. */
  lines: string[];
};

export type Cut = {
  rule: SkipRule;
  message: string;
  /** The lines it is about, where they can be named: from 1, the first ones of many. */
  lines?: number[];
};

/** Lines from 0, `end` exclusive; a heading's range runs to the next heading of its level or above. */
export type Heading = { level: number; text: string; start: number; end: number };

export type SectionPassage = Passage & {
  /** Headings from the top to the section, the section's own last. */
  breadcrumb: string[];
};

const longestLine = 65_536;
/** What a file is searched by and listed with at most; the rest of it is still read line by line. */
const mostPassages = 20_000;
const mostHeadings = 20_000;

export type MarkdownOptions = {
  /** False: front matter is passed over and reported. */
  front_matter: boolean;
  /** Told before and after front matter is read. */
  onFrontMatter(reading: boolean): void;
};

export function readMarkdown(
  given: readonly string[],
  relativePath: string,
  { front_matter, onFrontMatter }: MarkdownOptions = {
    front_matter: true,
    onFrontMatter: () => undefined,
  },
): MarkdownDocument {
  const cuts: Cut[] = [];
  const lines = [...given];
  let long = 0;
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? "";
    if (line.length <= longestLine) continue;
    lines[i] = line.slice(0, longestLine);
    long += 1;
  }
  if (long > 0) {
    cuts.push({
      rule: "line_limit",
      message: say("en", "search.cut.line_limit", { count: long }),
    });
  }
  onFrontMatter(true);
  const front = front_matter ? readFrontMatter(lines) : passOverFrontMatter(lines);
  onFrontMatter(false);
  if (front.unused) {
    cuts.push({ rule: "front_matter_limit", message: say("en", "search.cut.front_matter_limit") });
  }
  const body = front.lines === 0 ? lines : lines.slice().fill("", 0, front.lines);
  const blocks = blocksOf(body, relativePath, cuts);

  const headings: Heading[] = [];
  const passages: SectionPassage[] = [];
  const above: { level: number; text: string }[] = [];
  let section: Block[] = [];
  const close = () => {
    const breadcrumb = above.map((h) => h.text).filter((text) => text !== "");
    for (const passage of makePassages(section, lines)) passages.push({ ...passage, breadcrumb });
    section = [];
  };
  for (const block of blocks) {
    if (block.kind !== "heading") {
      section.push(block);
      continue;
    }
    close();
    const level = block.level ?? 1;
    while ((above.at(-1)?.level ?? 0) >= level) above.pop();
    above.push({ level, text: block.text ?? "" });
    headings.push({ level, text: block.text ?? "", start: block.start, end: lines.length });
  }
  close();
  closeHeadings(headings);
  if (passages.length > mostPassages || headings.length > mostHeadings) {
    cuts.push({
      rule: "parse_limit",
      message: say("en", "search.cut.too_many_passages", { limit: mostPassages }),
    });
    passages.length = Math.min(passages.length, mostPassages);
    headings.length = Math.min(headings.length, mostHeadings);
  }

  return {
    title:
      front.title ??
      headings.find((h) => h.level === 1 && h.text !== "")?.text ??
      nameOf(relativePath),
    aliases: front.aliases,
    about: front.about,
    headings,
    passages,
    cuts,
    lines,
  };
}

function blocksOf(lines: readonly string[], relativePath: string, cuts: Cut[]): Block[] {
  try {
    const { blocks, too_deep } = readBlocks(
      lines,
      /\.mdx$/i.test(relativePath) ? "mdx" : "markdown",
    );
    if (too_deep) {
      cuts.push({
        rule: "depth_limit",
        message: say("en", "search.cut.depth_limit", { levels: deepestNesting }),
      });
    }
    return blocks;
  } catch {
    cuts.push({ rule: "parse_limit", message: say("en", "search.cut.parse_limit") });
    return [{ kind: "prose", start: 0, end: lines.length }];
  }
}

function closeHeadings(headings: Heading[]): void {
  const open: Heading[] = [];
  for (const heading of headings) {
    while ((open.at(-1)?.level ?? 0) >= heading.level) {
      const closed = open.pop();
      if (closed !== undefined) closed.end = heading.start;
    }
    open.push(heading);
  }
}

function nameOf(relativePath: string): string {
  return path.posix.basename(relativePath).replace(/\.(?:md|markdown|mdx)$/i, "");
}
