import { describe, expect, it } from "vitest";
import type { LaidOut } from "#lib/contracts/blocks";
import { chipRuns } from "../../components/answer/chip-runs.ts";
import { layOutClaims } from "../../components/answer/lay-out-claims.ts";

const said = (id: string, part: Partial<LaidOut> = {}): LaidOut => {
  const citations = part.citations ?? [1];
  const line = id.charCodeAt(0); // in the order of the alphabet
  const spans = [{ citation: citations[0] ?? 1, line, start: 0, end: 5 }];
  return { id, text: `${id}.`, support: "verbatim", kind: "sentence", ...part, citations, spans };
};
const item = (id: string, part: Partial<LaidOut> = {}) => said(id, { kind: "list_item", ...part });
const around = (id: string, part: Partial<LaidOut> = {}) =>
  said(id, { line: true, around: true, ...part });

/** "a b>c": the chip stands behind c, for the claims a, b and c. */
const drawn = (...claims: LaidOut[]) =>
  [...chipRuns(layOutClaims(claims))].map(
    ([last, run]) => `${run.map(({ id }) => id).join(" ")}>${last.id}`,
  );

describe("the chips of an answer", () => {
  it("stand once for a run of sentences of one source, behind the last", () => {
    expect(drawn(said("a"), said("b"), said("c"))).toEqual(["a b c>c"]);
    expect(drawn(said("a"), said("b", { citations: [2] }), said("c", { citations: [2] }))).toEqual([
      "a>a",
      "b c>c",
    ]);
    expect(drawn(said("a", { citations: [1, 2] }), said("b", { citations: [1] }))).toEqual([
      "a>a",
      "b>b",
    ]);
  });

  it("stand behind the last item of a list, which an announcement leads into", () => {
    expect(drawn(item("a"), item("b"))).toEqual(["a b>b"]);
    expect(drawn(said("a", { text: "Three things:" }), item("b"), item("c"))).toEqual(["a b c>c"]);
    expect(drawn(said("a", { text: "三点：" }), said("t", { kind: "table" }))).toEqual(["a t>t"]);
    expect(drawn(said("a"), item("b"))).toEqual(["a>a", "b>b"]);
  });

  it("stand behind lines that are read with a claim, and not behind lines alone", () => {
    expect(drawn(said("a"), around("c"))).toEqual(["a>a"]);
    expect(drawn(around("t", { kind: "table" }))).toEqual([]);
    const code = { kind: "code" as const };
    expect(drawn(said("a", { text: "As here:" }), around("c", code))).toEqual(["a>c"]);
  });

  it("stay with a sentence that something is said of", () => {
    const doubt = { support: "doubt" as const, lacks: ["x"] };
    expect(drawn(said("a"), said("b", doubt), said("c"))).toEqual(["a>a", "b>b", "c>c"]);
    const secret = { contains_secret: true as const };
    expect(drawn(said("a"), said("b", secret), said("c"))).toEqual(["a>a", "b>b", "c>c"]);
    expect(drawn(said("a", { citations: [] }), said("b", { citations: [] }))).toHaveLength(2);
  });
});
