import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonErrorOffset } from "#lib/platform/json-position";

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe("where a text stops being JSON", () => {
  it.each([
    ['{"a": nowhere}', 6],
    ['{"a": 1,}', 8],
    ["[1 2]", 3],
    ['{"a" 1}', 5],
    ['{"a": "b', 6],
    ['{"a": 01}', 7],
    ["", 0],
    ["[[]", 3],
    ["{} {}", 3],
    ["]", 0],
    ["[}", 1],
  ])("finds it in %s", (text, offset) => expect(jsonErrorOffset(text)).toBe(offset));

  it("agrees with JSON.parse about any JSON and about any JSON with one character changed", () => {
    const spaced = fc
      .tuple(fc.json(), fc.nat(3))
      .map(([text, indent]) => JSON.stringify(JSON.parse(text), null, indent));
    fc.assert(
      fc.property(
        spaced,
        fc.nat(),
        fc.constantFrom(...'{}[],:"\\ 01-.eEtn\n\u0001中'),
        (text, at, put) => {
          expect(jsonErrorOffset(text)).toBeUndefined();
          const i = at % (text.length + 1);
          const changed = text.slice(0, i) + put + text.slice(i + 1);
          expect(jsonErrorOffset(changed) === undefined).toBe(parses(changed));
        },
      ),
      { numRuns: 500 },
    );
  });
});
