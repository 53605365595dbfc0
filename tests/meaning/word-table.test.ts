import { readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { tokenize } from "#lib/language/words";
import { alikeness, type Comparison, compareWords } from "#lib/meaning/comparison";
import { openWordTable, type WordTable, wordTable } from "#lib/meaning/word-table";
import { removeTable, writeTable } from "./scratch-table.ts";

let folder = "";
afterEach(() => removeTable(folder));

function open(groups: readonly (readonly string[])[]): WordTable {
  folder = writeTable(groups);
  const { table } = openWordTable(folder) as { table: WordTable };
  return table;
}

/** How near a word comes to one of the question. */
function nearTo(question: Comparison | undefined, number: number, row: number): number {
  const noted = { near: new Float32Array(2), by: new Uint32Array(2), id: 1 };
  question?.raise(row, [number], noted);
  return noted.near[number] ?? Number.NaN;
}

describe("the table of word meanings", () => {
  it("knows its words, and tells those it does not know", () => {
    const table = open([["big", "larg"], ["falcon"]]);
    expect(table.words).toBe(3);
    expect(table.rowOf("larg")).toBe(1);
    expect(table.rowOf("granit")).toBe(-1);
    expect(table.rowOf("")).toBe(-1);
  });

  it("puts words of one meaning near to each other, whichever is asked for first", () => {
    const table = open([["big", "larg"], ["falcon"]]);
    const [big, large, falcon] = ["big", "larg", "falcon"].map(table.rowOf) as [
      number,
      number,
      number,
    ];
    expect(table.similarity(big, large)).toBeCloseTo(1);
    expect(table.similarity(large, big)).toBe(table.similarity(big, large));
    expect(table.similarity(big, falcon)).toBe(0);
  });

  it("compares a question with a text as a whole, and finds nothing where it knows no word", () => {
    const table = open([["big", "larg"], ["falcon"], ["tower"]]);
    const question = compareWords(table, [{ term: "big" }, { term: "granit" }]);
    expect(question?.product(table.rowOf("larg"))).toBeCloseTo(1);
    expect(question?.product(table.rowOf("tower"))).toBe(0);
    expect(nearTo(question, 1, table.rowOf("larg"))).toBe(0);
    expect(compareWords(table, [{ term: "granit" }])).toBeUndefined();
  });

  it("lets nothing stand for a name, a number or what says the opposite", () => {
    const table = open([
      ["enabl", "disabl", "activ"],
      ["chrome", "firefox"],
    ]);
    const terms = [{ term: "enabl" }, { term: "chrome", fixed: true }];
    const question = compareWords(table, terms);
    expect(nearTo(question, 0, table.rowOf("activ"))).toBeCloseTo(1);
    expect(nearTo(question, 0, table.rowOf("disabl"))).toBe(0);
    expect(nearTo(question, 1, table.rowOf("firefox"))).toBe(0);
  });

  it("lets no word stand for another that is no nearer than chance", () => {
    expect(alikeness(0.2)).toBe(0);
    expect(alikeness(1)).toBe(1);
  });

  it("says why it cannot be used: no card, no file, another file, a cut one", () => {
    const state = () => {
      const opened = openWordTable(folder);
      return "why" in opened ? opened.why : "whole";
    };
    open([["big"], ["falcon"]]);
    expect(state()).toBe("whole");
    truncateSync(path.join(folder, "table.bin"), 10);
    expect(state()).toBe("damaged");
    writeTable([["big"], ["falcon"], ["tower"]], folder);
    const card = path.join(folder, "table.json");
    const written = readFileSync(card, "utf8");
    writeFileSync(card, written.replace('"format":1', '"format":2'));
    expect(state()).toBe("no_card");
    writeFileSync(card, "{");
    expect(state()).toBe("no_card");
    rmSync(card);
    expect(state()).toBe("no_card");
    writeFileSync(card, written);
    rmSync(path.join(folder, "table.bin"));
    expect(state()).toBe("no_file");
  });
});

describe("the table of this program", () => {
  const { table } = wordTable() as { table: WordTable };
  const rowOf = (word: string) => table.rowOf(tokenize(word)[0]?.term ?? "");
  const near = (a: string, b: string) => table.similarity(rowOf(a), rowOf(b));

  it("is of twelve million bytes at most, and its card says what it was made from", () => {
    expect(statSync("lib/meaning/table.bin").size).toBeLessThanOrEqual(12_000_000);
    const card: unknown = JSON.parse(readFileSync("lib/meaning/table.json", "utf8"));
    expect(card).toMatchObject({
      sha256: table.hash,
      teacher: expect.stringContaining("MIT"),
      fitted_on: { projects: expect.any(Number) },
      left_out: expect.any(String),
    });
  });

  it.each([
    ["delete", "remove", "banana"],
    ["large", "big", "tuesday"],
    ["memory", "内存", "日期"],
    ["禁用", "disable", "recipe"],
    ["手机", "mobile", "database"],
  ])("holds %s nearer to %s than to %s", (word, like, other) => {
    expect(near(word, like)).toBeGreaterThan(near(word, other));
  });
});
