import { expect, test } from "vitest";
import { questionLang } from "#lib/language/question-lang";

test.each([
  ["执行 make deps 时报 Could not find header file for OPENSSL，怎么解决？", "zh-CN"],
  ["The plugin context.markVariableAsUsed is not a function 是什么原因？", "zh-CN"],
  ["提示“The port is taken by another program of yours”后如何处理", "zh-CN"],
  ["What does “没有段落能回答这个问题” mean?", "en"],
  ["What does 什么是空缺 say about gaps in the documents?", "en"],
  ["How is 引用 translated?", "en"],
  ["“怎么打开金库的门？”", "zh-CN"],
])("%s is asked in %s", (question, lang) => {
  expect(questionLang(question)).toBe(lang);
});
