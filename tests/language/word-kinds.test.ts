import { describe, expect, it } from "vitest";
import { questionWords } from "#lib/language/word-kinds";

const kinds = (question: string, kind: string): string[] =>
  questionWords(question)
    .filter((word) => word.kind === kind)
    .map((word) => question.slice(word.start, word.end));

describe("the words of a question", () => {
  it("are things, deeds and the rest in English, at their places", () => {
    const question = "How do I refresh (again) the snapshots every month?";
    expect(kinds(question, "thing")).toEqual(["snapshots"]);
    expect(kinds(question, "deed")).toEqual(["do", "refresh"]);
    expect(kinds(question, "other")).toContain("month");
  });

  it("are told by a dictionary in Chinese, also in traditional characters", () => {
    expect(kinds("怎么用 React 播放视频？", "thing")).toEqual(["React", "视频"]);
    expect(kinds("怎么用 React 播放视频？", "deed")).toEqual(["播放"]);
    expect(kinds("怎麼刪除檔案？", "thing")).toEqual(["檔案"]);
    expect(kinds("过多久再插回来？", "thing")).toEqual([]);
    expect(kinds("执行 make 时报错误码", "thing")).not.toContain("时报");
    // A noun by the dictionary, and the verb of the ask.
    expect(kinds("这个标记代表什么？", "deed")).toEqual(["代表"]);
    expect(kinds("代表有什么权限？", "thing")).toEqual(["代表", "权限"]);
  });
});
