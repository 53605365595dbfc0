import { describe, expect, it } from "vitest";
import { beginsLost, withoutLost } from "#lib/agents/composer/lost";
import { quotableUnits } from "#lib/markdown/units";

const left = (lines: string[], chosenFor: string) => {
  const all = quotableUnits(lines.join("\n"), 1);
  const units = all.filter(({ kind }) => kind !== "heading");
  const best = all.find(({ text }) => text.startsWith(chosenFor));
  const source = { units: all } as Parameters<typeof withoutLost>[0][number]["source"];
  return withoutLost([{ source, units }], best).flatMap((one) => one.units.map((u) => u.text));
};

const begins = (lines: string[]) => {
  const units = quotableUnits(lines.join("\n"), 1);
  return beginsLost([
    { source: { units } as Parameters<typeof beginsLost>[0][number]["source"], units },
  ]);
};

describe("a quotation does not begin with what points at something that is not quoted", () => {
  it("leaves such a sentence out where the rest was meant", () => {
    const lines = [
      "If they are, turn the valve back.",
      "The valve of the boiler closes to the left.",
    ];
    expect(left(lines, "The valve")).toEqual(["The valve of the boiler closes to the left."]);
    expect(left(["这表示水泵停了。水泵由蓝色开关启动。"], "水泵")).toEqual([
      "水泵由蓝色开关启动。",
    ]);
  });

  it("keeps the sentence that was the one that was meant, and says so", () => {
    const lines = ["This means that the pump has stopped.", "The pump starts by the blue switch."];
    expect(left(lines, "This means")).toHaveLength(2);
    expect(begins(lines)).toBe(true);
    expect(begins(["The fix for this is a new seal."])).toBe(true);
    expect(begins(["In this case the pump reports two valves."])).toBe(true);
    expect(begins(["Both ask first."])).toBe(true);
    expect(begins(["引起这个错误的原因是阀门没有关。"])).toBe(true);
    expect(begins(["To re-open it, press the switch."])).toBe(true);
    expect(begins(["如果一直这样，就换掉水泵。"])).toBe(true);
    expect(begins(["To open the valve, press it."])).toBe(false);
    expect(begins(["Both pumps ask first."])).toBe(false);
    expect(begins(["The pump starts by the blue switch."])).toBe(false);
  });

  it("keeps it under the heading that it speaks of, and what only sounds like it", () => {
    const heading = ["## The blue switch", "", "This starts the pump of the cellar."];
    expect(left(heading, "This starts")).toHaveLength(1);
    expect(left(["This page tells how the pump is started."], "This page")).toHaveLength(1);
  });

  it("leaves out what counts in a table or announces a list that is not quoted", () => {
    const all = quotableUnits(
      [
        "The crane keeps nothing.\n\n| a |\n| - |\n| 1 |\n\nThe first four are old hooks.",
        "It also had the following hooks. They are gone.\n\n- iron\n- brass",
        "The result:\n\n![](hook.png)\n\nThe rope is ten feet long.",
      ].join("\n\n"),
      1,
    );
    const source = { units: all } as Parameters<typeof withoutLost>[0][number]["source"];
    const counts = all.find(({ text }) => text.startsWith("The first four"));
    const two = [all[0], counts].flatMap((unit) => unit ?? []);
    expect(withoutLost([{ source, units: two }], counts)[0]?.units).toEqual([all[0]]);
    const quoted = (...begin: string[]) => {
      const units = all.filter(({ text }) => begin.some((one) => text.startsWith(one)));
      return withoutLost([{ source, units }], all[0]).flatMap((one) =>
        one.units.map((u) => u.text),
      );
    };
    expect(quoted("The crane", "The first four", "It also", "They are", "The result")).toEqual([
      "The crane keeps nothing.",
    ]);
    const such = quotableUnits(
      "| a |\n| - |\n| 1 |\n\nHooks such as it are old. No rope has such a name.",
      1,
    );
    const [row, old, name] = such;
    const ofSuch = { units: such } as typeof source;
    const without = withoutLost(
      [{ source: ofSuch, units: [old, name].flatMap((u) => u ?? []) }],
      old,
    );
    expect(without[0]?.units).toEqual([old]);
    expect(withoutLost([{ source: ofSuch, units: such }], row)[0]?.units).toHaveLength(3);
    expect(quoted("The crane", "| a", "The first four", "It also", "- iron", "iron")).toHaveLength(
      5,
    );
    expect(quoted("The crane", "The result", "The rope")).toEqual([
      "The crane keeps nothing.",
      "The rope is ten feet long.",
    ]);
  });
});
