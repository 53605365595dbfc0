import { expect, test } from "vitest";
import { headsCause, headsRemedy } from "#lib/agents/composer/remedy-headings";

test("a heading of what helps is one, and no heading that only has such a word", () => {
  for (const heading of [
    "Resolution",
    "How to fix it",
    "What to do",
    "解决方法",
    "4. 如何修复损坏的索引",
  ])
    expect(headsRemedy(heading), heading).toBe(true);
  for (const heading of ["How to do an export", "图片处理", "请求处理流程", "处理器", undefined])
    expect(headsRemedy(heading), heading).toBe(false);
  expect(headsCause("产生原因")).toBe(true);
  expect(headsCause("图片原因")).toBe(false);
});
