import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Locator, Page } from "@playwright/test";
import {
  answer,
  askThrough,
  box,
  expect,
  findings,
  markedLines,
  openReady,
  pane,
  saveFolders,
} from "./docent-page.ts";
import { test } from "./only-here.ts";

const details = (page: Page): Locator => page.getByRole("complementary", { name: "Details" });
const traces = (page: Page): Locator =>
  page.getByRole("table", { name: "Traces" }).locator("tbody > tr");
const button = (within: Page | Locator, name: string | RegExp): Locator =>
  within.getByRole("button", { name });

/** Presses Tab until something has the focus, as a person does who has no mouse. */
async function tabTo(wanted: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  const page = wanted.page();
  await expect(wanted).toBeVisible();
  for (let pressed = 0; pressed < 150; pressed += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`no press of ${key} leads to ${String(wanted)}`);
}

test("by keyboard alone a sentence of an answer is followed to the bytes that were read, and back", async ({
  page,
}) => {
  await openReady(page);
  await expect(box(page)).toBeFocused(); // where “/” would be a word of the question
  await page.keyboard.type("How do I add a folder?");
  await page.keyboard.press("Enter");
  await expect(button(page, "Ask again")).toBeVisible();
  const chip = answer(page)
    .getByRole("link", { name: /^Source 1: / })
    .first();
  await tabTo(chip, "Shift+Tab");
  await page.keyboard.press("Enter");
  const lines = await markedLines(page);

  await tabTo(pane(page).getByRole("link", { name: "Show trace" }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/activity\/traces\/.+citation=1/);
  await expect(details(page)).toContainText("folders.md");
  const row = page.locator("[role='treeitem'][aria-selected='true']");
  await expect(row).toContainText("Citation 1");
  expect(await findings(page), "citation").toEqual([]);

  const readBy = details(page).getByRole("navigation", { name: "Read by" });
  await tabTo(readBy.getByRole("button").first());
  await page.keyboard.press("Enter");
  await expect(row).toContainText("Lines read");
  await expect(row).toContainText("folders.md");
  await tabTo(button(details(page), "Show these lines"));
  await page.keyboard.press("Enter");
  await expect(details(page)).toContainText("The same lines as were read.");
  const shown = await details(page)
    .locator(".lines-now > [data-line]")
    .evaluateAll((all) =>
      all.map((one): [number, string] => [
        Number((one as HTMLElement).dataset.line),
        one.textContent ?? "",
      ]),
    );
  const file = readFileSync("handbook/en/folders.md", "utf8").split("\n");
  for (const [number, text] of shown) expect(text).toBe(file[number - 1]);
  expect(shown.map(([number]) => number)).toEqual(expect.arrayContaining(lines));
  expect(await findings(page), "lines").toEqual([]);

  const cited = details(page).getByRole("navigation", { name: "Cited as" });
  await tabTo(cited.getByRole("button", { name: /^Citation 1/ }).first());
  await page.keyboard.press("Enter");
  await tabTo(details(page).getByRole("link", { name: "Open the source" }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/t\/.+\?src=1$/);
  expect(await markedLines(page)).toEqual(lines);
});

test("the trace of a question stands in the list, is found by its words, and holds its chain and ids", async ({
  page,
}) => {
  await openReady(page);
  await askThrough(page, "How do I remove a folder?");
  await page.getByRole("link", { name: /^Activity/ }).click();
  await page.getByLabel("Words").fill("remove folder");
  await expect(traces(page).first()).toContainText("How do I remove a folder?");
  await page.getByLabel("Status").selectOption("denied");
  await expect(page.getByText("Nothing matches these filters.")).toBeVisible();
  await button(page, "Clear filters").first().click();
  expect(await findings(page), "list").toEqual([]);

  await traces(page).getByRole("link", { name: "How do I remove a folder?" }).first().click();
  const tree = page.getByRole("tree", { name: "Waterfall" });
  await page.setViewportSize({ width: 1440, height: 4000 }); // only the rows in view are there
  for (const kind of [/^Request/, /^Agent/, /^Tool call/, /^Lines read/, /^Checking/, /^Claim/]) {
    await expect(tree.getByRole("treeitem", { name: kind }).first()).toBeAttached();
  }
  for (const id of ["trace_id", "run_id", "thread_id"]) {
    await expect(page.getByRole("button", { name: `Copy ${id}` })).toBeVisible();
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await tree
    .getByRole("treeitem", { name: /^Tool call.*docs_search/ })
    .first()
    .click();
  await expect(details(page)).toContainText("mcp.docs.docs_search");
  await expect(details(page).getByText("Granted")).toBeVisible();
  for (const id of ["span_id", "invocation_id", "task_id", "grant_id"]) {
    await expect(details(page).getByText(id, { exact: true }).first()).toBeVisible();
  }
  expect(await findings(page), "call").toEqual([]);
  await page.getByRole("link", { name: "Open the answer" }).first().click();
  await expect(page.getByRole("heading", { level: 2, name: /remove a folder/ })).toBeInViewport();
});

test("audit, network, charts and cases of a fresh Docent are honest about what there is", async ({
  page,
}) => {
  await openReady(page);
  await askThrough(page, "How do I add a folder?");
  await page.goto("/activity/audit");
  await expect(page.getByRole("region", { name: "Audit chain" })).toContainText(/unbroken/);
  const first = page.getByRole("table", { name: "Audit" }).locator("tbody > tr").first();
  await button(first, /^Details/).click();
  await first.getByRole("link", { name: "Open the trace" }).click();
  await expect(page.getByRole("tree", { name: "Waterfall" })).toBeVisible();
  await expect(details(page)).toBeVisible();

  await page.goto("/activity/network");
  await expect(page.getByText("Docent has opened no connection")).toBeVisible();
  await page.goto("/activity/charts");
  await expect(
    page.getByRole("figure", { name: "Answers", exact: true }).locator("b").first(),
  ).toHaveText(/^[1-9]/);
  await expect(page.getByRole("figure", { name: "Cost" })).toContainText("Nothing was measured");
  expect(await findings(page), "charts").toEqual([]);
});

test("a replay is the same on untouched files, and names what an edited page changed", async ({
  page,
}) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "docent-harbour-"));
  const file = path.join(folder, "crane.md");
  const text =
    "# Harbour\n\n## The old crane\n\nThe Brandskär crane lifts nine tonnes in calm weather.\n";
  writeFileSync(file, text);
  await saveFolders(page, (roots) => [...roots, { id: "harbour", label: "Harbour", path: folder }]);
  try {
    await openReady(page);
    await expect(page.getByText("1 file · updated")).toBeVisible();
    await askThrough(page, "How much does the Brandskär crane lift?");
    await expect(answer(page)).toContainText("nine tonnes");
    await page.getByRole("link", { name: "Replay" }).click();
    const replay = page.getByRole("region", { name: "Replay", exact: true });
    await button(replay, "Run replay").click();
    await expect(replay.getByRole("heading", { name: "The same" })).toBeVisible();
    expect(await findings(page), "same").toEqual([]);

    writeFileSync(file, text.replace("nine tonnes", "two tonnes"));
    await button(replay, "Run again").click();
    await expect(replay.getByRole("heading", { name: "Different" })).toBeVisible();
    await expect(replay.getByRole("region", { name: "Claims" })).toContainText("two tonnes");
    expect(await findings(page), "different").toEqual([]);

    await page.getByRole("link", { name: "Open the answer" }).click();
    await page.getByRole("button", { name: "No", exact: true }).click();
    await button(page, "Keep as a case").click();
    await expect(button(page, "Kept as a case")).toBeVisible();
    await page.goto("/activity/cases");
    await button(page, "Run 1 case").click();
    await expect(page.getByText("0 the same, 1 different")).toBeVisible();
    await button(page, "Kept as a case").click();
    await expect(page.getByText("No cases yet.")).toBeVisible();
  } finally {
    await saveFolders(page, (roots) => roots.filter((root) => root.id !== "harbour"));
    rmSync(folder, { recursive: true, force: true });
  }
});

test("is reached by its key and the palette, and Settings say what is kept", async ({ page }) => {
  await openReady(page, "/tasks");
  await page.keyboard.press("a");
  await expect(page.getByRole("heading", { level: 1, name: "Activity" })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");
  await page
    .getByPlaceholder("Type a command, a conversation or a question")
    .fill("activity network");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/activity\/network$/);
  await page.goto("/settings/memory#activity");
  const kept = page.getByRole("region", { name: "Activity and retention" });
  await expect(kept.getByRole("row", { name: /^Audit/ })).toContainText(/day/);
  await button(kept, "Compact now").click();
  await expect(kept.getByRole("status")).not.toBeEmpty();
  expect(await findings(page, "#main"), "settings").toEqual([]);
  await page.goto("/settings/about#telemetry");
  const developer = page.getByRole("region", { name: "For developers" });
  await expect(developer.getByText("off", { exact: true })).toBeVisible();
});

test("a task and each of its steps lead to their trace, and the trace back to the task", async ({
  page,
}) => {
  await openReady(page, "/tasks");
  await page.getByLabel("Type of task").selectOption("check_docs");
  await button(page, "Start").click();
  await expect(page.getByRole("status").getByText("Completed")).toBeVisible();
  await page.getByRole("link", { name: "Open the trace List the pages" }).click();
  await expect(details(page)).toContainText("List the pages");
  await page.getByRole("link", { name: "Open the task" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Check documents" })).toBeVisible();
});
