import { describe, expect, it } from "vitest";
import type { Source } from "../../training/sets/projects.ts";
import { pageFiles } from "../../training/sets/projects.ts";
import { isAskedOver, queryOf, readRow, type WrittenRow } from "../../training/sets/written.ts";

const source: Source = {
  ...{ project: "vault", repo: "o/vault", commit: "c", lang: "en", domain: "d", licence: "MIT" },
  ...{ folders: ["docs"], files: ["!.zh.md"], leave_out: ["docs/zh"], locked: false },
};
const files = pageFiles(
  ["README.md", "docs/changelog.md", "docs/keys.md", "docs/keys.zh.md", "docs/zh/keys.md"],
  source,
);
const pages = new Map(files.map((page) => [page.file, page]));
const texts = new Map([["docs/keys.md", "# Keys\n\nRun `renew`.\n\n"]]);
const place = { path: "docs/keys.md", grade: 2, line_start: 3, line_end: 3 } as const;
const row = (change: Partial<WrittenRow> = {}): WrittenRow => ({
  ...{ project: "vault", lang: "en", kind: "answerable", question: "keys ran out, what now" },
  ...{ gold: [place], ...change },
});

describe("pages of a written set", () => {
  it("are all of the folders in the language of the line, change logs among them", () => {
    expect(files.map(({ path }) => path)).toEqual(["changelog.md", "keys.md"]);
  });
});

describe("a written question", () => {
  it("names its places as its set has them, those that answer first", () => {
    const { line_start: from, line_end: to } = place;
    const gold = [{ ...place, grade: 1 as const, line_start: 1, line_end: 1 }, place];
    expect(queryOf(row({ gold }), pages, texts)).toMatchObject({
      ...{ answerable: true, source: "written", project: "vault", set: "written-en" },
      ...{ gold_path: "vault/keys.md", gold_line_start: from, gold_line_end: to },
    });
  });

  it("keeps its name wherever it stands, and shares it with no other", () => {
    const id = (change: Partial<WrittenRow> = {}) => queryOf(row(change), pages, texts).id;
    expect(id()).toMatch(/^written-en-vault-[0-9a-f]{10}$/);
    expect(id({ gold: [{ ...place, line_start: 1 }] })).toBe(id());
    expect(id({ question: "keys ran out" })).not.toBe(id());
  });

  it("that its folder does not answer has no place, and still its project", () => {
    const absent = queryOf(row({ kind: "absent", gold: [] }), pages, texts);
    expect(absent).toMatchObject({ answerable: false, gold_path: null, gold: [] });
    expect(absent.project).toBe("vault");
  });

  it("of the other language is asked over the pages of this one", () => {
    expect(isAskedOver(row(), source)).toBe(true);
    expect(isAskedOver(row({ lang: "zh", kind: "crosslingual" }), source)).toBe(true);
    expect(isAskedOver(row({ lang: "zh" }), source)).toBe(false);
  });

  it.each([
    ["a page that is not there", { path: "docs/gone.md" }, "docs/gone.md is no page"],
    ["a page of the other language", { path: "docs/keys.zh.md" }, "docs/keys.zh.md is no page"],
    [
      "lines behind the end",
      { line_end: 5 },
      "There are no lines 3 to 5 of docs/keys.md: it has 4",
    ],
    ["lines the wrong way round", { line_end: 2 }, "There are no lines 3 to 2"],
    ["blank lines", { line_start: 4, line_end: 4 }, "lines 4 to 4 of docs/keys.md are blank"],
  ])("is refused with %s", (_what, change, sentence) => {
    const wrong = row({ gold: [{ ...place, ...change }] });
    expect(() => queryOf(wrong, pages, texts)).toThrow(sentence);
  });

  it.each([
    ["without a place that answers", { gold: [{ ...place, grade: 1 }] }, "of grade 2"],
    ["that is absent and has a place", { kind: "absent" }, "Empty its gold"],
    ["of a language that no set has", { lang: "de" }, "lang"],
  ])("is no row %s", (_what, change, sentence) => {
    expect(() => readRow(JSON.stringify({ ...row(), ...change }))).toThrow(sentence);
    expect(readRow(JSON.stringify(row()))).toEqual(row());
  });
});
