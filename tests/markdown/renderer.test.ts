import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { createMarkdownRenderer } from "#lib/markdown/renderer";
import { createLogger } from "#lib/platform/logger";
import { projectDir } from "#lib/platform/project";

const deps = { project_dir: projectDir(), log: createLogger("test", "silent") };
const renderer = createMarkdownRenderer(deps);
afterAll(() => renderer.close());

async function html(text: string, firstLine = 1): Promise<string> {
  const rendered = await renderer.render(text.split("\n"), firstLine, "en");
  if (rendered.kind !== "html") throw new Error(rendered.kind);
  return rendered.html;
}

/** Where the element that holds a text stands: the lines of the nearest block before it. */
function linesOf(page: string, text: string): string[] {
  const before = page.slice(0, page.indexOf(text));
  const blocks = [...before.matchAll(/data-line="(\d+)"(?: data-line-end="(\d+)")?/g)];
  return blocks.at(-1)?.slice(1).filter(Boolean) ?? [];
}

describe("blocks say their lines in the file", () => {
  const text = [
    "# Title",
    "",
    "One paragraph",
    "over two lines.",
    "",
    "- first item",
    "- second item",
    "",
    "| a | b |",
    "| - | - |",
    "| x1 | y1 |",
    "| x2 | y2 |",
    "",
    "```sh",
    "npm start",
    "npm test",
    "```",
    "",
    "> quoted",
  ].join("\n");

  it("counts from the first line of the piece", async () => {
    const page = await html(text, 101);
    expect(linesOf(page, "Title")).toEqual(["101", "101"]);
    expect(linesOf(page, "One paragraph")).toEqual(["103", "104"]);
    expect(linesOf(page, "second item")).toEqual(["107", "107"]);
    expect(linesOf(page, "x1")).toEqual(["111", "111"]);
    expect(linesOf(page, "x2")).toEqual(["112", "112"]);
    expect(linesOf(page, "npm start")).toEqual(["115"]);
    expect(linesOf(page, "npm test")).toEqual(["116"]);
    expect(linesOf(page, "quoted")).toEqual(["119", "119"]);
  });

  it("shows front matter as text, not as a heading, and keeps counting after it", async () => {
    const page = await html("---\ntitle: Keys\n---\n# Body\n");
    expect(page).not.toContain("<h2");
    expect(page).toMatch(/<pre class="front-matter".*title: Keys/s);
    expect(linesOf(page, "Body")).toEqual(["4", "4"]);
  });

  it("takes a rule at the top without an end for what it is", async () => {
    expect(await html("---\nno end")).toContain("<hr");
  });
});

describe("HTML between Markdown", () => {
  it("is shown by what it means: headings, marks, links, breaks, pictures by their words", async () => {
    expect(await html('<h1 align="center">\n  Keys\n</h1>\n\nText')).toMatch(
      /<h1 data-line="1" data-line-end="3">\s*Keys\s*<\/h1>/,
    );
    expect(await html("Press <kbd class=x>Esc</kbd>, H<sub>2</sub>O<br>and go")).toContain(
      "Press <kbd>Esc</kbd>, H<sub>2</sub>O<br>\nand go",
    );
    const link = await html('<a href="https://example.org/x?a=1&amp;b=2" onclick="x()">there</a>');
    expect(link).toContain('href="https://example.org/x?a=1&amp;b=2"');
    expect(link).toContain('there <span class="link-host">example.org</span></a>');
    expect(link).not.toContain("onclick");
    expect(await html('<p align="center"><img src="a.png" alt="The logo"></p>')).toContain(
      'The logo <span class="link-host">image not loaded</span>',
    );
    const folded = await html("<details>\n<summary>More</summary>\n\n**Text**\n\n</details>");
    expect(folded).not.toMatch(/details|summary/);
    expect(folded).toMatch(/More.*<strong>Text<\/strong>/s);
  });

  it("stays text where a name stands in angle brackets, and where it is escaped or code", async () => {
    const page = await html("Put <your-token> there, write \\<b>x\\</b> or `<kbd>`.");
    expect(page).toContain("&lt;your-token&gt;");
    expect(page).toContain("&lt;b&gt;x&lt;/b&gt;");
    expect(page).toContain("<code>&lt;kbd&gt;</code>");
  });

  it("stays text where a tag is spoken of, in the middle of a line and alone", async () => {
    expect(await html("mv <source> <target>, then drop <table> from it")).toContain(
      "mv &lt;source&gt; &lt;target&gt;, then drop &lt;table&gt; from it",
    );
    expect(await html("Use Map<a> or List<b>, set <font>:")).toContain(
      "Use Map&lt;a&gt; or List&lt;b&gt;, set &lt;font&gt;:",
    );
    expect(await html("<ul>\n<li>One\n<li>Two</li>\n</ul>")).not.toContain("&lt;");
  });

  it("leaves out a comment and a tag without its other one", async () => {
    const page = await html("One <!-- not for readers --> two\n<b>three");
    expect(page).toMatch(/One\s+two\s+three/);
    expect(page).not.toContain("<b>");
  });
});

/** What the page may be made of: no tag and no attribute of a document. */
const ownTag =
  /^<(?:\/?(?:p|h[1-6]|ul|ol|li|blockquote|em|strong|b|i|u|s|del|ins|kbd|mark|samp|small|sub|sup|var|code|pre|a|br|hr|span|table|thead|tbody|tr|th|td|dl|dt|dd|div|section)(?: (?:class|href|title|rel|target|start|data-[a-z-]+)="[^"<>]*")*)>$/;

describe("a hostile document", () => {
  it("has none of its HTML on the page", async () => {
    const page = await html(
      [
        "<script>alert(1)</script>",
        '<img src=x onerror="alert(1)">',
        '<a href="javascript:alert(1)">a</a> <a href="data:text/html,x">b</a>',
        "<svg onload=alert(1)><style>*{}</style><iframe src=//evil.example></iframe>",
        '<kbd onmouseover="alert(1)" style="position:fixed">k</kbd>',
        '<img alt="&quot;><script>" src="&quot; onerror=alert(1) x=&quot;">',
        "<b <i>x</i></b><h1 <script>>y</h1>",
      ].join("\n\n"),
    );
    for (const [tag] of page.matchAll(/<[^>]*>/g)) expect(tag).toMatch(ownTag);
    expect(page).not.toMatch(/\shref=/);
    expect(page).toContain("&lt;script&gt;");
    expect(page).toContain("<kbd>k</kbd>");
  });

  it("has no tag and no attribute that Markdown does not write itself, whatever is put together", async () => {
    const pieces = fc.constantFrom(
      ...[
        "<",
        ">",
        '"',
        "'",
        "=",
        " ",
        "\n",
        "/",
        "!--",
        "-->",
        "&quot;",
        "&lt;",
        "`",
        "*",
        "[",
        "](",
        ")",
      ],
      ...[
        "a",
        "b",
        "img",
        "h1",
        "kbd",
        "script",
        "svg",
        "href",
        "src",
        "onerror",
        "style",
        "javascript:x",
        "x",
      ],
    );
    const some = fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join(""));
    await fc.assert(
      fc.asyncProperty(some, async (text) => {
        const page = await html(text);
        for (const [tag] of page.matchAll(/<[^>]*>/g)) expect(tag).toMatch(ownTag);
      }),
      { numRuns: 300 },
    );
  });

  it("cannot link to anything but the web and mail", async () => {
    const page = await html(
      "[a](javascript:alert(1)) [b](data:text/html,x) [c](../other.md) [d](/api/threads) [e](//evil.example)",
    );
    expect(page).not.toMatch(/\shref=/);
    expect(page).toContain('data-href="../other.md"');
  });

  it("opens web links without telling or giving the page", async () => {
    const page = await html("[a](https://example.org/x)");
    expect(page).toContain('href="https://example.org/x"');
    expect(page).toContain('target="_blank" rel="noopener noreferrer"');
  });

  it("has the host of every link beside it, read as the browser reads it", async () => {
    const hosts = async (text: string) =>
      [...(await html(text)).matchAll(/<span class="link-host">([^<]*)<\/span>/g)].map(
        ([, host]) => host,
      );
    expect(await hosts("[a](https://evil.example/x?d=1)")).toEqual(["evil.example"]);
    expect(await hosts("[https://good.example](https://evil.example)")).toEqual(["evil.example"]);
    expect(await hosts("[a](https://good.example@evil.example:8080/)")).toEqual([
      "evil.example:8080",
    ]);
    expect(await hosts("[apple](https://\u0430pple.example)")).toEqual(["xn--pple-43d.example"]);
    expect(await hosts("<https://\u0430pple.example/a>")).toEqual(["xn--pple-43d.example"]);
    expect(await hosts("[a][r]\n\n[r]: https://evil.example/r")).toEqual(["evil.example"]);
    expect(await hosts("[a](mailto:me@evil.example?subject=x)")).toEqual(["me@evil.example"]);
    expect(await hosts("<https://evil.example/a> [evil.example](http://evil.example)")).toEqual([]);
  });

  it("loads no image: one on the web is a link with its host, and no link within a link", async () => {
    const page = await html(
      '![spy](https://evil.example/p.png?q=1) ![local](pic.png) ![](x"onerror=alert(1))',
    );
    expect(page).not.toContain("<img");
    expect(page).toContain('spy <span class="link-host">image not loaded · evil.example</span>');
    expect(page).toContain('local <span class="link-host">image not loaded</span></span>');
    expect(page).not.toContain('"onerror');
    const nested = await html("[![a](//evil.example/a.png)](https://good.example/b)");
    expect(nested).toContain(
      'a <span class="link-host">image not loaded · evil.example</span></span> <span class="link-host">good.example</span></a>',
    );
    expect(nested.match(/<a /g)).toHaveLength(1);
    const mixed = await html(
      '[<a href="https://x.example">a</a>](https://y.example)\n\n<a href="https://x.example"><a href="https://y.example">b</a></a>\n\n<a href="https://x.example">c [d](https://y.example)</a>',
    );
    expect(mixed.match(/<a /g)).toHaveLength(3);
    for (const inner of [
      "<https://a.example/>",
      "<mailto:a@b.example>",
      "![https://bank.example](p.png)",
    ]) {
      const one = await html(`[https://bank.example ${inner}](https://evil.example)`);
      expect(one.match(/<a /g)).toHaveLength(1);
      expect(one).toContain('<span class="link-host">evil.example</span></a>');
    }
    expect(
      await html('<a href="https://evil.example">![https://evil.example](p.png)</a>'),
    ).toContain('<span class="link-host">evil.example</span></a>');
    const data = await html(`![x](data:image/png;base64,${"A".repeat(10_000)})`);
    expect(data.length).toBeLessThan(500);
  });

  it("cannot break out of a code block's language", async () => {
    const page = await html('```"><script>\nx\n```');
    expect(page).not.toContain("<script>");
  });

  it("survives nesting ten thousand deep and pathological emphasis", async () => {
    expect(typeof (await html("> ".repeat(10_000)))).toBe("string");
    expect(typeof (await html(`${"*a **a ".repeat(5_000)}\n${"[a".repeat(20_000)}`))).toBe(
      "string",
    );
  });
});

describe("limits", () => {
  it("kills a worker that does not finish in time and renders the next text with a new one", async () => {
    const strict = createMarkdownRenderer({ ...deps, cpu_ms: 1 });
    try {
      const many = Array.from({ length: 20_000 }, (_, i) => `- item ${i} **b**`);
      expect(await strict.render(many, 1, "en")).toEqual({ kind: "parse_limit" });
    } finally {
      await strict.close();
    }
    expect(await html("after")).toContain("after");
  });

  it("ends a worker that takes too much memory without ending the program", async () => {
    const small = createMarkdownRenderer({ ...deps, memory_mb: 24, cpu_ms: 60_000 });
    try {
      const many = Array.from({ length: 400_000 }, (_, i) => `- item ${i} **b** *c* \`d\``);
      expect(await small.render(many, 1, "en")).toEqual({ kind: "parse_limit" });
      const next = await small.render(["fine"], 1, "en");
      expect(next.kind).toBe("html");
    } finally {
      await small.close();
    }
  });

  it("outlives a table that fills the memory faster than it can be told to end", async () => {
    const small = createMarkdownRenderer({ ...deps, memory_mb: 48, cpu_ms: 60_000 });
    try {
      const row = (cell: string) => `${cell.repeat(20_000)}|`;
      const table = [row("|a"), row("|-"), ...Array.from({ length: 20 }, () => row("|b"))];
      expect(await small.render(table, 1, "en")).toEqual({ kind: "parse_limit" });
    } finally {
      await small.close();
    }
  });

  it.each([
    ["a run of signs", [`# Signs\n`, "[".repeat(2000)]],
    ["marks upon one letter", ["a".concat("\u0301".repeat(2000))]],
    ["more elements than a page can bear", Array.from({ length: 200 }, () => "> - 1. ".repeat(90))],
    ["a table of tens of thousands of cells", ["|a", "|-", "|b"].map((c) => `${c.repeat(8000)}|`)],
  ])("does not send %s to a page", async (_, lines) => {
    expect(await renderer.render(lines, 1, "en")).toEqual({ kind: "parse_limit" });
  });

  it("lays out what people write: rules of signs, long lines, thousands of lines", async () => {
    for (const text of [
      "=".repeat(900),
      `${"word ".repeat(100_000)}`,
      "文档".repeat(100_000),
      "- item with `code` and **weight**\n".repeat(2000),
    ]) {
      expect((await renderer.render(text.split("\n"), 1, "en")).kind).toBe("html");
    }
  });
});
