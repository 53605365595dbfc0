import type { Page } from "@playwright/test";
import { answer, ask, box, expect, findings, openReady } from "./docent-page.ts";
import { test } from "./only-here.ts";

const palette = (page: Page) => page.getByRole("dialog", { name: "Search and commands" });
const help = (page: Page) => page.getByRole("dialog", { name: "Keyboard shortcuts" });

/** Holds back every script that the page has not yet; what is returned lets them come. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/_next/static/**/*.js", async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test("the palette and the list of shortcuts have no finding in either theme", async ({ page }) => {
  await openReady(page);
  await page.keyboard.press("Control+k");
  await palette(page).getByRole("combobox").fill("folder");
  await expect(palette(page).getByRole("option", { name: /^Ask “folder”/ })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  // The box has the cursor again, and gives it up while it is empty.
  await expect(box(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await expect(help(page)).toBeVisible();
  expect(await findings(page)).toEqual([]);
});

test("the palette asks a question, finds the conversation again, and does what a shortcut does", async ({
  page,
}) => {
  await openReady(page, "/settings");
  await page.keyboard.press("Control+k");
  await expect(palette(page)).toBeVisible();
  await page.keyboard.type("How do I pause a folder?");
  await page.keyboard.press("Enter");
  await expect(answer(page)).toBeVisible();
  await expect(page).toHaveURL(/\/t\//);
  const thread = page.url();

  await page.keyboard.press("n");
  await expect(page.getByRole("heading", { level: 1, name: "Ask your documents" })).toBeVisible();
  await expect(box(page)).toBeFocused();

  await page.keyboard.press("Control+k");
  await page.keyboard.type("pause folder");
  await palette(page).getByRole("option", { name: "How do I pause a folder?" }).first().click();
  await expect(page).toHaveURL(thread);
  await expect(answer(page)).toBeVisible();

  await page.keyboard.press("Control+k");
  await page.keyboard.type("to the question box");
  await page.keyboard.press("Enter");
  await expect(box(page)).toBeFocused();
});

test("what is typed before the palette's code has come is its query", async ({ page }) => {
  await openReady(page);
  const letCome = await holdScripts(page);
  await page.keyboard.press("Control+k");
  await expect(palette(page).getByRole("textbox")).toBeFocused();
  expect(await findings(page)).toEqual([]);
  await page.keyboard.type("theme");
  letCome();
  await expect(palette(page).getByRole("combobox")).toBeFocused();
  await page.keyboard.type(" dark");
  await expect(palette(page).getByRole("combobox")).toHaveValue("theme dark");
  await page.keyboard.press("Escape");
  await expect(box(page)).toBeFocused();
});

test("a word that is being composed as the palette's code comes is not cut", async ({ page }) => {
  await openReady(page);
  const letCome = await holdScripts(page);
  await page.keyboard.press("Control+k");
  // The field of now or the one that takes its place: whichever it is, it holds the word and has the cursor.
  const fields = page.locator(".palette input");
  const held = () => fields.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
  await expect(fields).toBeFocused();
  const session = await page.context().newCDPSession(page);
  await session.send("Input.imeSetComposition", {
    text: "zhu",
    selectionStart: 3,
    selectionEnd: 3,
  });
  await expect.poll(held).toEqual(["zhu"]);
  const come = page.waitForResponse((response) => response.url().endsWith(".js"));
  letCome();
  await come;
  await expect(fields).toBeFocused();
  await session.send("Input.insertText", { text: "主题" });
  await expect.poll(held).toEqual(["主题"]);
  await expect(palette(page).getByRole("combobox")).toHaveValue("主题");
});

test("the palette's field is put away before the rest has come, and the box has the cursor again", async ({
  page,
}) => {
  await openReady(page);
  await holdScripts(page);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("a");
  await page.keyboard.press("Tab");
  await expect(palette(page).getByRole("textbox")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(palette(page)).toHaveCount(0);
  await expect(box(page)).toBeFocused();
});

test("Enter before the palette's code has come means its first entry", async ({ page }) => {
  await openReady(page);
  const letCome = await holdScripts(page);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("go to settings");
  await page.keyboard.press("Enter");
  await expect(palette(page).getByRole("textbox")).toHaveValue("go to settings");
  letCome();
  await expect(page).toHaveURL(/\/settings/);
  await expect(box(page)).toHaveCount(0);
});

test("a conversation is found by a word of its question", async ({ page }) => {
  await openReady(page);
  await ask(page, "How do I rename a conversation?");
  await expect(answer(page)).toBeVisible();
  await page.goto("/");
  await page.getByRole("button", { name: /^Search/ }).click();
  await expect(palette(page)).toBeVisible();
  await page.keyboard.type("conversation rename");
  const found = palette(page).getByRole("option", { name: "How do I rename a conversation?" });
  await found.first().click();
  const asked = page.getByRole("article").getByRole("heading", { level: 2 });
  await expect(asked.first()).toHaveText(/rename a conversation/);
});

test("a key that is typed into a field, composed or part of a command of the browser stays what it is", async ({
  page,
}) => {
  await openReady(page);
  await box(page).focus();
  await page.keyboard.type("?n/");
  await expect(box(page)).toHaveValue("?n/");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  // A word that is being composed: the key belongs to the input method until it is done.
  const composed = (key: string) =>
    page.evaluate(
      (pressed) =>
        document.activeElement?.dispatchEvent(
          new KeyboardEvent("keydown", {
            key: pressed,
            code: "Enter",
            isComposing: true,
            bubbles: true,
            cancelable: true,
          }),
        ),
      key,
    );
  await composed("Enter");
  await composed("Escape");
  await expect(box(page)).toHaveValue("?n/");
  await expect(page.getByRole("heading", { level: 1, name: "Ask your documents" })).toBeVisible();

  await box(page).blur();
  const taken = await page.evaluate(() => {
    const press = (init: KeyboardEventInit) =>
      !document.body.dispatchEvent(
        new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init }),
      );
    return [
      press({ key: "n", code: "KeyN", ctrlKey: true }),
      press({ key: "?", code: "Slash", isComposing: true }),
      press({ key: "c", code: "KeyC", metaKey: true }),
      press({ key: "s", code: "KeyS", altKey: true }),
    ];
  });
  expect(taken).toEqual([false, false, false, false]);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("switched off in Settings, the shortcuts are nobody's until they are switched on again", async ({
  page,
}) => {
  await openReady(page, "/settings/general");
  const switches = page.getByRole("radiogroup", { name: "Keyboard shortcuts" });
  await switches.getByRole("radio", { name: "Off" }).click();
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("?");
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  // What they do is still there for the pointer.
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(palette(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await page.reload();
  await expect(switches.getByRole("radio", { name: "Off" })).toBeChecked();
  await switches.getByRole("radio", { name: "Off" }).press("ArrowLeft");
  await expect(switches.getByRole("radio", { name: "On" })).toBeChecked();
  await expect(switches.getByRole("radio", { name: "On" })).toBeFocused();
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("?");
  await expect(help(page)).toBeVisible();
});
