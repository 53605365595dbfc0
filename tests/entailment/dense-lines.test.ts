import { describe, expect, it } from "vitest";
import { findSupport } from "#lib/entailment/support";
import { quotableUnits } from "#lib/markdown/units";

const supportOf = (source: string, text: string) =>
  findSupport(text, [{ citation: 1, units: quotableUnits(source, 1), above: "" }]).support;
const many = (count: number, say: (i: number) => string, between = " ") =>
  Array.from({ length: count }, (_, i) => say(i)).join(between);

/** What holds more than anybody says or compares is refused, before each of its pieces is held against each other. */
describe("a sentence or a line that is too dense to be compared", () => {
  const lamp = (i: number) => `Lamp ${i} hangs in hall ${i}`;

  it.each([
    ["clauses of a sentence", many(13, lamp, "; "), `${many(13, lamp, "; ")}.`],
    ["numbers of a sentence", many(90, String), many(41, String)],
    ["letters of a sentence", many(70, lamp), many(30, lamp)],
    ["clauses of a line", many(30, () => "the lamp hangs", ", "), "The lamp hangs."],
    ["letters of a line's sentence", many(80, lamp), lamp(7)],
    ["statements cited at once", many(301, (i) => `- ${lamp(i)}`, "\n"), lamp(7)],
    ["Chinese clauses", "灯挂在大厅里，".repeat(40), "灯挂在大厅里，".repeat(14)],
  ])("is refused for its many %s", (_, source, text) => {
    expect(supportOf(source, text)).toBe("none");
  });

  it("is refused under a heading that is too long to be read", () => {
    expect(supportOf(`# ${"Not ".repeat(1500)}\n\n${lamp(7)}.`, lamp(7))).toBe("none");
  });

  it("is compared below that", () => {
    expect(
      supportOf(
        many(100, (i) => `- ${lamp(i)}`, "\n"),
        lamp(7),
      ),
    ).toBe("supported");
    expect(supportOf(`${many(10, lamp, "; ")}.`, lamp(7))).toBe("supported");
  });
});
