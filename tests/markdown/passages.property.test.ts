import fc from "fast-check";
import { expect, it } from "vitest";
import { readMarkdown } from "#lib/markdown/document";
import { readBlocks } from "#lib/markdown/document/blocks";
import { readFrontMatter } from "#lib/markdown/document/front-matter";
import { splitLines } from "#lib/platform/lines";

const line = fc.oneof(
  fc.constantFrom(
    "",
    "",
    "# Heading",
    "## Two",
    "Setext",
    "===",
    "---",
    "```",
    "~~~js",
    "    code",
    "- item",
    "  - nested",
    "1. step",
    "2. step",
    "> quote",
    "| a | b |",
    "|---|---|",
    "<!--",
    "-->",
    "<div>",
    "</div>",
    "text",
    "[x]: http://e.org",
    "\tTab",
    "***",
    "Run:",
    "中文句子。",
    "\\",
    "- ",
    "   ",
    "\u00a0",
  ),
  fc.string({ maxLength: 30 }),
  fc.nat(40).map((n) => "word ".repeat(n * 10)),
);
const document = fc.tuple(
  fc.array(line, { maxLength: 60 }),
  fc.constantFrom("\n", "\r\n", "\r"),
  fc.boolean(),
);

it("property: every line that is not blank is a heading's, the front matter's or exactly one passage's, in order", () => {
  fc.assert(
    fc.property(document, fc.constantFrom("a.md", "a.mdx"), ([parts, end, final], path) => {
      const lines = splitLines(parts.join(end) + (final ? end : ""));
      const { passages, lines: parsed } = readMarkdown(lines, path);
      expect(parsed).toHaveLength(lines.length);
      const owner = new Array<number>(lines.length).fill(0);
      let last = 0;
      for (const passage of passages) {
        expect(passage.start).toBeGreaterThanOrEqual(last);
        expect(passage.end).toBeGreaterThan(passage.start);
        expect(lines[passage.start]?.trim()).not.toBe("");
        expect(lines[passage.end - 1]?.trim()).not.toBe("");
        last = passage.end;
        for (let i = passage.start; i < passage.end; i++) owner[i] = (owner[i] ?? 0) + 1;
      }
      const front = readFrontMatter(lines).lines;
      const body = lines.map((text, i) => (i < front ? "" : text));
      const dialect = path.endsWith("x") ? "mdx" : "markdown";
      const headings = readBlocks(body, dialect).blocks.filter((b) => b.kind === "heading");
      lines.forEach((text, i) => {
        const inHeading = headings.some((h) => i >= h.start && i < h.end);
        const owners = text.trim() === "" ? (owner[i] ?? 0) : i < front || inHeading ? 0 : 1;
        expect([i, owner[i]]).toEqual([i, owners]);
        expect(owners).toBeLessThanOrEqual(1);
      });
    }),
    { numRuns: 1000 },
  );
});
