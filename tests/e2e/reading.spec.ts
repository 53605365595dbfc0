import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import {
  answer,
  ask,
  askThrough,
  box,
  citedLines,
  copiedBy,
  expect,
  findings,
  markedLines,
  openReady,
  pane,
  saveFolders,
} from "./docent-page.ts";
import { test } from "./only-here.ts";

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

/** Answered from several files. */
const question = "Which rules are there for a path, and what is the denylist?";

test("from a chip to its card, to the file, to the next source, to the clipboard and into an editor", async ({
  page,
}) => {
  await openReady(page);
  await askThrough(page, question);
  const chip = answer(page)
    .getByRole("link", { name: /^Source 1: / })
    .first();
  await chip.hover();
  const card = page.locator(".peek");
  await expect(card.getByText("quote checked")).toBeVisible();
  await expect(card).toContainText(/saved .*\d{4}/);
  const [first, file] = [await numbers(card), await card.locator(".path").textContent()];
  expect(first.length).toBeLessThanOrEqual(5);
  await card.getByRole("button", { name: "Next source" }).click();
  await expect(card).toContainText(/2 of (?:[2-9]|\d\d)/);
  await expect.poll(() => card.locator(".path").textContent()).not.toBe(file);
  await card.getByRole("button", { name: "Previous source" }).click();
  await expect.poll(() => numbers(card)).toEqual(first);
  await page.keyboard.press("Escape");
  await expect(card).toHaveCount(0);

  await page.mouse.move(0, 0);
  await chip.hover();
  await card.getByRole("link", { name: "Open", exact: true }).click();
  await expect(pane(page)).toContainText(/1 of [2-9]/);
  await expect(card).toHaveCount(0);
  const marked = await markedLines(page);
  expect(first.filter((line) => !marked.includes(line) && line >= (marked[0] ?? 0))).toEqual([]);

  await pane(page).getByRole("button", { name: "Next source" }).click();
  await expect(page).toHaveURL(/src=2$/);
  await expect(pane(page)).toContainText(/2 of [2-9]/);
  const copied = await copiedBy(pane(page).getByRole("button", { name: "Copy path", exact: true }));
  expect(readFileSync(copied, "utf8")).toContain("denylist");
  const toEditor = pane(page).getByRole("link", { name: "Open in editor" });
  // Until the next file is there, the marks are still those of the last one.
  await expect
    .poll(async () => {
      const [line] = await markedLines(page);
      const href = `vscode://file${encodeURI(copied)}:${line}`;
      return (await toEditor.getAttribute("href")) === href;
    })
    .toBe(true);
});

test("the link of a source opens it in another tab, at its lines", async ({ page, context }) => {
  await openReady(page);
  await askThrough(page, question);
  await expect(page).toHaveURL(/\/t\//);
  await answer(page)
    .getByRole("link", { name: /^Source 2: / })
    .first()
    .click();
  const lines = await markedLines(page);
  const link = await copiedBy(pane(page).getByRole("button", { name: "Copy link" }));
  const other = await context.newPage();
  await other.goto(link);
  expect(await markedLines(other)).toEqual(lines);
  await expect(pane(other).locator("[data-cited='true']").first()).toBeInViewport();
  await other.close();
});

test("the editor that files open in is chosen in Settings, and web addresses are none", async ({
  page,
}) => {
  await openReady(page, "/settings/general");
  const choice = page.getByRole("combobox", { name: "Open files in" });
  const link = page.getByRole("textbox", { name: "Editor link" });
  await choice.selectOption("Custom link");
  await link.fill("https://example.org/{path}");
  await expect(link).toHaveAttribute("aria-invalid", "true");
  await link.fill("zed://file/{path}:{line}");
  await page.getByRole("link", { name: "New question" }).click();
  await ask(page, question);
  await answer(page)
    .getByRole("link", { name: /^Source 1: / })
    .first()
    .click();
  const editor = pane(page).getByRole("link", { name: "Open in editor" });
  await expect(editor).toHaveAttribute("href", /^zed:\/\/file\/.+\.md:\d+$/);
  await page.goto("/settings/general");
  await choice.selectOption("No editor");
  await page.goBack();
  await expect(pane(page).getByRole("button", { name: "Copy link" })).toBeVisible();
  await expect(editor).toHaveCount(0);
});

test("an answer is taken along with footnotes, and leads to what the documents can answer next", async ({
  page,
}) => {
  await openReady(page);
  await askThrough(page, "How do I add a folder?");
  await expect(page).toHaveURL(/\/t\//);
  // Time stands still in the page while it says for two seconds that it copied.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const copied = await copiedBy(page.getByRole("button", { name: "Copy as Markdown" }));
  await expect(page.getByRole("status").filter({ hasText: "Copied" })).toHaveCount(1);
  await page.clock.resume();
  expect(copied).toMatch(/\*\*Folder path\*\*.* \[\^1\]\.\n/);
  expect(copied).toMatch(/\n\[\^1\]: `Docent handbook\/en\/folders\.md#L\d+-L\d+`\n/);
  const offered = page.getByRole("region", { name: "Your documents also cover" });
  const next = offered.getByRole("button").first();
  const question = (await next.textContent()) ?? "";
  await next.click();
  await expect(page.getByRole("heading", { level: 2, name: question })).toBeVisible();
  await expect(page.getByRole("region", { name: "Answer" })).toHaveCount(2);
});

test("the keys go to sources and gaps, copy the quote and stay out of the box", async ({
  page,
}) => {
  await openReady(page);
  await ask(page, "What does not_allowlisted mean?");
  await answer(page)
    .getByRole("link", { name: /^Source 1: / })
    .first()
    .click();
  await expect(citedLines(page)).toBeFocused();
  await page.keyboard.press("c");
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain("not_allowlisted");
  await page.keyboard.press("s");
  await expect(page.getByRole("region", { name: "Sources" })).toBeFocused();
  await box(page).fill("");
  await box(page).press("g");
  await expect(box(page)).toHaveValue("g");
});

test("what was done for an answer is there after a reload as well", async ({ page }) => {
  await openReady(page);
  await askThrough(page, question);
  await expect(page).toHaveURL(/\/t\//);
  const line = page.getByRole("button", { name: /^\d+ steps, / });
  const said = await line.textContent();
  await page.reload();
  await expect(line).toHaveText(said ?? "");
  await line.click();
  await expect(page.getByRole("listitem").filter({ hasText: "search agent" })).not.toHaveCount(0);
});

test.describe("with a second folder", () => {
  let folder: string;
  test.beforeEach(async ({ page }) => {
    folder = mkdtempSync(path.join(os.tmpdir(), "docent-quay-"));
    writeFileSync(path.join(folder, "quay.md"), "# Quay\n\nThe Ornskär quay is 212 metres long.\n");
    await saveFolders(page, (roots) => [...roots, { id: "quay", label: "Quay", path: folder }]);
  });
  test.afterEach(async ({ page }) => {
    await saveFolders(page, (roots) => roots.filter((root) => root.id !== "quay"));
    rmSync(folder, { recursive: true, force: true });
  });

  test("a question is kept to the chosen folder, and its gap leads to all of them", async ({
    page,
  }) => {
    await openReady(page);
    await expect(page.getByText("1 file · updated")).toBeVisible();
    const chips = page.getByRole("group", { name: "Folders to search" });
    const [handbook, quay] = ["Docent handbook", "Quay"].map((name) =>
      chips.getByRole("button", { name, exact: true }),
    );
    // The handbook steps back behind a folder of one's own.
    await expect(handbook ?? chips).toHaveAttribute("aria-pressed", "false");
    await handbook?.click();
    await quay?.click();
    await ask(page, "How long is the Ornskär quay?");
    const gaps = page.getByRole("region", { name: "Gaps" });
    await expect(gaps).toContainText("Docent handbook");
    await expect(gaps.getByText("Looked in")).toBeVisible();
    await expect(gaps).toContainText("Quay (1 file): not selected");
    await box(page).fill("And how deep is it?");
    await gaps.getByRole("button", { name: "Search all folders" }).click();
    await expect(answer(page)).toContainText("212 metres");
    // What was being written meanwhile is nobody's to take away.
    await expect(box(page)).toHaveValue("And how deep is it?");
  });

  test("the handbook is asked where the question names it, and else named as not searched", async ({
    page,
  }) => {
    await openReady(page);
    await expect(page.getByText("1 file · updated")).toBeVisible();
    await ask(page, "How do I remove a folder in Docent?");
    await expect(answer(page)).toContainText("Remove folder");
    await page.getByRole("link", { name: "New question" }).click();
    await ask(page, "How do I remove a folder?");
    const gaps = page.getByRole("region", { name: "Gaps" });
    await expect(gaps).toContainText(
      /Docent handbook \(\d+ files\): searched only when you name it/,
    );
    expect(await findings(page)).toEqual([]);
  });
});

async function numbers(card: import("@playwright/test").Locator): Promise<number[]> {
  const lines = card.locator(".quoted-line");
  await expect(lines.first()).toBeVisible();
  return lines.evaluateAll((all) => all.map((line) => Number((line as HTMLElement).dataset.n)));
}
