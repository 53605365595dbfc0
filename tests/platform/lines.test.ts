import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sha256 } from "#lib/platform/hash";
import { hashLines, sliceLines, splitLines } from "#lib/platform/lines";

/** The rule, one character at a time. */
function slowLines(text: string): string[] {
  const lines: string[] = [];
  let line = "";
  let started = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i] ?? "";
    if (char === "\n" || char === "\r") {
      if (char === "\r" && text[i + 1] === "\n") i++;
      lines.push(line);
      line = "";
      started = false;
    } else {
      line += char;
      started = true;
    }
  }
  if (started) lines.push(line);
  return lines;
}

const piece = fc.constantFrom(
  "a",
  "中",
  "\r",
  "\n",
  "\r\n",
  "\u2028",
  "\u0085",
  "\f",
  "\v",
  "\ud800",
  " ",
  "",
);
const anyText = fc.oneof(
  fc.array(piece).map((pieces) => pieces.join("")),
  fc.string({ unit: "binary" }),
);
const lineOnly = fc.string({ unit: "binary" }).map((line) => line.replace(/[\r\n]/g, ""));

describe("lines", () => {
  it.each([
    ["", []],
    ["\n", [""]],
    ["a", ["a"]],
    ["a\n", ["a"]],
    ["a\n\n", ["a", ""]],
    ["a\r\nb\rc\n", ["a", "b", "c"]],
    ["\r\r\n\n", ["", "", ""]],
    ["a\u2028b\fc\u0085d\ve", ["a\u2028b\fc\u0085d\ve"]],
  ])("of %j", (text, lines) => expect(splitLines(text)).toEqual(lines));

  it("are those of the rule read one character at a time", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(splitLines(text)).toEqual(slowLines(text));
      }),
      { numRuns: 2000 },
    );
  });

  it("hash the same whatever their line ends", () => {
    const end = fc.constantFrom("\n", "\r\n", "\r");
    fc.assert(
      fc.property(
        fc.array(lineOnly, { minLength: 1 }),
        fc.array(end, { minLength: 1 }),
        (lines, ends) => {
          // An empty line after a lone CR must not be joined with a following LF into one line end.
          const mixed = lines.map((line, i) => `${line}${ends[i % ends.length] ?? "\n"}`);
          const joined = mixed.reduce((text, next) =>
            text.endsWith("\r") && next.startsWith("\n")
              ? `${text}${next.replace("\n", "\r")}`
              : text + next,
          );
          expect(hashLines(splitLines(joined))).toBe(hashLines(lines));
        },
      ),
    );
  });

  it("hash as their text joined by LF in UTF-8, untrimmed", () => {
    expect(hashLines(["  a ", "中"])).toBe(sha256(Buffer.from("  a \n中", "utf8")));
    expect(hashLines(["\ud800"])).toBe(sha256("\ufffd"));
  });

  it("are cut out by their numbers from 1, and what lies beyond the end is left out", () => {
    expect(sliceLines(["a", "b", "c"], 2, 9)).toEqual(["b", "c"]);
    expect(sliceLines(["a", "b", "c"], 1, 1)).toEqual(["a"]);
    expect(sliceLines(["a"], 2, 3)).toEqual([]);
  });
});
