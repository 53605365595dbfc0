import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { answer, ask, expect, markedLines, openReady, pane, saveFolders } from "./docent-page.ts";
import { test } from "./only-here.ts";

const text =
  "# Harbour\n\n## The old crane\n\nThe Brandskär crane lifts nine tonnes in calm weather.\n";
let folder: string;
let file: string;

test.beforeEach(async ({ page }) => {
  folder = mkdtempSync(path.join(os.tmpdir(), "docent-harbour-"));
  file = path.join(folder, "crane.md");
  writeFileSync(file, text);
  await saveFolders(page, (roots) => [...roots, { id: "harbour", label: "Harbour", path: folder }]);
  await openReady(page);
  await expect(page.getByText("1 file, ready")).toBeVisible();
  await ask(page, "How much does the Brandskär crane lift?");
  await expect(answer(page)).toContainText("nine tonnes");
  await expect(page).toHaveURL(/\/t\//);
});
test.afterEach(async ({ page }) => {
  await saveFolders(page, (roots) => roots.filter((root) => root.id !== "harbour"));
  rmSync(folder, { recursive: true, force: true });
});

test("moved text is followed, and the page says from where to where", async ({ page }) => {
  writeFileSync(
    file,
    `# Harbour\n\nNew words above.\n\nAnd more.\n${text.slice("# Harbour\n".length)}`,
  );
  await page.reload();
  const chip = answer(page)
    .getByRole("link", { name: /^Source 1: .+, moved$/ })
    .first();
  await expect(chip).toHaveAttribute("data-state", "moved");
  await expect(page.getByText("Since you asked")).toBeVisible();
  await chip.click();
  await expect(pane(page)).toContainText("has moved: it now stands on lines 9–9");
  expect(await markedLines(page)).toEqual([9]);
});

test("changed text is not highlighted; what was cited is shown", async ({ page }) => {
  writeFileSync(file, text.replace("nine tonnes", "two tonnes"));
  await page.reload();
  const chip = answer(page)
    .getByRole("link", { name: /^Source 1: .+, changed$/ })
    .first();
  await chip.click();
  await expect(pane(page)).toContainText("has changed since it was cited");
  await expect(pane(page).getByRole("blockquote")).toContainText("nine tonnes");
  await expect(pane(page).locator("[data-cited='true']")).toHaveCount(0);
});

test("a missing file is said, and the quote is kept", async ({ page }) => {
  rmSync(file);
  await page.reload();
  const chip = answer(page)
    .getByRole("link", { name: /^Source 1: .+, missing$/ })
    .first();
  await chip.click();
  await expect(pane(page)).toContainText("no longer in its folder");
  await expect(pane(page).getByRole("blockquote")).toContainText("nine tonnes");
});

test("a folder that was taken away is refused with its rule, not shown", async ({ page }) => {
  await saveFolders(page, (roots) => roots.filter((root) => root.id !== "harbour"));
  const chip = answer(page)
    .getByRole("link", { name: /^Source 1: / })
    .first();
  await expect(chip).toHaveAttribute("data-state", "verified"); // as it was when it was answered
  await chip.click();
  await expect(pane(page).getByRole("alert")).toBeVisible();
  await expect(pane(page).locator("[data-cited='true']")).toHaveCount(0);
  await expect(chip).toHaveAccessibleName(/, no longer readable$/);
  await page.reload();
  await expect(chip).toHaveAccessibleName(/, no longer readable$/);
  await expect(page.getByText("1 no longer readable")).toBeVisible();
});

test("a stored source is not called verified before it was looked at", async ({ page }) => {
  await page.route("**/api/sources/preview?**", (route) => route.abort());
  await page.reload();
  const chip = answer(page)
    .getByRole("link", { name: /^Source 1: / })
    .first();
  await expect(chip).toHaveAccessibleName(/, unchecked$/);
  await page.unroute("**/api/sources/preview?**");
  await chip.click();
  await expect(chip).toHaveAccessibleName(/, verified$/);
});

test("a question narrowed to a folder that is gone is refused, and says what to do", async ({
  page,
}) => {
  await page.getByRole("link", { name: "New question" }).click();
  await page.getByRole("button", { name: "Docent handbook" }).click();
  await saveFolders(page, (roots) => roots.filter((root) => root.id !== "harbour"));
  await ask(page, "How much does the crane lift?");
  const refused = page.getByRole("region", { name: "Gaps" });
  await expect(refused.getByRole("heading", { name: "Refused" })).toBeVisible();
  await expect(answer(page)).toHaveCount(0);
});
