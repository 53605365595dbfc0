import { describe, expect, it } from "vitest";
import { numberFacts } from "#lib/entailment/facts/numbers";

describe("Chinese numbers", () => {
  it("count with what they count, after an ordinal mark too", () => {
    expect(numberFacts("共两百个，第三章，二第五页")).toEqual([
      { kind: "measure", value: "二百", unit: "个" },
      { kind: "measure", value: "第三", unit: "章" },
      { kind: "measure", value: "第五", unit: "页" },
    ]);
  });

  it("are read once, however long a row of numerals is", () => {
    expect(numberFacts("百".repeat(120_000))).toEqual([]);
  });
});
