import { expect, test } from "vitest";
import type { Source } from "#lib/agents/composer/candidates";
import { inContext, type Room } from "#lib/agents/composer/context";
import { joinOutcomes } from "#lib/agents/join-outcomes";
import { emptyOutcome } from "#lib/agents/outcome";
import { quotableUnits } from "#lib/citations/units";
import type { Claim } from "#lib/contracts/answer";
import { Citation } from "#lib/contracts/citation";
import { hit } from "./task-request.ts";

const room: Room = { before: 80, after: 40 };

/** What stands on the screen where of a text the units that begin so are quoted: "·" before what these are read in. */
function read(text: string, ...begin: string[]): string[] {
  const citation = Citation.parse({ ...hit("crane.md", 1, text.split("\n").length), id: 1 });
  const source: Source = { citation, units: quotableUnits(text, 1), rank: 0, foreign: false };
  const units = source.units.filter((unit) => begin.some((one) => unit.text.startsWith(one)));
  const [place] = inContext([{ source, units }], new Set(), room);
  return (place?.units ?? []).map((unit) => `${place?.context.has(unit) ? "· " : ""}${unit.text}`);
}

test("a sentence comes with the rest of its paragraph, the nearest before it and a little of what follows", () => {
  const paragraph = [
    "The crane is old and was painted green by the people who built it at the north quay.",
    "Its brake is a wheel of iron.",
    "In rain it slips.",
    "Then nobody may lift.",
    "The captain says when it is dry again, and until then all of the cargo stays where it is.",
  ];
  expect(read(`Before.\n\n${paragraph.join(" ")}\n\nAfter.`, "In rain")).toEqual([
    "· Its brake is a wheel of iron.",
    "In rain it slips.",
    "· Then nobody may lift.",
  ]);
  // What stands between two that are quoted is not left out.
  expect(read(paragraph.join(" "), "Its brake", "Then nobody")).toEqual([
    "Its brake is a wheel of iron.",
    "· In rain it slips.",
    "Then nobody may lift.",
  ]);
});

test("where a paragraph opens with what was said before it, that comes too", () => {
  expect(
    read("Say the crane has two hooks:\n\n`lift a b`\n\nIn this case, it lifts both.", "In this"),
  ).toEqual(["· Say the crane has two hooks:", "· `lift a b`", "In this case, it lifts both."]);
  expect(read("The crane has two hooks.\n\nRain stops the work.", "Rain")).toEqual([
    "Rain stops the work.",
  ]);
});

test("an item comes with the items that it stands under and the sentence that introduces the list", () => {
  const list = [
    "Who may lift:",
    "",
    "- the captain",
    "- guests",
    "  - by day",
    "  - at noon",
    "",
    "- nobody else",
  ];
  expect(read(list.join("\n"), "at noon")).toEqual(["· Who may lift:", "· guests", "at noon"]);
  expect(read(list.join("\n"), "the captain", "nobody")).toEqual([
    "· Who may lift:",
    "the captain",
    "nobody else",
  ]);
  expect(read("The mate sleeps until noon.\n\n1. Open the gate.\n2. Lift.", "Open")).toEqual([
    "Open the gate.",
  ]);
});

test("code comes with what announces it and a row with its header alone; no heading and no announcement stands after", () => {
  const text = [
    "## Lifting",
    "",
    "Oil it. Lift with:",
    "",
    "```",
    "lift",
    "```",
    "",
    "| a | b |",
    "| - | - |",
    "| 1 | 2 |",
  ];
  expect(read(text.join("\n"), "lift")).toEqual(["· Lift with:", "lift"]);
  expect(read(text.join("\n"), "| a")).toEqual(["| a | b |\n| - | - |\n| 1 | 2 |"]);
  expect(read(text.join("\n"), "Oil")).toEqual(["Oil it."]);
});

test("a few letters between two blocks of code, and the rest of a sentence that code stands in, come with the code before", () => {
  const code = (text: string) => `\`\`\`\n${text}\n\`\`\``;
  const equal = [code("lift a"), "等同于", code("raise a"), "抬起。"].join("\n\n");
  expect(read(equal, "等同于", "raise")).toEqual(["· lift a", "等同于", "raise a"]);
  expect(read(equal, "抬起")).toEqual(["抬起。"]);
  const rest = ["Adding a hook to a rope...", code("hook a"), "...lifts the rope."].join("\n\n");
  expect(read(rest, "...lifts")).toEqual([
    "· Adding a hook to a rope...",
    "· hook a",
    "...lifts the rope.",
  ]);
});

test("what announces a picture is nothing that a paragraph behind it is read in", () => {
  const picture = "The result:\n\n![](crane.png)\n\nBut this is not the end.";
  expect(read(picture, "But this")).toEqual(["But this is not the end."]);
  expect(read(picture.replace(/!.*\n\n/, ""), "But this")).toHaveLength(2);
});

test("what a sentence is read in is no part's answer, stays where that is another's, and goes where its sentence is told", () => {
  const citation = Citation.parse({ ...hit("crane.md", 1, 9), id: 1 });
  const claim = (text: string, more: Partial<Claim> = {}): Claim => ({
    ...{ id: "c1", kind: "sentence", text, citations: [1], support: "verbatim", spans: [] },
    ...more,
  });
  const around = (text: string) => claim(text, { context: true });
  const of = (...claims: Claim[]) =>
    emptyOutcome("answered", { claims, citations: [citation], confidence: 1 });
  const joined = joinOutcomes("en");
  joined.add("one?", of(around("One."), claim("Two.")));
  joined.add("two?", of(claim("One."), around("Three.")));
  joined.add("three?", of(around("Zero."), claim("Two."), around("Three.")));
  const { claims, parts } = joined.whole();
  expect(claims.map(({ id, text, context }) => [id, text, context ?? false])).toEqual([
    ["c1", "One.", true],
    ["c2", "Two.", false],
    ["c3", "One.", false],
    ["c4", "Three.", true],
  ]);
  expect(parts?.map(({ claims }) => claims)).toEqual([["c2"], ["c3"], ["c2"]]);
});
