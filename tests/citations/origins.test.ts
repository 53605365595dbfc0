import fc from "fast-check";
import { expect, test } from "vitest";
import { headingLine, readHeadingLine } from "#lib/citations/heading-line";
import { sentencesOf } from "#lib/citations/read-export";
import { renderAnswer } from "#lib/citations/render";
import type { Claim } from "#lib/contracts/answer";
import { headingPath } from "#lib/contracts/origins";
import { cite, claimsOf, shownOf } from "./sample.ts";

const quoted = (citation: number, text: string): Claim[] =>
  claimsOf(citation, text).map((claim) => ({ ...claim, support: "verbatim" }));
const from = (id: number, page: string, ...headings: string[]) => ({
  ...cite(id, "x"),
  ...{ relative_path: page, title: headings[0] ?? page, breadcrumb: headings },
});

test.each([
  ["Folders", ["Folders", "Adding"], "docs/folders.md", "Folders › Adding"],
  ["Admin API", ["Upstream", "Examples"], "admin-api.md", "Admin API › Upstream › Examples"],
  ["limit-conn", ["Attributes"], "plugins/limit-conn.md", "limit-conn.md › Attributes"],
  ["ch03-keys", ["Keys", "Rotation"], "ch03-keys.md", "Keys › Rotation"],
  ["notes", [], "work/notes.md", "notes.md"],
  ["{#snippet ...}", ["Typing snippets"], "snippet.md", "{#snippet ...} › Typing snippets"],
  ["useId", ["用法 {/usage/}", "Basics { #basics }"], "useId.md", "useId.md › 用法 › Basics"],
])(
  "the way to a passage of “%s” under %j is told by its page: %s",
  (title, breadcrumb, relative_path, path) => {
    expect(headingPath({ title, breadcrumb, relative_path }).join(" › ")).toBe(path);
  },
);

test("each place is told once, with its file where another has its headings, and with its folder where several were searched", () => {
  const citations = [
    ...[from(1, "a.md", "Retries", "Number"), from(2, "a.md", "Retries", "Number")],
    ...[from(3, "b.md", "Timeouts"), from(4, "c.md", "Timeouts")],
  ];
  const shown = shownOf(
    [
      { kind: "answer", words: quoted(1, "The default is 3.") },
      { kind: "around", words: quoted(2, "At most 9.") },
      { kind: "answer", words: quoted(3, "The default is 5.") },
      { kind: "related", words: quoted(4, "Try again.") },
    ],
    citations,
  );
  const text = renderAnswer(shown, "en");
  expect(text).toBe(
    [
      ...["*Retries › Number*", "The default is 3 [1].", "At most 9 [2]."],
      // Two files have this heading.
      ...["*docs/b.md › Timeouts*", "The default is 5 [3]."],
      "> Also on this:\n>\n> *docs/c.md › Timeouts*\n>\n> Try again [4].",
    ].join("\n\n"),
  );
  expect(sentencesOf(text.split("\n")).headings).toEqual([
    { text: "Retries › Number", citations: [1, 2] },
    { text: "docs/b.md › Timeouts", citations: [3] },
    { text: "docs/c.md › Timeouts", citations: [4] },
  ]);
  const folders = ["docs", "notes"].map((root_id) => ({ root_id, label: root_id }));
  const { root_label = "" } = shown.blocks[0]?.place ?? {};
  expect(root_label).not.toBe("");
  expect(renderAnswer({ ...shown, folders }, "en")).toContain(`*${root_label} › Retries › Number*`);
  // What a model writes names its subject itself.
  const written = shown.blocks.flatMap((block) =>
    block.kind === "answer" ? [{ ...block, place: null }] : [],
  );
  expect(renderAnswer({ ...shown, blocks: written }, "en")).not.toContain("*");
});

test("a line of code, and a claim in italics, are no headings", () => {
  const claims = [...quoted(1, "```md\n*Said › so*\n```"), ...quoted(1, "*Never do this.*")];
  const citations = [from(1, "a.md", "A")];
  const read = sentencesOf(
    renderAnswer(shownOf([{ kind: "answer", words: claims }], citations), "en").split("\n"),
  );
  expect(read.headings).toEqual([{ text: "A", citations: [1] }]);
  expect(read.claims.map(({ text }) => text)).toEqual(["*Said › so*", "*Never do this.*"]);
});

test("whatever a heading holds, its line reads back and brings no marker", () => {
  const nasty = fc
    .stringMatching(/^[\\`*_[\]()<>!^&a-c1中 ]{1,30}$/)
    .filter((s) => s.trim() !== "");
  fc.assert(
    fc.property(nasty, (heading) => {
      const line = headingLine(heading);
      expect(readHeadingLine(line)).toBe(heading.replace(/\s+/g, " ").trim());
      expect(line).not.toMatch(/(?<!\\)\[\^?\d|!\[|(?<!\\)<[a-z!]/);
    }),
  );
});

test("a secret in a heading is masked in the line above a quotation", () => {
  const key = ["AKIA", "IOSFODNN7", "QXWZRTY"].join("");
  const markdown = renderAnswer(
    shownOf(
      [{ kind: "answer", words: quoted(1, "The relay is green.") }],
      [from(1, "a.md", "Buoys", `Key ${key} for the relay`)],
    ),
    "en",
  );
  expect(markdown).toMatch(/^\*Buoys › Key .+\*\n\nThe relay is green/);
  expect(markdown).not.toContain(key);
});
