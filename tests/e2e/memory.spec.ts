import type { Page } from "@playwright/test";
import { answer, ask, askThrough, expect, findings, openReady } from "./docent-page.ts";
import { test } from "./only-here.ts";

/** Memory on the page: facts and what they do to a question, earlier questions by meaning, keeping nothing, forgetting. */
test.afterEach(async ({ page }) => {
  const scope = { all: true };
  await page.request.post("/api/memory/forget", { data: { scope } });
});

const fact = "the black list means denylist";
const strip = (page: Page, text: string) => page.locator(".strip").filter({ hasText: text });

test("a fact is stated, used for a question and named there, left out at one click, edited and forgotten", async ({
  page,
}) => {
  await openReady(page, "/memory");
  await page.getByRole("button", { name: "Add fact" }).click();
  await expect(page.locator(".memory-form .field-wrong")).toHaveText("Enter one short sentence.");
  await page.getByRole("textbox", { name: "A fact to remember" }).fill(fact);
  await page.getByRole("button", { name: "Add fact" }).click();
  await expect(page.getByText("Read as: the black list means denylist.")).toBeVisible();
  expect(await findings(page), "memory with a fact").toEqual([]);

  await page.getByRole("link", { name: /^New question/ }).click();
  await askThrough(page, "Which names are on the black list?");
  await expect(strip(page, `Used from memory: ${fact}`)).toBeVisible();
  await expect(page.locator(".under")).toContainText("the black list (denylist)");
  expect(await findings(page), "answer understood with a fact").toEqual([]);
  await strip(page, fact).getByRole("button", { name: "Ask without it" }).click();
  const turns = page.locator("article.turn");
  await expect(turns).toHaveCount(2);
  await expect(turns.nth(1).locator(".after-answer")).toBeVisible();
  await expect(turns.nth(1)).not.toContainText("Used from memory");

  await strip(page, fact).getByRole("link", { name: "View fact" }).click();
  const row = page.getByRole("listitem").filter({ hasText: "Used in 1 answer." });
  await row.getByRole("button", { name: "Edit" }).click();
  await page.getByRole("textbox", { name: "Fact", exact: true }).fill("answer in Chinese");
  await page.getByRole("button", { name: "Save fact" }).click();
  await expect(page.getByText("Read as: answers in zh-CN.")).toBeVisible();
  await page.getByRole("button", { name: "Forget", exact: true }).click();
  expect(await findings(page, ".dialog"), "asked before forgetting").toEqual([]);
  await page.getByRole("button", { name: "Forget now" }).click();
  await expect(page.getByRole("status").filter({ hasText: "1 fact" })).toBeVisible();
  await expect(page.getByText("No facts yet.")).toBeVisible();
});

test("of two facts that contradict each other both are shown, and which one counts", async ({
  page,
}) => {
  await openReady(page, "/memory");
  for (const text of ["the harbour means Kiel", "the harbour means Emden"]) {
    await page.getByRole("textbox", { name: "A fact to remember" }).fill(text);
    await page.getByRole("button", { name: "Add fact" }).click();
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  }
  await expect(
    page.getByText("A newer fact says otherwise and is used instead: “the harbour means Emden”."),
  ).toBeVisible();
  expect(await findings(page)).toEqual([]);
});

test("a message that states a fact keeps nothing until the person says so", async ({ page }) => {
  await openReady(page);
  await ask(page, "Remember that the harbour means Kiel");
  await expect(strip(page, "Something to remember: the harbour means Kiel")).toBeVisible();
  const kept = async () =>
    ((await (await page.request.get("/api/memory")).json()) as { concepts: unknown[] }).concepts;
  expect(await kept()).toEqual([]);
  expect(await findings(page)).toEqual([]);
  await page.getByRole("button", { name: "Remember this" }).click();
  await expect(strip(page, "Remembered: the harbour means Kiel")).toBeVisible();
  expect(await kept()).toHaveLength(1);
});

test("an earlier question is found by meaning, in the list and on the page, and forgotten", async ({
  page,
}) => {
  await openReady(page);
  await askThrough(page, "How do I remove a folder?");
  await openReady(page);
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox").fill("deleting a directory");
  const like = page.getByRole("group", { name: "Similar questions" });
  await expect(like.getByRole("option", { name: "How do I remove a folder?" })).toBeVisible();
  expect(await findings(page, ".palette")).toEqual([]);
  await page.keyboard.press("Escape");

  await page.getByRole("link", { name: "Memory", exact: true }).click();
  await page.getByRole("searchbox", { name: "Find by meaning" }).fill("怎么移除文件夹");
  const row = page.getByRole("main").getByRole("listitem");
  await expect(row).toHaveCount(1);
  await expect(row).toContainText("How do I remove a folder?");
  await row.getByRole("button", { name: "Forget this question" }).click();
  await page.getByRole("button", { name: "Forget now" }).click();
  await expect(page.getByRole("status").filter({ hasText: "1 question" })).toBeVisible();
  await expect(page.getByText("No questions yet.")).toBeVisible();
});

test("of a conversation that keeps nothing there is an answer and no trace", async ({ page }) => {
  await openReady(page);
  const nothing = page.getByRole("button", { name: "Don’t save" });
  await nothing.click();
  await expect(nothing).toHaveAttribute("aria-pressed", "true");
  await askThrough(page, "How do I pause a folder?");
  await expect(answer(page)).toBeVisible();
  await expect(page.getByText("Not saved: this is gone once you leave the page.")).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/");
  expect(await findings(page)).toEqual([]);
  await askThrough(page, "and how do I resume it?");
  await expect(page.getByText("Not saved: this is gone once you leave the page.")).toHaveCount(2);
  const threads = (await (await page.request.get("/api/threads")).json()) as { total: number };
  expect(threads.total).toBe(0);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Folders", exact: true })).toBeVisible();
});

test("everything is forgotten at once, and memory is switched off and on", async ({ page }) => {
  await openReady(page);
  await askThrough(page, "How do I add a folder?");
  await openReady(page, "/memory");
  await expect(page.getByRole("row", { name: /^Conversations 1 / })).toBeVisible();
  await page.getByRole("button", { name: "Forget all" }).click();
  await page.getByRole("button", { name: "Forget now" }).click();
  await expect(page.getByRole("row", { name: /^Conversations 0 / })).toBeVisible();
  const off = page.getByRole("switch", { name: "Remember" });
  await off.click();
  await expect(off).not.toBeChecked();
  await expect(page.getByRole("switch", { name: "Offer earlier answers" })).toHaveCount(0);
  await off.click();
  await expect(off).toBeChecked();
});

test.describe("in Chinese, on a phone", () => {
  test.use({ locale: "zh-CN", viewport: { width: 390, height: 844 } });

  test("a fact is stated, used, and everything is found by its name", async ({ page }) => {
    await openReady(page, "/memory");
    await expect(page.getByRole("heading", { name: "记忆", level: 1 })).toBeVisible();
    await page.getByRole("textbox", { name: "要记住的事实" }).fill("黑名单指的是拒绝列表");
    await page.getByRole("button", { name: "添加事实" }).click();
    await expect(page.getByText("理解为：黑名单 指 拒绝列表。")).toBeVisible();
    expect(await findings(page), "memory").toEqual([]);
    await page.goto("/");
    await page.getByRole("textbox", { name: "向你的文档提问" }).fill("黑名单里有哪些文件夹？");
    await page.getByRole("textbox", { name: "向你的文档提问" }).press("Enter");
    await expect(strip(page, "用到的记忆：黑名单指的是拒绝列表")).toBeVisible();
    expect(await findings(page), "answer").toEqual([]);
  });
});
