import { describe, expect, it } from "vitest";
import { nameRoot } from "#lib/contracts/name-root";
import { dayGroup } from "../../components/locale/dates.ts";
import { writeSide } from "../../components/locale/locales.ts";
import { negotiateLocale, readSide, readTheme } from "../../components/locale/negotiate.ts";
import { readSourceRef, sourceHref } from "../../components/source/source-ref.ts";

describe("the page's language", () => {
  it.each([
    ["zh-CN", "en", "zh-CN"],
    [undefined, "zh-TW,zh;q=0.9,en;q=0.8", "zh-CN"],
    [undefined, "fr;q=0.9, en-GB;q=0.4, zh;q=0.2", "en"],
    [undefined, "en;q=0, zh", "zh-CN"],
    [undefined, null, "en"],
    ["klingon", "de", "en"],
    [undefined, ";;;q=x,,", "en"],
  ])("cookie %j, browser %j: %s", (cookie, browser, locale) => {
    expect(negotiateLocale(cookie, browser)).toBe(locale);
  });

  it("has the left pane as it was left, and as usual when that cannot be read", () => {
    const choice = { folded: true, width: 301 };
    expect(readSide(writeSide(choice))).toEqual(choice);
    expect(readSide("open-260")).toEqual({ folded: false, width: 260 });
    for (const cookie of [undefined, "", "folded", "open-wide", "open-0", "open-99999"]) {
      expect(readSide(cookie)).toEqual({ folded: false, width: 248 });
    }
  });

  it("takes an unknown theme for the system's", () => {
    expect(readTheme("dark")).toBe("dark");
    expect(readTheme("blinking")).toBe("system");
    expect(readTheme(undefined)).toBe("system");
  });
});

describe("the address of a source", () => {
  it.each([
    [{ turn: 1, kind: "cited", id: 3 }, "?src=3"],
    [{ turn: 2, kind: "cited", id: 1 }, "?turn=2&src=1"],
    [{ turn: 1, kind: "nearest", gap: 1, at: 2 }, "?src=g1.2"],
    [{ turn: 4, kind: "read", at: 7 }, "?turn=4&src=r7"],
  ] as const)("of %j is %s, and leads back", (ref, href) => {
    expect(sourceHref(ref)).toBe(href);
    expect(readSourceRef(new URLSearchParams(href))).toEqual(ref);
  });

  it.each([
    "",
    "?src=",
    "?src=x",
    "?src=-1",
    "?src=1.5",
    "?turn=0&src=1",
    "?turn=x&src=1",
    "?src=g1",
  ])("%j is none", (search) => {
    expect(readSourceRef(new URLSearchParams(search))).toBeUndefined();
  });
});

describe("a new folder", () => {
  const at = (path: string, ...ids: string[]) =>
    nameRoot(
      path,
      ids.map((id) => ({ id, label: id, path: `/elsewhere/${id}` })),
    );

  it("is called what it is called on disk", () => {
    expect(at("/home/anna/notes")).toEqual({
      id: "notes",
      label: "notes",
      path: "/home/anna/notes",
    });
    expect(at("/home/anna/笔记/")).toMatchObject({ id: "笔记", label: "笔记" });
    expect(at("C:\\Users\\Anna\\My notes")).toMatchObject({ id: "My notes" });
  });

  it("gets a number and the folder above it when another is called the same", () => {
    expect(at("/b/notes", "notes", "notes-2")).toMatchObject({ id: "notes-3", label: "b/notes" });
    const docs = [nameRoot("/a/docs", []), nameRoot("/x/b/docs", [nameRoot("/a/docs", [])])];
    expect(nameRoot("/y/b/docs", docs)).toMatchObject({ id: "docs-3", label: "y/b/docs" });
  });

  it("keeps within the length of an id", () => {
    expect(at(`/a/${"x".repeat(300)}`).id.length).toBeLessThanOrEqual(100);
    expect(at(`/a/${"x".repeat(300)}`).label.length).toBeLessThanOrEqual(200);
  });
});

describe("days", () => {
  const now = new Date(2026, 10, 20, 0, 30);
  it.each([
    [new Date(2026, 10, 20, 0, 10), "today"],
    [new Date(2026, 10, 19, 23, 59), "yesterday"],
    [new Date(2026, 10, 14, 12), "week"],
    [new Date(2026, 10, 13, 12), "earlier"],
    [new Date(2026, 10, 21), "today"],
  ])("%s is %s", (then, group) => {
    expect(dayGroup(then.toISOString(), now)).toBe(group);
  });
});
