import { expect, test } from "vitest";
import type { Source } from "#lib/agents/composer/candidates";
import { inContext } from "#lib/agents/composer/context";
import type { Room } from "#lib/agents/composer/neighbours";
import { joinOutcomes } from "#lib/agents/join-outcomes";
import { emptyOutcome } from "#lib/agents/outcome";
import type { Claim } from "#lib/contracts/answer";
import { asAnswerBlocks } from "#lib/contracts/arrange-blocks";
import { placeOf } from "#lib/contracts/blocks";
import { Citation } from "#lib/contracts/citation";
import { quotableUnits, type Unit } from "#lib/markdown/units";
import { hit } from "./task-request.ts";

const room: Room = { before: 80, after: 40, list: 40, blocks_above: true };

/** What stands on the screen where of a text the units that begin so are quoted: "·" before what these are read in, "+2" behind what is left out of a list. */
function read(text: string, ...begin: string[]): string[] {
  const source = sourceOf(text, 1);
  const units = source.units.filter((unit) => begin.some((one) => unit.text.startsWith(one)));
  return written(inContext([{ source, units }], [source], new Set(), room));
}

function sourceOf(text: string, line: number): Source {
  const lines = text.split("\n").length;
  const citation = Citation.parse({ ...hit("crane.md", line, line + lines - 1), id: line });
  return { citation, units: quotableUnits(text, line), rank: line, foreign: false };
}

const written = (places: ReturnType<typeof inContext>): string[] =>
  places.flatMap(({ units, context, leftOut }) =>
    units.map((unit) => {
      const more = leftOut().has(unit) ? ` +${leftOut().get(unit)}` : "";
      return `${context.has(unit) ? "· " : ""}${unit.text}${more}`;
    }),
  );

test("a sentence comes with the rest of its paragraph, the nearest before it and a little of what follows", () => {
  const paragraph = [
    "The crane is old and was painted green by the people who built it at the north quay.",
    "The brake is a wheel of iron.",
    "In rain it slips.",
    "Then nobody may lift.",
    "The captain says when it is dry again, and until then all of the cargo stays where it is.",
  ];
  expect(read(`Before.\n\n${paragraph.join(" ")}\n\nAfter.`, "In rain")).toEqual([
    "· The brake is a wheel of iron.",
    "In rain it slips.",
    "· Then nobody may lift.",
  ]);
  // What stands between two that are quoted is not left out.
  expect(read(paragraph.join(" "), "The brake", "Then nobody")).toEqual([
    "The brake is a wheel of iron.",
    "· In rain it slips.",
    "Then nobody may lift.",
  ]);
});

test("where a paragraph opens with what was said before it, that comes too", () => {
  expect(
    read("Say the crane has two hooks:\n\n`lift a b`\n\nIn this case, it lifts both.", "In this"),
  ).toEqual(["· Say the crane has two hooks:", "· `lift a b`", "In this case, it lifts both."]);
});

test("what opens with what is not shown comes with that, and not at all where there is no room for it", () => {
  const far =
    "The hatch is closed by the people of the ship and not by those who stand on the quay.";
  const said = "It is heavy.\n\nThis takes two of them.\n\nRain stops the work.";
  expect(read(`The hatch is closed.\n\n${said}`, "Rain")).toEqual([
    "· The hatch is closed.",
    "· It is heavy.",
    "· This takes two of them.",
    "Rain stops the work.",
  ]);
  expect(read(`${far}\n\n${said}`, "Rain")).toEqual(["Rain stops the work."]);
  expect(read(`${far}\n\n> ${said}`, "Rain")).toEqual(["Rain stops the work."]);
  // "It is not heavy" speaks of something, "It is not necessary to …" of nothing.
  expect(read(`${far}\n\nIt is not heavy.\n\nRain stops the work.`, "Rain")).toEqual([
    "Rain stops the work.",
  ]);
  expect(read(`${far}\n\nIt is not necessary to stop.\n\nRain stops it.`, "Rain")[0]).toBe(
    "· It is not necessary to stop.",
  );
  // Under a heading it speaks of that, and what was chosen stays.
  expect(read(`# The hatch\n\n${said}`, "Rain")[0]).toBe("· It is heavy.");
  expect(read(`${far}\n\nIt is heavy.`, "It")).toEqual([`· ${far}`, "It is heavy."]);
  expect(read(`${far}\n\n${far}\n\nIt is heavy.`, "It")[0]).toBe(`· ${far}`);
  expect(read("- one\n- two\n\nThese are few.\n\nRain stops the work.", "Rain")).toEqual([
    "· one",
    "· two",
    "· These are few.",
    "Rain stops the work.",
  ]);
});

test("what is cut out of its paragraph says nowhere what only the rest of that tells", () => {
  const far =
    "The hatch is closed by the people of the ship and not by those who stand on the quay.";
  for (const cut of [
    "Two of the men carry it.",
    "But they are strong.",
    "Likewise the rope.",
    "Nobody is paid for that.",
    "`--x` comes first.",
  ])
    expect(read(`${far} ${cut} Rain stops the work.`, "Rain")).toEqual(["Rain stops the work."]);
  for (const whole of ["Two of the men carry it.", "`--x` comes first.", "It is better to wait."])
    expect(read(`${far}\n\n${whole}\n\nRain stops the work.`, "Rain")).toHaveLength(2);
});

test("what a sentence leads to comes with it or, where that is too long, not at all", () => {
  const led = "Nobody may lift. In rain it slips, and then the captain says when it is dry again.";
  const short = "For the old crane on the quay:";
  // The room is used up by its own paragraph.
  expect(
    read(`${short}\n\nThe brake is a wheel of iron and brass. Nobody may lift a cargo.`, "Nobody"),
  ).toEqual([
    `· ${short}`,
    "· The brake is a wheel of iron and brass.",
    "Nobody may lift a cargo.",
  ]);
  const long = `For the old crane, ${"which stands on the quay, ".repeat(8)}this holds:`;
  expect(read(`${long}\n\n${led}\n\nRest.`, "Rest")).toEqual(["Rest."]);
  expect(read(`${long}\n\n\`lift a\`\n\nRest.`, "Rest")).toEqual(["Rest."]);
  const rows = "| The rope of the old crane which stands on the quay and is green |\n".repeat(3);
  const such = `| a |\n| - |\n${rows}\nRain stops it. No rope has such a name.`;
  expect(read(such, "Rain")).toEqual(["Rain stops it."]);
});

test("what was chosen is lost where what it speaks of is too far away", () => {
  const far =
    "The hatch is closed by the people of the ship and not by those who stand on the quay.";
  const isLost = (text: string, begins: string) => {
    const source = sourceOf(text, 1);
    const units = source.units.filter((unit) => unit.text.startsWith(begins));
    return inContext([{ source, units }], [source], new Set(), room).some(({ lost }) => lost);
  };
  expect(isLost(`${far} ${far}\n\nIt is heavy.`, "It is")).toBe(true);
  expect(isLost(`${far}\n\nIt is heavy.`, "It is")).toBe(false);
  expect(isLost(`# The hatch\n\nIt is heavy.`, "It is")).toBe(false);
});

test("an item never stands without the one that it is under, or that announces its list", () => {
  const far =
    "If the wind is from the west and the cargo of the ship is one that must not become wet, then:";
  const nested = `1. ${far}\n   - Close the hatch.\n   - Call the captain.`;
  const apart = nested.replaceAll("   - ", "  - ");
  for (const list of [nested, apart])
    expect(read(list, "Call")).toEqual([`· ${far}`, "· Close the hatch.", "Call the captain."]);
});

test("a sentence comes with the blocks next to it in its section, the nearest first, and with nothing beyond a heading", () => {
  const section = [
    "This one is too far away to be read with it, for there is no room left for it.",
    "The crane has two hooks.",
    "Rain stops the work.",
    "```\nlift\n```",
    "```\nlift the whole cargo of the ship at once\n```",
    "Then rest.",
  ].join("\n\n");
  const around = ["· The crane has two hooks.", "Rain stops the work.", "· lift"];
  expect(read(`Before.\n\n## Lifting\n\n${section}`, "Rain")).toEqual(around);
  expect(read("Up.\n\n## Lifting\n\nLift.\n\n## Rest\n\nSleep.", "Lift")).toEqual(["Lift."]);
});

test("an item comes with the items that it stands under, the sentence that introduces the list and its other items", () => {
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
  expect(read(list.join("\n"), "at noon")).toEqual([
    ...["· Who may lift:", "· the captain", "· guests", "· by day", "at noon", "· nobody else"],
  ]);
  expect(read(list.join("\n"), "the captain", "nobody")).toEqual([
    ...["· Who may lift:", "the captain", "· guests", "· by day", "· at noon", "nobody else"],
  ]);
});

test("a list that has no room says behind which item how many are left out, one that was not begun does not come", () => {
  const items = ["ropes", "chains", "hooks", "the crane itself, once it was painted", "nets"];
  const list = `It lifts the following things:\n\n${items.map((one) => `- ${one}`).join("\n")}`;
  expect(read(list, "It lifts", "ropes")).toEqual([
    ...["It lifts the following things:", "ropes", "· chains", "· hooks +2"],
  ]);
  expect(read(list, "nets")[0]).toBe("· It lifts the following things: +1");
  const long = `Look at the list of all the things that it lifts. ${list.replaceAll("\n- ", "\n- heavy and very long ")}`;
  expect(read(long, "Look")).toEqual(["Look at the list of all the things that it lifts."]);
  // What another place of the same list shows is not left out.
  const source = sourceOf(list, 1);
  const [lead, ropes, , , , nets] = source.units as Unit[];
  const places = [[lead, ropes] as Unit[], [nets] as Unit[]].map((units) => ({ source, units }));
  const none: Room = { before: 0, after: 0, list: 0, blocks_above: true };
  const shown = written(inContext(places, [source], new Set(), none));
  expect(shown).toEqual(["It lifts the following things:", "ropes +3", "nets"]);
  // One of many, which nothing announces, stands for itself.
  expect(read(`Things.\n\n- ${"rope ".repeat(20)}\n- net\n- ${"hook ".repeat(20)}`, "net")).toEqual(
    ["net"],
  );
});

test("items with code at the margin behind them are one list", () => {
  const two = [
    "Two ways:",
    "",
    "- lift it, so:",
    "",
    "```",
    "lift",
    "```",
    "",
    "- or drag it:",
    "",
  ];
  const all = [...two, "```", "drag", "```", "", "It is heavy."].join("\n");
  expect(read(all, "Two ways", "lift it").slice(2)).toEqual([
    ...["· lift", "· or drag it:", "· drag", "· It is heavy."],
  ]);
  expect(read(all.replace("drag\n", `${"drag ".repeat(20)}\n`), "Two ways", "lift it")).toEqual([
    ...["Two ways:", "lift it, so:", "· lift +1"],
  ]);
});

test("code comes with what announces it and a row with its header alone", () => {
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
    "| 3 | 4 |",
    "",
    "Then rest.",
  ];
  const table = "| a | b |\n| - | - |\n";
  expect(read(text.join("\n"), "lift").slice(0, 3)).toEqual(["· Oil it.", "· Lift with:", "lift"]);
  expect(read(text.join("\n"), `${table}| 3`)).toEqual([`${table}| 3 | 4 |`]);
  expect(read(text.join("\n").replace("lift\n", `${"lift ".repeat(20)}\n`), "Oil")).toEqual([
    "Oil it.",
  ]);
});

test("a sentence that counts in a table comes with the whole of it", () => {
  const table = "| a | b |\n| - | - |\n| 1 | 2 |\n| 3 | 4 |";
  const shown = read(`${table}\n\nThe first two are even.`, "The first");
  expect(shown.map((one) => one.split("\n").at(-1))).toEqual([
    ...["| 1 | 2 |", "| 3 | 4 |", "The first two are even."],
  ]);
});

test("a section that was read in two passages is read on where the second begins, and not over what is missing", () => {
  const [one, near, far] = [sourceOf("Lift.", 1), sourceOf("Then rest.", 3), sourceOf("Sleep.", 9)];
  const place = { source: one, units: one.units };
  expect(written(inContext([place], [one, far, near], new Set(), room))).toEqual([
    ...["Lift.", "· Then rest."],
  ]);
});

test("a few letters between two blocks of code, and the rest of a sentence that code stands in, come with the code before", () => {
  const code = (text: string) => `\`\`\`\n${text}\n\`\`\``;
  const equal = [code("lift a"), "等同于", code("raise a"), "抬起。"].join("\n\n");
  expect(read(equal, "等同于", "raise")).toEqual(["· lift a", "等同于", "raise a", "· 抬起。"]);
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

test("a place that several parts quote is one piece in the order of its file, and what answers one is no line around another", () => {
  const citation = Citation.parse({ ...hit("crane.md", 1, 9), id: 1 });
  const words = (line: number, text: string): Claim => ({
    ...{ id: text, kind: "sentence", text, citations: [1], support: "verbatim" },
    spans: [{ citation: 1, line, start: 0, end: text.length }],
  });
  const of = (...some: ["answer" | "around", number, string][]) => {
    const blocks = some.map(([kind, line, text]) => ({
      ...{ kind, place: placeOf(citation), words: [words(line, text)] },
    }));
    return emptyOutcome("answered", { ...asAnswerBlocks(blocks), citations: [citation] });
  };
  const { claims, blocks, parts } = joinOutcomes("en", [
    { question: "one?", outcome: of(["around", 1, "One."], ["answer", 2, "Two."]) },
    { question: "two?", outcome: of(["answer", 1, "One."], ["around", 3, "Three."]) },
    { question: "three?", outcome: of(["answer", 2, "Two."], ["around", 3, "Three."]) },
  ]);
  const [one, two] = ["One.", "Two."].map((text) => claims.find((c) => c.text === text)?.id);
  expect(
    blocks.map((block) =>
      block.kind === "answer" ? block.claims : block.lines.map(({ text }) => text),
    ),
  ).toEqual([[one, two], ["Three."]]);
  expect(claims.map(({ id }) => id)).toEqual([one, two]);
  expect(parts?.map(({ claims }) => claims)).toEqual([[two], [one], [two]]);
});

test("two rows of one table, quoted for two parts, leave out each of the others once", () => {
  const citation = Citation.parse({ ...hit("crane.md", 1, 9), id: 1 });
  const row = (line: number, head = 1): Claim => ({
    ...{
      id: "c1",
      kind: "table",
      text: `| of ${head} |\n| --- |\n| row ${line} |`,
      citations: [1],
      support: "verbatim",
    },
    ...{
      spans: [head, head + 1, line].map((at) => ({ citation: 1, line: at, start: 0, end: 1 })),
      left_out: 3,
    },
  });
  const of = (claim: Claim) => {
    const block = { kind: "answer" as const, place: placeOf(citation), words: [claim] };
    return emptyOutcome("answered", { ...asAnswerBlocks([block]), citations: [citation] });
  };
  const rows = [row(3), row(5), row(8, 6)];
  const { claims } = joinOutcomes(
    "en",
    rows.map((claim) => ({ question: `${claim.text}?`, outcome: of(claim) })),
  );
  expect(claims.map(({ left_out }) => left_out)).toEqual([2, undefined, 3]);
});
