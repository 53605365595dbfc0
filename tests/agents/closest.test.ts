import { describe, expect, it } from "vitest";
import { withinRoom } from "#lib/agents/composer/closest";
import { type GapContext, nothingFoundGap } from "#lib/agents/gaps";
import type { MarkedClaim } from "#lib/contracts/marked-claims";
import { cite } from "../citations/sample.ts";
import { ask } from "./composer/ask-pages.ts";

const claim = (letters: number): MarkedClaim => ({
  ...{ id: "c1", kind: "sentence", text: "x".repeat(letters), citations: [1], spans: [] },
});
const lengths = (...letters: number[]) =>
  withinRoom(letters.map(claim)).map(({ text }) => text.length);

describe("the closest passage of an answer that is none", () => {
  it("is its first lines, each of them whole", () => {
    expect(lengths(200, 300, 100)).toEqual([200, 300, 100]);
    expect(lengths(200, 300, 101, 5)).toEqual([200, 300]);
  });

  it("begins with one long one, and not with one longer than an answer", () => {
    expect(lengths(850, 10)).toEqual([850]);
    expect(lengths(901, 10)).toEqual([]);
  });
});

it("says of a list that is cut there how many of its items are left out", () => {
  const item = (letters: number, left_out?: number): MarkedClaim => ({
    ...{ ...claim(letters), kind: "list_item" },
    ...(left_out === undefined ? {} : { left_out }),
  });
  const cut = withinRoom([claim(300), item(200), item(200), item(9, 4), claim(9), item(9)]);
  expect(cut.map(({ text, left_out }) => [text.length, left_out])).toEqual([
    ...[
      [300, undefined],
      [200, 6],
    ],
  ]);
  expect(withinRoom([claim(300), claim(301), item(9)])[0]?.left_out).toBeUndefined();
  // What it lacked before counts too; items of another page are of another list.
  expect(withinRoom([item(500, 3), item(500)])[0]?.left_out).toBe(4);
  const other = { ...item(500), citations: [2] };
  expect(withinRoom([item(500), other])[0]?.left_out).toBeUndefined();
});

describe("what comes closest", () => {
  const said = [
    ...["a seal", "a gull", "a crab", "an eel", "a whelk", "a tern", "a shrimp", "a heron"],
    ...["a limpet", "a dab", "a ray"],
  ];
  const pages = said.map((animal) => ({
    title: `Log of ${animal}`,
    text: `The harbour master saw ${animal} beside the west quay.`,
  }));

  it("is the best of nine other sections beside what would have been quoted", () => {
    const { answered, closest = [] } = ask("Which harbour has a zeppelin at the west quay?", pages);
    expect(answered).toBe(false);
    expect(new Set(closest.flatMap(({ citations }) => citations)).size).toBe(10);
  });

  it("keeps the gap from saying that the documents say nothing, also where a name stands nowhere", () => {
    const context: GapContext = {
      question: "How much does Zeppelin take?",
      lang: "en",
      narrowed: [],
    };
    const said = (close: boolean) =>
      nothingFoundGap(context, {
        coverage: { state: "ready", files_known: 7, files_searchable: 7 },
        ...{ terms: [], missing: ["Zeppelin"], searched: [] },
        close,
        nearest: [cite(1, "x")],
      }).message;
    expect(said(true)).toBe(
      "No passage answers this question for sure. Nothing in your documents is named “Zeppelin”.",
    );
    expect(said(false)).toBe("Your documents do not say. Nothing in them is named “Zeppelin”.");
  });
});
