import type { Locator, Page } from "@playwright/test";
import { settingsPages } from "../../components/settings/settings-index.ts";
import {
  answer,
  ask,
  askThrough,
  box,
  citedLines,
  expect,
  findings,
  openKit,
  openReady,
  pane,
} from "./docent-page.ts";
import { test } from "./only-here.ts";

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

test("the first screen, an answer, its card, its source and a gap have no finding in either theme", async ({
  page,
}) => {
  await openReady(page);
  await expect(page.getByRole("region", { name: "Folders" })).toBeVisible();
  expect(await findings(page), "first screen").toEqual([]);

  await askThrough(page, "How do I add a folder?");
  await expect(page.getByRole("region", { name: "Your documents also cover" })).toBeVisible();
  await page.getByRole("button", { name: "Why found" }).first().click();
  await page.getByRole("button", { name: /steps?,/ }).click();
  const chip = answer(page)
    .getByRole("link", { name: /^Source 1: / })
    .first();
  await chip.hover();
  await expect(page.locator(".peek")).toContainText("folders.md");
  expect(await findings(page), "answer with a card").toEqual([]);

  await chip.click();
  await expect(pane(page).locator("[data-cited='true']").first()).toBeVisible();
  await expect(page.locator(".peek")).toHaveCount(0);
  expect(await findings(page, ".source"), "source").toEqual([]);
  await pane(page).getByRole("button", { name: "Raw" }).click();
  await expect(pane(page).locator(".ln[data-cited='true']").first()).toBeVisible();
  expect(await findings(page, ".source"), "raw source").toEqual([]);
  await page.keyboard.press("Escape");

  await ask(page, "How do I bake sourdough bread?");
  await expect(page.getByRole("region", { name: "Gaps" })).toBeVisible();
  expect(await findings(page), "gap").toEqual([]);
});

test("every page of settings and the tools panel have no finding in either theme", async ({
  page,
}) => {
  await openReady(page, "/settings/about");
  await openKit(page);
  await expect(page.getByText("docs_search", { exact: true })).toBeVisible();
  await expect(page.getByText("everything works")).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.getByRole("button", { name: "Tools and skills" }).click();
  const pages = page.getByRole("navigation", { name: "Settings pages" });
  for (const id of settingsPages) {
    await pages.locator(`a[href='/settings/${id}']`).click();
    const settings = page.locator(`.settings[data-page='${id}']`);
    await expect(settings).toBeVisible();
    await expect(settings.getByText("Loading")).toHaveCount(0);
    for (const details of await settings.locator("details > summary").all()) await details.click();
    expect(await findings(page, "#main"), id).toEqual([]);
  }
});

test("a button that has copied is still called what it shows, has no finding, and says once that it copied", async ({
  page,
}) => {
  await openReady(page);
  await askThrough(page, "How do I add a folder?");
  await answer(page)
    .getByRole("link", { name: /^Source 1: / })
    .first()
    .click();
  await expect(pane(page).locator("[data-cited='true']").first()).toBeVisible();
  // From here on time stands still in the page: what is shown for two seconds is shown until the test goes on.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const said = page.getByRole("status").filter({ hasText: "Copied" });
  for (const within of [".source", ".answer-acts"]) {
    const buttons = await page.locator(within).getByRole("button", { name: /^Copy/ }).all();
    expect(buttons.length, within).toBeGreaterThan(0);
    for (const button of buttons) {
      const name = await button.evaluate((one) => one.ariaLabel ?? one.textContent);
      await button.click();
      await expect(said, name).toHaveCount(1);
      await expect(button).toHaveAccessibleName(name);
      expect(await findingsWhileHeld(page, within), name).toEqual([]);
      await expect(said, name).toHaveCount(1);
      await page.clock.runFor(2000);
      await expect(said, name).toHaveCount(0);
      await expect(button).toHaveAccessibleName(name);
    }
  }
});

test("by keyboard alone, from the first focus to a copied quote and back, and the focus is always somewhere to be seen", async ({
  page,
}) => {
  await openReady(page);
  await expect(page.getByRole("region", { name: "Folders" })).toBeVisible();
  const press = async (key: string) => {
    await page.keyboard.press(key);
    await expect.poll(() => page.evaluate(focusSeen), { message: `after ${key}` }).toBe("seen");
  };
  /** Walks by one key until the focus is there; the page has fewer stops than this. */
  const walk = async (key: string, to: Locator) => {
    for (let stops = 0; stops < 80; stops += 1) {
      await press(key);
      if (await to.evaluate((element) => element === document.activeElement)) return;
    }
    throw new Error(`${key} does not lead to ${to}`);
  };
  await expect(box(page)).toBeFocused();
  await walk("Shift+Tab", page.getByRole("link", { name: "Skip to content" }));
  await press("Enter");
  await walk("Tab", box(page));
  await page.keyboard.type("How do I add");
  await press("Shift+Enter");
  await page.keyboard.type("a folder?");
  await expect(box(page)).toHaveValue("How do I add\na folder?");
  await press("Enter");
  await expect(page.getByRole("region", { name: "Your documents also cover" })).toBeVisible();
  await expect(box(page)).toHaveValue("");
  await expect(box(page)).toBeFocused();
  await press("ArrowUp");
  await expect(box(page)).toHaveValue("How do I add\na folder?");

  const chip = answer(page)
    .getByRole("link", { name: /^Source 1: / })
    .last();
  await walk("Shift+Tab", chip);
  await expect(page.locator(".peek")).toContainText("folders.md");
  await press("Enter");
  await expect(pane(page).locator("[data-cited='true']").first()).toBeVisible();
  // The focus is on the cited lines; what can be done with them stands above.
  await expect(citedLines(page)).toBeFocused();
  await walk("Shift+Tab", pane(page).getByRole("button", { name: "Copy quote" }));
  await press("Enter");
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain("Type the full path of the folder under **Folder path**");
  await press("Escape");
  await expect(pane(page)).toHaveCount(0);
  await expect(chip).toBeFocused();
});

test("the source is made wider by keyboard, and stays so after a reload", async ({ page }) => {
  await openReady(page);
  await askThrough(page, "How do I add a folder?");
  await answer(page)
    .getByRole("link", { name: /^Source 1: / })
    .first()
    .click();
  await expect(pane(page).locator("[data-cited='true']").first()).toBeVisible();
  const width = async () => Math.round((await pane(page).boundingBox())?.width ?? 0);
  const before = await width();
  const divider = page.getByRole("separator", { name: "Source pane width" });
  await divider.focus();
  for (let i = 0; i < 2; i += 1) await page.keyboard.press("ArrowLeft");
  await expect.poll(width).toBeGreaterThan(before + 20);
  const wider = await width();
  await page.reload();
  await expect(pane(page).locator("[data-cited='true']").first()).toBeVisible();
  await expect.poll(async () => Math.abs((await width()) - wider)).toBeLessThan(4);
});

/**
 * The same while time stands still in the page, but for the instants that axe waits for between two parts of its work:
 * together far less than what is shown is shown for.
 */
async function findingsWhileHeld(page: Page, within: string): Promise<string[]> {
  let looking = true;
  const found = findings(page, within).finally(() => {
    looking = false;
  });
  while (looking) await page.clock.runFor(1);
  return found;
}

/** Where the focus is: on nothing, on something that cannot be seen, or seen. Runs in the page. */
function focusSeen(): string {
  const at = document.activeElement;
  if (at === null || at === document.body) return "nowhere";
  const { width, height } = at.getBoundingClientRect();
  return width > 0 && height > 0 && at.checkVisibility() ? "seen" : "hidden";
}
