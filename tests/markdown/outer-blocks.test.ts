import { globSync, readFileSync } from "node:fs";
import fc from "fast-check";
import createMarkdownIt, { type Token } from "markdown-it";
import { describe, expect, it } from "vitest";
import { readBlocks } from "#lib/markdown/document/blocks";
import { splitLines } from "#lib/platform/lines";
import { readContainers } from "../../lib/markdown/containers.ts";

/** The parser with all of its tokens and texts. */
const whole = createMarkdownIt({ html: true, maxNesting: 100 });
whole.block.ruler.disable("reference");
whole.core.ruler.enableOnly(["normalize", "block"]);
readContainers(whole, { shown: false });

const kinds: Readonly<Record<string, string>> = {
  heading_open: "heading",
  bullet_list_open: "list",
  ordered_list_open: "steps",
  table_open: "table",
  fence: "code",
  code_block: "code",
  blockquote_open: "quote",
  paragraph_open: "prose",
};

/** The outermost blocks that the whole parser finds; those that the reader goes on to judge by their text are left out. */
function expectedBlocks(lines: readonly string[]) {
  const tokens = whole.parse(lines.join("\n"), {});
  return tokens.flatMap((token, i) => {
    const kind = kinds[token.type];
    if (token.level !== 0 || token.map === null || kind === undefined) return [];
    if (token.meta?.inside !== undefined) return [];
    const [start] = token.map;
    return [
      {
        ...{ kind, start },
        ...(kind === "heading" ? { text: textOf(tokens[i + 1]), level: Number(token.tag[1]) } : {}),
        ...(kind === "list" || kind === "steps" ? { items: itemsBehind(tokens, i) } : {}),
      },
    ];
  });
}

/** What the reader makes of the same words behind the mark of a heading. */
const textOf = (inline: Token | undefined) =>
  readBlocks([`# ${inline?.content.replaceAll("\n", " ") ?? ""}`], "markdown").blocks[0]?.text;

function itemsBehind(tokens: readonly Token[], list: number): number[] {
  const items: number[] = [];
  for (const { level, type, map } of tokens.slice(list + 1)) {
    if (level === 0) break;
    if (level === 1 && type === "list_item_open") items.push(map?.[0] ?? -1);
  }
  return items;
}

function expectSame(lines: readonly string[]): number {
  const { blocks } = readBlocks(lines, "markdown");
  const expected = expectedBlocks(lines);
  for (const block of expected) expect(blocks).toContainEqual(expect.objectContaining(block));
  return expected.length;
}

const line = fc.constantFrom(
  ...["", "", "Words", "More *words* and `code`", "# One", "## Two [a](b)", "Title", "===", "---"],
  ...[
    "    indented",
    "\tcode",
    "- item",
    "  - nested",
    "  more",
    "1. step",
    "> quote",
    "> - inner",
  ],
  ...["```sh", "```", "~~~", "<div>", "</div>", "<!-- x -->", "| a | b |", "| --- | --- |"],
  ...["!!! note", ": said"],
);

describe("the outermost blocks", () => {
  it("are those of the parser that keeps everything, whatever stands below each other", () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 14 }), (lines) => {
        expectSame(lines);
      }),
      { seed: 20_261_130, numRuns: 3000 },
    );
  });

  it("are so in the handbook and the documentation", () => {
    let found = 0;
    for (const file of globSync(["handbook/**/*.md", "docs/**/*.md"])) {
      const lines = splitLines(readFileSync(file, "utf8"));
      if (lines[0] === "---" || lines.some((text) => text.includes("<table"))) continue;
      found += expectSame(lines);
    }
    expect(found).toBeGreaterThan(500);
  });
});
