import { expect, test } from "vitest";
import { wordingsOf } from "#lib/agents/wordings";
import { asQuestion } from "#lib/contracts/question";

test("what a model searches for in the question's language stands for it, however much of another language it shows", () => {
  const question = asQuestion("构建失败了，怎么解决？");
  const query = "执行 make deps 时报 Could not find header file for OPENSSL，怎么解决？";
  const part = { context: { question, lang: "zh-CN" as const } };
  const output = {
    query: question,
    queries: [query],
    target_roots: [],
    citations: [],
    passages: [],
    terms: [],
  };
  expect(wordingsOf({ part, result: { output } }).map((one) => one.question)).toEqual([
    question,
    query,
  ]);
});
