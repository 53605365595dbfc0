import { expect, it } from "vitest";
import { readDiff } from "../../components/approvals/read-diff.ts";

it("numbers the lines of a change before and after, and marks where lines are left out", () => {
  const diff = [
    "--- a/n.md",
    "+++ b/n.md",
    "@@ -4,2 +4,3 @@ Heading",
    " same",
    "-- gone",
    "+come",
    "++",
    "@@ -20 +21 @@",
    "-end",
    "\\ No newline at end of file",
    "",
  ].join("\n");
  expect(readDiff(diff)).toEqual({
    crlf: false,
    rows: [
      { kind: "same", old: 4, new: 4, text: "same" },
      { kind: "gone", old: 5, text: "- gone" },
      { kind: "come", new: 5, text: "come" },
      { kind: "come", new: 6, text: "+" },
      { kind: "break" },
      { kind: "gone", old: 20, text: "end", bare: true },
    ],
  });
  expect(readDiff("no diff at all")).toEqual({ crlf: false, rows: [] });
});

it("tells apart what a line has of its own, where it stands in another's place and most is common", () => {
  const own = (...lines: string[]) =>
    readDiff(["@@ -1,9 +1,9 @@", ...lines].join("\n")).rows.map((row) =>
      row.kind === "break" ? undefined : row.own?.map((piece) => row.text.slice(...piece)),
    );
  expect(
    own("-A citation has three states, all told.", "+A citation has four states, all."),
  ).toEqual([["three", " told"], ["four"]]);
  expect(own("-当文字不同时，引用算作缺失。", "+当文字不同时，引用算作已更改。")).toEqual([
    ["缺失"],
    ["已更改"],
  ]);
  expect(own("-fun()", "+fun(😀)")).toEqual([[], ["😀"]]);
  expect(own("-one thing", "+quite another")).toEqual([undefined, undefined]);
  expect(own(" same", "-let x = 1;", "-y", "+let x = 3;")).toEqual([
    undefined,
    ["1"],
    undefined,
    ["3"],
  ]);
  const long = Array.from({ length: 401 }, (_, i) => `${i}`).join(" ");
  expect(own(`-${long}`, `+${long} more`)).toEqual([undefined, undefined]);
});

it("says once that lines end with CR LF, and shows a CR where it is one of several ends", () => {
  const crlf = readDiff("@@ -1,2 +1,2 @@\n same\r\n-a\r\n+b\n\\ No newline at end of file\n");
  expect(crlf.crlf).toBe(true);
  expect(crlf.rows.map((row) => (row.kind === "break" ? "" : row.text))).toEqual([
    "same",
    "a",
    "b",
  ]);
  const mixed = readDiff("@@ -1 +1 @@\n-a\n+a\r\n");
  expect(mixed.crlf).toBe(false);
  expect(mixed.rows.at(-1)).toMatchObject({ text: "a\r", own: [[1, 2]] });
});
