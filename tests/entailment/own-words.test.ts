import { describe, expect, it } from "vitest";
import { judgeClaims } from "#lib/citations/gate";
import { amountsIn } from "#lib/entailment/facts/amounts";
import { findSupport } from "#lib/entailment/support";
import { quotableUnits } from "#lib/markdown/units";
import { cite, verified } from "../citations/sample.ts";

/**
 * Sentences in words of their own over lines that stand together: in doubt, with these lines, where nothing of fact in them
 * is foreign to the lines and no line says otherwise; and nothing where one does.
 */
const house = [
  "## Laundry",
  "",
  "The washing machine may be used from seven in the morning until nine in the evening.",
  "Each flat has the machine for half a day a week. Whoever cannot come tells the caretaker two days before.",
  "",
  "- **Cellar**: drying room, open day and night.",
  "- **Attic**: lines for carpets, closed from November to March.",
].join("\n");
const dienst = [
  "## 值班",
  "",
  "值班员每天早上八点检查水泵，并把读数写进登记簿。",
  "水位超过四米时，值班员在十分钟内通知镇长，不必等待回复。",
  "夜间值班由两人轮流，每人四个小时。",
].join("\n");
const support = (lines: string, sentence: string) =>
  findSupport(sentence, [{ citation: 1, units: quotableUnits(lines, 1), above: "" }]).support;

it.each(["half an hour", "half-hour", "30 minutes", "thirty minutes", "半小时", "三十分钟"])(
  "an amount is the same in any form, and a quarter is not a half: %s",
  (written) => {
    const seconds = (text: string) =>
      amountsIn(text).flatMap((a) => (a.kind === "time" ? a.value : []));
    expect(seconds(written)).toContain(1800);
    expect(seconds("a quarter of an hour")).toEqual([900]);
  },
);

describe("a sentence in words of its own", () => {
  it.each([
    "You may run the washing machine between seven in the morning and nine at night, half a day a week for each flat.",
    "Carpets can be hung up in the attic, which is closed between November and March.",
  ])("is in doubt where lines that stand together hold it: %s", (sentence) => {
    expect(support(house, sentence)).not.toBe("none");
  });

  it.each([
    "一旦水位高过4米，值班员要在10分钟之内告诉镇长，而且不用等对方答复。",
    "每晚有两个人轮流值班，每个人负责4小时。",
  ])("is so in Chinese: %s", (sentence) => {
    expect(support(dienst, sentence)).not.toBe("none");
  });

  it.each([
    "Every week each household has the washing machine for six hours, and anybody who cannot come lets the caretaker know two days ahead.",
    "Every week each household has the washing machine for half a day, and anybody who cannot come lets the caretaker know two weeks ahead.",
    "You may not run the washing machine between seven in the morning and nine at night, half a day a week for each flat.",
    "The washing machine belongs to the town, which repairs it and pays for soap, water and electricity.",
  ])("is nothing where a line says otherwise, or none says it: %s", (sentence) => {
    expect(support(house, sentence)).toBe("none");
  });

  it.each(["一旦水位高过4米，值班员要在20分钟之内告诉镇长，而且不用等对方答复。"])(
    "is nothing there in Chinese: %s",
    (sentence) => {
      expect(support(dienst, sentence)).toBe("none");
    },
  );

  it("is withheld where only what a line says in nearly the same words may be shown", () => {
    const claim = {
      ...{ id: "c1", kind: "sentence" as const, citations: [1], spans: [] },
      text: "Each flat has the washing machine for half a day a week, and nobody should start it before seven or let it run past nine at night.",
    };
    const given = {
      claims: [claim],
      citations: [cite(1, house)],
      verifications: new Map([[1, verified(house)]]),
      policy: "require_citations" as const,
    };
    expect(judgeClaims(given).passed.map((one) => one.support)).toEqual(["own_words"]);
    expect(judgeClaims({ ...given, gate: "strict" }).withheld).toHaveLength(1);
  });
});

/** One line, what may be told of it, and what may not. */
const readings: readonly [string, string, string, string][] = [
  [
    "a number in words",
    "Parcels must be handed in within 30 days after the recall.",
    "After the recall you have thirty days to hand in your parcels.",
    "After the recall you have twenty days to hand in your parcels.",
  ],
  [
    "a number in words with its unit",
    "The night watch ends 12 hours after the last lock has been shut.",
    "Twelve hours after the last lock has been shut, the night watch ends.",
    "Twelve days after the last lock has been shut, the night watch ends.",
  ],
  [
    "只要, which sets no limit",
    "在港口模式下，如果 `quiet` 的值为 `true`，汽笛不会鸣响。",
    "港口模式下只要 `quiet` 是 `true`，汽笛就不会鸣响。",
    "港口模式下只要 `quiet` 是 `false`，汽笛就不会鸣响。",
  ],
  [
    "what holds where nothing is set",
    "`gate.mode` 的默认值为 `'slow'`，水闸按这种方式缓慢开关。",
    "不设置 `gate.mode` 时，它的值是 `'slow'`，水闸就缓慢开关。",
    "不设置 `gate.mode` 时，它的值是 `'fast'`，水闸就缓慢开关。",
  ],
  [
    "a line's own clauses put together otherwise",
    "The night ferry carries the mail to the outer island before it fetches the empty crates.",
    "The night ferry fetches the empty crates after it has carried the mail to the outer island.",
    "The night ferry fetches the mail from the outer island.",
  ],
];

describe.each(readings)("%s", (_, line, fair, untrue) => {
  it("is read as what it says", () => {
    expect(support(line, fair)).not.toBe("none");
  });

  it("is told from what it does not say", () => {
    expect(support(line, untrue)).toBe("none");
  });
});

it.each([
  ["A refused seal is tried at most twice more.", "Two refused seals are tried once more."],
  ["Some harbours may close the gate at night.", "Harbours may close the gate at night."],
  ["Most harbours can close the gate at night.", "Harbours can close the gate at night."],
])("of %s nobody is sure of %s", (line, untrue) => {
  expect(support(line, untrue)).not.toBe("supported");
});
