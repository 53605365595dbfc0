import { describe, expect, it } from "vitest";
import { plainLines, plainWords } from "../../components/answer/plain-text.ts";

describe("an excerpt without its Markdown marks", () => {
  it.each([
    ["Press **Edit**, then *Save* and `npm start`.", ["Press Edit, then Save and npm start."]],
    ["## Heading\n\nFirst\nsecond  \nthird", ["Heading", "First", "second", "third"]],
    ["- one\n- **two**\n  - three", ["– one", "– two", "– three"]],
    ["3. three\n4. four", ["3. three", "4. four"]],
    ["| a | **b** |\n| --- | --- |\n| c | `d` |", ["a · b", "c · d"]],
    ["```sh\nnpm **start**\n\n  x\n```", ["npm **start**", "  x"]],
    ["> quoted [words](https://evil.example)", ["quoted words"]],
    ["![an image](a.png) and <b>raw</b>", ["an image and <b>raw</b>"]],
    ["| |\n| `a` | b |\n| c | d |", ["a · b", "c · d"]],
    ["end of a cell | b |\n| c | d |", ["end of a cell · b", "c · d"]],
    ["", []],
  ])("%j reads as %j", (text, lines) => {
    expect(plainLines(text)).toEqual(lines);
  });

  it("takes lines that begin inside a code block for code", () => {
    expect(plainLines("a **b**\n```\n# c", "```")).toEqual(["a **b**", "c"]);
  });

  it("runs on in one line for a list of sources", () => {
    expect(plainWords("# A\n\n- **b**\n- c")).toBe("A – b – c");
  });
});
