import type { Page } from "@playwright/test";
import {
  answer,
  askThrough,
  expect,
  findings,
  fitsWidth,
  markedLines,
  openReady,
  pane,
} from "./docent-page.ts";
import { test } from "./only-here.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test("on a phone the panes are sheets with a way back, and nothing runs over the edge", async ({
  page,
}) => {
  await openReady(page);
  await askThrough(page, "How do I add a folder?");
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
  await fitsWidth(page);
});

test("fingers find their targets", async ({ page }) => {
  await openReady(page);
  await askThrough(page, "How do I add a folder, and how do I remove a folder again?");
  await expect(page.getByRole("button", { name: "Why found" }).first()).toBeVisible();
  await noneTooSmall(page);
  await page.goto("/settings/folders");
  await expect(page.getByRole("button", { name: "Add folder" }).first()).toBeVisible();
  await noneTooSmall(page);
});

/** No button in view is too small for a finger; one that is folded away has no size, and no finger to meet. */
async function noneTooSmall(page: Page): Promise<void> {
  const sizes = () =>
    page
      .getByRole("button")
      .filter({ visible: true })
      .evaluateAll((all) =>
        all.map((one) => {
          const { width, height } = one.getBoundingClientRect();
          return { name: one.ariaLabel ?? one.textContent, width, height };
        }),
      );
  await expect(async () => {
    const all = await sizes();
    expect(all.length).toBeGreaterThan(2);
    expect(all.filter(({ width, height }) => Math.min(width, height) < 36)).toEqual([]);
  }).toPass();
}
