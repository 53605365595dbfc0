import { describe, expect, it } from "vitest";
import { numberCitations } from "#lib/citations/number";
import { renderMarkdown as render } from "#lib/citations/render";
import { claimsOf as readClaims } from "#lib/citations/written";
import type { Claim } from "#lib/contracts/answer";
import { cite, claimsOf } from "./sample.ts";

const claims = (id: number, text: string): Claim[] =>
  claimsOf(id, text).map((c) => ({ ...c, support: "verbatim" }));
const claim = (text: string, over: Partial<Claim> = {}): Claim => ({
  id: "c1",
  kind: "sentence",
  text,
  citations: [1],
  spans: [],
  support: "verbatim",
  ...over,
});

const renderMarkdown = (claims: readonly Claim[]): string => render(claims, "en");

describe("an answer as Markdown", () => {
  it("leaves no markers but its own: those of a document are escaped, code and links stay", () => {
    expect(renderMarkdown([claim("See [7] and [1][2].")])).toBe(
      "See \\[7\\] and \\[1\\]\\[2\\] [1].",
    );
    expect(renderMarkdown([claim("Take `a[0]` or ``b`[1]``.")])).toBe(
      "Take `a[0]` or ``b`[1]`` [1].",
    );
    expect(renderMarkdown([claim("Read [1](a.md).")])).toBe("Read [1](a.md) [1].");
    expect(renderMarkdown([claim("Not \\[3\\].")])).toBe("Not \\[3\\] [1].");
    const many = renderMarkdown([claim(`${"`".repeat(20_000)}[1]`)]);
    expect(many.length).toBeGreaterThan(20_000);
  });

  it("puts the marker before the final full stop", () => {
    expect(renderMarkdown([claim("It stops.")])).toBe("It stops [1].");
    expect(renderMarkdown([claim("它会停止。")])).toBe("它会停止[1]。");
    expect(renderMarkdown([claim("Does it stop?", { citations: [1, 2] })])).toBe(
      "Does it stop? [1][2]",
    );
    expect(renderMarkdown([claim("使用 `npm`")])).toBe("使用 `npm` [1]");
  });

  it("makes paragraphs of sentences of one source", () => {
    expect(renderMarkdown([...claims(1, "One. Two."), ...claims(2, "三。四。")])).toBe(
      "One [1]. Two [1].\n\n三[2]。四[2]。",
    );
  });

  it("begins a paragraph behind a sentence that has no end of its own", () => {
    const source =
      "Two slots are defined:\n\nThey are passed on. Is that all? 是的\n\n[More](a.md)";
    const written = renderMarkdown(claims(1, source));
    expect(written).toBe(
      "Two slots are defined: [1]\n\nThey are passed on [1]. Is that all? [1] 是的[1]\n\n[More](a.md) [1]",
    );
    expect(readClaims(written).map(({ text }) => text)).toEqual([
      "Two slots are defined:",
      "They are passed on.",
      "Is that all?",
      "是的",
      "[More](a.md)",
    ]);
  });

  it("lays out lists with their nesting, steps with their numbers, and code inside a step", () => {
    const source = "1. Run:\n\n   ```sh\n   npm start\n   ```\n2. Look at:\n   - one\n   - two";
    expect(renderMarkdown(claims(1, source))).toBe(
      "1. Run: [1]\n\n   ```sh\n   npm start\n   ```\n\n   [1]\n\n2. Look at: [1]\n   - one [1]\n   - two [1]",
    );
  });

  it("gives code and tables the marker on a line of its own, and a fence longer than any inside", () => {
    expect(renderMarkdown(claims(1, "````md\n```js\n```\n````"))).toBe(
      "````md\n```js\n```\n````\n\n[1]",
    );
    expect(renderMarkdown(claims(1, "|a|b|\n|-|-|\n|1|2|"))).toBe("|a|b|\n|-|-|\n|1|2|\n\n[1]");
  });

  it("keeps quotations and what Markdown means in them", () => {
    expect(renderMarkdown(claims(1, "> **Keep** [it](a.md)."))).toBe("> **Keep** [it](a.md) [1].");
  });

  it("writes no marker for a sentence without a source", () => {
    expect(renderMarkdown([claim("Unsourced.", { citations: [], support: "none" })])).toBe(
      "Unsourced.",
    );
  });
});

describe("numbers", () => {
  it("follow the first appearance, in claims and spans alike, and leave out what is not cited", () => {
    const result = numberCitations(
      [
        {
          kind: "answer",
          place: null,
          words: [
            claim("b", { citations: [7], spans: [{ citation: 7, line: 1, start: 0, end: 1 }] }),
            claim("a", { citations: [3, 7] }),
          ],
        },
      ],
      [cite(3, "a"), cite(5, "never"), cite(7, "b")],
    );
    const [{ words } = { words: [] }] = result.blocks;
    expect(words.map((c) => c.citations)).toEqual([[1], [2, 1]]);
    expect(words[0]?.spans[0]?.citation).toBe(1);
    expect(result.citations.map((c) => [c.id, c.relative_path])).toEqual([
      [1, "page-7.md"],
      [2, "page-3.md"],
    ]);
  });
});

describe("a document's own bracketed numbers", () => {
  it.each([
    ["It was finished in 1872.[3][2]", "It was finished in 1872.\\[3\\]\\[2\\] [1]"],
    ["Granite [3, 4], red.", "Granite \\[3, 4\\], red [1]."],
    ["See [3](a.md).", "See [3](a.md) [1]."],
    ["So it was [3](see above).", "So it was \\[3\\](see above) [1]."],
    ["See [[3]](a.md).", "See [\\[3\\]](a.md) [1]."],
    ["As \\[3\\] and \\[3] say.", "As \\[3\\] and \\[3\\] say [1]."],
    ["Take `list[3]` of <a b=[3]>.", "Take `list[3]` of &lt;a b=\\[3\\]> [1]."],
    ["See [the third](a.md) and [^3].", "See [the third](a.md) and [^3] [1]."],
  ])("are no markers: %s", (text, rendered) => {
    expect(renderMarkdown([claim(text)])).toBe(rendered);
  });

  it("are escaped in items, quotations and tables, kept in code, and never in the claim", () => {
    const source = "- One [3]\n\n> Two [3]\n\n|a|b|\n|-|-|\n|1 [3]|2|\n\n```\nx[3]\n```";
    const all = claims(1, source);
    expect(renderMarkdown(all)).toBe(
      "- One \\[3\\] [1]\n\n> Two \\[3\\] [1]\n\n|a|b|\n|-|-|\n|1 \\[3\\]|2|\n\n[1]\n\n```\nx[3]\n```\n\n[1]",
    );
    expect(all.map((c) => c.text)).toEqual([
      "One [3]",
      "Two [3]",
      "|a|b|\n|-|-|\n|1 [3]|2|",
      "x[3]",
    ]);
  });

  it("are escaped in a claim without a source too", () => {
    expect(renderMarkdown([claim("In 1872.[3]", { citations: [] })])).toBe("In 1872.\\[3\\]");
  });
});

describe("what a document would load where the answer is pasted", () => {
  it.each([
    ["See ![a](https://evil.example/a.png).", "See !\\[a](https://evil.example/a.png) [1]."],
    ["See \\![a](https://evil.example/a.png)", "See \\!\\[a](https://evil.example/a.png) [1]"],
    ["See [![a](b.png)](https://c.example)", "See [!\\[a](b.png)](https://c.example) [1]"],
    ["See ![3](a.png)", "See !\\[3\\](a.png) [1]"],
    ["See <img src=x> here", "See &lt;img src=x> here [1]"],
    ["See \\<img src=x> here", "See &lt;img src=x> here [1]"],
    ["See \\\\<img src=x> here", "See \\\\&lt;img src=x> here [1]"],
    ["See <SVG><image href=x/></SVG>", "See &lt;SVG>&lt;image href=x/></SVG> [1]"],
    ['See <b style="background:url(x)">', 'See &lt;b style="background:url(x)"> [1]'],
    ["See <b/style=background:url(x)>", "See &lt;b/style=background:url(x)> [1]"],
    ["<p>Port 80 <img src=x> here.", "<p>Port 80 &lt;img src=x> here [1]."],
    ["<p>Port 80 \\<img src=x> here.", "<p>Port 80 &lt;img src=x> here [1]."],
    ["<p>Port 80 `<img src=x>` here.", "<p>Port 80 `&lt;img src=x>` here [1]."],
    ["Press <kbd>Enter</kbd><br>twice", "Press <kbd>Enter</kbd><br>twice [1]"],
    ["Write `![a](b)` and `<img>`", "Write `![a](b)` and `<img>` [1]"],
    ["Read [on](https://good.example)!", "Read [on](https://good.example)! [1]"],
  ])("%s", (text, markdown) => {
    expect(renderMarkdown([claim(text)])).toBe(markdown);
  });

  it("is text in an item, a quotation and a cell that begin with a tag", () => {
    const source =
      "- <p>The port is 80 <img src=x> here.\n\n> <p>Two <img src=x> three.\n\n|a|b|\n|-|-|\n|<p>|<img src=x>|";
    const text = renderMarkdown(claims(1, source));
    expect(text.match(/&lt;img src=x>/g)).toHaveLength(3);
    expect(text).not.toContain("<img");
  });
});
