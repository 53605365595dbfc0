import { describe, expect, it } from "vitest";
import { amountMatch, dateMatch } from "#lib/agents/composer/amounts";

describe("the amount that is asked for", () => {
  it.each([
    [
      "How many editions are there?",
      "The six limited editions sold well.",
      "In 2013 an edition was sold.",
    ],
    ["How old was Newton?", "Newton was 26 years old.", "He was sacked seven times."],
    ["How tall is the tower?", "It is 38 metres high.", "It has 38 windows."],
    ["How long does a request take?", "It ends after 30 seconds.", "It is sent to 30 servers."],
    ["What percentage works in mills?", "About 31 % do.", "About 48,200 people do."],
    ["How often is the cache emptied?", "It is emptied every 6 hours.", "It holds 6 pages."],
    ["西桥镇有多少人？", "西桥镇有48200人。", "西桥镇有3座桥。"],
    ["奥伦河多长？", "奥伦河全长214公里。", "奥伦河有214座桥。"],
    ["塔有几层？", "塔有七层。", "塔有七个门。"],
    ["车厢不能超过多少度？", "车厢不超过十五度。", "车厢分成三层。"],
    ["最多能放几个箱子？", "最多放四个箱子。", "最多放 200 个文件，放进同一个箱子。"],
  ])("%s", (question, right, other) => {
    expect(amountMatch(question, right)).toBe(1);
    expect(amountMatch(question, other)).toBeLessThan(1);
    expect(amountMatch(question, other)).toBeGreaterThan(0);
    expect(amountMatch(question, "Nothing of the sort.")).toBe(0);
  });
});

it("is not counted by a denial, nor by one of something else", () => {
  const question = "How many words may a group have?";
  expect(amountMatch(question, "A group has at most 12 words.")).toBe(1);
  expect(amountMatch(question, "A line that is no group of words is refused.")).toBeLessThan(1);
});

it("is a bound where the most is asked for, and a size where memory is", () => {
  const most = "What is the maximum number of windows an app can open?";
  expect(amountMatch(most, "An app has up to 8 windows.")).toBe(1);
  expect(amountMatch(most, "That holds for an app that opens one window.")).toBe(0);
  expect(amountMatch(most, "contents.setZoom(1, 3)")).toBe(0);
  expect(amountMatch("名字最长有多少个字符？", "名字由 3 部分组成。")).toBe(0);
  expect(amountMatch("名字最长有多少个字符？", "名字最长 64 个字符。")).toBe(1);
  const row = "| `max_files` | `200000` | The largest number of files. |";
  expect(amountMatch("What is the largest number of folders?", row)).toBe(0);
  expect(amountMatch("What is the largest number of files?", row)).toBeGreaterThan(0.5);
  const memory = "How much memory may a command use?";
  expect(amountMatch(memory, "A command may take up 2 GiB of memory.")).toBe(1);
  expect(amountMatch(memory, "Run it with `PORT=4000`.")).toBeLessThan(0.5);
  expect(amountMatch("一条命令最多能用多少内存？", "命令最多占用 2 GiB。")).toBe(1);
});

describe("the date that is asked for", () => {
  it("is a year for a year, and any time for a time", () => {
    expect(dateMatch("In what year was it built?", "It was built in 1874.")).toBe(1);
    expect(dateMatch("In what year was it built?", "It was built in May.")).toBeLessThan(0.5);
    expect(dateMatch("When was it built?", "It was built in May.")).toBeGreaterThan(0.5);
    expect(dateMatch("它是哪一年建的？", "它建于1874年。")).toBe(1);
    expect(dateMatch("When was it built?", "It was built of stone.")).toBe(0);
    expect(dateMatch("When was it built?", "It may be built.")).toBe(0);
  });
});

it("is a length of time or an event where something happens every time", () => {
  expect(dateMatch("When does a pass end?", "You keep it for 12 hours.")).toBeGreaterThan(0.5);
  expect(dateMatch("When does a pass end?", "It is good until you leave.")).toBeGreaterThan(0.5);
  expect(dateMatch("When was the pass built?", "It was built after the bridge.")).toBe(0);
});

it("is told in the unit that is asked for, or stands bare in a row or as a default, and is no number of another thing", () => {
  const days = "任务日志默认保留几天？";
  expect(amountMatch(days, "日志保留 30 天。")).toBe(1);
  expect(amountMatch(days, "`log.keep` 默认为 30。")).toBe(0.4);
  expect(amountMatch(days, "日志每页 100 条，只保留 127.0.0.1 的解析。")).toBeLessThan(0.15);
  expect(
    amountMatch("动效默认时长是多少毫秒？", "毫秒级查询，离线可用，支持 6 种语言。"),
  ).toBeLessThan(0.15);
  const most = "How many MCP servers can I connect at most?";
  expect(amountMatch(most, "An editor gets seven tools from it, and all of them only read.")).toBe(
    0,
  );
  expect(amountMatch(most, "At most eight servers are connected.")).toBe(1);
});
