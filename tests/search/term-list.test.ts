import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { expect, it } from "vitest";
// The list has no front of its own: what it does when words go is seen from outside only by chance.
import { createTermList } from "../../lib/search/engines/term-list.ts";
import { slipsBetween } from "../../lib/search/spelling.ts";

const word = fc.oneof(
  fc.stringMatching(/^[a-d]{1,6}$/),
  fc.stringMatching(/^[一-三]{1,2}$/),
  fc.constant("x".repeat(3000)),
);

it("property: words keep their numbers while somebody holds them, also when others go and after a restart", () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ words: fc.array(word, { maxLength: 40 }), kept: fc.nat() })),
      (rounds) => {
        let list = createTermList();
        let known = new Map<string, number>();
        for (const { words, kept } of rounds) {
          const before = list.chunks();
          for (const term of words) known.set(term, list.idOf(term));
          expect(new Set(known.values()).size).toBe(known.size);
          for (const [term, id] of known) {
            expect(list.known(term)).toBe(id);
            expect(list.word(id)).toBe(term);
          }
          expect(list.size()).toBe(known.size);
          const same = list.chunks().every((chunk, i) => chunk === before[i]);
          const texts = (chunks: typeof before) => chunks.map((chunk) => chunk.text()).join("\n");
          if (same) expect(texts(list.chunks())).toBe(texts(before));
          const left = [...known].filter(([, id]) => id % 3 !== kept % 3);
          list.keepOnly([Uint32Array.from(left, ([, id]) => id).sort()]);
          for (const [term] of known) {
            if (!left.some(([other]) => other === term)) expect(list.known(term)).toBeUndefined();
          }
          known = new Map(left);
          const restarted = createTermList();
          restarted.restore(list.chunks().map((chunk) => ({ text: () => chunk.text() })));
          expect(restarted.size()).toBe(known.size);
          list = restarted;
        }
      },
    ),
    { numRuns: 60 },
  );
});

it("property: no word that is a slip for another is missing among those that are alike", () => {
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 60 }), word, (words, wrong) => {
      const list = createTermList();
      for (const term of words) list.idOf(term);
      const alike = list.alike(wrong, 2).map((id) => list.word(id));
      for (const term of new Set(words)) {
        if (slipsBetween(wrong, term) !== undefined) expect(alike).toContain(term);
      }
    }),
  );
});

it("takes no more room for words that come and go", () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void; // what the flag puts there
  collect();
  const before = process.memoryUsage().arrayBuffers;
  const list = createTermList();
  for (let i = 0; i < 300_000; i++) {
    list.idOf(`word${i}`);
    list.keepOnly([]);
  }
  collect();
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1_000_000);
  expect(list.size()).toBe(0);
});

it("has a chunk that changes, and no other one, when a word comes", () => {
  const list = createTermList();
  for (let i = 0; i < 10_000; i++) list.idOf(`word${i}`);
  const before = list.chunks();
  list.idOf("another");
  const after = list.chunks();
  expect(after.map((chunk, i) => chunk === before[i])).toEqual([true, true, false]);
  expect(after[2]?.text().endsWith("\nanother")).toBe(true);
});
