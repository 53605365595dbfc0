import { expect, it } from "vitest";
import { joinPairs } from "#lib/language/join-pairs";

it.each([
  [["百度", "度网"], "怎么同步到百度网盘？", ["百度网"]],
  [["百度", "度量"], "百度的度量", ["百度", "度量"]],
  [["微信", "信公", "公众", "众号"], "微信公众号", ["微信公众号"]],
  [["trello", "oauth"], "trello oauth", ["trello", "oauth"]],
  [["a", "a"], "a a", ["a"]],
  [[], "百度", []],
])("pairs that overlap are the word that was written: %j of %s", (words, question, joined) => {
  expect(joinPairs(words, question)).toEqual(joined);
});
