import { describe, expect, it } from "vitest";
import { keepClaims } from "#lib/citations/keep-claims";
import type { Claim } from "#lib/contracts/answer";
import type { LaidOut } from "#lib/contracts/blocks";
import { type Block, layOutClaims } from "../../components/answer/lay-out-claims.ts";
import { spaceBetween, splitTail } from "../../components/answer/split-tail.ts";

function claim(id: string, part: Partial<LaidOut> & { column?: number }): LaidOut {
  const { column = 0, ...rest } = part;
  return {
    id,
    text: id,
    citations: [1],
    support: "verbatim",
    kind: "sentence",
    spans: [{ citation: 1, line: 1, start: column, end: column + 5 }],
    ...rest,
  };
}

/** A block as a short drawing: lists as brackets, inner lists inside their item. */
function draw(blocks: readonly Block[]): unknown[] {
  return blocks.map((block) => {
    const ids = (claims: readonly Claim[]) => claims.map(({ id }) => id).join(" ");
    if ("claims" in block) return `${block.kind === "quote" ? "quote:" : ""}${ids(block.claims)}`;
    if (block.kind === "lines") {
      const of = (lines: readonly { line_start: number }[]) => lines.map((one) => one.line_start);
      return `lines:${of(block.under.lines)} again:${of(block.under.again)}`;
    }
    if (block.kind !== "list") return `${block.kind}:${block.claim.id}`;
    const items = block.items.map(({ claim, rest, inner }) => {
      const words = ids([claim, ...rest]);
      return inner.length === 0 ? words : [words, ...draw(inner)];
    });
    return { [block.ordered ? `ol${block.start}` : "ul"]: items };
  });
}

describe("layOutClaims", () => {
  it("runs sentences of one paragraph on, and parts those of another and of another source", () => {
    const at = (line: number) => ({ spans: [{ citation: 1, line, start: 0, end: 5 }] });
    const blocks = layOutClaims([
      ...[claim("a", at(1)), claim("b", at(2)), claim("c", at(4))],
      claim("d", { citations: [2] }),
    ]);
    expect(draw(blocks)).toEqual(["a b", "c", "d"]);
  });

  it("runs sentences of a writer on, wherever their lines stand", () => {
    const own = { support: "own_words" as const };
    const blocks = layOutClaims([claim("a", own), claim("b", {}), claim("c", own)]);
    expect(draw(blocks)).toEqual(["a b c"]);
  });

  it("puts the lines that a claim in doubt rests on right under it or behind its list, once for several in a row, and points at them later", () => {
    const line = (line_start: number) => ({
      ...{ citation: 1, line_start, line_end: line_start },
      ...{ text: `line ${line_start}`, kind: "sentence" as const },
    });
    const weak = (id: string, lines: number[], part = {}) =>
      claim(id, { support: "doubt", rests_on: lines.map(line), ...part });
    const item = { kind: "list_item" as const, column: 2 };
    const blocks = layOutClaims([
      ...[weak("a", [3]), weak("b", [3, 5], { goes_on: true }), weak("c", [7]), claim("d", {})],
      ...[weak("e", [9, 5], item), claim("f", item)],
    ]);
    expect(draw(blocks)).toEqual([
      ...["a b", "lines:3,5 again:", "c", "lines:7 again:", "d"],
      { ul: ["e", "f"] },
      "lines:9 again:5",
    ]);
  });

  it("makes lists of items and keeps the number of the first step", () => {
    const blocks = layOutClaims([
      claim("a", {}),
      claim("b", { kind: "step", info: "3", column: 3 }),
      claim("c", { kind: "step", info: "4", column: 3 }),
      claim("d", { kind: "list_item", citations: [2], column: 2 }),
    ]);
    expect(draw(blocks)).toEqual(["a", { ol3: ["b", "c"] }, { ul: ["d"] }]);
  });

  it("keeps later sentences of a writer in their item, and the next item in the same list", () => {
    const written: Partial<LaidOut> = { support: "own_words", spans: [] };
    const item: Partial<LaidOut> = { ...written, kind: "list_item" };
    const further: Partial<LaidOut> = { ...written, goes_on: true };
    const claims = [claim("a", item), claim("b", further), claim("c", item), claim("d", further)];
    expect(draw(layOutClaims([...claims, claim("e", written)]))).toEqual([
      { ul: ["a b", "c d"] },
      "e",
    ]);
  });

  it("begins an item with what is left of it", () => {
    const written: Partial<LaidOut> = { support: "own_words", spans: [] };
    const step = (info: string): Partial<LaidOut> => ({ ...written, kind: "step", info });
    const further: Partial<LaidOut> = { ...written, goes_on: true };
    const claims = [
      ...[claim("a", step("1")), claim("b", step("2")), claim("c", further)],
      ...[claim("d", further), claim("e", step("3"))],
    ];
    const kept = keepClaims(claims, ({ id }) => id !== "b");
    expect(draw(layOutClaims(kept))).toEqual([{ ol1: ["a", "c d", "e"] }]);
    expect(kept.map(({ info }) => info)).toEqual(["1", "2", undefined, "3"]);
  });

  it("nests items as they are nested in the file, and comes back out", () => {
    const blocks = layOutClaims([
      claim("a", { kind: "list_item", column: 2 }),
      claim("b", { kind: "list_item", column: 4 }),
      claim("c", { kind: "list_item", column: 2 }),
    ]);
    expect(draw(blocks)).toEqual([{ ul: [["a", { ul: ["b"] }], "c"] }]);
  });

  it("takes a longer number for no deeper level", () => {
    const blocks = layOutClaims([
      claim("a", { kind: "step", info: "9", column: 3 }),
      claim("b", { kind: "step", info: "10", column: 4 }),
    ]);
    expect(draw(blocks)).toEqual([{ ol9: ["a", "b"] }]);
  });

  it("puts code that stands inside a step into that step, other code after it", () => {
    const blocks = layOutClaims([
      claim("a", { kind: "step", info: "1", column: 3 }),
      claim("b", { kind: "code", column: 3 }),
      claim("c", { kind: "step", info: "2", column: 3 }),
      claim("d", { kind: "code", column: 0 }),
    ]);
    expect(draw(blocks)).toEqual([{ ol1: [["a", "code:b"], "c"] }, "code:d"]);
  });

  it("keeps what a sentence is read in in its paragraph or item of the file, and parts it from the next", () => {
    const at = (line: number, start = 2) => ({
      spans: [{ citation: 1, line, start, end: start + 5 }],
    });
    const context = { line: true, around: true } as const;
    const blocks = layOutClaims([
      ...[claim("a", { ...at(3), ...context }), claim("b", at(3, 9)), claim("c", at(4))],
      ...[claim("d", { ...at(6), ...context }), claim("e", at(6, 9))],
      ...[claim("f", { ...at(8), ...context, kind: "list_item" }), claim("g", at(8, 9))],
      ...[claim("h", at(9)), claim("i", { ...at(11), kind: "list_item" }), claim("j", at(11, 9))],
      ...[claim("k", { ...at(13), kind: "quote" }), claim("l", { ...at(14), kind: "quote" })],
      ...[claim("m", { ...at(16), kind: "quote" }), claim("n", { ...at(1), ...context })],
    ]);
    const quotes = ["quote:k l", "quote:m"];
    expect(draw(blocks)).toEqual(["a b c", "d e", { ul: ["f g h", "i j"] }, ...quotes, "n"]);
  });

  it("drops nothing, whatever the order of kinds", () => {
    const kinds = ["sentence", "list_item", "step", "table", "code", "quote"] as const;
    const claims = Array.from({ length: 60 }, (_, i) =>
      claim(`c${i}`, { kind: kinds[(i * 7 + (i >> 2)) % 6] ?? "sentence", column: (i * 5) % 9 }),
    );
    const ids = JSON.stringify(draw(layOutClaims(claims))).match(/c\d+/g) ?? [];
    expect([...ids].sort()).toEqual(claims.map((one) => one.id).sort());
  });
});

describe("splitTail", () => {
  it.each([
    ["It is saved at once.", "It is saved at ", "once", "."],
    ["文件夹会立即保存。", "文件夹会立即保", "存", "。"],
    ["Is it saved?", "Is it ", "saved", "?"],
    ["No full stop here", "No full stop ", "here", ""],
    ["He said “now.”", "He said ", "“now", ".”"],
    ["Its default is “eng”.", "Its default is ", "“eng”", "."],
    ["see the list (below).", "see the list ", "(below)", "."],
    ["see the list (below)", "see the list ", "(below)", ""],
    [".", "", "", "."],
    ["", "", "", ""],
  ])("keeps the last word, the chips and the stop of %j together", (text, lead, word, stop) => {
    expect(splitTail(text)).toEqual({ lead, word, stop });
  });
});

describe("spaceBetween", () => {
  it("parts sentences by a space, but not Chinese ones", () => {
    expect(spaceBetween("One.", "Two.")).toBe(" ");
    expect(spaceBetween("一。", "二。")).toBe("");
    expect(spaceBetween("一。", "Two.")).toBe(" ");
  });
});
