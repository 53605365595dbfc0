import { describe, expect, it } from "vitest";
import type { Found } from "#lib/agents/model/evidence-book";
import { stretchAround } from "#lib/agents/model/stretch-around";
import { hashLines } from "#lib/platform/lines";
import { cite } from "../../citations/sample.ts";

const found = (lines: readonly string[], nearest: number, more = {}): Found => ({
  citation: { ...cite(1, lines.join("\n"), 10), ...more },
  passage: { citation_id: 1, text: lines.join("\n"), kind: "prose" },
  nearest,
});
const page = [
  "The gate is old.",
  "",
  "It opens at noon:",
  "",
  "```bash",
  "open gate",
  "",
  "close gate",
  "```",
  "",
  "- a red key",
  "",
  "  for the guard",
  "",
  "The wall is white.",
];
const linesOf = ({ citation: { locator } }: Found) => [locator.line_start, locator.line_end];

describe("of a long passage", () => {
  it("the paragraph of the best line is sent, with what introduces it and what stands in it", () => {
    const code = stretchAround(found(page, 15), 30);
    expect(code.passage.text.split("\n")).toEqual(page.slice(2, 9));
    expect(linesOf(code)).toEqual([12, 18]);
    expect(code.citation.sha256).toBe(hashLines(page.slice(2, 9)));
    expect(stretchAround(found(page, 20), 30).passage.text.split("\n")).toEqual(page.slice(10, 13));
  });

  it("its neighbours go with it as far as there is room", () => {
    expect(linesOf(stretchAround(found(page, 10), 75))).toEqual([10, 18]);
    expect(stretchAround(found(page, 10), 10_000).passage.text).toBe(page.join("\n"));
  });

  it("a note goes whole, with the line that opens it", () => {
    const lines = [
      "The gate is old.",
      "",
      "::: warning",
      "",
      "It bites.",
      "",
      "Stand back.",
      "",
      ":::",
      "",
      "The wall is white.",
    ];
    expect(stretchAround(found(lines, 16), 20).passage.text.split("\n")).toEqual(lines.slice(2, 9));
  });

  it("a fence within another ends neither", () => {
    const lines = [
      "One.",
      "",
      "````md",
      "```js",
      "",
      "two",
      "```",
      "````",
      "",
      "Three is the last.",
    ];
    expect(stretchAround(found(lines, 15), 12).passage.text.split("\n")).toEqual(lines.slice(2, 8));
  });

  it.each([
    ["begins in the middle of code", page, { inside_fence: "```" }],
    ["holds a secret", page, { contains_secret: true }],
    ["holds a comment", ["<!-- a", "", "b -->", ...page], {}],
    ["begins with front matter", ["---", "a: 1", "", "---", ...page], {}],
  ])("nothing is cut off where it %s", (_, lines, more) => {
    const whole = found(lines, 12, more);
    expect(stretchAround(whole, 20)).toBe(whole);
  });
});
