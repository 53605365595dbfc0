import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  completeThought,
  maxDown,
  maxUp,
  mayBeCut,
  restOfSection,
} from "#lib/agents/doc-retrieval/complete-thought";

const page = (text: string) => text.split("\n");
const grow = (lines: string[], line_start: number, line_end = line_start, first = 1) => {
  const range = completeThought(lines, first, { line_start, line_end });
  return [range.line_start, range.line_end];
};

const steps = page(`# Start

To start it, run:

\`\`\`sh
npm install

npm start
\`\`\`

Then open the page.

## List

There are three kinds:

- one
- two
  with more
- three

That is all.`);

describe("completing a thought", () => {
  test("adds the code that a sentence promises, to its closing fence", () => {
    expect(grow(steps, 3)).toEqual([3, 9]);
  });

  test("adds the sentence that introduces a code block", () => {
    expect(grow(steps, 5, 9)).toEqual([3, 9]);
  });

  test("closes a fence that the passage opens", () => {
    expect(grow(steps, 3, 6)).toEqual([3, 9]);
  });

  test("adds a promised list whole, with continuation lines, and stops before the prose after it", () => {
    expect(grow(steps, 15)).toEqual([15, 20]);
  });

  test("completes a list that is cut at either end, with its introduction", () => {
    expect(grow(steps, 18)).toEqual([15, 20]);
    expect(grow(steps, 17, 18)).toEqual([15, 20]);
    expect(grow(steps, 20)).toEqual([15, 20]);
  });

  test("leaves prose that ends as it is", () => {
    expect(grow(steps, 11)).toEqual([11, 11]);
    expect(grow(steps, 22)).toEqual([22, 22]);
  });

  test("never grows over a heading", () => {
    const lines = page("A promise:\n\n## Next\n\n- item\n- item");
    expect(grow(lines, 1)).toEqual([1, 1]);
    expect(grow(lines, 5, 6)).toEqual([5, 6]);
  });

  test("reads the full-width colon", () => {
    expect(grow(page("步骤如下：\n\n1. 打开设置\n2. 添加文件夹\n\n完成。"), 1)).toEqual([1, 4]);
  });

  test("completes a table up to its header and down to its end", () => {
    const lines = page("Limits:\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n\nafter");
    expect(grow(lines, 5)).toEqual([1, 6]);
  });

  test("joins ordered steps with code between them", () => {
    const lines = page("1. First:\n\n   ```sh\n   a\n\n   b\n   ```\n\n2. Second.\n\nEnd.");
    expect(grow(lines, 1)).toEqual([1, 9]);
    expect(grow(lines, 9)[1]).toBe(9);
  });

  test("counts lines of the file, not of the window", () => {
    expect(grow(page("Intro:\n\n- a\n- b"), 102, 103, 100)).toEqual([100, 103]);
  });

  test("stops at the edge of the window", () => {
    expect(grow(page("Run:\n\n```\nendless"), 1)).toEqual([1, 3]);
    const long = ["Run:", "", ...Array.from({ length: 200 }, (_, i) => `- item ${i}`)];
    expect(grow(long, 1)[1]).toBe(41);
  });

  test("knows which passages need no second look", () => {
    expect(mayBeCut("A sentence that ends.")).toBe(false);
    expect(mayBeCut("**Note** bold prose.")).toBe(false);
    expect(mayBeCut("1.5 GB are enough.")).toBe(false);
    expect(mayBeCut("")).toBe(false);
    for (const cut of [
      "Run:",
      "如下：",
      "- item",
      "1. item",
      "| a |",
      "```sh\nx\n```",
      "**Run:**",
    ]) {
      expect(mayBeCut(cut), cut).toBe(true);
    }
  });

  test("only ever grows, within its limits and the window, whatever the page", () => {
    const line = fc.constantFrom(
      "",
      "Run:",
      "Words.",
      "- item",
      "  more",
      "1. step",
      "```",
      "~~~",
      "| a |",
      "## Heading",
      "\tcode",
      "如下：",
      "---",
    );
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 80 }),
        fc.nat(),
        fc.nat(),
        (lines, a, b) => {
          const first = 100;
          const start = first + (a % lines.length);
          const end = Math.min(start + (b % 10), first + lines.length - 1);
          const range = completeThought(lines, first, { line_start: start, line_end: end });
          expect(range.line_start).toBeGreaterThanOrEqual(Math.max(first, start - maxUp));
          expect(range.line_start).toBeLessThanOrEqual(start);
          expect(range.line_end).toBeGreaterThanOrEqual(end);
          expect(range.line_end).toBeLessThanOrEqual(
            Math.min(first + lines.length - 1, end + maxDown),
          );
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe("fences", () => {
  const nested = page("Write this:\n\n```md\n```js\nnot the end\n```\n\nThat is all.");

  test("close with nothing but a fence, so a line with a language does not end them", () => {
    expect(grow(nested, 1)).toEqual([1, 6]);
    expect(grow(nested, 1, 4)).toEqual([1, 6]);
  });

  test("are not opened by inline code of three backticks", () => {
    expect(mayBeCut("```a``` is code.")).toBe(false);
  });
});

describe("the rest of a section", () => {
  const text = page(
    "## Fails\n\nFirst words.\n\nThe message:\n\n```\n# no heading\nboom\n```\n\nInstall it.\n\n## Next\n\nOther.",
  );
  const rest = (from: number, to = from, first = 1) => {
    const range = restOfSection(text.slice(first - 1), first, { line_start: from, line_end: to });
    return [range.line_start, range.line_end];
  };

  test("is read down to the next heading, and up to its own", () => {
    expect(rest(5, 10)).toEqual([3, 12]);
    expect(rest(3)).toEqual([3, 12]);
    expect(rest(16)).toEqual([16, 16]);
  });

  test("is not read upwards where its heading is not at hand", () => {
    expect(rest(5, 10, 4)).toEqual([5, 12]);
  });

  test("ends with a whole block where it is long, and never within code", () => {
    const long = page(`## A\n\nOne.\n\nTwo.\n\n\`\`\`\n${"x\n\n".repeat(900)}\`\`\`\n\nThree.`);
    expect(restOfSection(long, 1, { line_start: 3, line_end: 3 })).toEqual({
      line_start: 3,
      line_end: 5,
    });
  });
});

test("the rest of a section ends at a heading that a line below it makes one, and begins behind it", () => {
  const lines = page("Gulls\n-----\n\nThe gull eats nine.\n\nTerns\n-----\n\nThe tern eats four.");
  expect(restOfSection(lines, 1, { line_start: 4, line_end: 4 })).toEqual({
    line_start: 4,
    line_end: 4,
  });
  expect(restOfSection(lines, 1, { line_start: 9, line_end: 9 })).toEqual({
    line_start: 9,
    line_end: 9,
  });
});

test("code that closes an item is no code that opens: nothing of the next section is read with it", () => {
  const lines = page(
    "## Start\n\n1. Run:\n   ```sh\n   npm start\n   ```\n\n## Stop\n\nRun:\n\n```sh\nnpm stop\n```\n",
  );
  expect(grow(lines, 3, 6)).toEqual([3, 6]);
  expect(restOfSection(lines, 1, { line_start: 8, line_end: 10 }).line_start).toBe(8);
});
