import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { uncutPieces } from "#lib/markdown/uncut-pieces";

const piecesOf = (text: string) => {
  const lines = text.split("\n");
  return uncutPieces(lines).map(({ start, end }) => lines.slice(start, end).join("\n"));
};

describe("the pieces of a text", () => {
  it.each([
    ["one paragraph each", "One.\n\nTwo.", ["One.", "Two."]],
    [
      "a line and what it announces",
      "Run:\n\n```\na\n\nb\n```\n\nEnd.",
      ["Run:\n\n```\na\n\nb\n```", "End."],
    ],
    ["a heading and what follows it", "# A\n\nOne.\n\nTwo.", ["# A\n\nOne.", "Two."]],
    ["a list", "- a\n\n  b\n- c\n\nEnd.", ["- a\n\n  b\n- c", "End."]],
    [
      "a note between colons",
      "One.\n\n::: tip\n\nA.\n\nB.\n\n:::\n\nEnd.",
      ["One.", "::: tip\n\nA.\n\nB.\n\n:::", "End."],
    ],
    [
      "a note that is indented",
      "One.\n\n!!! tip\n    A.\n\n    B.\n\nEnd.",
      ["One.", "!!! tip\n    A.\n\n    B.", "End."],
    ],
    [
      "what is folded",
      "One.\n\n<details>\n<summary>S</summary>\n\nA.\n\nB.\n\n</details>\n\nEnd.",
      ["One.", "<details>\n<summary>S</summary>\n\nA.\n\nB.\n\n</details>", "End."],
    ],
    [
      "a fence within a longer one",
      "````md\n```js\n\na\n```\n````\n\nEnd.",
      ["````md\n```js\n\na\n```\n````", "End."],
    ],
    [
      "code that shows colons",
      "```\n::: tip\n```\n\nOne.\n\nTwo.",
      ["```\n::: tip\n```", "One.", "Two."],
    ],
  ])("are %s", (_, text, pieces) => {
    expect(piecesOf(text)).toEqual(pieces);
  });

  it("hold every line that is not blank, in order and once, whatever is written", () => {
    const line = fc.constantFrom(
      "",
      "a",
      "b:",
      "# c",
      "- d",
      "  e",
      "```",
      ":::",
      "::: x",
      "<details>",
      "</details>",
      "| a | b |",
      "| - | - |",
      "!!! n",
      "    f",
      "> g",
      "<!-- h",
      "-->",
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const held = uncutPieces(lines).flatMap(({ start, end }) =>
          Array.from({ length: end - start }, (_, i) => start + i),
        );
        expect(held).toEqual([...new Set(held)].sort((a, b) => a - b));
        const blank = (at: number) => (lines[at] ?? "").trim() === "";
        const lost = [...lines.keys()].filter((at) => !blank(at) && !held.includes(at));
        expect(lost).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});
