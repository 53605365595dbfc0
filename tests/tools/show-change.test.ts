import { applyPatch } from "diff";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maskMark } from "#lib/contracts/mask-mark";
import { maskDeep } from "#lib/platform/secrets";
import { showChange } from "../../lib/tools/providers/builtin/show-change.ts";
import { shownFairly } from "../../lib/tools/shown-fairly.ts";

const show = (before: string | undefined, after: string) =>
  showChange({ path: "notes/a.md", before, after });
const body = (diff: string) => diff.split("\n").slice(2, -1);
const numbered = (count: number, more = "") =>
  Array.from({ length: count }, (_, i) => `line ${i + 1}${more}\n`).join("");

describe("a change as it is shown", () => {
  test("is a unified diff: patched with it, the old text is the new one", () => {
    const text = fc
      .array(fc.constantFrom("a", "b", "c", "", "--- a", "@@ -1 +1 @@", "+", "文"), {
        maxLength: 30,
      })
      .map((lines) => lines.map((line) => `${line}\n`).join(""));
    fc.assert(
      fc.property(text, text, (before, after) => {
        fc.pre(before !== after && before !== "");
        expect(applyPatch(before, show(before, after).diff)).toBe(after);
      }),
      { seed: 20261121, numRuns: 500 },
    );
  });

  test("of a new file has every line of it", () => {
    expect(show(undefined, "one\ntwo\n")).toEqual({
      kind: "diff",
      path: "notes/a.md",
      diff: "--- /dev/null\n+++ b/notes/a.md\n@@ -0,0 +1,2 @@\n+one\n+two\n",
      created: true,
    });
  });

  test("has three lines around it, and a head for each stretch", () => {
    const before = numbered(30);
    const after = before.replace("line 5\n", "line five\n").replace("line 25\n", "");
    expect(body(show(before, after).diff)).toEqual([
      "@@ -2,7 +2,7 @@",
      ...[
        " line 2",
        " line 3",
        " line 4",
        "-line 5",
        "+line five",
        " line 6",
        " line 7",
        " line 8",
      ],
      "@@ -22,7 +22,6 @@",
      ...[" line 22", " line 23", " line 24", "-line 25", " line 26", " line 27", " line 28"],
    ]);
  });

  test.each([
    ["CRLF to LF", "a\r\nb\r\n", "a\nb\n", ["-a␍␊", "-b␍␊", "+a␊", "+b␊"]],
    ["CR to CRLF", "a\r", "a\r\n", ["-a␍", "+a␍␊"]],
    ["a last line end that goes", "a\nb\n", "a\nb", [" a␊", "-b␊", "+b"]],
  ])("shows line ends where they change: %s", (_what, before, after, lines) => {
    expect(body(show(before, after).diff).slice(1)).toEqual(lines);
  });

  test("shows no sign for line ends that are all alike", () => {
    expect(body(show("a\r\nb\r\n", "a\r\nc\r\n").diff).slice(1)).toEqual([" a", "-b", "+c"]);
  });
});

describe("a change that is too long to read", () => {
  test("is cut, what goes and what comes alike, and how much is left out is said", () => {
    const shown = show(numbered(9000), numbered(8000, " anew"));
    const lines = body(shown.diff);
    const come = lines.filter((line) => line.startsWith("+")).length;
    const gone = lines.filter((line) => line.startsWith("-")).length;
    expect(come).toBeGreaterThan(200);
    expect(gone).toBeGreaterThan(200);
    expect(shown.cut).toEqual({ come: 8000 - come, gone: 9000 - gone });
    expect(lines.at(-1)).toBe(
      `\\ not shown: ${8000 - come} lines that come, ${9000 - gone} that go`,
    );
  });

  test("in every one of many lines is shown line by line", () => {
    const many = Array.from({ length: 1200 }, (_, i) => `${i} ${i % 2 ? "old" : "same"}\n`).join(
      "",
    );
    const shown = body(show(many, many.replaceAll("old", "new")).diff);
    expect(shown.slice(0, 6)).toEqual([
      expect.stringMatching(/^@@/),
      " 0 same",
      "-1 old",
      "+1 new",
      " 2 same",
      "-3 old",
    ]);
  });

  test("in one long line is shown around the place that changes", () => {
    const line = (word: string) => `${"x".repeat(5000)}${word}${"y".repeat(5000)}\n`;
    const shown = show(line("before"), line("after!"));
    expect(shown.cut).toBeUndefined();
    expect(body(shown.diff).slice(1)).toEqual([
      `-[… 4920 …]${"x".repeat(80)}before${"y".repeat(80)}[… 4920 …]`,
      `+[… 4920 …]${"x".repeat(80)}after!${"y".repeat(80)}[… 4920 …]`,
    ]);
  });

  test("with a line that is long all through counts that as not shown", () => {
    expect(show("a\n", `a\n${"z".repeat(9000)}\n`).cut).toBeUndefined();
    expect(show("a\n", `a\n${"z".repeat(30_000)}\n`).cut).toEqual({ come: 1, gone: 0 });
  });

  test("a file that is made anew is shown up to a thousand lines", () => {
    const made = showChange({ path: "new.sh", before: undefined, after: numbered(900) });
    expect(made.cut).toBeUndefined();
    expect(made.diff).toContain("+line 899");
  });
});

describe("a secret beside a change", () => {
  // Made up: letters in the form of a key.
  const row = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj";
  const key = `-----BEGIN PRIVATE KEY-----\n${row}\n${row}\n-----END PRIVATE KEY-----\n`;
  const before = `${key}port: 1\n`;

  test("does not keep the change from being decided about: the lines around it are left out", () => {
    const { diff } = show(before, before.replace("port: 1", "port: 2"));
    expect(body(diff)).toEqual(["@@ -5,1 +5,1 @@", "-port: 1", "+port: 2"]);
  });

  test("that goes is masked line by line", () => {
    const shown = show(before, "port: 1\n");
    const masked = maskDeep(shown).value;
    expect(body(masked.diff).slice(1)).toEqual([
      "------BEGIN PRIVATE KEY-----",
      `-${maskMark}`,
      `-${maskMark}`,
      "------END PRIVATE KEY-----",
      " port: 1",
    ]);
    expect(shownFairly(shown, masked)).toBe(true);
  });
});
