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
    ["![an image](a.png) and <unknown>raw</unknown>", ["an image and <unknown>raw</unknown>"]],
    [
      '| <a id="x" href="#x">`x`</a> | One.<br/>Two. |\n|-|-|\n| a | b |',
      ["x · One. Two.", "a · b"],
    ],
    ["Press <kbd>C</kbd>, 2<sup>64</sup>, <code>a &lt; <b>b</b></code>", ["Press C, 2^64, a < b"]],
    ["<code>__init__</code><!-- why --> is <q>run</q>", ["__init__ is run"]],
    ["The <p> element is <b>short</b>.", ["The <p> element is short."]],
    ["Run docent export <table>", ["Run docent export <table>"]],
    ["<source> is the folder to read", ["<source> is the folder to read"]],
    ["Use Array<source>", ["Use Array<source>"]],
    ["Write {{<name>}} there.", ["Write {{<name>}} there."]],
    ["\\<b> and `<b>` say it, <script>no</script>", ["<b> and <b> say it, <script>no</script>"]],
    ["| |\n| `a` | b |\n| c | d |", ["a · b", "c · d"]],
    ["end of a cell | b |\n| c | d |", ["end of a cell · b", "c · d"]],
    ["", []],
  ])("%j reads as %j", (text, lines) => {
    expect(plainLines(text)).toEqual(lines);
  });

  it("takes lines that begin inside a code block for code", () => {
    expect(plainLines("a **b**\n```\n# c", "```")).toEqual(["a **b**", "c"]);
  });

  it("has no tag that only lays out the lines around it", () => {
    const readme =
      '<img src="logo.png" alt="The logo"> A server.\n\n<details>\n<summary>More</summary>\n\nText';
    expect(plainWords(readme)).toBe("A server. More Text");
  });

  it("runs on in one line for a list of sources", () => {
    expect(plainWords("# A\n\n- **b**\n- c")).toBe("A – b – c");
  });
});
