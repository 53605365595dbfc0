import { describe, expect, test } from "vitest";
import { questionWords } from "#lib/language/question-words";
import { smallTalk } from "#lib/language/small-talk";

describe("small talk", () => {
  test.each([
    "hello",
    "Hello!",
    "  HI  ",
    "Thanks :)",
    "thank you!!!",
    "What can you do?",
    "你好",
    "你好！",
    "谢谢～",
    "你能做什么？",
    "你好，Docent",
    "bye 👋",
    "great, thanks!",
    "ok",
    "cool, bye",
    "您好，在吗？",
    "谢谢，很有帮助",
    "好的",
  ])("is answered from the catalogue: %s", (message) => {
    expect(smallTalk(message, "en")).toBeTruthy();
    expect(smallTalk(message, "zh-CN")).toMatch(/\p{Script=Han}/u);
  });

  test.each([
    "Hello world in Go?",
    "What can you do with docs_read?",
    "thanks to whom was it built?",
    "hi how do I add a folder",
    "你好世界怎么输出？",
    "谢谢页面在哪里？",
    "help with folders",
    "What is Docent?",
    "Who are you allowed to share with?",
    "???",
    "How do I say hello?",
    "再见怎么写",
    "ok, how do I add a folder?",
    "Hello. Where is the log?",
    "好的，怎么删除？",
    "ok button",
    "help me add a folder",
  ])("is never taken for a real question: %s", (message) => {
    expect(smallTalk(message, "en")).toBeUndefined();
  });
});

describe("the words of a question", () => {
  const texts = (question: string) => questionWords(question, []).map((w) => w.text);

  test("stand as they were written, without function words and without repeats", () => {
    expect(texts("How do I set max_turns for the Planner, planner?")).toEqual(
      expect.arrayContaining(["max_turns", "Planner"]),
    );
    expect(texts("Where is the key?")).toEqual(["key"]);
    expect(texts("planner Planner")).toHaveLength(1);
  });

  test("show Han text in runs, not in pairs of characters", () => {
    expect(texts("怎么添加文件夹？")).toEqual(["添加文件夹"]);
    expect(texts("钥匙在哪里？")).toEqual(["钥匙"]);
    expect(texts("Docker 的端口是多少？")).toEqual(["Docker", "端口"]);
  });

  test("know whether some passage holds them", () => {
    const words = questionWords("key drawer", [
      { term: "key", passages: 2, weight: 0.5 },
      { term: "drawer", passages: 0, weight: 0.5 },
    ]);
    expect(words).toMatchObject([
      { text: "key", found: true },
      { text: "drawer", found: false },
    ]);
  });
});
