import { describe, expect, it } from "vitest";
import { judgeParaphrases } from "../../bench/paraphrases.ts";

/**
 * Sentences in other words about the handbook, written before anybody looked at what the gate does with them. The floor is
 * just above the figure reached.
 */
describe("an honest sentence in other words", () => {
  const judged = judgeParaphrases();

  it("is there in both languages", () => {
    expect(judged.length).toBeGreaterThanOrEqual(110);
    for (const lang of ["en", "zh"] as const)
      expect(judged.filter((j) => j.lang === lang).length).toBeGreaterThan(50);
  });

  it("is withheld no more often than one time in five", () => {
    const withheld = judged.filter(({ support }) => support === "withheld").map((j) => j.said);
    expect(withheld.slice(Math.floor(judged.length * 0.21))).toEqual([]);
  });
});
