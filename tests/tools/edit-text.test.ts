import { describe, expect, test } from "vitest";
import { type Edit, editText } from "../../lib/tools/providers/builtin/edit-text.ts";
import { nearMiss } from "../../lib/tools/providers/builtin/near-miss.ts";

const edit = (find: string, replace: string, all = false): Edit => ({ find, replace, all });
const edited = (text: string, wish: Edit) => editText(text, wish, 1_000_000);

describe("the line ends of an edit", () => {
  test.each([
    ["a\r\nb\r\nc", edit("a\nb", "x\ny"), "x\r\ny\r\nc"],
    ["a\rb\rc", edit("b", "x\ny"), "a\rx\ry\rc"],
    ["one\r\ntwo\nthree\r\n", edit("two", "2\n2"), "one\r\n2\n2\nthree\r\n"],
    ["one\r\ntwo\nthree", edit("three", "3\n3"), "one\r\ntwo\n3\r\n3"],
    ["no end", edit("end", "x\ny"), "no x\ny"],
    // Who names CR means it.
    ["a\r\nb\r\n", edit("\r\n", "\n", true), "a\nb\n"],
    ["a\nb\n", edit("\n", "\r\n", true), "a\r\nb\r\n"],
    ["a\r\nb", edit("\r", ""), "a\nb"],
  ])("%j", (text, wish, after) => {
    expect(edited(text, wish)).toMatchObject({ kind: "edited", text: after });
  });
});

describe("a text that stands more than once", () => {
  test("is told by count and lines, whatever ends them", () => {
    for (const end of ["\n", "\r\n", "\r"]) {
      const text = ["x", "", "a x", "b", "x x"].join(end);
      expect(edited(text, edit("x", "y"))).toEqual({
        kind: "ambiguous",
        count: 4,
        more: false,
        lines: [1, 3, 5, 5],
      });
    }
  });

  test("counts where it overlaps itself, and no further than a hundred", () => {
    expect(edited("aaa", edit("aa", "b"))).toMatchObject({ kind: "ambiguous", count: 2 });
    expect(edited("ab\n".repeat(5000), edit("a", "c"))).toMatchObject({ count: 100, more: true });
  });

  test("is not replaced without end", () => {
    const often = edited("a".repeat(100_001), edit("a", "b", true));
    expect(often).toEqual({ kind: "too_many", most: 100_000 });
  });

  test("is not made into a file without end", () => {
    expect(editText("a".repeat(1000), edit("a", "b".repeat(1000), true), 50_000)).toEqual({
      kind: "too_large",
    });
  });
});

describe("a text that stands nowhere", () => {
  const file = "import os\r\n\r\ndef  add(a, b):\r\n\treturn a - b\r\n\r\nprint(“Sum”)\r\n";
  test.each([
    ["def add(a, b):\n    return a - b", { line: 3, differs: "white_space" }],
    ["  import os", { line: 1, differs: "white_space" }],
    ['Print("sum")', { line: 6, differs: "look" }],
    ["def subtract(a, b):", { line: 3, differs: "words" }],
  ])("%j: what comes nearest is told", (find, near) => {
    expect(nearMiss(file, edit(find, ""))).toMatchObject(near);
  });

  test("only because of its line ends is told so", () => {
    const find = "import os\n\ndef";
    expect(nearMiss("import os\n\ndef x", edit(find.replaceAll("\n", "\r\n"), ""))).toMatchObject({
      line: 1,
      differs: "line_ends",
    });
  });

  test("has nothing near to it where nothing is like it", () => {
    expect(nearMiss(file, edit("entirely different words", ""))).toBeUndefined();
    expect(nearMiss("", edit("x", ""))).toBeUndefined();
    expect(nearMiss(file, edit(" \n ", ""))).toBeUndefined();
  });
});
