import { describe, expect, it } from "vitest";
import { judgeClaims } from "#lib/citations/gate";
import { readMarkdown } from "#lib/markdown/document";
import { quotableUnits } from "#lib/markdown/units";
import { maskText } from "#lib/platform/secrets";
import { cite, verified } from "../citations/sample.ts";

const wording = [
  "<Preview>",
  '<table style="a>b">',
  "  <tr>",
  '    <th style="width:20%">Say</th>',
  "    <th>Not</th>",
  "    <th>Why</th>",
  "  </tr>",
  "  <tr>",
  "    <th>验证码</th>",
  "    <td></td>",
  "    <td>It keeps robots out,",
  "    by <code>a | b</code>.</td>",
  "  </tr>",
  "",
  "    <tr><td>sign in</td><td>log on</td><td>As <code>&lt;Login&gt;</code><br/>says &amp; writes.</td></tr>",
  "</table>",
  "</Preview>",
  "",
  "After it.",
].join("\n");

const rowsOf = (text: string): string[] =>
  quotableUnits(text, 1).flatMap(({ kind, text: said }) =>
    kind === "table" ? [said.split("\n").at(-1) ?? ""] : [],
  );

describe("a table of HTML", () => {
  it("is read row by row below its titles, whatever blank lines and indents stand in it", () => {
    const units = quotableUnits(wording, 1);
    expect(units.map(({ text }) => text)).toEqual([
      "| Say | Not | Why |\n| --- | --- | --- |\n| 验证码 |  | It keeps robots out, by `a \\| b`. |",
      "| Say | Not | Why |\n| --- | --- | --- |\n| sign in | log on | As `<Login>` says &amp; writes. |",
      "After it.",
    ]);
    const lines = wording.split("\n");
    const own = units[0]?.spans.map(({ line, start, end }) => lines[line - 1]?.slice(start, end));
    expect(own).toEqual(["Say", "Why", "验证码", "It keeps robots out,", "by <code>a | b</code>."]);
  });

  it("has the cells of several rows and columns where they are seen, and a table in a cell for itself", () => {
    const text = [
      "<table>",
      '<tr><th colspan="2">Row</th><th>other</th></tr>',
      '<tr><td rowspan="2">a</td><td>1</td><td>x</td></tr>',
      "<tr><td>2</td><td><p>y</p><table><tr><td>in</td><td>side</td></tr></table></td></tr>",
      "<tr><td>b<td>3<td>z",
      "</table>",
      "",
      "<dl><dt><code>-v</code></dt><dt><code>--verbose</code></dt><dd><p>Says more.</p></dd>",
      "<dt>-q</dt><dd>Says less.</dd></dl>",
    ].join("\n");
    expect(rowsOf(text)).toEqual([
      "| a | 1 | x |",
      "| a | 2 | y |",
      "| in | side |",
      "| b | 3 | z |",
      "| `-v`, `--verbose` | Says more. |",
      "| -q | Says less. |",
    ]);
  });

  it("keeps what a tag says of a figure or of struck words, has the titles above a row, and is no component", () => {
    const text = [
      "<table>",
      "<thead><tr><th>Port</th><th>Old</th></tr></thead>",
      "<tr><td>10<sup>6</sup></td><td><del>80</del> 81</td></tr>",
      "<thead><tr><th>Host</th><th>New</th></tr></thead>",
      "<tr><td>a</td><td>b</td></tr>",
      "</table>",
      "",
      "<Table rows={x} />",
      "",
      "After it.",
    ].join("\n");
    expect(quotableUnits(text, 1).map(({ text: said }) => said)).toEqual([
      "| Port | Old |\n| --- | --- |\n| 10<sup>6</sup> | <del>80</del> 81 |",
      "| Host | New |\n| --- | --- |\n| a | b |",
      "After it.",
    ]);
    const wide = `<table>${`<tr>${"<td>a</td>".repeat(5000)}</tr>`.repeat(9)}</table>${"`".repeat(50_000)}`;
    expect(rowsOf(wide)).toEqual([]);
  });

  it("is found in a piece of it, and nowhere in prose, code or a heading below it", () => {
    expect(rowsOf("<tr><td>a</td><td>1</td></tr>\n</table>\n\nThen.")).toEqual(["| a | 1 |"]);
    expect(rowsOf("<td> is a cell, and nothing closes it.")).toEqual([]);
    expect(rowsOf("```html\n<table><tr><td>a</td></tr></table>\n```")).toEqual([]);
    const open = "<table>\n<tr><td>a</td></tr>\n\n## Next\n\nA sentence.";
    expect(quotableUnits(open, 1).map(({ kind }) => kind)).toEqual([
      "table",
      "heading",
      "sentence",
    ]);
  });

  it("is quoted word for word by its rows, and not by a row with another's cell", () => {
    const [one, two] = quotableUnits(wording, 1);
    if (one === undefined || two === undefined) throw new Error("the table has two rows");
    const both = {
      id: "c1",
      kind: "table" as const,
      text: `${one.text}\n${two.text.split("\n").at(-1)}`,
      citations: [1],
      spans: [...one.spans, ...two.spans.slice(2)].map((span) => ({ citation: 1, ...span })),
    };
    const judge = (claim: typeof both) =>
      judgeClaims({
        claims: [claim],
        citations: [cite(1, wording)],
        verifications: new Map([[1, verified(wording)]]),
        policy: "require_citations",
      }).passed[0]?.support;
    expect(judge(both)).toBe("verbatim");
    expect(judge({ ...both, spans: both.spans.slice(0, -1) })).not.toBe("verbatim");
    expect(judge({ ...both, text: both.text.replace("log on", "sign in") })).toBeUndefined();
    const swapped = {
      ...both,
      text: [...one.text.split("\n").slice(0, 2), ...both.text.split("\n").slice(2).reverse()].join(
        "\n",
      ),
    };
    expect(judge(swapped)).not.toBe("verbatim");
  });

  it("gives away no password that stands under its title or behind its name", () => {
    const table =
      "<table><tr><th>User</th><th>Password</th></tr>\n<tr><td>ann</td><td>kT9x2Lq8Vw</td></tr></table>";
    expect(maskText(table).text).not.toContain("kT9x2Lq8Vw");
    expect(maskText("<dl><dt>password</dt><dd>kT9x2Lq8Vw</dd></dl>").text).not.toContain(
      "kT9x2Lq8Vw",
    );
  });

  it("is cut between its rows in the index, each piece with its titles", () => {
    const row = (i: number) => [
      "  <tr>",
      `    <td>option${i}</td>`,
      "",
      `    <td>${"It says so. ".repeat(12)}</td>`,
      "  </tr>",
    ];
    const lines = [
      "Before.",
      "",
      "<table>",
      "  <thead><tr><th>Name</th></tr></thead>",
      ...Array.from({ length: 30 }, (_, i) => row(i)).flat(),
      "</table>",
      "",
      "After.",
    ];
    const { passages } = readMarkdown(lines, "a.md");
    const pieces = passages.filter(({ kind }) => kind === "table");
    expect(pieces.length).toBeGreaterThan(3);
    for (const piece of pieces.slice(1)) {
      expect(lines[piece.start]).toBe("  <tr>");
      expect(piece.header).toEqual({ start: 2, end: 4 });
    }
  });
});
