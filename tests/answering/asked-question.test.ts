import { describe, expect, it } from "vitest";
import type { QueryTerm } from "#lib/contracts/envelope";
import { asQuestion } from "#lib/contracts/question";
import { analyseQuestion } from "#lib/language/analyse-question";
import { readAsked } from "../../lib/answering/asked-question.ts";

/** A question over folders that hold these of its terms. */
function read(question: string, held: readonly string[]) {
  const analysis = analyseQuestion(asQuestion(question));
  const index = analysis.terms
    .filter(({ kind }) => kind !== "part" && kind !== "han_single")
    .map(({ term }): QueryTerm => ({ term, weight: 1, passages: held.includes(term) ? 3 : 0 }));
  return readAsked(analysis, index);
}

describe("a verb that stands nowhere", () => {
  it("is left out of the question, of which nothing is then sure", () => {
    const asked = read("I wiped the history of the rooms", ["histori", "room"]);
    expect(asked.terms.map(({ term }) => term)).toEqual(["histori", "room"]);
    expect(asked.in_part).toBe(true);
  });

  it("stays where it stands somewhere, and where nothing else of the question does", () => {
    const held = read("I wiped the history of the rooms", ["wipe", "room"]);
    expect(held.terms.map(({ term }) => term)).toEqual(["wipe", "histori", "room"]);
    expect(held.in_part).toBe(false);
    expect(read("I wiped the history", []).terms.map(({ term }) => term)).toContain("wipe");
  });

  it("is not what is a thing, a name or Chinese", () => {
    expect(read("Where is the history of Larder?", ["histori"]).in_part).toBe(false);
    expect(read("什么是区块链？", ["什么"]).in_part).toBe(false);
  });
});
