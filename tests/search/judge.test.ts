import { expect, it } from "vitest";
import { judgeBy } from "#lib/search/engines/judge";
import { headingSignal } from "#lib/search/signals/heading";
import { emptyOutline, type Question } from "#lib/search/signals/signal";

it("passes over no passage whose heading is words of talk, which are less of the question than of a wording", () => {
  const term = { term: "", written: "", start: 0, end: 0, id: 0, passages: 1, idf: 1 };
  const question: Question = {
    terms: [
      { ...term, share: 0.8, told: 0.4, fixed: false },
      { ...term, share: 0.2, told: 0.6, fixed: false },
    ],
    ...{ spoken: { text: "", words: [] }, names: [], averages: {} as Question["averages"] },
    ...{ averageDocument: 1, pairs: 0, wordOf: () => "" },
  };
  const reached = headingSignal.weight * 0.6 ** 4;
  const judge = judgeBy([headingSignal], question, (bound) => bound >= reached - 1e-9);
  const all = { ...emptyOutline(), share: 1, words: 1, headed: 1 };
  // The word of talk alone, a fifth of the question, reaches the list by its heading.
  expect(judge.tooLittle(all)).toBeLessThan(0.2);
  // Less than that cannot, so no such passage is looked at.
  expect(judge.tooLittle(all)).toBeGreaterThan(0.19);
  expect(judge.tooLittle({ ...all, headed: 0.4 })).toBeGreaterThan(0.9);
});
