import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Page } from "@playwright/test";
import {
  answer,
  ask,
  box,
  expect,
  findings,
  openKit,
  openReady,
  saveFolders,
  saveSettings,
} from "./docent-page.ts";
import { test } from "./only-here.ts";

let folder: string;

test.beforeEach(() => {
  folder = path.join(mkdtempSync(path.join(os.tmpdir(), "docent-folder-")), "lighthouse notes");
  mkdirSync(folder);
  writeFileSync(
    path.join(folder, "lamp.md"),
    "# The lamp\n\n## When the lamp is lit\n\nThe Kallbodagrund lamp is lit at half past four.\n",
  );
  writeFileSync(path.join(folder, ".env"), "KEY=1\n");
});
test.afterEach(async ({ page }) => {
  await saveFolders(page, (roots) => roots.filter((root) => root.path !== folder));
  rmSync(path.dirname(folder), { recursive: true, force: true });
});

test("a folder is added, asked, narrowed to and removed, and nothing but Settings can do it", async ({
  page,
}) => {
  await openReady(page, "/settings");
  await page.getByRole("textbox", { name: "Folder path" }).fill(folder);
  await page.getByRole("button", { name: "Add folder" }).click();
  const row = page.getByRole("row").filter({ hasText: "lighthouse notes" });
  await expect(row).toContainText("Up to date");
  await expect(page.getByRole("textbox", { name: "Folder path" })).toHaveValue("");

  await page.getByRole("link", { name: "New question" }).click();
  const chip = page.getByRole("button", { name: "lighthouse notes", exact: true });
  await expect(chip).toHaveAttribute("aria-pressed", "true");
  await ask(page, "When is the Kallbodagrund lamp lit?");
  await expect(answer(page)).toContainText("half past four");

  // Narrowed to the handbook, the lamp is not in reach; the gap's own button widens the search again.
  await page.getByRole("link", { name: "New question" }).click();
  await page.getByRole("button", { name: "Docent handbook", exact: true }).click();
  await page.getByRole("button", { name: "lighthouse notes" }).click();
  await expect(page.getByRole("button", { name: "lighthouse notes" })).toHaveAttribute(
    "aria-pressed",
    "false",
  );
  await ask(page, "When is the Kallbodagrund lamp lit?");
  const gaps = page.getByRole("region", { name: "Gaps" });
  await expect(gaps).toContainText("Your documents don’t answer this question");
  await gaps.getByRole("button", { name: "Search all folders" }).click();
  await expect(answer(page)).toContainText("half past four");

  await page.goto("/settings");
  await page.getByRole("button", { name: "Remove lighthouse notes" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("Its files aren’t touched");
  expect(await findings(page), "remove").toEqual([]);
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  await expect(row).toHaveCount(1);
  await page.getByRole("button", { name: "Remove lighthouse notes" }).click();
  await page.getByRole("button", { name: "Remove folder" }).click();
  await expect(row).toHaveCount(0);
});

test("a folder that is not there is refused beside the field, and what was typed stays", async ({
  page,
}) => {
  await openReady(page, "/settings");
  const field = page.getByRole("textbox", { name: "Folder path" });
  await field.fill("/no/such/folder");
  await page.getByRole("button", { name: "Add folder" }).click();
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveValue("/no/such/folder");
  await expect(field).toHaveAccessibleDescription(/.+/);
});

test("a save over somebody else's is refused with a sentence, and works when repeated", async ({
  page,
}) => {
  // Whatever the page looks at before it saves is what stood there before.
  const before = await (await page.request.get("/api/config")).text();
  let tried = false;
  await page.route("**/api/config", (route) => {
    tried ||= route.request().method() === "PUT";
    return tried
      ? route.continue()
      : route.fulfill({ body: before, contentType: "application/json" });
  });
  await changeElsewhere(page);
  await openReady(page, "/settings");
  const field = page.getByRole("textbox", { name: "Folder path" });
  await field.fill(folder);
  await page.getByRole("button", { name: "Add folder" }).click();
  await expect(field).toHaveAccessibleDescription(/changed since/);
  await expect(field).toHaveValue(folder);
  await page.getByRole("button", { name: "Add folder" }).click();
  await expect(page.getByRole("row").filter({ hasText: "lighthouse notes" })).toHaveCount(1);
});

test("a path is tested against the rules", async ({ page }) => {
  await openReady(page, "/settings");
  const field = page.getByRole("textbox", { name: "Test a path" });
  await field.fill("en/folders.md");
  await page.getByRole("button", { name: "Test", exact: true }).click();
  await expect(page.getByText("Yes.")).toBeVisible();
  await field.fill("/etc/passwd");
  await page.getByRole("button", { name: "Test", exact: true }).click();
  await expect(page.getByText("No.")).toBeVisible();
  const verdict = page.locator(".verdict-row");
  await expect(verdict.getByText("not_allowlisted")).toBeHidden();
  await verdict.getByText("Details").click();
  await expect(verdict.getByText("not_allowlisted")).toBeVisible();
});

test("what is added to the denylist is closed at once, is shown with its rule, and can be undone", async ({
  page,
}) => {
  await saveFolders(page, (roots) => [...roots, { id: "lamp", label: "Lamp", path: folder }]);
  await openReady(page, "/settings");
  const test = async () => {
    await page.getByRole("textbox", { name: "Test a path" }).fill(path.join(folder, "lamp.md"));
    await page.getByRole("button", { name: "Test", exact: true }).click();
  };
  const verdict = page.locator(".verdict-row");
  await test();
  await expect(verdict).toContainText("Yes.");

  const own = page.getByRole("list", { name: "Added by you" });
  const box = page.getByRole("textbox", { name: "Also never read" });
  await page.getByRole("button", { name: "Add to the list" }).click();
  await expect(box).toHaveAccessibleDescription(/Type a name/);
  await box.fill("lamp.md");
  await page.getByRole("button", { name: "Add to the list" }).click();
  await expect(own).toContainText("lamp.md");
  await expect(box).toHaveValue("");
  await expect
    .poll(async () => {
      await test();
      return verdict.textContent();
    })
    .toMatch(/^No\. .*denylisted.*doc_access\.deny/);

  await box.fill("lamp.md");
  await page.getByRole("button", { name: "Add to the list" }).click();
  await expect(box).toHaveAccessibleDescription(/already/);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(own).toHaveCount(0);

  await box.fill("*.draft.md");
  await page.getByRole("button", { name: "Add to the list" }).click();
  await page.getByRole("button", { name: "Take “*.draft.md” off the list" }).click();
  await expect(own).toHaveCount(0);

  // The built-in list is there to be read, and nothing on it can be removed.
  const builtIn = page.getByRole("button", { name: /^Built-in list, \d{2,} entries$/ });
  await expect(page.getByText("id_ed25519")).toBeHidden();
  await builtIn.click();
  await expect(page.getByText("id_ed25519")).toBeVisible();
  await expect(page.getByRole("button", { name: /off the list/ })).toHaveCount(0);
});

test("what is typed while a save is under way stays", async ({ page }) => {
  await openReady(page, "/settings");
  const save = Promise.withResolvers<void>();
  await page.route("**/api/config", async (route) => {
    if (route.request().method() === "PUT") await save.promise;
    await route.continue();
  });
  const entry = page.getByRole("textbox", { name: "Also never read" });
  await entry.fill("*.draft.md");
  await page.getByRole("button", { name: "Add to the list" }).click();
  await entry.fill("*.old.md");
  save.resolve();
  await expect(page.getByRole("list", { name: "Added by you" })).toContainText("*.draft.md");
  await expect(page.getByText("“*.draft.md” is no longer read.")).toBeVisible();
  await expect(entry).toHaveValue("*.old.md");
  await entry.fill("");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByRole("list", { name: "Added by you" })).toHaveCount(0);
});

test("language and theme are chosen once and stay", async ({ page }) => {
  await openReady(page, "/settings/general");
  await page.getByRole("radio", { name: "Light" }).click();
  await page.getByRole("radio", { name: "Light" }).press("ArrowRight");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.getByRole("radio", { name: "简体中文" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "通用" })).toBeVisible();
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-CN");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.getByRole("radio", { name: "深色" })).toBeChecked();
});

test("the tools panel shows the servers and tools that really run", async ({ page }) => {
  await openReady(page);
  const panel = await openKit(page);
  await expect(panel).toContainText("docs_search");
  await expect(panel).toContainText("ready");
  await expect(box(page)).toBeVisible();
});

const changeElsewhere = (page: Page): Promise<void> =>
  saveSettings(page, (config) => {
    const max_turns = config.limits.max_turns === 12 ? 11 : 12;
    return { ...config, limits: { ...config.limits, max_turns } };
  });
