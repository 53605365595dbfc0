import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tokenize } from "#lib/language/words";
import { endOfIdentifier, readIdentifier } from "../../lib/language/words/identifiers.ts";
import { endOfPlainRun } from "../../lib/language/words/plain-words.ts";
import type { Token } from "../../lib/language/words/token.ts";
import { unitsOf } from "../../lib/language/words/units.ts";

const char = fc.constantFrom(
  ..." \n\t.,:;'’\"-_/\\@#+*()[]{}<>|=`~$%&^!?aBcdEñé国1中_Zz9".split(""),
);
const text = fc.array(char, { maxLength: 40 }).map((chars) => chars.join(""));

describe("a plain word", () => {
  it("is what the long way makes of it, wherever it stands", () => {
    fc.assert(
      fc.property(text, (s) => {
        for (let at = 0; at < s.length; at++) {
          const end = endOfPlainRun(unitsOf(s), at);
          if (end === -1) continue;
          expect(endOfIdentifier(s, at)).toBe(end);
          const long: Token[] = [];
          expect(readIdentifier(s, at, false, long)).toBe(end);
          expect(long[0]).toMatchObject({ start: at, end });
        }
      }),
      { seed: 20_261_120, numRuns: 3000 },
    );
  });

  it("has one form for each writing, however many there are", () => {
    const writings = Array.from({ length: 70_000 }, (_, i) => {
      const letters = [
        i % 26,
        Math.floor(i / 26) % 26,
        Math.floor(i / 676) % 26,
        Math.floor(i / 17_576),
      ];
      return `zq${letters.map((n) => String.fromCharCode(97 + n)).join("")}k`;
    });
    const found = tokenize(`${writings.join(" ")} `);
    expect(found.map((token) => token.term)).toEqual(writings.map((word) => word));
    expect(tokenize("Tables and tables").map((token) => token.term)).toEqual([
      "tabl",
      "and",
      "tabl",
    ]);
  });
});
