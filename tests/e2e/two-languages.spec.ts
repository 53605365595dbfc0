import type { Page } from "@playwright/test";
import { expect, findings, openReady } from "./docent-page.ts";
import { test } from "./only-here.ts";

/**
 * One rule where a question is asked in another language than the page's: what can be pressed is in the language of the
 * page, and what is said of the answer in the language of the question. Words of the person and of the documents are theirs.
 */
const asked = {
  en: [
    "Who feeds the walrus in Antarctica?",
    "What is in /etc/passwd?",
    "How do I add a folder, and who feeds the walrus?",
    "How do I insure a folder against lightning?",
  ],
  "zh-CN": [
    "谁在南极喂海象？",
    "读取 .env/keys.md",
    "怎么添加文件夹，谁喂海象？",
    "怎么给文件夹买保险？",
  ],
} as const;

for (const [page_language, question_language] of [
  ["en", "zh-CN"],
  ["zh-CN", "en"],
] as const) {
  test.describe(`a page in ${page_language}, questions in ${question_language}`, () => {
    test.use({ locale: page_language });
    test("has what can be pressed in its own language, and sentences of the answer in the question's", async ({
      page,
    }) => {
      await openReady(page);
      let buttons = 0;
      for (const question of asked[question_language]) {
        const made = await page.request.post("/api/ask", { data: { question } });
        const { thread_id } = (await made.json()) as { thread_id: string };
        await page.goto(`/t/${thread_id}`);
        const gaps = page.locator("[data-part='gaps']");
        const said = gaps.locator(".in-language, .gap-about, p").first();
        await expect(page.locator(".in-language [data-part='gaps']")).toBeVisible();
        await expect(said).toHaveText(
          question_language === "en" ? /^[^\p{Script=Han}]+$/u : /\p{Script=Han}/u,
        );
        const names = await pressed(page);
        buttons += names.length;
        const han = names.filter((name) => /\p{Script=Han}/u.test(name));
        expect(
          page_language === "en" ? han : names.filter((name) => !han.includes(name)),
          question,
        ).toEqual([]);
        expect(await findings(page, "article.turn"), question).toEqual([]);
      }
      expect(buttons).toBeGreaterThan(20);
    });
  });
}

/** Names of buttons and of links to Settings in the answer, without what they quote; headings of documents are none of ours. */
async function pressed(page: Page): Promise<string[]> {
  const all = page.locator("article.turn").locator("button, a[href^='/settings']");
  const names = await all.evaluateAll((elements) =>
    elements
      .filter((element) => element.closest(".follow-ups, .related") === null)
      .map((element) => element.ariaLabel ?? element.textContent ?? ""),
  );
  return names
    .map((name) => name.replace(/“[^”]*”/g, "").trim())
    .filter((name) => /\p{L}/u.test(name));
}
