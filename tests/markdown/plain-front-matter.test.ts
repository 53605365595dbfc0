import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseDocument } from "yaml";
import { readPlainFrontMatter } from "../../lib/markdown/document/plain-front-matter.ts";

const yaml = (body: readonly string[]): unknown => {
  const document = parseDocument(body.join("\n"), {
    schema: "core",
    version: "1.2",
    uniqueKeys: false,
    logLevel: "silent",
    prettyErrors: false,
  });
  return document.errors.length > 0 ? "no YAML" : document.toJS();
};

const char = fc.constantFrom(..."aB9 .,:/-_()+'\"#[]{}&*!|>%@`~?=<é国\t\\".split(""));
const value = fc.oneof(
  fc.array(char, { maxLength: 12 }).map((chars) => chars.join("")),
  fc.constantFrom(
    "true",
    "Null",
    "yes",
    "no",
    "~",
    "1.5",
    "0x1f",
    ".inf",
    "12/31/2019",
    "5ae2c4ef-c7ad-4469-8a9e-a773e86bb000",
    "12345678-1234-1234-1234-123456789012",
    "120",
    "012",
    "123456789012345678",
    "/a/b",
    "设计 模式",
    "'a: #b'",
    "'it''s'",
    "constructor",
    "2019-12-31",
  ),
  fc.constantFrom(
    '["a", "b c"]',
    '["a","b"]',
    "[]",
    '"quoted, text: x"',
    '"a" b',
    "a: b",
    "a #b",
    "- a",
  ),
);
const row = fc.oneof(
  {
    weight: 9,
    arbitrary: fc
      .tuple(fc.constantFrom("title", "ms.date", "tags", "a-b"), value)
      .map(([n, v]) => `${n}: ${v}`),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom("title:", "  more", "- item", "# comment", "", "...", "title:x"),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom("tags:", "- one", "- two", "  - three", "  - 'four'", " - a: b"),
  },
);

describe("plain front matter", () => {
  it("is what a parser of all of YAML reads in it, or is left to that", () => {
    let plain = 0;
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), (body) => {
        const found = readPlainFrontMatter(body);
        if (found === undefined) return;
        plain += 1;
        expect(Object.fromEntries(found)).toEqual(yaml(body));
      }),
      { seed: 20_261_120, numRuns: 4000 },
    );
    expect(plain).toBeGreaterThan(200);
  });
});
