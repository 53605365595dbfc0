import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Page } from "@playwright/test";
import {
  answer,
  ask,
  askThrough,
  expect,
  findings,
  markedLines,
  openReady,
  pane,
  saveFolders,
  saveSettings,
} from "./docent-page.ts";
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
  await expect(page.getByText("1 file · updated")).toBeVisible();
  await askThrough(page, "How much does the Brandskär crane lift?");
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
  await expect(pane(page)).toContainText("it has moved from 5 to 9");
  expect(await markedLines(page)).toEqual([9]);
});

test("changed text is not highlighted; then stands beside now, word by word", async ({ page }) => {
  writeFileSync(file, text.replace("nine tonnes", "two tonnes"));
  await page.reload();
  const chip = answer(page)
    .getByRole("link", { name: /^Source 1: .+, changed$/ })
    .first();
  await chip.click();
  await expect(pane(page)).toContainText("has changed since it was cited");
  const then = pane(page).getByRole("figure", { name: "Then, on line 5" });
  const now = pane(page).getByRole("figure", { name: "Now, on line 5" });
  await expect(then).toContainText("The Brandskär crane lifts nine tonnes in calm weather.");
  await expect(then.getByRole("deletion")).toHaveText("nine");
  await expect(now).toContainText("The Brandskär crane lifts two tonnes in calm weather.");
  await expect(now.getByRole("insertion")).toHaveText("two");
  await expect(pane(page).locator("[data-cited='true']")).toHaveCount(0);

  // Side by side where there is room, one below the other on a phone, and readable in either theme.
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    // The pane becomes a sheet there, and a pane again here: another element each time, which reads its lines anew.
    const sheet = page.getByRole("dialog", { name: "Source preview" });
    await expect(sheet).toHaveCount(width === 390 ? 1 : 0);
    await expect(now.getByRole("insertion")).toBeVisible();
    if (width === 1440) {
      await page.getByRole("separator", { name: "Source pane width" }).press("End");
    }
    const below = async () => {
      const [upper, lower] = [await then.boundingBox(), await now.boundingBox()];
      return upper === null || lower === null ? undefined : lower.y > upper.y;
    };
    await expect.poll(below).toBe(width === 390);
    const beyond = () => pane(page).evaluate((el) => el.scrollWidth - el.clientWidth);
    await expect.poll(beyond).toBeLessThanOrEqual(0);
    expect(await findings(page, ".then-now"), `${width}`).toEqual([]);
  }
});

test("whatever happened between the answer and the click is told at the click", async ({
  page,
}) => {
  const [source] = await citations(page);
  const chip = answer(page)
    .getByRole("link", { name: /^Source 1: / })
    .first();
  const opened = async (state: string, said: string, overHttp = state) => {
    await expect.poll(() => stateOf(page, source)).toBe(overHttp);
    await chip.click();
    await expect(pane(page)).toContainText(said);
    await expect(chip).toHaveAccessibleName(new RegExp(`, ${state}$`));
    await pane(page).getByRole("button", { name: "Close the source" }).click();
  };
  writeFileSync(file, text.replace("nine tonnes", "two tonnes"));
  await opened("changed", "has changed since it was cited");
  writeFileSync(file, text.replace("# Harbour", "# Harbour\n\nNew words above."));
  await opened("moved", "has moved from 5 to 7");
  writeFileSync(file, text);
  await opened("verified", "Line 5");
  renameSync(file, path.join(folder, "winch.md"));
  await opened("moved", "has moved to Harbour/winch.md, 5");
  rmSync(path.join(folder, "winch.md"));
  await opened("missing", "no longer in its folder");
  writeFileSync(file, text);
  await saveDeny(page, ["crane.md"]);
  try {
    await opened("no longer readable", "denylisted", "denylisted");
  } finally {
    await saveDeny(page, []);
  }
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

test("text in a renamed file is followed to it", async ({ page }) => {
  const [source] = await citations(page);
  renameSync(file, path.join(folder, "winch.md"));
  await expect.poll(() => stateOf(page, source)).toBe("moved");
  await page.reload();
  const chip = answer(page)
    .getByRole("link", { name: /^Source 1: .+, moved$/ })
    .first();
  await chip.click();
  await expect(pane(page)).toContainText("it has moved to Harbour/winch.md, 5");
  expect(await markedLines(page)).toEqual([5]);
});

test("a file that the denylist closes since is refused with its rule, not shown", async ({
  page,
}) => {
  const [source] = await citations(page);
  await saveDeny(page, ["crane.md"]);
  try {
    await expect.poll(() => stateOf(page, source)).toBe("denylisted");
    await page.reload();
    const chip = answer(page)
      .getByRole("link", { name: /^Source 1: .+, no longer readable$/ })
      .first();
    await chip.click();
    await expect(pane(page).getByRole("alert")).toContainText("denylisted");
    await expect(pane(page).locator(".doc, .raw")).toHaveCount(0);
  } finally {
    await saveDeny(page, []);
  }
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

type Source = {
  root_id: string;
  relative_path: string;
  sha256: string;
  locator: { line_start: number; line_end: number };
};

/** What the open conversation cites, as the store has it. */
async function citations(page: Page): Promise<[Source]> {
  const id = new URL(page.url()).pathname.split("/").at(-1);
  const thread = await (await page.request.get(`/api/threads/${id}`)).json();
  return thread.messages[0].citations;
}

/** How a citation stands by now, or the rule that keeps it from being looked at. */
async function stateOf(page: Page, source: Source): Promise<string> {
  const { root_id, relative_path, sha256, locator } = source;
  const query = new URLSearchParams({
    root: root_id,
    path: relative_path,
    sha256,
    line_start: String(locator.line_start),
    line_end: String(locator.line_end),
  });
  const body = await (await page.request.get(`/api/sources/preview?${query}`)).json();
  return body.state ?? body.error.rule;
}

const saveDeny = (page: Page, deny: string[]): Promise<void> =>
  saveSettings(page, (config) => ({ ...config, doc_access: { ...config.doc_access, deny } }));
