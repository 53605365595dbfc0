import { expect, test } from "vitest";
import { askedAction, bearsAction } from "#lib/language/asked-action";

test.each([
  ["How do I pin a note to the top of the list?", "pin"],
  ["Can I automatically retry a test?", "retry"],
  ["How do I make the lamp back up my notes every night?", "back up"],
  ["How do I make a lamp give up on a note?", "give up"],
  ["Can I get the lamp to line up my notes?", "line up"],
  ["How do I make the letters on the page bigger?", "bigger"],
  ["How do I make lamp.ring play a longer or louder sound?", "longer"],
  ["怎么把导出的文件再导入回来？", "导入"],
  ["怎么把文件夹部署到 Cloud Pages？", "部署"],
  ["怎么统计有多少人看过？", "统计"],
  ["怎么从保存点恢复作业？", "恢复"],
])("what %j wants done is %j", (ask, deed) => {
  expect(askedAction(ask)).toBe(deed);
});

test.each([
  "How do I set the port?",
  "Could it be related to the size of the note?",
  "How large may a file be?",
  "What happens when I rename a note?",
  "How do I make sure that a note stays?",
  "How do I make the lamp write a note when it moves?",
  "Is it possible to apply a rule to all notes?",
  "怎么修改默认端口？",
  "从哪个版本开始可以粘贴文件？",
])("%j wants nothing done that a manual has one word for", (ask) => {
  expect(askedAction(ask)).toBeUndefined();
});

test("a deed stands in its own word, in one of the same meaning and in a noun made of it", () => {
  expect(bearsAction("How do I pin a note?", "Pinned notes stand first.")).toBe(true);
  expect(bearsAction("How do I pin a note?", "An opinion on the list of notes.")).toBe(false);
  expect(bearsAction("How do I delete a note?", "To remove a note, open it.")).toBe(true);
  expect(bearsAction("How do I renew a card?", "Renewal takes a day.")).toBe(true);
  expect(bearsAction("How do I back up my notes?", "The backup of the notes is a file.")).toBe(
    true,
  );
  expect(bearsAction("How do I back up my notes?", "Copy the notes back.")).toBe(false);
  expect(bearsAction("How do I make the notes bigger?", "Choose a larger letter.")).toBe(true);
  expect(bearsAction("怎么删除笔记？", "点垃圾桶可以移除笔记。")).toBe(true);
  expect(bearsAction("怎么导入笔记？", "导出的笔记是一个文件。")).toBe(false);
});
