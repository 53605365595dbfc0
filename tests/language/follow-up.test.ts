import { describe, expect, test } from "vitest";
import { asQuestion } from "#lib/contracts/question";
import { completeFollowUp } from "#lib/language/follow-up";

const following = (question: string, message: string) =>
  completeFollowUp(message, [{ question: asQuestion(question), searched: [asQuestion(question)] }]);

describe("a follow-up", () => {
  test.each([
    ["How do I install Docent on macOS?", "and on Windows?", "How do I install Docent on Windows?"],
    ["How do I add a folder?", "and on Windows?", "How do I add a folder on Windows?"],
    [
      "What is the default port of Vite?",
      "what about Vitest?",
      "What is the default port of Vitest?",
    ],
    ["How do I add a folder?", "and a file?", "How do I add a file?"],
    ["How do I pause a folder?", "And resume?", "How do I resume a folder?"],
    ["What is a citation?", "How do I open it?", "How do I open a citation?"],
    ["What is the denylist?", "Can I change it?", "Can I change the denylist?"],
    ["How do I rename a note?", "And delete it?", "How do I delete a note?"],
    ["How do I delete a note?", "and all of them?", "How do I delete all notes?"],
    ["How do I delete a policy?", "and all of them?", "How do I delete all policies?"],
    ["How do I export a note?", "As JSON?", "How do I export a note as JSON?"],
    ["Where is the log?", "And how do I see more in it?", "How do I see more in the log?"],
    ["Are links followed?", "Why not?", "Why are links followed?"],
    ["可以暂停一个文件夹吗？", "怎么恢复？", "文件夹怎么恢复？"],
    ["单个文件最大可以多大？", "能调大吗？", "单个文件能调大吗？"],
    ["链接会怎么处理？", "指向外面的呢？", "指向外面的链接会怎么处理？"],
    ["怎么删除单个对话？", "全部删除呢？", "怎么全部删除对话？"],
    ["灯的 min_oil 默认值是多少？", "那 max_oil 呢？", "灯的 max_oil 默认值是多少？"],
    ["默认端口是多少？", "那在 Windows 上呢？", "在 Windows 上，默认端口是多少？"],
    ["在 macOS 上怎么安装？", "那在 Windows 上呢？", "在 Windows 上怎么安装？"],
    ["Docent 的默认端口是多少？", "Vite 呢？", "Vite 的默认端口是多少？"],
    ["引用是什么？", "怎么打开它？", "怎么打开引用？"],
    ["红色灯罩的价格是多少？", "那绿色呢？", "绿色灯罩的价格是多少？"],
    [
      "What does a wick cost for a small lamp?",
      "and for a large one?",
      "What does a wick cost for a large one?",
    ],
    ["引用是什么？", "怎么关闭？", "引用怎么关闭？"],
  ])("after %j, %j is completed", (before, message, completed) => {
    expect(following(before, message)).toBe(completed);
  });

  test('"it" does not stand for several things', () => {
    const before = "How long are invoices kept?";
    expect(following(before, "How often does it check my account?")).toBeUndefined();
    expect(following("How long is Windows kept?", "Where does it keep my account?")).toContain(
      "Windows",
    );
  });

  test.each([
    ["What is a citation?", "How long does it take to index a folder?"],
    ["What is a citation?", "If a file is deleted, can I restore it?"],
    ["What is the denylist?", "Is it possible to search notes?"],
    ["What is the denylist?", "How do I add a folder?"],
    ["引用是什么？", "怎么添加文件夹？"],
  ])("after %j, %j stands for itself", (before, message) => {
    expect(following(before, message)).toBeUndefined();
  });

  test.each([
    ["怎么开启自动备份？", "那如果磁盘满了呢？", "怎么开启自动备份，那如果磁盘满了呢？"],
    ["怎么安装插件？", "如果是 Windows 呢？", "怎么安装插件，如果是 Windows 呢？"],
    ["文件锁默认多久过期？", "怎么修改这个时间？", "文件锁默认多久过期，怎么修改这个时间？"],
  ])("after %j, the condition %j goes with what was asked", (before, message, completed) => {
    expect(following(before, message)).toBe(completed);
  });

  test.each([
    ["How large may a file be?", "and which setting changes that?"],
    ["What happens when nobody answers?", "After how long?"],
    ["How do I take a permission back?", "Is there another way?"],
    ["How do I switch on dark mode for my team?", "And if I change my mind later?"],
    ["How do I rotate the signing key?", "And when it expires?"],
  ])("after %j, %j is searched for together with it", (before, message) => {
    expect(following(before, message)?.toLowerCase()).toBe(`${before} ${message}`.toLowerCase());
  });

  test("a reason or another way is asked for together with what it is of", () => {
    expect(following("怎么添加文件夹？", "还有别的办法吗？")).toBe(
      "怎么添加文件夹，还有别的办法吗？",
    );
    expect(following("隐藏文件夹不读取吗？", "为什么？")).toBe("隐藏文件夹不读取吗，为什么？");
  });

  test("goes on from what the last question was completed to", () => {
    const earlier = [
      {
        question: asQuestion("How do I install Docent on macOS?"),
        searched: [asQuestion("How do I install Docent on macOS?")],
      },
      {
        question: asQuestion("and on Windows?"),
        searched: [asQuestion("How do I install Docent on Windows?")],
      },
    ];
    expect(completeFollowUp("and on Linux?", earlier)).toBe("How do I install Docent on Linux?");
  });

  test("the first question of a conversation is left as it is", () => {
    expect(completeFollowUp("and on Windows?", [])).toBeUndefined();
  });

  test("is completed whatever stands in the last question", () => {
    const word = "a".repeat(800);
    expect(following(`What is shown on ${word}, please?`, "and on Windows?")).toBe(
      `What is shown on ${word}, please on Windows?`,
    );
    expect(following(`What is shown on ${word.repeat(2)}?`, "and on Windows?")).toBeUndefined();
  });
});
