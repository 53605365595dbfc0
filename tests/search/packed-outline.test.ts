import fc from "fast-check";
import { expect, it } from "vitest";
import {
  headingsOf,
  type PassageFacts,
  packOutline,
  passageAt,
  passagesOf,
} from "#lib/search/packed-outline";

const name = fc.oneof(fc.constantFrom("", "Keys", "Keys", "密钥", "0"), fc.string());
const line = fc.nat(100_000);
const headings = fc.array(
  fc.record({ level: fc.integer({ min: 1, max: 6 }), text: name, start: line, end: line }),
);
const passages = fc.array(
  fc.record<PassageFacts, keyof PassageFacts>(
    {
      line_start: line,
      line_end: line,
      kind: fc.constantFrom("prose", "code", "table"),
      breadcrumb: fc.array(name, { maxLength: 4 }),
      inside_fence: fc.constantFrom("```ts", "~~~"),
      hash: fc.stringMatching(/^[0-9a-f]{16}$/),
      bytes: fc.record({ start: line, end: fc.integer({ min: 1, max: 2 ** 31 }) }),
    },
    { requiredKeys: ["line_start", "line_end", "kind", "breadcrumb", "hash"] },
  ),
);

it("property: headings and passages come back as they were packed, whichever names they share", () => {
  fc.assert(
    fc.property(headings, passages, (all, given) => {
      const outline = packOutline(all, given);
      expect(headingsOf(outline)).toEqual(all);
      expect(given.map((_, i) => passageAt(outline, i))).toEqual(given);
      expect(passageAt(outline, given.length)).toBeUndefined();
      for (const passage of given) {
        const lines = passage.line_end - passage.line_start + 1;
        expect([...passagesOf(outline, passage.hash, lines)]).toContainEqual(passage);
      }
    }),
  );
});
