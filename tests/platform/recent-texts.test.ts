import { expect, it } from "vitest";
import { recentTexts } from "#lib/platform/recent-texts";

it("makes of a text once what is asked for again, and anew once many others came between", () => {
  const lately = recentTexts<string>(10);
  const made: string[] = [];
  const ask = (text: string) =>
    lately.of(text, (one) => {
      made.push(one);
      return one.toUpperCase();
    });
  expect([ask("one"), ask("one"), ask("two"), ask("one")]).toEqual(["ONE", "ONE", "TWO", "ONE"]);
  expect(made).toEqual(["one", "two"]);
  for (const text of ["three", "four", "five", "six", "seven"]) ask(text);
  expect(ask("one")).toBe("ONE");
  expect(made.filter((text) => text === "one")).toHaveLength(2);
});

it("keeps no text that is longer than all it may keep", () => {
  const lately = recentTexts<number>(10);
  let made = 0;
  const ask = (text: string) => lately.of(text, () => ++made);
  expect([ask("a very long text"), ask("a very long text")]).toEqual([1, 2]);
});
