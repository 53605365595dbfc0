import { expect, test } from "vitest";
import type { Citation } from "#lib/contracts/citation";
import type { Preview } from "#lib/contracts/http";
import { type Piece, thenAndNow } from "../../components/source/then-and-now.ts";

const citing = (snippet: string, line_start = 3): Citation =>
  // What else a citation holds is not looked at here.
  ({ snippet, locator: { line_start, line_end: line_start } }) as Citation;
const shown = (lines: string[], line_start = 1): Preview =>
  // As above.
  ({ lines, line_start }) as unknown as Preview;
const marked = (pieces: readonly Piece[] | undefined) =>
  pieces?.map(({ text, changed }) => (changed ? `[${text}]` : text)).join("");

test("words that changed are marked on the side where they stand", () => {
  const lines = ["# Keys", "", "The key is rotated every eighty days by the keeper.", ""];
  const { cited, now } = thenAndNow(
    citing("The key is rotated every ninety days."),
    shown(lines),
    "en",
  );
  expect(marked(cited)).toBe("The key is rotated every [ninety] days.");
  expect(marked(now?.pieces)).toBe("The key is rotated every [eighty] days[ by the keeper].");
  expect(now).toMatchObject({ line_start: 3, line_end: 3 });
});

test("Chinese words are words too", () => {
  const lines = ["# 钥匙", "", "签名密钥每八十天更换一次。"];
  const { cited, now } = thenAndNow(citing("签名密钥每九十天更换一次。"), shown(lines), "zh-CN");
  expect(marked(cited)).toMatch(/^签名密钥每\[九\S*\]\S*更换一次。$/);
  expect(marked(now?.pieces)).toMatch(/^签名密钥每\[八\S*\]\S*更换一次。$/);
});

test("lines that were changed and moved are found where they are likest, grown or shrunk", () => {
  const above = Array.from({ length: 40 }, (_, i) => `Line ${i} about other things altogether.`);
  const lines = [...above, "The crane lifts two tonnes.", "In a storm it lifts nothing at all."];
  const { now } = thenAndNow(
    citing("The crane lifts nine tonnes. In a storm it lifts nothing.", 5),
    shown(lines, 101),
    "en",
  );
  expect(now).toMatchObject({ line_start: 141, line_end: 142 });
});

test("where nothing is like it, nothing is put beside it", () => {
  const { cited, now } = thenAndNow(
    citing("The crane lifts nine tonnes."),
    shown(["Otters.", ""]),
    "en",
  );
  expect(marked(cited)).toBe("The crane lifts nine tonnes.");
  expect(now).toBeUndefined();
  expect(thenAndNow(citing("!"), shown([]), "en").now).toBeUndefined();
});

test("of lines that are equally like it the nearest to its old place is taken", () => {
  const lines = Array.from({ length: 9 }, () => "The crane lifts two tonnes.");
  const { now } = thenAndNow(citing("The crane lifts nine tonnes.", 5), shown(lines), "en");
  expect(now?.line_start).toBe(5);
});

test("each word is counted a few times, however many lines were cited", () => {
  const line = (i: number) => `Crane ${i} lifts ${i} tonnes of ${"red and green ".repeat(9)}boxes.`;
  const lines = Array.from({ length: 2000 }, (_, i) => line(i));
  const then = lines.slice(900, 1300).join("\n");
  const { get } = Map.prototype;
  let looked = 0;
  // The counting of words is all that asks maps here.
  Map.prototype.get = function counting(key) {
    looked += 1;
    return get.call(this, key);
  };
  try {
    expect(thenAndNow(citing(then, 901), shown(lines), "en").now?.line_start).toBe(901);
  } finally {
    Map.prototype.get = get;
  }
  expect(looked).toBeLessThan(1_000_000);
});

test("a line that is read in part alone has nothing marked in it", () => {
  const long = "The crane lifts nine tonnes. ".repeat(300);
  const { cited, now } = thenAndNow(citing(long, 1), shown([long.replace("nine", "two")]), "en");
  expect(marked(cited)).toBe(long);
  expect(now?.line_start).toBe(1);
  expect(now?.pieces.some(({ changed }) => changed)).toBe(false);
});

test("lines of a million letters are read as far as anybody would", () => {
  const lines = Array.from({ length: 2000 }, () => "word ".repeat(500));
  const { now } = thenAndNow(citing("word ".repeat(140), 1000), shown(lines), "en");
  expect(now?.line_start).toBe(1000);
});
