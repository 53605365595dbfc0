import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Locator } from "@playwright/test";
import {
  answer,
  askThrough,
  expect,
  findings,
  fitsWidth,
  openReady,
  saveFolders,
} from "./docent-page.ts";
import { test } from "./only-here.ts";

/** A folder with a name as people give them, in one that is found by browsing. */
let above: string;
let folder: string;
test.beforeEach(() => {
  above = mkdtempSync(path.join(os.tmpdir(), "docent-minutes-"));
  folder = path.join(above, "Töpferei 📚 書");
  mkdirSync(folder);
  const cones = Array.from({ length: 80 }, (_, i) => `Cone ${i}`);
  const programs = Array.from({ length: 40 }, (_, i) => `| Program ${i + 1} | ${i + 1} hours |`);
  const files = {
    "clay.md": "# Clay\n\n## Storing the clay\n\nRaw clay is stored in the cellar.\n",
    "programs.md": `# Firing programs\n\n## How long are the firing programs?\n\nThe firing programs are this long:\n\n| Program | Length |\n| --- | --- |\n${programs.join("\n")}\n`,
    "glazes.md": `# Glazes\n\n## Which cones does each glaze need?\n\nThe cones of each glaze:\n\n| Glaze | ${cones.join(" | ")} |\n|${"---|".repeat(81)}\n| Celadon | ${cones.map(() => "x").join(" | ")} |\n`,
    "controller.md": `# Controller\n\n## How do I flash the controller?\n\nTo flash the controller, run:\n\n\`\`\`sh\nflash ${"x".repeat(20_000)}\n\`\`\`\n`,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
});
test.afterEach(async ({ page }) => {
  await saveFolders(page, (roots) => roots.filter((root) => !root.path.startsWith(above)));
  rmSync(above, { recursive: true, force: true });
});

for (const [locale, words] of [
  ["en-US", { path: "Folder path", browse: "Browse", add: "Add folder", up: "Up one level" }],
  ["zh-CN", { path: "文件夹路径", browse: "浏览", add: "添加文件夹", up: "上一级" }],
] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test("a folder is found by browsing, added, and answers what it offers", async ({ page }) => {
      await openReady(page);
      const field = page.getByRole("textbox", { name: words.path });
      await expect(field).toHaveAttribute("placeholder", /notes$/);
      await field.fill(above);
      await page.getByRole("button", { name: words.browse }).click();
      await page.getByRole("button", { name: path.basename(folder) }).click();
      await expect(field).toHaveValue(`${folder}/`);
      await expect(page.getByRole("button", { name: words.up })).toBeFocused();
      expect(await findings(page)).toEqual([]);
      await page.getByRole("button", { name: words.add, exact: true }).click();
      await expect(page.getByText(folder, { exact: true })).toBeVisible();
      await expect(field).toHaveCount(0);
    });
  });
}

test("a path is dropped, with its quotes or as an address, and the questions of its headings are offered", async ({
  page,
}) => {
  await openReady(page);
  const field = page.getByRole("textbox", { name: "Folder path" });
  await field.evaluate((input, dropped) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.setData("text/plain", dropped);
    const bubbles = { bubbles: true, cancelable: true, dataTransfer };
    input.dispatchEvent(new DragEvent("drop", bubbles));
  }, pathToFileURL(folder).href);
  await expect(field).toHaveValue(folder);
  await page.getByRole("button", { name: "Add folder" }).click();
  const offered = page.getByRole("list", { name: "Try asking" }).getByRole("button");
  await expect(offered.filter({ hasText: "How do I flash the controller?" })).toBeVisible();
  await expect(offered.filter({ hasText: "How do I store the clay?" })).toBeVisible();
  await expect(offered.filter({ hasText: "folders" })).toHaveCount(0);
  await offered.filter({ hasText: "How do I store the clay?" }).click();
  await expect(answer(page)).toContainText("Raw clay is stored in the cellar");
});

test("names as long as a name can be, turned or with signs of any kind keep the page in shape", async ({
  page,
}) => {
  const names = ["n".repeat(255), "\u202eabc שלום", "📚".repeat(60)];
  for (const name of names) mkdirSync(path.join(above, name));
  await openReady(page);
  const field = page.getByRole("textbox", { name: "Folder path" });
  const shown = page.getByRole("region", { name: "Folders" }).getByRole("listitem");
  for (const [i, name] of names.entries()) {
    if (i > 0) await page.getByRole("button", { name: "Add a folder" }).click();
    await field.fill(path.join(above, name));
    await page.getByRole("button", { name: "Add folder" }).click();
    await expect(shown).toHaveCount(i + 2);
  }
  const scopes = page.getByRole("group", { name: "Folders to search" });
  await scopes.getByRole("button", { name: /^\d of 4 folders$/ }).click();
  const chips = scopes.locator(".scope");
  await expect(chips).toHaveCount(4);
  const sides = (within: Locator) =>
    within.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
  await expect(async () => {
    const [form] = await sides(page.locator("form.box"));
    for (const { right } of await sides(chips)) expect(right).toBeLessThan(form?.right ?? 0);
  }).toPass();
  await page.getByRole("link", { name: "Settings" }).click();
  const table = page.getByRole("table").first();
  await expect(table.getByRole("row")).toHaveCount(5);
  const pages = page.getByRole("navigation", { name: "Settings pages" });
  await expect(async () => {
    const [[left], [right]] = [await sides(pages), await sides(table)];
    expect(left?.right).toBeLessThanOrEqual(right?.left ?? 0);
    expect(right?.right).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
  }).toPass();
});

test("tables and code of any size stay within the page, with their chip in view", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openReady(page);
  await saveFolders(page, (roots) => [...roots, { id: "pots", label: "Pots", path: folder }]);
  await openReady(page);
  const within = async () => {
    await fitsWidth(page);
    await expect(answer(page).getByRole("link", { name: /^Source 1: / })).toHaveCount(1);
    await expect(answer(page).getByRole("link", { name: /^Source 1: / })).toBeInViewport();
    expect(await findings(page, ".turn")).toEqual([]);
  };
  await askThrough(page, "Which cones does each glaze need?");
  await expect(answer(page).getByRole("table")).toBeVisible();
  await within();
  await page.goto("/");
  await askThrough(page, "How do I flash the controller?");
  await expect(answer(page)).toContainText("xxx");
  await within();
  await page.goto("/");
  await askThrough(page, "How long are the firing programs?");
  const rows = answer(page).getByRole("row");
  await expect(answer(page)).toContainText(/\d+ more rows in the source/);
  expect(await rows.count()).toBeLessThan(20);
  const card = page.getByRole("region", { name: "Sources" }).getByRole("article").first();
  await expect(card.getByRole("columnheader", { name: "Length" })).toBeVisible();
});

test("a long conversation opens with its latest questions, and the others come where one was reading", async ({
  page,
}) => {
  await openReady(page);
  const ask = async (thread_id?: string) => {
    const data = { question: "Hello", ...(thread_id === undefined ? {} : { thread_id }) };
    const answered = await page.request.post("/api/ask", { data });
    return (await answered.json()) as { thread_id: string; run_id: string };
  };
  const { thread_id, run_id } = await ask();
  for (let i = 1; i < 43; i += 1) await ask(thread_id);
  await page.goto(`/t/${thread_id}`);
  const turns = page.locator("article.turn");
  await expect(turns).toHaveCount(40);
  const first = turns.first();
  await expect(first).toHaveAttribute("data-number", "4");
  await page.getByRole("button", { name: "Show 3 earlier questions" }).click();
  await expect(turns).toHaveCount(43);
  await expect(page.locator("article[data-number='4']")).toBeInViewport();
  expect(await findings(page)).toEqual([]);
  // A question that is named by its run is among them at once.
  await page.goto(`/t/${thread_id}?run=${run_id}`);
  await expect(turns).toHaveCount(43);
  await expect(first).toBeInViewport();
});
