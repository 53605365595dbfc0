import { parseHTML } from "linkedom";
import MarkdownIt from "markdown-it";
import { describe, expect, it } from "vitest";
import type { Gathered } from "../../lib/tasks/researching/gather.ts";
import { readQuestions } from "../../lib/tasks/researching/plan-questions.ts";
import { buildReport, type Standing } from "../../lib/tasks/researching/report.ts";
import { reportHtml } from "../../lib/tasks/researching/report-html.ts";
import { reportMarkdown } from "../../lib/tasks/researching/report-markdown.ts";
import type { Statement } from "../../lib/tasks/researching/statement.ts";

/** What strangers wrote, in every place of a report where a word of theirs may stand. */
const hostile = [
  `<script>alert(1)</script> <img src=x onerror=alert(1)> plain words`,
  "![pixel](http://evil.example/p.png) and [a link](javascript:alert(1)) and <http://evil.example>",
  "`code` with ``` fences ```\n# heading\n---\n<iframe src=//evil.example></iframe>",
  '\\`escaped\\` **bold** _it_ ~~gone~~ | bar | [1]: http://evil.example "t"',
  `"><a href="javascript:alert(1)">x</a> &lt;script&gt; \${x} </style><style>*{}`,
  "[ref]: javascript:alert(1)\n\n[ref] \u202Eevil\u202C",
];
let line = 0;
const statement = (text: string, kind: Statement["kind"] = "sentence"): Statement => {
  line += 1;
  return {
    ...{ text, kind, info: "js onload=x" },
    lines: [
      {
        ...{ root_id: "web", relative_path: `evil.example/${line}.md`, display_path: text },
        ...{ title: text, snippet: text, sha256: "a".repeat(64), file_sha256: "b".repeat(64) },
        ...{ line_start: line, line_end: line },
        source: {
          kind: "web",
          url: `javascript:alert(${line})`,
          fetched_at: "2026-11-24T10:12:00Z",
        },
      },
    ],
  };
};
const gathered: Gathered = {
  sections: hostile.map((text) => ({
    question: text,
    statements: [
      statement(text),
      statement(text, "code"),
      statement(
        `| ${text.replaceAll("\n", " ")} | b |\n| --- | --- |\n| ${text.replaceAll("\n", " ")} | c |`,
        "table",
      ),
      statement(text, "table"),
    ],
    contradictions: [{ kind: "value", one: statement(text), other: statement(text) }],
    gaps: [text],
  })),
  notices: hostile,
};
const build = (max_sources: number, standing: Standing | boolean = true, of: Gathered = gathered) =>
  buildReport({
    ...{
      query: hostile[0] ?? "",
      lang: "en",
      made_at: "2026-11-29T00:00:00Z",
      max_sources,
      gathered: of,
    },
    web: {
      ...{ pages: [], left: 0 },
      failed: hostile.map((text) => ({ url: text, rule: "timeout", message: text })),
      searches_failed: hostile.map((text) => ({ question: text, rule: "blocked", message: text })),
    },
    standing: typeof standing === "function" ? standing : (lines) => (standing ? lines : undefined),
  });

describe("a report of words that strangers wrote", () => {
  const report = build(100);
  const pages = {
    "report.html": reportHtml(report),
    "report.md": new MarkdownIt({ html: true, linkify: false }).render(reportMarkdown(report)),
  };

  it.each(Object.keys(pages) as (keyof typeof pages)[])("runs and loads nothing: %s", (name) => {
    const { document } = parseHTML(
      `<html><body>${pages[name].replace(/<!doctype[^>]*>/i, "")}</body></html>`,
    );
    const active = "script, img, iframe, object, embed, form, base, svg, link";
    expect([...document.querySelectorAll(active)].map((one) => one.outerHTML)).toEqual([]);
    for (const element of document.querySelectorAll("*")) {
      for (const attribute of element.getAttributeNames())
        expect(attribute).not.toMatch(/^on|^src$/);
    }
    for (const link of document.querySelectorAll("a")) {
      expect(link.getAttribute("href")).toMatch(/^(?:#source-\d+$|https?:)/);
    }
    expect(document.querySelectorAll("style").length).toBeLessThanOrEqual(1);
    expect(document.body.textContent).toContain("alert(1)");
  });

  it("lays a table out as one, and what is none as it is written", () => {
    const { document } = parseHTML(pages["report.md"]);
    expect(document.querySelectorAll("table").length).toBe(hostile.length);
  });

  it("cites at most as many sources as it may, and tells nothing that does not stand any more", () => {
    const few = build(3);
    expect(few.sources).toHaveLength(3);
    expect(few.left_out.sources).toBeGreaterThan(0);
    expect(new Set(few.evidence.map(({ source_index }) => source_index))).toEqual(
      new Set([1, 2, 3]),
    );
    const none = build(100, false);
    expect(none.sources).toEqual([]);
    expect(none.sections.flatMap(({ statements }) => statements)).toEqual([]);
    expect(none.left_out.changed).toBeGreaterThan(0);
  });

  it("cites of one source lines of one reading alone", () => {
    const one = statement("first");
    const [lines] = one.lines;
    if (lines === undefined) throw new Error("no lines");
    const other = { ...one, text: "second", lines: [{ ...lines, line_start: 900, line_end: 900 }] };
    const of: Gathered = {
      sections: [{ question: "q", statements: [one, other], contradictions: [], gaps: [] }],
      notices: [],
    };
    // The file was saved between the two looks at it.
    const standing: Standing = (asked) =>
      asked.line_start === 900 ? { ...asked, file_sha256: "c".repeat(64) } : asked;
    const report = build(100, standing, of);
    expect(report.sections[0]?.statements.map(({ text }) => text)).toEqual(["first"]);
    expect(report.left_out.changed).toBe(1);
  });

  it("reads questions of a model as lines and nothing else", () => {
    const said = `Sure!\nQ1: What is it?\n**Q2**: no\nQ2: What is it?\n Q3： 它是什么？\nQ4: ${"x".repeat(400)}\nQ5: \u200b`;
    expect(readQuestions(said)).toEqual(["What is it?", "no", "它是什么？"]);
  });
});
