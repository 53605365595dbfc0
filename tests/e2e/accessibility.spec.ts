import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { answer, ask, box, expect, openReady, pane } from "./docent-page.ts";
import { test } from "./only-here.ts";

const levels = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

for (const theme of ["light", "dark"] as const) {
  test.describe(`in the ${theme} theme`, () => {
    test.use({ colorScheme: theme, reducedMotion: "reduce" });

    test("the first screen has no finding", async ({ page }) => {
      await openReady(page);
      await expect(page.getByText("Folders in reach")).toBeVisible();
      await clean(page);
    });

    test("an answer with its source open has no finding", async ({ page }) => {
      await openReady(page);
      await ask(page, "How do I add a folder?");
      await page.getByRole("button", { name: "Why found" }).first().click();
      await page.getByRole("button", { name: /steps?,/ }).click();
      await answer(page)
        .getByRole("link", { name: /^Source 1: / })
        .first()
        .click();
      await expect(pane(page).locator("[data-cited='true']").first()).toBeVisible();
      await clean(page);
      await pane(page).getByRole("button", { name: "Raw" }).click();
      await clean(page);
    });

    test("the card of a chip and what stands below an answer have no finding", async ({ page }) => {
      await openReady(page);
      await ask(page, "How do I add a folder?");
      await expect(page.getByRole("region", { name: "Your documents also cover" })).toBeVisible();
      await answer(page)
        .getByRole("link", { name: /^Source 1: / })
        .first()
        .hover();
      await expect(page.locator(".peek")).toContainText("folders.md");
      await clean(page);
    });

    test("a gap has no finding", async ({ page }) => {
      await openReady(page);
      await ask(page, "How do I bake sourdough bread?");
      await expect(page.getByRole("region", { name: "Gaps" })).toBeVisible();
      await clean(page);
    });

    test("settings and the tools panel have no finding", async ({ page }) => {
      await openReady(page, "/settings");
      await page.getByRole("button", { name: "Tools and skills" }).click();
      await expect(page.getByText("docs_search")).toBeVisible();
      await expect(page.getByText("everything works")).toBeVisible();
      await clean(page);
    });
  });
}

test("everything is reached by keyboard, and the keys do what the page says", async ({ page }) => {
  await openReady(page);
  await expect(page.getByText("Folders in reach")).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the page" })).toBeFocused();
  await page.keyboard.press("/");
  await expect(box(page)).toBeFocused();
  await page.keyboard.type("How do I add");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("a folder?");
  await expect(box(page)).toHaveValue("How do I add\na folder?");
  await page.keyboard.press("Enter");
  await expect(answer(page)).toBeVisible();
  await expect(box(page)).toHaveValue("");
  await page.keyboard.press("ArrowUp");
  await expect(box(page)).toHaveValue("How do I add\na folder?");
});

test("a chip shows its lines when it takes the focus", async ({ page }) => {
  await openReady(page);
  await ask(page, "How do I add a folder?");
  const chip = answer(page)
    .getByRole("link", { name: /^Source 1: / })
    .first();
  await expect(chip).toBeVisible();
  await page.keyboard.press("Tab");
  await chip.focus();
  await expect(page.locator(".peek")).toContainText("folders.md");
});

test("the source is made wider by keyboard, and stays so after a reload", async ({ page }) => {
  await openReady(page);
  await ask(page, "How do I add a folder?");
  await answer(page)
    .getByRole("link", { name: /^Source 1: / })
    .first()
    .click();
  await expect(pane(page).locator("[data-cited='true']").first()).toBeVisible();
  const width = async () => Math.round((await pane(page).boundingBox())?.width ?? 0);
  const before = await width();
  const divider = page.getByRole("separator", { name: "Width of the source" });
  await divider.focus();
  for (let i = 0; i < 2; i += 1) await page.keyboard.press("ArrowLeft");
  await expect.poll(width).toBeGreaterThan(before + 20);
  const wider = await width();
  await page.reload();
  await expect(pane(page).locator("[data-cited='true']").first()).toBeVisible();
  await expect.poll(async () => Math.abs((await width()) - wider)).toBeLessThan(4);
});

/** WCAG 2.2 AA for everything; for good practice the card and the divider are set apart: they belong to no landmark. */
async function clean(page: Page): Promise<void> {
  const wcag = await new AxeBuilder({ page }).withTags(levels).analyze();
  const practice = await new AxeBuilder({ page })
    .withTags("best-practice")
    .exclude(".peek")
    .exclude("[role='separator']")
    .analyze();
  const found = [...wcag.violations, ...practice.violations];
  expect(found.map(({ id, nodes }) => ({ id, nodes: nodes.map((node) => node.html) }))).toEqual([]);
}
