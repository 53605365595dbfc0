import type { Page } from "@playwright/test";
import { answer, ask, askThrough, box, expect, openReady } from "./docent-page.ts";
import { test } from "./only-here.ts";

/** Nobody can go on from nowhere: a key without a place begins the whole page anew. */
const isLost = (page: Page) => page.evaluate(() => document.activeElement === document.body);

test("the box has the cursor at once, and Escape leaves it while it is empty, so that single keys work", async ({
  page,
}) => {
  await openReady(page);
  await expect(box(page)).toBeFocused();
  await box(page).fill("a draft");
  await page.keyboard.press("Escape");
  await expect(box(page)).toBeFocused();
  await box(page).fill("");
  await page.keyboard.press("Escape");
  await expect(page.locator("#main")).toBeFocused();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
});

test("the keys of the sources are told once there is a source, in the order in which they lie", async ({
  page,
}) => {
  await openReady(page);
  const hint = page.locator(".hint");
  await expect(hint).toContainText("Esc leaves the empty box");
  await expect(hint).not.toContainText("source");
  await ask(page, "How do I add a folder?");
  await expect(hint).toContainText("[ ] through the sources");
});

test("a suggestion and a follow-up that are pressed by a key leave the focus on the page", async ({
  page,
}) => {
  await openReady(page);
  await page.getByRole("list", { name: "Try asking" }).getByRole("button").first().press("Enter");
  await expect(answer(page)).toBeVisible();
  await expect.poll(() => isLost(page)).toBe(false);
  const more = page.getByRole("region", { name: "Your documents also cover" });
  await more.getByRole("button").first().press("Enter");
  await expect(page.getByRole("article").filter({ hasText: "steps" })).not.toHaveCount(1);
  await expect.poll(() => isLost(page)).toBe(false);
});

test("the palette leads to a page that has the focus", async ({ page }) => {
  await openReady(page);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("go to settings");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/settings/);
  await expect(page.locator("#main")).toBeFocused();
});

test("a deleted conversation is told of", async ({ page }) => {
  await openReady(page);
  await askThrough(page, "How do I add a folder?");
  await page.getByRole("button", { name: "Delete conversation" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Conversation deleted." })).toBeVisible();
  await expect(box(page)).toBeFocused();
});

test("a refusal is one language throughout: that of the question", async ({ page }) => {
  await openReady(page);
  await ask(page, "红烧肉里要放多少巧克力？");
  const gaps = page.getByRole("region", { name: "没有答案的部分" });
  await expect(gaps).toBeVisible();
  await expect(gaps).not.toContainText("Looked in");
  await expect(page.locator("main")).toContainText("搜索范围");
  // Every value is filled in.
  await expect(page.locator("main")).not.toContainText(/[{}]/);
  await expect(gaps.getByRole("heading").first()).not.toContainText(/[A-Za-z]{4}/);
});
