import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Page } from "@playwright/test";
import { openaiChat } from "../models/wire/openai-chat.ts";
import { scriptedServer } from "../models/wire/wire-format.ts";
import { expect, findings, openReady, saveFolders, saveSettings } from "./docent-page.ts";
import { test } from "./only-here.ts";

/** A person checks a folder, has the findings mended as a patch, applies it to the folder, and takes it back. */
let above: string;
let folder: string;
const guide = "# Guide\r\n\r\nSee [the notes](Notes.md#frist) and [old](old-name.md).\r\nThe aple.";
const notes = "# Notes\n\n## First\n\n[up](guide.md)\n";

test.beforeEach(async ({ page }) => {
  above = mkdtempSync(path.join(os.tmpdir(), "docent-patch-"));
  folder = path.join(above, "field-notes");
  mkdirSync(path.join(folder, "deep"), { recursive: true });
  writeFileSync(path.join(folder, "guide.md"), guide);
  writeFileSync(path.join(folder, "notes.md"), notes);
  writeFileSync(path.join(folder, "deep/old-name.md"), "# Old name\n\n[guide](../guide.md)\n");
  await saveFolders(page, (roots) => [
    ...roots,
    { id: "field-notes", label: "Field notes", path: folder },
  ]);
});
test.afterEach(async ({ page }) => {
  await saveFolders(page, (roots) => roots.filter((root) => !root.path.startsWith(above)));
  rmSync(above, { recursive: true, force: true });
});

const read = (name = "guide.md") => readFileSync(path.join(folder, name), "utf8");
const patch = (page: Page) => page.getByRole("region", { name: /^(?:Patch|补丁)$/ });

async function startTask(page: Page, input: Record<string, unknown>, type = "edit_docs") {
  const made = await page.request.post("/api/tasks", { data: { type, input } });
  expect(made.status(), await made.text()).toBe(202);
  const { task_id } = (await made.json()) as { task_id: string };
  await page.goto(`/tasks/${task_id}`);
}

const replace = { way: "replace", folders: ["field-notes"], find: "aple", replace: "apple" };

test("a check is made, mended by a patch, applied once the folder may be edited, and undone", async ({
  page,
}) => {
  await openReady(page, "/tasks");
  await page.getByLabel("Type of task").selectOption("check_docs");
  await page
    .getByRole("group", { name: "Folders" })
    .getByRole("checkbox", { name: "Field notes" })
    .check();
  await page.getByRole("button", { name: "Start", exact: true }).click();
  const inEditor = /^vscode:\/\/file\/.*\/field-notes\/guide\.md:3$/;
  await page.getByRole("button", { name: "report.md" }).click();
  const report = page.locator(".task-report");
  await expect(report.getByRole("link", { name: "field-notes/guide.md" })).toHaveAttribute(
    "href",
    /^vscode:\/\/file\/.*\/field-notes\/guide\.md:1$/,
  );
  const line = report.getByRole("link", { name: "Line 3:" }).first();
  await expect(line).toHaveAttribute("href", inEditor);
  expect(await findings(page), "report").toEqual([]);
  await page.getByRole("button", { name: "findings.json" }).click();
  const found = page.getByRole("region", { name: "Findings" });
  await expect(found.getByRole("link", { name: "field-notes/guide.md:3" }).first()).toHaveAttribute(
    "href",
    inEditor,
  );
  await expect(found).toContainText("field-notes/guide.md:3");
  await expect(found.getByRole("cell", { name: "notes.md#frist", exact: true })).toBeVisible();
  expect(await findings(page), "findings").toEqual([]);
  await page.screenshot({ path: "test-results/patches-findings.png", fullPage: true });
  await found.getByRole("button", { name: "Make a patch of 2 fixes" }).click();

  // The folder is not to be edited yet: the patch says so and leads to the setting.
  await expect(patch(page)).toContainText("Patches are off for");
  await expect(patch(page).getByRole("button", { name: "Apply to folder" })).toBeDisabled();
  expect(await findings(page), "a closed folder").toEqual([]);
  await page.screenshot({ path: "test-results/patches-closed.png", fullPage: true });
  const task = page.url();
  await patch(page).getByRole("link", { name: "Open Settings" }).click();
  await page.getByRole("button", { name: "Edit Field notes" }).click();
  await page.getByRole("checkbox", { name: "Patches may be applied" }).check();
  await page.screenshot({ path: "test-results/patches-setting.png" });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("row").filter({ hasText: "Field notes" })).toContainText(
    "Patches may be applied",
  );

  await page.goto(task);
  await expect(patch(page)).toContainText("Matches the patch");
  expect(read()).toBe(guide);
  await patch(page).getByRole("button", { name: "Apply to folder" }).click();
  await expect(patch(page)).toContainText("1 file was changed");
  expect(read()).toBe(
    guide.replace("Notes.md#frist", "notes.md#frist").replace("old-name.md", "deep/old-name.md"),
  );
  expect(await findings(page), "applied").toEqual([]);
  await page.screenshot({ path: "test-results/patches-applied.png", fullPage: true });
  await patch(page).getByRole("button", { name: "Undo" }).click();
  await expect(patch(page)).toContainText("1 file is back to how it was");
  expect(read()).toBe(guide);
  await expect(patch(page).getByRole("button")).toHaveCount(0);
});

test("a file that was edited since is left alone, and both sides are shown", async ({ page }) => {
  await mayEdit(page);
  await startTask(page, replace);
  await expect(patch(page).getByRole("button", { name: "Apply to folder" })).toBeEnabled();
  const mine = guide.replace("The aple.", "My own words.");
  writeFileSync(path.join(folder, "guide.md"), mine);
  await patch(page).getByRole("button", { name: "Apply to folder" }).click();
  const sides = page.getByRole("region", { name: "What differs" });
  await expect(sides).toContainText("The aple.");
  await expect(sides).toContainText("My own words.");
  await expect(patch(page)).toContainText("Changed since the patch was made");
  expect(read()).toBe(mine);
  expect(await findings(page), "a conflict").toEqual([]);
  await page.screenshot({ path: "test-results/patches-conflict.png", fullPage: true });
});

test.describe("in Chinese", () => {
  test.use({ locale: "zh-CN" });
  test("it says the same", async ({ page }) => {
    await page.context().addCookies([
      {
        name: "docent-locale",
        value: "zh-CN",
        url: new URL((await page.request.get("/api/health")).url()).origin,
      },
    ]);
    await mayEdit(page);
    await startTask(page, replace);
    await patch(page).getByRole("button", { name: "应用到文件夹" }).click();
    await expect(patch(page)).toContainText("已修改 1 个文件");
    expect(read()).toBe(guide.replace("aple", "apple"));
    expect(await findings(page), "in Chinese").toEqual([]);
    await page.screenshot({ path: "test-results/patches-chinese.png", fullPage: true });
    await patch(page).getByRole("button", { name: "撤销" }).click();
    await expect(patch(page)).toContainText("1 个文件已恢复原样");
    expect(read()).toBe(guide);
  });
});

test("a wish in words becomes a patch that a model wrote and a person applies", async ({
  page,
}) => {
  const edits = [{ old: "The aple.", new: "The apple." }];
  const model = await scriptedServer(openaiChat, () => ({ text: JSON.stringify({ edits }) }));
  const configure = (setup: object) =>
    saveSettings(page, (config) => ({ ...config, model: { ...config.model, ...setup } }));
  await configure({ provider: "compatible", name: "test-model", base_url: model.base_url });
  try {
    await mayEdit(page);
    const wish = "Write apple right";
    await startTask(page, { way: "wish", folders: ["field-notes"], pages: ["guide.md"], wish });
    await patch(page).getByRole("button", { name: "Apply to folder" }).click();
    await expect(patch(page)).toContainText("1 file was changed");
    expect(read()).toBe(guide.replace("aple", "apple"));
    await page.screenshot({ path: "test-results/patches-wish.png", fullPage: true });
    await patch(page).getByRole("button", { name: "Undo" }).click();
    await expect(patch(page)).toContainText("back to how it was");
    expect(read()).toBe(guide);
  } finally {
    await configure({ provider: null, name: null, base_url: null });
    await model.close();
  }
});

async function mayEdit(page: Page): Promise<void> {
  await saveFolders(page, (roots) =>
    roots.map((root) => (root.id === "field-notes" ? { ...root, editable: true } : root)),
  );
  await openReady(page, "/tasks");
}
