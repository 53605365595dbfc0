import { expect, it } from "vitest";
import { createEvidenceBook } from "#lib/agents/model/evidence-book";
import { countTokens } from "#lib/models/count-tokens";
import { cite } from "../../citations/sample.ts";

it("takes in no more than a model reads, in Chinese as in English, by whole lines, and counts what it left out", () => {
  const english = Array.from({ length: 60 }, (_, i) => `Gate ${i} opens at noon.`).join("\n");
  const chinese = Array.from({ length: 60 }, (_, i) => `第 ${i} 号闸门在中午开放。`).join("\n");
  for (const text of [english, chinese]) {
    const book = createEvidenceBook({ max_tokens: 200 });
    const passage = { citation_id: 1, text, kind: "prose" as const };
    const [shown] = book.addPassages([{ citation: cite(1, text), passage }]);
    expect(countTokens(shown?.text ?? "")).toBeGreaterThan(150);
    expect(countTokens(shown?.text ?? "")).toBeLessThanOrEqual(200);
    expect(text.split("\n")).toEqual(expect.arrayContaining((shown?.text ?? "").split("\n")));
    const letters = text.length - (shown?.text.length ?? 0);
    expect(book.left_out()).toEqual({ pieces: 1, letters });
  }
  // what models of several makers make of a Chinese letter lies between a half and one and a half
  expect(countTokens("闸门在中午开放。")).toBe(8);
});

it("shows a table of which rows were left out again when others answer, under the number it has", () => {
  const rows = Array.from({ length: 9 }, (_, i) => `| gate ${i} | noon |`);
  const text = ["| gate | opens |", "| --- | --- |", ...rows].join("\n");
  const book = createEvidenceBook({ max_tokens: 2000 });
  const add = (shown: string) =>
    book.addPassages([
      { citation: cite(1, text), passage: { citation_id: 1, text, kind: "table" }, shown },
    ]);
  expect(add("| gate 1 | noon |")[0]).toMatchObject({ number: 1, text: "| gate 1 | noon |" });
  expect(book.holding(cite(1, text))).toBeUndefined();
  expect(add("| gate 7 | noon |")[0]).toMatchObject({ number: 1, text: "| gate 7 | noon |" });
  expect(add("| gate 7 | noon |")[0]?.text).toBe("(the same text as above)");
  expect(book.passages()).toEqual([expect.objectContaining({ text })]);
});
