import type { Page } from "@playwright/test";
import { settingsIndex, settingsPages } from "../../components/settings/settings-index.ts";
import { expect, findings, fitsWidth, openReady } from "./docent-page.ts";
import { test } from "./only-here.ts";

const pages = (page: Page) => page.getByRole("navigation", { name: "Settings pages" });
const search = (page: Page) => page.getByRole("combobox", { name: "Search settings" });
const hits = (page: Page) =>
  page.getByRole("listbox", { name: "Settings found" }).getByRole("option");
const title = (page: Page) => page.locator(".settings > h1");

test("every page has an address, and the browser's way back leads from one to the other", async ({
  page,
}) => {
  await openReady(page, "/settings");
  await expect(title(page)).toHaveText("Folders");
  for (const id of settingsPages) {
    const link = pages(page).locator(`a[href='/settings/${id}']`);
    await link.click();
    await expect(page).toHaveURL(new RegExp(`/settings/${id}$`));
    await expect(title(page)).toHaveText(
      (await link.locator("span span").first().innerText()) ?? "",
    );
    await expect(link).toHaveAttribute("aria-current", "page");
  }
  await page.goBack();
  await expect(title(page)).toHaveText("Memory");
  const unknown = await page.goto("/settings/no-such-page");
  expect(unknown?.status()).toBe(404);
});

test("every section that can be linked to is on the page it is looked for on, and earlier links lead there", async ({
  page,
}) => {
  await openReady(page, "/settings");
  for (const id of settingsPages) {
    await page.goto(`/settings/${id}`);
    const sections = settingsIndex.filter(
      (one) => one.page === id && !("section" in one) && one.id !== "session",
    );
    for (const { id: section } of sections) {
      await expect(page.locator(`.settings h2#${section}`), section).toHaveCount(1);
    }
  }
  for (const [id, at] of [
    ["servers", "servers"],
    ["never", "folders"],
    ["embedding", "model"],
    ["keys", "general"],
    ["activity", "memory"],
  ]) {
    await page.goto("/");
    await page.goto(`/settings#${id}`);
    await expect(page).toHaveURL(new RegExp(`/settings/${at}#${id}$`));
    await expect(page.locator(`.settings h2#${id}`)).toBeFocused();
  }
});

test("a setting is found by what people call it, in either language, and reached by keyboard alone", async ({
  page,
}) => {
  await openReady(page, "/settings");
  await search(page).focus();
  await page.keyboard.type("dark mode");
  await expect(hits(page)).toHaveText([/^Theme/]);
  expect(await findings(page, "#main"), "hits").toEqual([]);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/settings\/general#theme$/);
  const theme = page.getByRole("radiogroup", { name: "Theme" });
  await expect(theme.getByRole("radio", { checked: true })).toBeFocused();
  await expect(search(page)).toHaveValue("");

  await search(page).fill("网页搜索");
  await expect(hits(page).first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("combobox", { name: "Web search" })).toBeFocused();

  // What is folded away is opened.
  await search(page).fill("timeout web");
  await expect(hits(page).first()).toContainText("Page limits");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Page size limit, in MiB")).toBeFocused();

  await search(page).fill("host");
  await expect(hits(page).nth(1)).toBeVisible();
  const second = await hits(page).nth(1).innerText();
  await page.keyboard.press("ArrowDown");
  await expect(hits(page).nth(1)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Escape");
  await expect(hits(page)).toHaveCount(0);
  await expect(pages(page).getByRole("link")).toHaveCount(settingsPages.length);
  expect(second).not.toBe("");

  await search(page).fill("xylophone");
  await expect(page.getByText("No setting found")).toBeVisible();
});

test("the palette finds a setting by its name", async ({ page }) => {
  await openReady(page);
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog", { name: "Search and commands" })).toBeVisible();
  await page.keyboard.type("tool folder");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/settings\/tools#tool-folder$/);
  await expect(page.getByRole("textbox", { name: "Tool folder" })).toBeFocused();
});

test("what is typed and not saved is there again, on whatever page one was meanwhile", async ({
  page,
}) => {
  await openReady(page, "/settings");
  await page.getByRole("textbox", { name: "Folder path" }).fill("/tmp/somewhere");
  await page.getByRole("textbox", { name: "Also never read" }).fill("*.draft.md");
  await pages(page).getByRole("link", { name: /^Web/ }).click();
  await page.getByLabel("Hosts never read").fill("ads.example");
  await pages(page)
    .getByRole("link", { name: /^Folders/ })
    .click();
  await expect(page.getByRole("textbox", { name: "Folder path" })).toHaveValue("/tmp/somewhere");
  await expect(page.getByRole("textbox", { name: "Also never read" })).toHaveValue("*.draft.md");
  await expect(pages(page).getByRole("link", { name: /^Web/ })).toContainText("Unsaved");
  await page.getByRole("textbox", { name: "Folder path" }).fill("");
  await page.getByRole("textbox", { name: "Also never read" }).fill("");
  await expect(pages(page).getByRole("link", { name: /^Folders/ })).not.toContainText("Unsaved");
  await pages(page).getByRole("link", { name: /^Web/ }).click();
  await page.getByLabel("Hosts never read").fill("");
  await expect(pages(page).getByText("Unsaved")).toHaveCount(0);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("the list of pages comes first, then one of them with a way back", async ({ page }) => {
    await openReady(page, "/settings");
    await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
    await expect(title(page)).toBeHidden();
    expect(await findings(page), "list").toEqual([]);
    await expect(pages(page).getByRole("link")).toHaveCount(settingsPages.length);
    const heights = () =>
      pages(page)
        .getByRole("link")
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
    await expect.poll(async () => Math.min(...(await heights()))).toBeGreaterThanOrEqual(44);
    for (const id of settingsPages) {
      await pages(page).locator(`a[href='/settings/${id}']`).click();
      await expect(title(page)).toBeVisible();
      await expect(pages(page)).toBeHidden();
      await fitsWidth(page, id);
      await page.getByRole("link", { name: "All settings" }).click();
      await expect(pages(page)).toBeVisible();
    }
    await search(page).fill("deny");
    await hits(page).first().click();
    await expect(page.getByRole("heading", { name: "Never read" })).toBeFocused();
  });
});
