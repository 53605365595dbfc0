import { describe, expect, it } from "vitest";
import { readMarkdown } from "#lib/markdown/document";
import { readBlocks } from "#lib/markdown/document/blocks";

const read = (text: string, path = "page.md") => readMarkdown(text.split("\n"), path);
const headings = (text: string, path?: string) => read(text, path).headings.map((h) => h.text);
/** Each passage as its lines (from 1) and the headings above it. */
const passages = (text: string, path?: string) =>
  read(text, path)
    .passages.filter((p) => !p.silent)
    .map((p) => `${p.start + 1}-${p.end} ${p.kind} ${p.breadcrumb.join(" > ")}`);

describe("sections", () => {
  it("follow ATX and setext headings, with the headings above as breadcrumb", () => {
    const text =
      "Top\n===\n\nOne.\n\nInner\n---\n\nTwo.\n\n### Deep ###\n\nThree.\n\n## Next\n\nFour.";
    expect(passages(text)).toEqual([
      "4-4 prose Top",
      "9-9 prose Top > Inner",
      "13-13 prose Top > Inner > Deep",
      "17-17 prose Top > Next",
    ]);
  });

  it("do not start at headings inside fences, comments, quotes and lists", () => {
    const text =
      "# Real\n\n```sh\n# not one\n```\n\n<!--\n# nor this\n-->\n\n> # quoted\n\n- # in a list\n\n    # indented\n";
    expect(headings(text)).toEqual(["Real"]);
  });

  it("do not end with a fence that is never closed", () => {
    expect(headings("# A\n\n~~~\n# not one\n\ntext")).toEqual(["A"]);
  });

  it("take the heading's words without the marks around them", () => {
    const text =
      "# `max_turns` and *more* {#anchor}\n\n## [Docs](https://example.org/a) ![i](x.png)\n\n### a\\_b **c**\n\n#### snake_case_name";
    expect(headings(text)).toEqual(["max_turns and more", "Docs i", "a_b c", "snake_case_name"]);
    const tags = "# `<a bind:b>` of <b>c</b> \\{#id}\n\n## {#if}";
    expect(headings(tags)).toEqual(["<a bind:b> of c", "{#if}"]);
  });

  it("are titled by front matter, then the first h1, then the file's name", () => {
    expect(read("---\ntitle: From above\n---\n# Heading").title).toBe("From above");
    expect(read("## Two\n\n# One").title).toBe("One");
    expect(read("text", "deep/My-Page.MD").title).toBe("My-Page");
  });

  it("know where each heading's range ends", () => {
    const { headings: found } = read("# A\n\nx\n\n## B\n\ny\n\n# C");
    expect(found.map((h) => [h.text, h.start + 1, h.end])).toEqual([
      ["A", 1, 8],
      ["B", 5, 8],
      ["C", 9, 9],
    ]);
  });
});

describe("front matter", () => {
  it("may hold rules inside a block of text", () => {
    const text = "---\ntitle: T\nnote: |\n  ---\n  still inside\n---\n# H\n\nBody.";
    expect(read(text).title).toBe("T");
    expect(passages(text)).toEqual(["9-9 prose H"]);
  });

  it("ends with three dots, and is not two thematic breaks around prose", () => {
    expect(read("---\ntitle: T\n...\nBody.").title).toBe("T");
    expect(passages("---\nJust a sentence between rules.\n\n---\nMore.")).toEqual([
      "2-2 prose ",
      "5-5 prose ",
    ]);
  });

  it("that is no YAML costs the tags, not the file, and its plain title still counts", () => {
    const document = read("---\ntitle: {#if ...}\n---\nBody.");
    expect(document.title).toBe("{#if ...}");
    expect(document.cuts.map((c) => c.rule)).toEqual(["front_matter_limit"]);
    expect(document.passages).toHaveLength(1);
  });

  it("runs no code, follows no tag and survives aliases that explode", () => {
    const bombs = [
      "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c,*c]",
      `title: ${"[".repeat(5000)}`,
      `${"- ".repeat(5000)}x`,
      `x: !!js/function 'function(){ throw 1 }'`,
      `big: "${"y".repeat(100_000)}"`,
      "__proto__: { polluted: true }\ntitle: T",
    ];
    for (const bomb of bombs) {
      const document = read(`---\n${bomb}\n---\n\nThe body stays.`);
      expect(document.passages.length).toBeGreaterThan(0);
    }
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });

  it("gives aliases, tags and description to the search", () => {
    const document = read(
      "---\ntitle: T\naliases: [Other, 42]\nsubtitle: 固钉\ntags:\n  - one\n  - [no]\ndescription: What\n---\nx",
    );
    expect(document.aliases).toEqual(["Other", "42", "固钉"]);
    expect(document.about).toEqual(["one", "What"]);
  });
});

describe("passages", () => {
  const paragraph = (words: number) => Array.from({ length: words }, () => "words").join(" ");

  it("join short neighbours of one section, never across a heading", () => {
    expect(passages("# A\n\none\n\ntwo\n\n- three\n\n# B\n\nfour")).toEqual([
      "3-7 list A",
      "11-11 prose B",
    ]);
  });

  it("keep long paragraphs apart and whole, hard-wrapped or in one line", () => {
    const wrapped = Array.from({ length: 30 }, () => paragraph(12)).join("\n");
    expect(passages(`${wrapped}\n\n${paragraph(600)}\n\n${paragraph(130)}`)).toEqual([
      "1-30 prose ",
      "32-32 prose ",
      "34-34 prose ",
    ]);
  });

  it("leave what is announced with the line that announces it", () => {
    const list = Array.from({ length: 12 }, () => `1. ${paragraph(14)}`).join("\n");
    expect(passages(`Then run these steps:\n\n${list}`)).toEqual(["1-14 steps "]);
  });

  it("split very long lists between items", () => {
    const item = `- ${paragraph(40)}\n  ${paragraph(40)}`;
    const text = Array.from({ length: 20 }, () => item).join("\n");
    const found = read(text).passages;
    expect(found.length).toBeGreaterThan(4);
    for (const p of found) expect((p.start - 0) % 2).toBe(0);
  });

  it("split long tables between rows, each piece with the header known", () => {
    const rows = Array.from({ length: 120 }, (_, i) => `| row ${i} | ${paragraph(6)} |`).join("\n");
    const found = read(`| name | value |\n|---|---|\n${rows}`).passages;
    expect(found.length).toBeGreaterThan(3);
    expect(found[0]?.start).toBe(0);
    expect(found.every((p) => p.kind === "table")).toBe(true);
    expect(found.slice(1).every((p) => p.header?.start === 0 && p.header.end === 2)).toBe(true);
  });

  it("cut far too long code at line ends, a blank line first", () => {
    const code = Array.from({ length: 40 }, (_, i) =>
      i % 10 === 9 ? "" : `call_${i}(${paragraph(10)});`,
    );
    const found = read(`\`\`\`js\n${code.join("\n")}\n\`\`\``).passages;
    expect(found.length).toBeGreaterThan(1);
    expect(found.every((p) => p.kind === "code")).toBe(true);
  });

  it("do not show comments and rules", () => {
    expect(passages("<!-- Licensed to nobody -->\n\n# A\n\n---\n\ntext")).toEqual(["7-7 prose A"]);
  });

  it("know prose, lists, steps, tables, code and quotes", () => {
    const kinds = [
      "text",
      "- a\n- b",
      "1. a\n2. b",
      "| a |\n|---|\n| b |",
      "```\nx\n```",
      "> q",
    ].map((text) => read(text).passages[0]?.kind);
    expect(kinds).toEqual(["prose", "list", "steps", "table", "code", "quote"]);
  });

  it("read the indented bodies of MDX components as text", () => {
    const text = "import X from 'x'\n\n<Tabs>\n  <Tab>\n\n    Indented prose.\n\n  </Tab>\n</Tabs>";
    expect(read(text, "a.mdx").passages.every((p) => p.kind === "prose")).toBe(true);
  });

  it("leave a list in an MDX page nested behind tags that are closed nowhere", () => {
    const list = "1. one\n    - inner\n2. two";
    const text = `<br>\n    Some words.\n\n${list}`;
    const { blocks } = readBlocks(text.split("\n"), "mdx");
    expect(blocks.find(({ kind }) => kind === "steps")?.items).toEqual([3, 5]);

    const many = readMarkdown(
      Array.from({ length: 20_000 }, () => "<A>"),
      "a.mdx",
    );
    expect(many.cuts).toEqual([]);
  });

  it("take the code and the headings in MDX components for what they are", () => {
    const text = `## Install

<Tabs>
  <TabItem label="npm">
  \`\`\`sh
  # with npm
  npm create boat

  # from a template
  npm create boat --template gull
  \`\`\`
  </TabItem>
</Tabs>

## Steps

1. Open the file:

    <Tabs>
      <TabItem
        label="yaml"
      >
        \`\`\`yaml
        # the port

        port: 1
    \`\`\`
      </TabItem>
    </Tabs>
2. Save it.

<Box>
## Checklist

- done
</Box>`;
    expect(headings(text, "a.mdx")).toEqual(["Install", "Steps", "Checklist"]);
    expect(passages(text, "a.mdx")).toEqual([
      "3-13 code Install",
      "17-32 steps Steps",
      "35-36 list Checklist",
    ]);
  });
});

describe("hostile files", () => {
  it("nest 400 lists, and the lines below the limit are still there", () => {
    const text = Array.from({ length: 400 }, (_, i) => `${"  ".repeat(i)}- level ${i}`).join("\n");
    const document = read(`${text}\n\n# After\n\nend`);
    expect(document.cuts.map((c) => c.rule)).toEqual(["depth_limit"]);
    expect(document.headings.map((h) => h.text)).toEqual(["After"]);
    expect(document.passages.at(-1)?.end).toBe(404);
  });

  it("nest 10,000 quotes or brackets in one line", () => {
    expect(read(`${">".repeat(10_000)} x`).passages).toHaveLength(1);
    expect(read("[".repeat(50_000)).passages).toHaveLength(1);
    expect(read(`# ${"[a](".repeat(20_000)}`).headings).toHaveLength(1);
  });

  it("are searched in the first 64 KiB of a line, and the line stays one line", () => {
    const document = read(`# A\n\n${"x".repeat(3_000_000)}\n\nend`);
    expect(document.cuts.map((c) => c.rule)).toEqual(["line_limit"]);
    expect(document.passages.map((p) => [p.start, p.end])).toEqual([
      [2, 3],
      [4, 5],
    ]);
  });

  it("hold characters that end lines elsewhere", () => {
    const document = read("# A\n\none\u2028two\u0085three\u000cfour\n\n# B\u2028C\n\nend");
    expect(document.headings).toHaveLength(2);
    expect(document.passages.map((p) => [p.start, p.end])).toEqual([
      [2, 3],
      [6, 7],
    ]);
  });
});

describe("a code block longer than a passage", () => {
  const lines = (count: number, indent = "") =>
    Array.from({ length: count }, (_, i) => `${indent}set option_${i} = ${i}`).join("\n");
  const fences = (text: string) =>
    read(text).passages.map((p) => [p.start + 1, p.end, p.kind, p.inside_fence]);

  it("is cut into pieces that stand alone and know the fence they are inside of", () => {
    expect(fences(`Before.\n\n~~~~ini\n${lines(62)}\n~~~~\n\nAfter.`)).toEqual([
      [1, 1, "prose", undefined],
      [3, 60, "code", undefined],
      [61, 66, "code", "~~~~"],
      [68, 68, "prose", undefined],
    ]);
  });

  it("is known inside a list item and a quotation too", () => {
    const item = `1. Write:\n\n   \`\`\`ini\n${lines(70, "   ")}\n   \`\`\`\n\n   Save it.`;
    expect(fences(item).map((f) => f[3])).toEqual([undefined, "```"]);
    const quote = `> \`\`\`\n${lines(70, "> ")}\n> \`\`\``;
    expect(fences(quote).map((f) => f[3])).toEqual([undefined, "```"]);
  });

  it("has no fence when it is only indented", () => {
    const pieces = fences(`Before.\n\n${lines(70, "    ")}\n\nAfter.`);
    expect(pieces.every((f) => f[3] === undefined)).toBe(true);
    expect(pieces).toHaveLength(4);
  });
});
