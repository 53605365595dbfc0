import type { Page } from "@playwright/test";
import { answer, ask, expect, findings, markedLines, openReady, pane } from "./docent-page.ts";
import { test } from "./only-here.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test("on a phone the panes are sheets with a way back, and nothing runs over the edge", async ({
  page,
}) => {
  await openReady(page);
  await ask(page, "How do I add a folder?");
  const chip = answer(page)
    .getByRole("link", { name: /^Source 1: / })
    .first();
  await chip.click();
  await expect(page.getByRole("dialog", { name: "Source preview" })).toBeVisible();
  expect((await markedLines(page)).length).toBeGreaterThan(0);
  expect(await findings(page), "source").toEqual([]);
  await pane(page).getByRole("button", { name: "Back to the answer" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(chip).toBeFocused();

  await page.getByRole("button", { name: "Show sidebar" }).click();
  const sheet = page.getByRole("dialog", { name: "Conversations and settings" });
  await expect(sheet.getByRole("navigation", { name: "Conversations" })).toBeVisible();
  expect(await findings(page), "left pane").toEqual([]);
  await sheet.getByRole("link", { name: "Settings", exact: true }).click();
  await expect(sheet).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  const over = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(over).toBeLessThanOrEqual(0);
});

test("fingers find their targets", async ({ page }) => {
  await openReady(page);
  await ask(page, "How do I add a folder, and how do I remove a folder again?");
  await expect(page.getByRole("button", { name: "Why found" }).first()).toBeVisible();
  expect(await tooSmall(page)).toEqual([]);
  await page.goto("/settings/folders");
  await expect(page.getByRole("button", { name: "Add folder" }).first()).toBeVisible();
  expect(await tooSmall(page)).toEqual([]);
});

/** Buttons in view that are too small for a finger; one that is folded away has no size, and no finger to meet. */
async function tooSmall(page: Page): Promise<string[]> {
  const buttons = await page.getByRole("button").filter({ visible: true }).all();
  expect(buttons.length).toBeGreaterThan(2);
  const small: string[] = [];
  for (const button of buttons) {
    const name = await button.evaluate((element) => element.ariaLabel ?? element.textContent);
    const size = await button.boundingBox();
    if (size === null || Math.min(size.width, size.height) < 36)
      small.push(`${name}: ${size?.width} x ${size?.height}`);
  }
  return small;
}
