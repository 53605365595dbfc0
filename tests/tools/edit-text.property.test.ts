import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readText, type TextForm, writeText } from "../../lib/platform/text-form.ts";
import { editText } from "../../lib/tools/providers/builtin/edit-text.ts";

const seed = 20261121;
const roomy = 1_000_000;
/** Few letters, so that what is sought is found often, and every sign that some replacing gives a meaning. */
const letters = fc.constantFrom(
  "a",
  "b",
  "aa",
  "$",
  "$&",
  "$1",
  "\\",
  "\\n",
  ".",
  "*",
  "é",
  "文",
  "😀",
  " ",
);
const words = (most: number) =>
  fc.array(letters, { maxLength: most }).map((parts) => parts.join(""));
const lines = (end: string) =>
  fc.array(words(6), { maxLength: 12 }).map((parts) => parts.join(end));
const sought = fc.tuple(letters, words(2)).map((parts) => parts.join(""));

describe("replacing in a text", () => {
  test("all: the text split at what is sought, joined by what comes, whatever letters they are", () => {
    fc.assert(
      fc.property(lines("\n"), sought, words(4), (text, find, replace) => {
        const edited = editText(text, { find, replace, all: true }, roomy);
        const pieces = text.split(find);
        if (pieces.length === 1) return edited.kind === "missing";
        expect(edited).toEqual({
          kind: "edited",
          text: pieces.join(replace),
          count: pieces.length - 1,
        });
        return true;
      }),
      { seed, numRuns: 1500 },
    );
  });

  test("one: only where it stands once, overlapping or not, and nothing before or after it changes", () => {
    fc.assert(
      fc.property(lines("\n"), sought, words(4), (text, find, replace) => {
        const places = [...text].length === 0 ? [] : placesOf(text, find);
        const edited = editText(text, { find, replace, all: false }, roomy);
        if (places.length === 0) return edited.kind === "missing";
        if (places.length > 1) {
          const counted = edited.kind === "ambiguous" ? edited.count : 0;
          return counted === Math.min(places.length, 100);
        }
        const at = places[0] ?? 0;
        const text_ = text.slice(0, at) + replace + text.slice(at + find.length);
        expect(edited).toEqual({ kind: "edited", text: text_, count: 1 });
        return true;
      }),
      { seed, numRuns: 1500 },
    );
  });

  test.each(["\r\n", "\r"])(
    "in a file of one kind of line end (%j) it is the same edit with those",
    (end) => {
      const spanning = fc
        .array(words(2), { minLength: 1, maxLength: 3 })
        .map((parts) => parts.join("\n"));
      fc.assert(
        fc.property(lines("\n"), spanning, spanning, (text, find, replace) => {
          fc.pre(find !== "" && text.includes("\n"));
          const plain = editText(text, { find, replace, all: true }, roomy);
          const own = editText(text.replaceAll("\n", end), { find, replace, all: true }, roomy);
          if (plain.kind !== "edited") return own.kind === plain.kind;
          expect(own).toEqual({ ...plain, text: plain.text.replaceAll("\n", end) });
          return true;
        }),
        { seed, numRuns: 800 },
      );
    },
  );

  test("in a file of mixed line ends every letter outside what is replaced stays, line ends too", () => {
    const mixed = fc
      .array(fc.tuple(words(4), fc.constantFrom("\n", "\r\n", "\r")), { maxLength: 10 })
      .map((parts) => parts.flat().join(""));
    fc.assert(
      fc.property(mixed, letters, (text, find) => {
        const edited = editText(text, { find, replace: "", all: true }, roomy);
        if (edited.kind !== "edited") return !text.includes(find);
        expect(edited.text).toBe(text.split(find).join(""));
        return true;
      }),
      { seed, numRuns: 800 },
    );
  });
});

describe("a text goes back into its file", () => {
  const forms: TextForm[] = [
    { encoding: "utf-8", bom: false },
    { encoding: "utf-8", bom: true },
    { encoding: "utf-16le", bom: true },
    { encoding: "utf-16be", bom: true },
  ];
  test.each(forms)("byte for byte in $encoding, byte order mark: $bom", (form) => {
    const text = fc.string({ unit: "binary", maxLength: 60 }).filter((t) => !/[\0\ufeff]/.test(t));
    fc.assert(
      fc.property(text, (written) => {
        const bytes = writeText(written, form);
        const read = readText(bytes);
        expect(read.text).toBe(written);
        expect(writeText(read.text, read.form).equals(bytes)).toBe(true);
      }),
      { seed, numRuns: 400 },
    );
  });

  test("whatever bytes a file has: they come back as they are, or it is refused", () => {
    const bytes = fc.uint8Array({ maxLength: 40 });
    const high = fc.uint8Array({ min: 0x40, max: 0xfe, maxLength: 40 });
    fc.assert(
      fc.property(fc.oneof(bytes, high), (given) => {
        const file = Buffer.from(given);
        try {
          const { text, form } = readText(file);
          expect(writeText(text, form).equals(file)).toBe(true);
        } catch (error) {
          expect(["not_text", "bad_encoding"]).toContain((error as { code?: string }).code);
        }
      }),
      { seed, numRuns: 1500 },
    );
  });
});

function placesOf(text: string, find: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(find); at >= 0; at = text.indexOf(find, at + 1)) places.push(at);
  return places;
}
