import { describe, expect, it } from "vitest";
import { withinRoom } from "#lib/agents/composer/closest";
import type { DraftClaim } from "#lib/citations/gate";

const claim = (letters: number): DraftClaim => ({
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
