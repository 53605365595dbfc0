import { describe, expect, it } from "vitest";
import { readAsked } from "../../lib/answering/asked-question.ts";
import { readNearness } from "../../lib/answering/nearness.ts";
import { analyseQuestion } from "../../lib/language/analyse-question.ts";
import { contentTerms } from "../../lib/language/words.ts";
import { openWordTable } from "../../lib/meaning/word-table.ts";
import { removeTable, writeTable } from "../meaning/scratch-table.ts";

const from = writeTable([["memori", "ram"], ["file"], ["price", "cost"]]);
const { table } = openWordTable(from);
removeTable(from);

const asking = (question: string) => {
  const terms = contentTerms(question);
  return readAsked(
    analyseQuestion(question),
    terms.map((term) => ({ term, passages: 1, weight: 1 / terms.length })),
  );
};
const near = (question: string) => readNearness(asking(question), table);
const words = (text: string) => new Set(contentTerms(text));

describe("a question beside words of a page", () => {
  it("is told by words that it has, and by words that mean the same", () => {
    const file = near("memory file");
    expect(file?.told(words("memory file"))).toBe(1);
    expect(file?.told(words("RAM file"))).toBeCloseTo(1);
    expect(file?.told(words("RAM"))).toBeCloseTo(0.5);
    expect(file?.told(words("RAM"), words("file"))).toBeCloseTo(1);
    expect(file?.told(words("price"))).toBe(0);
  });

  it("leaves untold the weightiest word that nothing says", () => {
    const file = near("memory file");
    expect(file?.untold(words("RAM"))).toBeCloseTo(0.5);
    expect(file?.untold(words("RAM file"))).toBeCloseTo(0);
  });

  it("is near as a whole to what means the same, and not to anything else", () => {
    const file = near("memory file");
    expect(file?.cosine(words("file RAM"))).toBeCloseTo(1);
    expect(file?.cosine(words("price"))).toBe(0);
    expect(file?.cosine(words("xyzzy"))).toBe(0);
  });

  it("takes nothing for a name or a number but itself", () => {
    const version = near("What does Cost 2.4 do?");
    expect(version?.told(words("price")) ?? 0).toBe(0);
  });

  it("is read by words alone where there is no table, or it knows none of them", () => {
    expect(readNearness(asking("memory file"), undefined)).toBeUndefined();
    expect(near("xyzzy plugh")).toBeUndefined();
  });
});
