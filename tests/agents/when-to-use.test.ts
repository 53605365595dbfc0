import { expect, test } from "vitest";
import type { QuoteInput } from "#lib/agents/composer/quote";
import { composeAtUse } from "#lib/agents/composer/when-to-use";
import { Citation } from "#lib/contracts/citation";
import { hit } from "./task-request.ts";

const sections = [
  ["help.md", "气泡卡片（Popover）", "当有进一步的描述时，可以收纳到卡片中"],
  ["switch/index.md", "API", "切换时的回调，可以用 Popover 显示"],
  ["switch/index.md", "何时使用", "需要表示两种状态之间的切换时"],
  ["lamp/index.md", "何时使用", "需要照明时"],
] as const;
const input = (question: string): QuoteInput => ({
  ...{ question, lang: "zh-CN", terms: [] },
  citations: sections.map(([file, heading, text], i) => {
    const title = file.startsWith("switch") ? "Switch" : "Lamp";
    const own = { text, snippet: text, title, breadcrumb: [title, heading] };
    return Citation.parse({ ...hit(file, 1, 1, own), id: i + 1 });
  }),
  passages: sections.map(([, , text], i) => ({ citation_id: i + 1, text, kind: "prose" })),
});
/** What is handed on to be composed, when `answers` says whether that answers. */
async function handedOn(question: string, answers = true) {
  const given: QuoteInput[] = [];
  await composeAtUse((of) => {
    given.push(of);
    const claims = of.passages.map(({ text, citation_id }) => ({
      ...{ id: "c1", kind: "sentence" as const, text },
      ...{ citations: [citation_id], spans: [] },
    }));
    return { confidence: 0.9, answered: answers, claims, missing: [] };
  })(input(question));
  return given.map(({ passages }) => passages.map(({ text }) => text));
}

test("when a thing is to be used is answered from that section of its own page", async () => {
  expect(await handedOn("什么时候该用 Switch？")).toEqual([["需要表示两种状态之间的切换时"]]);
});

test("a thing without such a section is answered from the section that is named after it, where that says when", async () => {
  expect(await handedOn("什么时候该用 Popover？")).toEqual([
    ["当有进一步的描述时，可以收纳到卡片中"],
  ]);
});

test("where that section does not answer, and for any other question, all that was found is looked at", async () => {
  const all = sections.map(([, , text]) => text);
  expect((await handedOn("什么时候该用 Switch？", false)).at(-1)).toEqual(all);
  expect(await handedOn("Switch 有哪些回调？")).toEqual([all]);
});
