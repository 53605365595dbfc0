import { describe, expect, it } from "vitest";
import { fewerRows } from "#lib/markdown/fewer-rows";

const table = [
  "Every key:",
  "",
  "| key | for |",
  "| --- | --- |",
  ...Array.from({ length: 40 }, (_, i) => `| key_${i} | what it is for |`),
  "",
  "That was all.",
];

describe("of a long table or list", () => {
  it("the header, the row asked for and its neighbours are kept, and the others counted", () => {
    expect(fewerRows(table, 24, 90)?.split("\n")).toEqual([
      ...table.slice(0, 4),
      "(… 19 more left out here …)",
      "| key_19 | what it is for |",
      "| key_20 | what it is for |",
      "| key_21 | what it is for |",
      "(… 18 more left out here …)",
      "",
      "That was all.",
    ]);
  });

  it("the first rows are kept where the line stands elsewhere", () => {
    const [, , , , first] = fewerRows(table, 45, 60)?.split("\n") ?? [];
    expect(first).toBe("| key_0 | what it is for |");
    expect(fewerRows(table, 0, 60)).toContain("\n(… 38 more left out here …)\n\nThat was all.");
  });

  it("an item goes with all of its lines", () => {
    const list = ["- one", "", "  of two lines", "- two", "- three", "- four"];
    expect(fewerRows(list, 2, 25)?.split("\n")).toEqual([
      ...list.slice(0, 3),
      "(… 3 more left out here …)",
    ]);
  });

  it("a row of HTML is a row, below the titles", () => {
    const rows = ["a", "b", "c"].map((cell) => `<tr><td>${cell.repeat(30)}</td></tr>`);
    const html = ["<table>", "<tr><th>Key</th></tr>", ...rows, "</table>"];
    expect(fewerRows(html, 3, 60)).toContain(
      `<th>Key</th></tr>\n(… 1 more left out here …)\n${rows[1]}\n(… 1 more`,
    );
  });

  it("one row that is longer than there is room for is kept whole, and a short table is left alone", () => {
    expect(fewerRows(table, 24, 5)).toContain("key_20");
    expect(fewerRows(table, 24, 5000)).toBeUndefined();
    expect(fewerRows(["```", ...table, "```"], 24, 50)).toBeUndefined();
  });
});
