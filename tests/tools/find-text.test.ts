import fc from "fast-check";
import { expect, test } from "vitest";
import { indexIn } from "../../lib/tools/providers/builtin/find-text.ts";

const letters = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 40 });

test("a text is found where indexOf finds it, however long it is and however much of it repeats", () => {
  fc.assert(
    fc.property(letters, letters, fc.nat(20), fc.nat(900), (one, two, times, from) => {
      const sought = `${one}${"a".repeat(260)}${two}`;
      const text = `${two}${(one + two).repeat(times)}${sought}${one}${sought}`;
      expect(indexIn(text, sought, from)).toBe(text.indexOf(sought, from));
      expect(indexIn(text, `${sought}c`, from)).toBe(-1);
    }),
    { numRuns: 500 },
  );
});

test("a long text that nearly fits everywhere is soon known to stand nowhere", () => {
  // Letter by letter at each place this would be 10^11 comparisons.
  expect(indexIn("a".repeat(4_000_000), `b${"a".repeat(40_000)}`)).toBe(-1);
  expect(indexIn("a".repeat(4_000_000), `${"a".repeat(40_000)}b`)).toBe(-1);
});
