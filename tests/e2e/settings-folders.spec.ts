import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Page } from "@playwright/test";
import { own } from "../../scripts/test/own-server.ts";
import { expect, findings, openReady, saveFolders } from "./docent-page.ts";
import { test } from "./only-here.ts";

let above: string;
let folder: string;

test.beforeEach(() => {
  above = mkdtempSync(path.join(os.tmpdir(), "docent-look-"));
  folder = path.join(above, "field-guide");
  mkdirSync(path.join(folder, "birds"), { recursive: true });
  mkdirSync(path.join(above, "fiddle"));
  writeFileSync(path.join(folder, "guide.md"), "# Guide\n\nWrens nest low.\n");
  writeFileSync(path.join(folder, "birds/owl.md"), "# Owl\n\nOwls hunt at night.\n");
  writeFileSync(path.join(folder, "birds/notes.txt"), "Swifts sleep in the air.\n");
  writeFileSync(path.join(folder, ".env"), "KEY=1\n");
  symlinkSync("/etc/hostname", path.join(folder, "out.md"));
});
test.afterEach(async ({ page }) => {
  await saveFolders(page, (roots) =>
    roots
      .filter((root) => !root.path.startsWith(above))
      .map(({ id, label, path: at }) => ({ id, label, path: at })),
  );
  rmSync(above, { recursive: true, force: true });
});

const field = (page: Page) => page.getByRole("textbox", { name: "Folder path" });
const look = (page: Page) => page.getByRole("button", { name: "Preview" });
const add = (page: Page) => page.getByRole("button", { name: "Add folder" });
const row = (page: Page, name = "field-guide") => page.getByRole("row").filter({ hasText: name });
const note = (page: Page) => page.getByRole("status").filter({ hasText: "Undo" });
const completions = (page: Page) =>
  page.getByRole("listbox", { name: "Folders that continue this path" }).getByRole("option");
const preview = (page: Page) => page.getByRole("region", { name: /^Preview of/ });

async function addIt(page: Page) {
  await openReady(page, "/settings");
  await field(page).fill(folder);
  await add(page).click();
  await expect(row(page)).toContainText("2 files");
}

test("a look inside shows what would become readable and what stays closed, and saves nothing", async ({
  page,
}) => {
  mkdirSync(path.join(folder, "node_modules/left-pad"), { recursive: true });
  writeFileSync(path.join(folder, "node_modules/left-pad/README.md"), "# Left pad\n");
  await openReady(page, "/settings");
  await field(page).fill(folder);
  await look(page).click();
  await expect(preview(page)).toContainText("2 files");
  await expect(preview(page)).toContainText("guide.md");
  await expect(preview(page)).toContainText("birds/owl.md");
  for (const rule of ["denylisted", "symlink_escape", "not_a_document", "dependency_folder"]) {
    await expect(preview(page)).toContainText(rule);
  }
  await expect(row(page)).toHaveCount(0);
  expect(await findings(page)).toEqual([]);

  await page.getByRole("button", { name: "Patterns and hidden folders" }).click();
  await page.getByRole("textbox", { name: "Document patterns" }).fill("**/*.txt");
  await page.getByRole("checkbox", { name: "Read hidden files and folders" }).check();
  await expect(preview(page)).toContainText("birds/notes.txt");
  await expect(preview(page)).toContainText("1 file");
  await page.getByRole("checkbox", { name: "Read hidden files and folders" }).uncheck();
  await page.getByRole("textbox", { name: "Document patterns" }).fill("");
  await page.getByRole("checkbox", { name: "Read packages and builds" }).check();
  await expect(preview(page)).toContainText("3 files");
  await expect(preview(page)).not.toContainText("dependency_folder");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(preview(page)).toHaveCount(0);
  await look(page).click();
  await expect(preview(page)).toContainText("2 files");
  await add(page).click();
  await expect(row(page)).toContainText("2 files");
  await expect(field(page)).toHaveValue("");
});

test("a look warns of a folder that is in reach already, and of one that is not there", async ({
  page,
}) => {
  await openReady(page, "/settings");
  await field(page).fill("handbook/en");
  await field(page).press("Enter");
  await expect(preview(page)).toContainText("Docent handbook");
  await field(page).fill("/no/such/folder");
  await look(page).click();
  await expect(field(page)).toHaveAttribute("aria-invalid", "true");
  await expect(field(page)).toHaveAccessibleDescription(/There is no folder “folder” at this path/);
});

test("the path is completed with the keyboard alone", async ({ page }) => {
  await openReady(page, "/settings");
  await field(page).pressSequentially(`${above}/fi`);
  const options = completions(page);
  await expect(options).toHaveText([path.join(above, "fiddle"), folder]);
  await field(page).press("ArrowDown");
  await field(page).press("ArrowDown");
  await expect(options.nth(1)).toHaveAttribute("aria-selected", "true");
  expect(await findings(page)).toEqual([]);
  await field(page).press("Enter");
  await expect(field(page)).toHaveValue(`${folder}/`);
  await expect(options).toHaveText([path.join(folder, "birds")]);
  await field(page).press("Escape");
  await expect(options).toHaveCount(0);
  await expect(field(page)).toBeFocused();
  await field(page).press("Enter");
  await expect(preview(page)).toContainText("2 files");
});

test("on a narrow screen the completion leaves the buttons free", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openReady(page, "/settings/folders");
  await field(page).pressSequentially(`${above}/fiel`);
  await expect(completions(page)).toHaveText([folder]);
  await field(page).fill(folder.slice(0, -1));
  await expect(completions(page)).toHaveText([folder]);
  await field(page).pressSequentially("e");
  await add(page).click();
  await expect(page.getByText("is added and being indexed")).toBeVisible();
});

test("every save can be undone, also after the page was loaded again", async ({ page }) => {
  await addIt(page);
  await expect(note(page)).toContainText("is added");
  await note(page).getByRole("button", { name: "Undo" }).click();
  await expect(row(page)).toHaveCount(0);
  const undone = page
    .getByRole("status")
    .filter({ hasText: "Undone: folder “field-guide” added." });
  await undone.getByRole("button", { name: "Put it back" }).click();
  await expect(row(page)).toHaveCount(1);
  await expect(page.getByText("Put back: folder “field-guide” added.")).toBeVisible();

  await page.reload();
  const last = page.getByRole("button", { name: /^Undo: folder “field-guide” added, / });
  await last.click();
  const asked = page.getByRole("alertdialog", { name: "Undo this: folder “field-guide” added?" });
  await expect(asked).toContainText("Its files aren’t touched");
  await asked.getByRole("button", { name: "Cancel" }).click();
  await expect(row(page)).toHaveCount(1);
  await last.click();
  await asked.getByRole("button", { name: "Undo it" }).click();
  await expect(row(page)).toHaveCount(0);
  await expect(undone).toBeVisible();
});

test("what was saved last is undone on its own page alone, and never on About", async ({
  page,
}) => {
  await addIt(page);
  const undo = page.getByRole("button", { name: /^Undo/ });
  await page.reload();
  await expect(undo).toHaveCount(1);
  for (const other of ["general", "about"]) {
    await openReady(page, `/settings/${other}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(undo).toHaveCount(0);
  }
});

test("a folder is paused and resumed, edited, and looked at again", async ({ page }) => {
  await addIt(page);
  await page.getByRole("button", { name: "Pause field-guide" }).click();
  await expect(row(page)).toContainText("Paused: not searched or read");
  await expect(note(page)).toContainText("is paused");
  await page.getByRole("button", { name: "Resume field-guide" }).click();
  await expect(row(page)).toContainText("2 files");

  await page.getByRole("button", { name: "Edit field-guide" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit “field-guide”" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("Birds");
  await dialog.getByRole("textbox", { name: "Document patterns" }).fill("birds/**/*.md");
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(row(page, "Birds")).toContainText("1 file,");
  await note(page).getByRole("button", { name: "Undo" }).click();
  await expect(row(page)).toContainText("2 files");

  writeFileSync(path.join(folder, "new.md"), "# New\n");
  await page.getByRole("button", { name: "Check field-guide for changes" }).click();
  await expect(row(page)).toContainText("3 files");
});

test("what was left out is listed with its rule", async ({ page }) => {
  await addIt(page);
  await row(page)
    .getByRole("button", { name: /left out or read in part/ })
    .click();
  await expect(row(page)).toContainText("out.md");
  await expect(row(page)).toContainText("link that leads out of the folder");
});

test("a tested path names its rule and the setting that governs it", async ({ page }) => {
  await openReady(page, "/settings");
  await page.getByRole("textbox", { name: "Test a path" }).fill("/etc/passwd");
  await page.getByRole("button", { name: "Test", exact: true }).click();
  await page.locator(".verdict-row").getByText("Details").click();
  await expect(page.getByText("doc_access.roots")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Never read" })).toBeVisible();
});

test("an invalid settings file is said, with what is in force meanwhile", async ({ page }) => {
  await openReady(page, "/settings");
  const home = own.home;
  await saveFolders(page, (roots) => roots.map((root) => ({ ...root, label: `${root.label}.` })));
  const file = path.join(home, "global_config.json");
  const good = readFileSync(file, "utf8");
  try {
    writeFileSync(file, '{ "doc_access": { "rots": [] } }');
    await page.reload();
    await expect(page.getByRole("alert").filter({ hasText: "rots" })).toContainText(
      "The last valid configuration stays in use",
    );
    await expect(row(page, "Docent handbook")).toHaveCount(1);
  } finally {
    writeFileSync(file, good);
    await saveFolders(page, (roots) =>
      roots.map((root) => ({ ...root, label: root.label.replace(/\.$/, "") })),
    );
  }
});
