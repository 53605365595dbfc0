import { describe, expect, test } from "vitest";
import { readsAsWritten } from "../../../lib/agents/model/plain-sentence.ts";

const lines = [
  "Backups are not kept. The port is 4180, and 10² boxes fit, says [the page](https://a.example/x).",
];

describe("a sentence whose reader would see other words than are judged", () => {
  test.each([
    ["a link in place of a word", "Backups are [kept](not)."],
    ["a link by reference", "Backups are [kept][not]."],
    ["a word struck through", "Backups are ~~not~~ kept."],
    ["a stroke without an end", "Backups are ~~not kept."],
    ["a mark of direction", "The port is \u202e4180."],
    ["a letter without width", "The port is 41\u200b80."],
    ["a raised digit", "The port is 418\u2070."],
    ["a wide digit", "The port is ４180."],
    ["a link that stands in no line", "Backups are not kept, see https://b.example/y."],
    ["HTML", "Backups are <s>not</s> kept."],
    ["a named character", "Backups are not&nbsp;kept."],
    ["a stroke through each letter", "Backups are n\u0336o\u0336t\u0336 kept."],
  ])("is told: %s", (_, text) => {
    expect(readsAsWritten(text, lines)).toBe(false);
  });
});

test("what stands in the lines so is theirs", () => {
  for (const text of [
    "Backups are **not** kept.",
    "10² boxes fit.",
    "The page is [the page](https://a.example/x).",
    "端口是 4180，不保留备份。",
    "Run `a < b` first.",
    "Backups are\nnot kept [1][2].",
  ]) {
    expect(readsAsWritten(text, lines), text).toBe(true);
  }
});
