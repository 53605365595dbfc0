import { expect, test } from "vitest";
import { lacksAskedValue } from "#lib/agents/composer/asked-value";

const lacks = (question: string, text: string) => lacksAskedValue("lookup", question, [text]);

test.each([
  ["Which version should I use?", "Use the LTS version."],
  ["What version of Node do I need?", "You need Node.js >=20."],
  ["Which version control system is used?", "It uses Git."],
  ["默认安装哪个版本？", "默认安装最新的稳定版。"],
  ["Which key opens the menu?", "Press / to open the menu."],
  ["Which key stops it?", "Esc stops it."],
  ["Which key encrypts the backup?", "The master key encrypts it."],
  ["What key metrics are measured?", "Throughput is measured."],
  ["What key does the cache use?", "It uses the path of the file."],
  ["哪个按键可以停止？", "空格可以停止。"],
  ["哪个键盘布局是默认的？", "默认是美式布局。"],
  ["轮询方式有哪几个值可选？", "- `none`：不轮询\n- `all`：全部轮询"],
  ["Which values can `mode` have?", "`mode` is a number."],
  ["If a dock has both a lamp and a bell, which one does it use?", "The bell takes precedence."],
  ["同时写了灯和铃，以哪个为准？", "两者都有时，以铃为准。"],
  ["I have both lamps, which one should I use?", "Use the brass lamp."],
])("%j may be answered by %j", (question, text) => {
  expect(lacks(question, text)).toBe(false);
});

test.each([
  ["Which version brought the gate?", "The gate closes at night."],
  ["Which key deletes a conversation?", "A conversation is deleted under its menu."],
  ["哪个快捷键打开搜索？", "搜索框在左上角。"],
  ["Which key deletes a conversation?", "Choose **Delete** in the menu of a conversation."],
  ["Which key opens the menu?", "The menu is opened with a click."],
  ["哪个键删除对话？", "在菜单里删除，标题里的空格会保留。"],
  ["邮件接收器默认用哪个 SMTP 端口？", "选择用于身份验证的端口。"],
  ["What is the default maximum message size?", "| `MAX_IDLE` | Infinite |"],
  ["轮询方式有哪几个值可选？", "轮询方式默认是 `none`。"],
  ["Which values can `mode` have?", "The default of `mode` is `none`."],
  [
    "If a dock has both a lamp and a bell, which one does it use?",
    "It looks for a lamp or a bell.",
  ],
  ["灯和铃同名时用哪一个？", "灯和铃可以同名。"],
  ["Which version brought the renaming?", "The renaming changes the current conversation."],
])("%j is not answered by %j", (question, text) => {
  expect(lacks(question, text)).toBe(true);
});

test("a price is told by money, and a code that is asked for by its number by that number", () => {
  const price = (text: string) =>
    lacksAskedValue("how_many", "What is the price of the lamp?", [text]);
  expect(price("The last line names what the lamp took, and its price.")).toBe(true);
  for (const text of [
    "The lamp comes at 20 euros.",
    "The lamp is free.",
    "¥20",
    "| 灯 | 单价（元） |",
  ])
    expect(price(text), text).toBe(false);
  expect(lacks("What does exit code 4 stand for?", "Ends with 3 when it is dark.")).toBe(true);
  expect(lacks("What does exit code 4 stand for?", "Ends with 3 or 4 when it is dark.")).toBe(
    false,
  );
  expect(lacks("退出码 4 是什么意思？", "天黑时以 14 退出。")).toBe(true);
});
