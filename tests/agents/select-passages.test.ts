import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mergeOverlaps, selectPassages } from "#lib/agents/doc-retrieval/select-passages";
import { hit } from "./task-request.ts";

const places = (hits: Parameters<typeof selectPassages>[0], limits = {}) =>
  selectPassages(hits, {
    max_citations: 8,
    max_per_file: 3,
    max_snippet_chars: 700,
    ...limits,
  }).map((s) => `${s.best.relative_path} ${s.line_start}-${s.line_end}`);

describe("selecting passages", () => {
  test("keeps the ranking and stops at the limit", () => {
    const hits = ["a", "b", "c", "d"].map((f) => hit(`${f}.md`, 1, 2));
    expect(places(hits, { max_citations: 3 })).toEqual(["a.md 1-2", "b.md 1-2", "c.md 1-2"]);
  });

  test("takes at most three passages of one file while others can fill the places", () => {
    const many = [1, 20, 40, 60, 80].map((l) => hit("a.md", l, l + 1));
    const others = ["b", "c", "d"].map((f) => hit(`${f}.md`, 1, 1));
    const a = ["a.md 1-2", "a.md 20-21", "a.md 40-41"];
    expect(places([...many, ...others])).toEqual([...a, "b.md 1-1", "c.md 1-1", "d.md 1-1"]);
    expect(places(many)).toHaveLength(5);
  });

  test("joins overlapping passages and those that touch in one section, in the better one's place", () => {
    expect(
      places([hit("a.md", 10, 14), hit("b.md", 3, 5), hit("a.md", 16, 20), hit("a.md", 5, 11)]),
    ).toEqual(["a.md 5-20", "b.md 3-5"]);
  });

  test("keeps touching passages of different sections apart", () => {
    const other = hit("a.md", 15, 20, { breadcrumb: ["House", "Garden"] });
    expect(places([hit("a.md", 10, 14), other])).toEqual(["a.md 10-14", "a.md 15-20"]);
  });

  test("keeps files of the same name in two folders apart", () => {
    const other = hit("a.md", 10, 14, { root_id: "other" });
    expect(places([hit("a.md", 10, 14), other])).toHaveLength(2);
  });

  test("joins passages that only touch no further than a citation can show whole", () => {
    const text = "x".repeat(400);
    const hits = [hit("a.md", 1, 30, { text }), hit("a.md", 31, 60, { text })];
    expect(places(hits)).toEqual(["a.md 1-30", "a.md 31-60"]);
    expect(places(hits, { max_snippet_chars: 800 })).toEqual(["a.md 1-60"]);
  });

  test("never hands out the same line twice", () => {
    const hits = [hit("a.md", 1, 35), hit("a.md", 30, 60), hit("a.md", 2, 3)];
    expect(places(hits)).toEqual(["a.md 1-60"]);
  });

  test("unites the words that were matched", () => {
    const [joined] = selectPassages(
      [hit("a.md", 1, 2, { matched: ["key"] }), hit("a.md", 2, 3, { matched: ["door", "key"] })],
      { max_citations: 8, max_per_file: 3, max_snippet_chars: 700 },
    );
    expect(joined?.matched).toEqual(["key", "door"]);
  });

  test("joins passages that came to overlap by growing", () => {
    const grown = [
      { best: hit("a.md", 1, 2), line_start: 1, line_end: 6, matched: [] },
      { best: hit("a.md", 5, 8), line_start: 5, line_end: 8, matched: [] },
    ];
    expect(mergeOverlaps(grown)).toMatchObject([{ line_start: 1, line_end: 8 }]);
  });
});

describe("passages that begin inside a code block", () => {
  const fenced = { inside_fence: "```", kind: "code" as const };
  const chosen = (hits: Parameters<typeof selectPassages>[0]) =>
    selectPassages(hits, { max_citations: 8, max_per_file: 3, max_snippet_chars: 700 });

  test("stay apart from what only touches them", () => {
    expect(places([hit("a.md", 20, 21, fenced), hit("a.md", 23, 24)])).toHaveLength(2);
    expect(places([hit("a.md", 23, 24), hit("a.md", 20, 21, fenced)])).toHaveLength(2);
  });

  test("say so of the lines they begin, also after growing together", () => {
    const below = chosen([hit("a.md", 20, 30), hit("a.md", 15, 22, fenced)]);
    expect(below).toMatchObject([{ line_start: 15, line_end: 30, inside_fence: "```" }]);
    const above = chosen([hit("a.md", 20, 30, fenced), hit("a.md", 15, 22)]);
    expect(above).toMatchObject([{ line_start: 15, line_end: 30 }]);
    expect(above[0]).not.toHaveProperty("inside_fence");
  });
});

describe("passages that grew", () => {
  const range = (line_start: number, line_end: number, word: string) => ({
    best: hit("a.md", line_start, line_end),
    line_start,
    line_end,
    matched: [word],
  });

  test("become one when a third bridges two that were apart, in the best one's place", () => {
    const other = { ...range(1, 99, "other"), best: hit("b.md", 1, 99) };
    const merged = mergeOverlaps([
      range(10, 20, "a"),
      other,
      range(50, 60, "b"),
      range(15, 55, "c"),
    ]);
    expect(merged.map((s) => [s.best.relative_path, s.line_start, s.line_end])).toEqual([
      ["a.md", 10, 60],
      ["b.md", 1, 99],
    ]);
    expect(merged[0]?.matched).toEqual(["a", "c", "b"]);
  });

  test("never overlap, whatever their order", () => {
    const ranges = fc.array(fc.tuple(fc.nat(60), fc.nat(12)), { maxLength: 12 });
    fc.assert(
      fc.property(ranges, (given) => {
        const merged = mergeOverlaps(
          given.map(([from, more]) => range(from + 1, from + 1 + more, "w")),
        );
        const sorted = merged
          .map((s) => [s.line_start, s.line_end])
          .sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
        sorted.forEach(([from], i) => {
          if (i > 0) expect(from).toBeGreaterThan(sorted[i - 1]?.[1] ?? 0);
        });
      }),
    );
  });
});
