import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import {
  answer,
  ask,
  askThrough,
  box,
  citedLines,
  copiedBy,
  expect,
  findings,
  linesOf,
  markedLines,
  openReady,
  pane,
} from "./docent-page.ts";
import { test } from "./only-here.ts";

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

test("an English question is answered from the handbook, and every sentence leads to its lines", async ({
  page,
}) => {
  await openReady(page);
  await ask(page, "How do I add a folder?");
  await expect(answer(page)).toContainText("Folder path");
  await expect(page.getByRole("status").filter({ hasText: "Answer ready" })).toHaveCount(1);

  // Each paragraph and each list ends with its chip, unless it leads into what follows.
  const bare = await answer(page)
    .locator(":scope > :is(p, ol, ul)")
    .evaluateAll((blocks) =>
      blocks
        .filter((block) => block.querySelector("a.chip") === null)
        .map(({ textContent }) => textContent ?? ""),
    );
  expect(bare.filter((text) => !text.endsWith(":"))).toEqual([]);
  const chip = answer(page).getByRole("link", { name: /^Source 1: .+ lines \d+-\d+, verified$/ });
  const lines = await linesOf(chip.first());
  await chip.first().click();
  await expect(page).toHaveURL(/[?&]src=1/);
  const marked = await markedLines(page);
  expect(Math.min(...marked)).toBeGreaterThanOrEqual(lines.from);
  expect(Math.max(...marked)).toBeLessThanOrEqual(lines.to);
  await expect(pane(page).locator("[data-cited='true']").first()).toBeInViewport();
});

test("a Chinese question is answered from the Chinese pages", async ({ page }) => {
  await openReady(page);
  await ask(page, "怎么添加文件夹？");
  await expect(answer(page)).toContainText("文件夹路径");
  await expect(answer(page)).toHaveAttribute("lang", "zh-CN");
  await answer(page)
    .getByRole("link", { name: /^Source 1: / })
    .first()
    .click();
  await expect(pane(page)).toContainText("zh-CN");
  expect((await markedLines(page)).length).toBeGreaterThan(0);
});

test("other citations of the same file are marked where they stand", async ({ page }) => {
  await openReady(page);
  await askThrough(page, "怎么添加文件夹，单个文件最大可以多大？");
  await answer(page)
    .getByRole("link", { name: /^Source 1: / })
    .first()
    .click();
  await expect(pane(page).locator("[data-cited='true']").first()).toBeInViewport();
  const washes = pane(page).locator(".wash-also");
  await expect(washes).not.toHaveCount(0);
  const pins = pane(page).getByRole("link", { name: /^Source \d+: / });
  // Washes and pins are placed anew whenever the page is measured.
  await expect(async () => {
    for (const [i, wash] of (await washes.all()).entries()) {
      const { from } = await linesOf(pins.nth(i));
      const block = pane(page).locator(`.doc [data-line='${from}']`).last();
      const [box, text] = [await wash.boundingBox(), await block.boundingBox()];
      expect(box && text && box.y <= text.y && box.y + box.height >= text.y + text.height).toBe(
        true,
      );
    }
  }).toPass();
});

test("the card of a chip shows the words without Markdown marks, and the quote is copied with them", async ({
  page,
}) => {
  await openReady(page);
  await askThrough(page, "Which box takes the path of a folder to add?");
  const chip = answer(page)
    .getByRole("link", { name: /^Source 1: / })
    .first();
  await chip.hover();
  const card = page.locator(".peek blockquote");
  await expect(card).toContainText("Folder path");
  await expect(card).not.toContainText(/\*\*|\||^#/);
  await chip.click();
  expect(await copiedBy(pane(page).getByRole("button", { name: /^Copy quote$/ }))).toContain("**");
});

test("the source pane shows exactly the file's lines, copies the path and gives the focus back", async ({
  page,
}) => {
  await openReady(page);
  await askThrough(page, "Which rules are there for a path, and what is the denylist?");
  const first = answer(page)
    .getByRole("link", { name: /^Source 1: / })
    .first();
  await first.focus();
  await page.keyboard.press("Enter");
  await expect(citedLines(page)).toBeFocused();

  await pane(page).getByRole("button", { name: "Raw" }).click();
  const cited = pane(page).locator(".ln[data-cited='true']");
  await expect(cited.first()).toBeVisible();
  const path = await copiedBy(pane(page).getByRole("button", { name: /^Copy path$/ }));
  const file = readFileSync(path, "utf8").split("\n");
  for (const row of await cited.all()) {
    const line = Number(await row.getAttribute("data-line"));
    expect(await row.locator("span").first().textContent()).toBe(file[line - 1]);
  }
  expect(await copiedBy(pane(page).getByRole("button", { name: /^Copy path with lines/ }))).toMatch(
    /\.md:\d+(-\d+)?$/,
  );

  await page.keyboard.press("Escape");
  await expect(pane(page)).toHaveCount(0);
  await expect(first).toBeFocused();
});

test("a source that is open while the page becomes narrow, and wide again, is shown as it was, and has the focus", async ({
  page,
}) => {
  await openReady(page);
  await askThrough(page, "How do I add a folder?");
  await answer(page)
    .getByRole("link", { name: /^Source 1: / })
    .first()
    .press("Enter");
  await pane(page).getByRole("button", { name: "Raw" }).press("Enter");
  const hasFocus = () => pane(page).evaluate((it) => it.contains(document.activeElement));
  for (const width of [1280, 390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(page.getByRole("dialog")).toHaveCount(width === 390 ? 1 : 0);
    await expect(pane(page).locator(".ln[data-cited='true']").first()).toBeVisible();
    await expect.poll(hasFocus).toBe(true);
  }
});

test("an answer that is laid out anew under its open source takes the focus back all the same", async ({
  page,
}) => {
  await openReady(page);
  await holdTheEnd(page);
  await ask(page, "Is my data sent to the cloud, and how do I add a folder?");
  const unsure = answer(page).getByRole("link", { name: /^Source 1: / });
  const sure = answer(page).getByRole("link", { name: /^Source 3: / });
  await expect(sure.first()).toBeVisible();
  const kept = await sure.first().elementHandle();
  await unsure.first().focus();
  await page.keyboard.press("Enter");
  await expect(citedLines(page)).toBeFocused();
  await expect(answer(page).locator(".may-be")).toHaveCount(0);
  await page.evaluate(() => window.dispatchEvent(new Event("end")));
  await expect(page.locator(".may-be").getByRole("link", { name: /^Source 1: / })).toHaveCount(1);
  // All of the answer is there: there is nothing to stop, though its line is open still.
  await page.keyboard.press("Escape");
  await expect(pane(page)).toHaveCount(0);
  await expect(unsure.first()).toBeFocused();
  await page.evaluate(() => window.dispatchEvent(new Event("over")));
  await expect(page.getByRole("region", { name: "Your documents also cover" })).toBeVisible();
  await expect(page).toHaveURL(/\/t\//);
  // What was sure all along has not been drawn anew.
  expect(await kept?.evaluate((mark) => mark.isConnected)).toBe(true);
});

test("the brackets walk through the sources of an answer, round and back", async ({ page }) => {
  await openReady(page);
  const cards = page.getByRole("region", { name: "Sources" }).getByRole("article");
  for (const question of [
    "哪些路径永远不会被读取？",
    "Which files are never read, and why?",
    "How do I add a folder, and how do I remove it?",
    "Which port does Docent use, and where is its state?",
  ]) {
    await page.getByRole("link", { name: "New question" }).click();
    await expect(page.locator("article.turn")).toHaveCount(0);
    await askThrough(page, question);
    if ((await cards.count()) > 1) break;
  }
  const count = await cards.count();
  expect(count).toBeGreaterThan(1);
  await page.getByRole("heading", { level: 2 }).first().click();
  for (let source = 1; source <= count; source += 1) {
    await page.keyboard.press("]");
    await expect(page).toHaveURL(new RegExp(`src=${source}$`));
    await expect(pane(page)).toContainText(`${source} of ${count}`);
  }
  await page.keyboard.press("]");
  await expect(page).toHaveURL(/src=1$/);
  await page.keyboard.press("[");
  await expect(page).toHaveURL(new RegExp(`src=${count}$`));
  await pane(page).getByRole("button", { name: "Next source" }).click();
  await expect(page).toHaveURL(/src=1$/);
});

test("a conversation is kept: it stands in the list, survives a reload, and its sources have addresses of their own", async ({
  page,
}) => {
  await openReady(page);
  const question = "How do I remove a folder?";
  await askThrough(page, question);
  await expect(page).toHaveURL(/\/t\/[^?]+$/);
  await expect(
    page
      .getByRole("navigation", { name: "Conversations" })
      .getByRole("link", { name: question })
      .first(),
  ).toHaveAttribute("aria-current", "page");
  const text = await answer(page).textContent();
  await page.reload();
  await expect(page.getByRole("heading", { level: 2, name: question })).toBeVisible();
  await expect.poll(() => answer(page).textContent()).toBe(text);

  await page.goto(`${page.url()}?src=1`);
  expect((await markedLines(page)).length).toBeGreaterThan(0);

  await page.getByRole("link", { name: "New question" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Ask your documents" })).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
});

test("a follow-up stays in the conversation and numbers its sources for itself", async ({
  page,
}) => {
  await openReady(page);
  await askThrough(page, "How do I add a folder?");
  await expect(page).toHaveURL(/\/t\//);
  const thread = page.url();
  await ask(page, "How do I remove a folder?");
  await expect(page.getByRole("region", { name: "Answer" })).toHaveCount(2);
  expect(page.url()).toBe(thread);
  await page
    .getByRole("region", { name: "Answer" })
    .nth(1)
    .getByRole("link", { name: /^Source 1: / })
    .first()
    .click();
  await expect(page).toHaveURL(/turn=2&src=1/);
  await page.reload();
  expect((await markedLines(page)).length).toBeGreaterThan(0);
});

test("a new question asked for under an answer starts afresh, and the way back leads to the answer", async ({
  page,
}) => {
  await openReady(page);
  await askThrough(page, "How do I add a folder?");
  await expect(page).toHaveURL(/\/t\//);
  await page.getByRole("link", { name: "New question" }).click();
  await expect(box(page)).toHaveValue("");
  await expect(answer(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/$/);
  await page.goBack();
  await expect(answer(page)).toBeVisible();
});

test("a question that is left for a new one stops, and leaves the new page alone", async ({
  page,
}) => {
  await openReady(page);
  const stopped = page.waitForEvent("requestfailed", (request) =>
    request.url().endsWith("/api/chat"),
  );
  const sent = page.waitForRequest("**/api/chat");
  await page.route("**/api/chat", () => undefined);
  await ask(page, "How do I add a folder?");
  await expect(page.getByRole("button", { name: "Stop" })).toBeVisible();
  await sent; // a question that is left before the code of a chat has come is never sent
  await page.getByRole("link", { name: "New question" }).click();
  await stopped;
  await box(page).fill("Half a thought");
  await expect(page.getByRole("heading", { level: 1, name: "Ask your documents" })).toBeVisible();
  await expect(box(page)).toHaveValue("Half a thought");
  await expect(page).toHaveURL(/\/$/);
});

test("what the documents do not say has a look of its own, and its next step works", async ({
  page,
}) => {
  await openReady(page);
  await ask(page, "How do I bake sourdough bread?");
  const gaps = page.getByRole("region", { name: "Gaps" });
  await expect(gaps).toContainText("“sourdough”, “bread” don’t appear in them");
  await expect(answer(page)).toHaveCount(0);
  await expect(page.getByRole("status").filter({ hasText: "No answer found" })).toHaveCount(1);
  await gaps.getByRole("link", { name: "Add a folder" }).click();
  await expect(page.getByRole("textbox", { name: "Folder path" })).toBeVisible();
});

test("why a source was found is told in words", async ({ page }) => {
  await openReady(page);
  await askThrough(page, "How do I add a folder?");
  const card = page.getByRole("region", { name: "Sources" }).getByRole("article").first();
  await card.getByRole("button", { name: "Why found" }).click();
  await expect(card).toContainText("Words from the question");
  await expect(card).not.toContainText("%</");
});

test("the steps fold to one line and open", async ({ page }) => {
  await openReady(page);
  await ask(page, "How do I add a folder?");
  const line = page.getByRole("button", { name: /^\d+ steps?, [\d.]+ s$/ });
  await expect(line).toHaveAttribute("aria-expanded", "false");
  await line.click();
  await expect(
    page.getByRole("listitem").filter({ hasText: "search agent" }).first(),
  ).toBeVisible();
});

test.describe("where the browser asks for Chinese", () => {
  test.use({ locale: "zh-CN" });

  test("the page speaks it, from the first byte", async ({ page }) => {
    const first = await page.request.get("/", { headers: { "accept-language": "zh-CN" } });
    expect(await first.text()).toContain('<html lang="zh-CN"');
    await openReady(page);
    await page.getByRole("textbox", { name: "向你的文档提问" }).fill("怎么添加文件夹？");
    await page.getByRole("button", { name: "发送" }).click();
    await expect(page.getByRole("region", { name: "回答" })).toContainText("文件夹路径");
    await page
      .getByRole("link", { name: /^来源 1：.+ 第 \d+-\d+ 行，已核对$/ })
      .first()
      .click();
    await expect(page.getByRole("complementary", { name: "来源预览" })).toBeVisible();
    await expect(page).toHaveTitle("怎么添加文件夹？ · Docent");
  });
});

test("the first screen offers questions that stand in the files, and completes what is typed", async ({
  page,
}) => {
  await openReady(page);
  const offered = page.getByRole("list", { name: "Try asking" }).getByRole("button");
  await expect(offered).toHaveCount(3);
  await box(page).fill("add a fol");
  const completed = page.getByRole("list", { name: "In your files" }).getByRole("button");
  await completed.filter({ hasText: "How do I add a folder?" }).click();
  await expect(
    page.getByRole("heading", { level: 2, name: "How do I add a folder?" }),
  ).toBeVisible();
  await expect(answer(page)).toContainText("Folder path");
});

test("a question about the files themselves is answered by a counted list", async ({ page }) => {
  await openReady(page);
  await ask(page, "Which pages mention DOCENT_HOME?");
  const list = page.getByRole("region", { name: "Files" });
  await expect(list).toContainText(/\d+ of \d+ files mention “DOCENT_HOME”\./);
  const chip = list.getByRole("link", { name: /^Source \d+: .+ verified$/ }).first();
  const lines = await linesOf(chip);
  await chip.click();
  expect(Math.min(...(await markedLines(page)))).toBeGreaterThanOrEqual(lines.from);
  await expect(pane(page)).toContainText("DOCENT_HOME");
});

test("a search without the words that stand nowhere is made, not only written into the box", async ({
  page,
}) => {
  await openReady(page);
  await ask(page, "How do I sync folders with Trello?");
  await page.getByRole("button", { name: "Search without “Trello”" }).click();
  await expect(
    page.getByRole("heading", { level: 2, name: "sync folders", exact: true }),
  ).toBeVisible();
  await expect(box(page)).toHaveValue("");
});

test("where nothing answers for sure, the closest lines of more than one section stand in the gap, and again when it is opened later", async ({
  page,
}) => {
  await openReady(page);
  await askThrough(page, "How do I export a conversation to Zeppelin?");
  const gaps = page.getByRole("region", { name: "Gaps" });
  await expect(gaps).toContainText("No clear answer found");
  const closest = gaps.getByRole("figure").first();
  await expect(
    gaps.getByRole("heading", { name: "Closest passages, not an answer" }),
  ).toBeVisible();
  await expect(closest).toContainText("choose Export as Markdown at the top right.");
  await expect(gaps.getByRole("figure").nth(1)).toBeVisible();
  await expect(answer(page)).toHaveCount(0);
  expect(await findings(page)).toEqual([]);
  await page.getByRole("button", { name: "Copy as Markdown" }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain("> Closest passages, not an answer:");
  await page.reload();
  await expect(closest).toContainText("choose Export as Markdown at the top right.");
  // Nothing beside what is no answer looks like approval.
  await expect(gaps.locator(".state")).toHaveCount(0);
  await closest.getByRole("link").click();
  await expect(page).toHaveURL(/src=1$/);
  await expect(pane(page)).toContainText("How do I export a conversation?");
});

/** Holds the last part of the server's real stream back until the page is told to let it through, and its line open then. */
async function holdTheEnd(page: Page): Promise<void> {
  await page.evaluate(() => {
    const real = window.fetch;
    window.fetch = async (input, init) => {
      const response = await real(input, init);
      if (!String(input).endsWith("/api/chat")) return response;
      const events = (await response.text()).split("\n\n");
      const end = events.findIndex((event) => event.includes('"data-answer"'));
      const encoder = new TextEncoder();
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(encoder.encode(`${events.slice(0, end).join("\n\n")}\n\n`));
          window.addEventListener("end", () =>
            controller.enqueue(encoder.encode(events.slice(end).join("\n\n"))),
          );
          window.addEventListener("over", () => controller.close());
        },
      });
      return new Response(body, { headers: response.headers });
    };
  });
}
