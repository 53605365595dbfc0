import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Page } from "@playwright/test";
import { attackedPages, attackLabel, skippedFile } from "../../fixtures/hostile/attacked-page.ts";
import { own } from "../../scripts/test/own-server.ts";
import { answer, ask, askThrough, expect, openReady, pane, saveFolders } from "./docent-page.ts";
import { test } from "./only-here.ts";
import { settle, startCounter, watchPage } from "./watch-page.ts";

/** Documents that want the page to load, run, send or lead astray, asked about and shown wherever the page shows text. */
let counter: Awaited<ReturnType<typeof startCounter>>;
let folder: string;
let seen: string[];

test.beforeAll(async () => {
  counter = await startCounter();
  folder = mkdtempSync(path.join(os.tmpdir(), "docent-attack-"));
  for (const { file, text } of attackedPages(counter.origin)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  writeFileSync(path.join(folder, skippedFile.file), skippedFile.bytes);
});
test.afterAll(() => {
  counter.close();
  rmSync(folder, { recursive: true, force: true });
});
test.beforeEach(async ({ page }) => {
  seen = await watchPage(page, own.origin);
  await saveFolders(page, (roots) => [
    ...roots.filter((root) => root.id !== "reef"),
    { id: "reef", label: attackLabel, path: folder },
  ]);
});
test.afterEach(async ({ page }) => {
  await saveFolders(page, (roots) => roots.filter((root) => root.id !== "reef"));
});

/** Nothing came of what the page has shown up to now. */
async function nothing(page: Page): Promise<void> {
  await settle(page);
  expect(seen).toEqual([]);
  expect(counter.seen).toEqual([]);
  expect(counter.connections()).toBe(0);
}

test("S35 S37 S38: in an answer, its card, its sources and the file, nothing is loaded, run or sent", async ({
  page,
}) => {
  await openReady(page);
  await expect(page.getByText(/^5 files · updated/)).toBeVisible();
  for (const { question, answer: said } of attackedPages(counter.origin)) {
    await page.getByRole("link", { name: "New question" }).click();
    await askThrough(page, question);
    await expect(answer(page)).toContainText(said);
    await page.getByRole("button", { name: "Why found" }).first().click();
    const chip = answer(page)
      .getByRole("link", { name: /^Source 1: / })
      .first();
    await chip.hover();
    await expect(page.locator(".peek")).toBeVisible();
    await chip.click();
    await expect(pane(page).locator("[data-cited='true']").first()).toBeVisible();
    await nothing(page);
    await pane(page).getByRole("button", { name: "Raw" }).click();
    await expect(pane(page).locator(".ln[data-cited='true']").first()).toBeVisible();
    await nothing(page);
  }
});

test("S38: in a question, the list of conversations, the gaps and a reloaded conversation", async ({
  page,
}) => {
  // Where nothing of the question can be found, so that it comes back as a gap.
  await saveFolders(page, (roots) => roots.filter((root) => root.id !== "reef"));
  await openReady(page);
  const asked = `<img src=${counter.origin}/q.png onerror=alert(1)> [x](javascript:alert(1)) sourdough?`;
  await ask(page, asked);
  const gaps = page.getByRole("region", { name: "Gaps" });
  await expect(gaps).toBeVisible();
  await expect(page.getByRole("heading", { level: 2, name: asked })).toBeVisible();
  const listed = page.getByRole("navigation", { name: "Conversations" });
  await expect(listed.getByText("<img src=").first()).toBeVisible();
  await nothing(page);
  await page.reload();
  await expect(page.getByRole("heading", { level: 2, name: asked })).toBeVisible();
  await nothing(page);
});

test("S38: in Settings: folder, skipped files, a look inside, a tested path", async ({ page }) => {
  await openReady(page, "/settings");
  const row = page.getByRole("row").filter({ hasText: attackLabel });
  await row.getByRole("button", { name: /left out or read in part/ }).click();
  await expect(row).toContainText(skippedFile.file);
  await page.getByRole("textbox", { name: "Folder path" }).fill(folder);
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByText("Will be read")).toBeVisible();
  await expect(page.locator(".preview")).toContainText("onerror=alert(1)");
  await page
    .getByRole("textbox", { name: "Test a path" })
    .fill(path.join(folder, skippedFile.file));
  await page.getByRole("button", { name: "Test", exact: true }).click();
  await page.locator(".verdict-row").getByText("Details").click();
  await expect(page.locator(".verdict-row").getByText("not_text")).toBeVisible();
  await nothing(page);
});

test("S37: every link of a document and of an answer says its host, and opens without a trace", async ({
  page,
}) => {
  await openReady(page);
  const [, links] = attackedPages(counter.origin);
  await askThrough(page, links?.question ?? "");
  await expect(answer(page)).toContainText(links?.answer ?? "");
  await answer(page)
    .getByRole("link", { name: /^Source 1: / })
    .first()
    .click();
  await expect(pane(page).locator("[data-cited='true']").first()).toBeVisible();
  const host = new URL(counter.origin).host;
  for (const part of [answer(page), pane(page).locator(".doc")]) {
    const foreign = part.locator(`a[href^="${counter.origin}"]`);
    await expect.poll(() => foreign.count()).toBeGreaterThanOrEqual(2);
    for (const link of await foreign.all()) {
      await expect(link).toHaveAccessibleName(new RegExp(host.replaceAll(".", "\\.")));
      await expect(link).toHaveAttribute("rel", "noopener noreferrer");
    }
    await expect(part.locator("a:not([href^='http']):not([href^='?']):not(.doc-link)")).toHaveCount(
      0,
    );
  }
  await nothing(page);
});

test("the watch sees what it watches for", async ({ page }) => {
  await openReady(page);
  await page.evaluate((origin) => {
    const div = document.createElement("div");
    div.innerHTML = `<img src="${origin}/a.png" onerror="alert(1)"><a href="javascript:alert(1)">x</a><iframe></iframe>`;
    document.body.append(div);
    const script = document.createElement("script");
    script.textContent = "alert(1)";
    document.body.append(script);
  }, counter.origin);
  await settle(page);
  const kinds = () => seen.map((what) => what.split(" ").slice(0, 2).join(" "));
  for (const kind of [
    "address <img",
    "attribute onerror",
    "address <a",
    "element <iframe></iframe>",
    "script <script>alert(1)</script>",
    "violation img-src",
    "violation script-src-attr",
    "dialog 1",
  ]) {
    await expect.poll(kinds).toContain(kind);
  }
  // The policy stopped the image; a page that is not ours gets through, so the counter counts.
  expect(counter.seen).toEqual([]);
  const elsewhere = await page.context().newPage();
  await elsewhere.goto(counter.origin);
  await expect.poll(() => counter.seen).toContain("GET /");
});
