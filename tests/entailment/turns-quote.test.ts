import { describe, expect, it } from "vitest";
import { turnsQuote } from "#lib/entailment/turns-quote";

describe("a sentence beside the words that its writer quotes", () => {
  it.each([
    ["You can rename a garden after it is planted.", "A garden cannot be renamed"],
    ["The boat sails at night.", "The boat never sails at night."],
    ["夜间也可以给花园浇水。", "夜间不能给花园浇水"],
    ["You must give a second name for the garden.", "a second name (optional)"],
    ["花园必须有第二个名称。", "第二个名称，可选"],
  ])("turns them: %s / %s", (said, quote) => {
    expect(turnsQuote(said, [quote])).toBe(true);
  });

  it.each([
    ["A garden cannot be renamed after it is planted.", "A garden cannot be renamed"],
    ["Renaming a planted garden is forbidden.", "A garden cannot be renamed"],
    ["Any gardener may water the beds.", "no matter which gardener waters the beds"],
    ["The beds are watered every morning.", "A garden cannot be renamed"],
    ["A second name is optional, but it must be short.", "a second name (optional)"],
    [
      "You must give a name, and may give a second one.",
      "A name is required, a second one optional",
    ],
    ["Every garden has a name.", ""],
  ])("does not turn them: %s / %s", (said, quote) => {
    expect(turnsQuote(said, [quote])).toBe(false);
  });
});
