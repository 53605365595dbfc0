import { AxeBuilder } from "@axe-core/playwright";
import { answer, ask, expect, markedLines, openReady, pane } from "./docent-page.ts";
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
  expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)).toEqual([]);
  await pane(page).getByRole("button", { name: "Close the source" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(chip).toBeFocused();

  await page.getByRole("button", { name: "Show the left pane" }).click();
  const sheet = page.getByRole("dialog", { name: "Conversations and settings" });
  await expect(sheet.getByRole("navigation", { name: "Conversations" })).toBeVisible();
  await sheet.getByRole("link", { name: "Settings" }).click();
  await expect(sheet).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  const over = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(over).toBeLessThanOrEqual(0);
});

test("fingers find their targets", async ({ page }) => {
  await openReady(page);
  for (const button of await page.getByRole("button").all()) {
    const size = await button.boundingBox();
    expect(size?.height ?? 44, (await button.textContent()) ?? "").toBeGreaterThanOrEqual(36);
  }
});
