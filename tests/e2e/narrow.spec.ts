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
  // What is in view: a button that is folded away has no size, and no finger to meet.
  const buttons = page.getByRole("button").filter({ visible: true });
  await expect(page.getByRole("button", { name: "Send" })).toBeVisible();
  const found = await buttons.all();
  expect(found.length).toBeGreaterThan(2);
  for (const button of found) {
    const name = await button.evaluate((element) => element.ariaLabel ?? element.textContent);
    const size = await button.boundingBox();
    expect(size, `${name} is nowhere`).not.toBeNull();
    expect(size?.height, name).toBeGreaterThanOrEqual(36);
  }
});
