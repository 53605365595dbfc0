import { describe, expect, it } from "vitest";
import { nextChoice } from "../../components/parts/radio-segments.tsx";
import { spokenKeys } from "../../components/shortcuts/shortcut-list.ts";

describe("a group of choices", () => {
  it("is walked by the arrows, round and round", () => {
    expect(nextChoice("ArrowRight", 2, 3)).toBe(0);
    expect(nextChoice("ArrowLeft", 0, 3)).toBe(2);
    expect(nextChoice("ArrowDown", 0, 3)).toBe(1);
    expect(nextChoice("ArrowUp", 1, 3)).toBe(0);
    expect(nextChoice("End", 0, 3)).toBe(2);
    expect(nextChoice("Home", 2, 3)).toBe(0);
  });

  it("leaves every other key alone", () => {
    for (const key of ["Tab", "Enter", "a"]) expect(nextChoice(key, 0, 3)).toBe(-1);
  });
});

describe("a shortcut as assistive technology is told of it", () => {
  it.each([
    ["n", "N"],
    ["/", "/"],
    ["mod+k", "Control+K Meta+K"],
    ["Shift+Enter", "Shift+Enter"],
  ])("%s is %s", (keys, spoken) => expect(spokenKeys(keys)).toBe(spoken));
});
