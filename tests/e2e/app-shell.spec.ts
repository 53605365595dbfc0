import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import {
  answer,
  ask,
  box,
  expect,
  type FolderConfig,
  findings,
  openReady,
  pane,
  saveFolders,
} from "./docent-page.ts";
import { test } from "./only-here.ts";

type Root = { id: string; label: string; state: string; files: number; files_known: number };

test("each state of the folders has a screen of its own with one thing to do, without a finding", async ({
  page,
}) => {
  await openReady(page);
  const scenes: [name: string, seen: string, act: string, change: (root: Root) => object[]][] = [
    ["none", "No folder yet", "Add folder", () => []],
    [
      "away",
      "“Notes” can’t be read",
      "Check again",
      (root) => [
        { ...root, label: "Notes", state: "unhealthy", rule: "unreadable", reason: "missing" },
      ],
    ],
    ["paused", "Your folders are paused", "Resume all", (root) => [{ ...root, state: "paused" }]],
    [
      "being read",
      "412 of 1,148 files read. You can ask now",
      "Send",
      (root) => [{ ...root, state: "building", files: 412, files_known: 1148 }],
    ],
  ];
  for (const [name, seen, act, change] of scenes) {
    await page.route("**/api/config", async (route) => {
      const response = await route.fetch();
      const document = (await response.json()) as { roots: Root[] };
      const [root] = document.roots;
      if (root === undefined) throw new Error("the handbook is a folder");
      await route.fulfill({ response, json: { ...document, roots: change(root) } });
    });
    await page.goto("/");
    await expect(page.getByText(seen), name).toBeVisible();
    await expect(page.getByRole("button", { name: act }), name).toBeVisible();
    await expect(box(page), name).toHaveCount(act === "Send" ? 1 : 0);
    expect(await findings(page), name).toEqual([]);
    await page.unrouteAll({ behavior: "wait" });
  }
});

test.describe("the first folder", () => {
  let folder: string;
  let kept: FolderConfig[] = [];
  test.beforeEach(async ({ page }) => {
    folder = mkdtempSync(path.join(os.tmpdir(), "docent-first-"));
    writeFileSync(path.join(folder, "bells.md"), "# Bells\n\nThe small bell was cast in 1702.\n");
    await saveFolders(page, (roots) => {
      kept = roots;
      return [];
    });
  });
  test.afterEach(async ({ page }) => {
    await saveFolders(page, () => kept);
    rmSync(folder, { recursive: true, force: true });
  });

  test("is added on the first screen; once it vanishes that is said, and one look finds it again", async ({
    page,
  }) => {
    await page.goto("/");
    await page.getByRole("textbox", { name: "Folder path" }).fill(folder);
    await page.getByRole("button", { name: "Add folder" }).click();
    await expect(page.getByText("1 file · updated")).toBeVisible();
    rmSync(folder, { recursive: true });
    await page.reload();
    await expect(page.getByRole("heading", { name: /can’t be read$/ })).toBeVisible();
    await expect(page.getByText("is missing: put it back")).toBeVisible();
    mkdirSync(folder);
    writeFileSync(path.join(folder, "bells.md"), "# Bells\n\nThe big bell was sold in 1811.\n");
    await page.getByRole("button", { name: "Check again" }).click();
    await expect(page.getByText("1 file · updated")).toBeVisible();
    await ask(page, "When was the big bell sold?");
    await expect(answer(page)).toContainText("1811");
  });
});

test("beside the handbook alone a folder is added where one asks, and its titles are offered", async ({
  page,
}) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "docent-own-"));
  writeFileSync(path.join(folder, "bells.md"), "# Bells\n\nThe small bell was cast in 1702.\n");
  try {
    await openReady(page);
    await expect(page.getByRole("heading", { name: "Add your own notes" })).toBeVisible();
    const field = page.getByRole("textbox", { name: "Folder path" });
    await field.fill(folder);
    await field.press("Enter");
    await expect(page.getByRole("region", { name: /^Preview of/ })).toContainText("bells.md");
    await field.press("Enter");
    await expect(page.getByText("1 file · updated")).toBeVisible();
    await expect(box(page)).toBeFocused();
    await expect(page.getByRole("button", { name: /^Bells ?, from bells\.md$/ })).toBeVisible();
  } finally {
    await saveFolders(page, (roots) => roots.filter((root) => root.path !== folder));
    rmSync(folder, { recursive: true, force: true });
  }
});

test("a server that hangs is told like one that is gone, and what is typed stays", async ({
  page,
}) => {
  await openReady(page);
  await expect(page.getByRole("region", { name: "Folders" })).toBeVisible();
  await page.route("**/api/**", () => undefined);
  await ask(page, "How do I add a folder?");
  const gone = page.getByRole("alert").filter({ hasText: "Can’t reach Docent" });
  await expect(gone).toBeVisible();
  await box(page).fill("And how do I remove it?");
  expect(await findings(page)).toEqual([]);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await expect(gone).toHaveCount(0);
  await expect(box(page)).toHaveValue("And how do I remove it?");
});

test("the MCP server is started again from Settings", async ({ page }) => {
  await openReady(page, "/settings/servers");
  const servers = page.getByRole("region", { name: "MCP servers" });
  await servers.getByRole("button", { name: /^\d+ tools$/ }).click();
  await expect(servers.getByText("docs_search")).toBeVisible();
  await servers.getByRole("button", { name: "Restart docs" }).click();
  await expect(servers.getByText("docs restarted.")).toBeVisible();
  await page.goto("/");
  await ask(page, "How do I pause a folder?");
  await expect(answer(page)).toBeVisible();
});

test("thousands of conversations are a list of a few rows, to its very end", async ({ page }) => {
  const all = Array.from({ length: 3000 }, (_, i) => ({
    id: `t${i}`,
    title: `Question ${i}`,
    created_at: "2026-01-01T00:00:00.000Z",
    updated_at: "2026-01-01T00:00:00.000Z",
    turns: 1,
    last_status: "answered",
  }));
  await page.route(/\/api\/threads(\?|$)/, (route) => {
    const asked = new URL(route.request().url()).searchParams;
    const from = Number(asked.get("cursor") ?? 0);
    const to = from + Number(asked.get("limit"));
    const more = to < all.length ? { next_cursor: String(to) } : {};
    return route.fulfill({ json: { threads: all.slice(from, to), total: all.length, ...more } });
  });
  await openReady(page);
  const list = page.getByRole("navigation", { name: "Conversations" });
  const rows = list.getByRole("link");
  await expect(rows.first()).toHaveText(/Question 0/);
  const last = list.getByRole("link", { name: /^Question 2999/ });
  await expect
    .poll(
      async () => {
        await list.locator(".scroll").evaluate((scroller) => {
          scroller.scrollTop = scroller.scrollHeight;
        });
        return last.count();
      },
      { intervals: [20] },
    )
    .toBe(1);
  expect(await rows.count()).toBeLessThan(120);
  await last.focus();
  await list.locator(".scroll").evaluate((scroller) => {
    scroller.scrollTop = 0;
  });
  await expect(list.getByRole("link", { name: /^Question 0\b/ })).toBeVisible();
  await expect(last).toBeFocused();
});

test("what is typed before the page listens is there once it does, and can be asked", async ({
  page,
}) => {
  await page.addInitScript(() => {
    new MutationObserver((_, watcher) => {
      const box = document.querySelector("textarea");
      if (box === null) return;
      watcher.disconnect();
      box.value = "How do I add a folder?";
    }).observe(document, { childList: true, subtree: true });
  });
  await openReady(page);
  await expect(page.getByRole("region", { name: "Folders" })).toBeVisible();
  await expect(box(page)).toHaveValue("How do I add a folder?");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(answer(page)).toContainText("Folder path");
});

test("a pane that is folded as soon as the page listens hands the focus on", async ({ page }) => {
  // It asks for its width when all of it is drawn, and has other first steps to take after that.
  await page.addInitScript(() => {
    const widthOf = window.matchMedia.bind(window);
    window.matchMedia = (query) => {
      window.matchMedia = widthOf;
      const fold = document.getElementById("fold-side");
      fold?.focus();
      fold?.click();
      return widthOf(query);
    };
  });
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Show sidebar" })).toBeFocused();
});

test("the focus is never lost: folding, dialogs, the palette, the source, a new question", async ({
  page,
}) => {
  await openReady(page);
  const focused = () =>
    page.evaluate(
      () => document.activeElement !== null && document.activeElement !== document.body,
    );
  const act = async (what: string, by: () => Promise<unknown>) => {
    await by();
    await expect.poll(focused, { message: what }).toBe(true);
  };
  const press = (key: string) => () => page.keyboard.press(key);
  const enter = (name: string) => async () => {
    await page.getByRole("button", { name }).first().focus();
    await page.keyboard.press("Enter");
  };
  await act("fold", enter("Collapse sidebar"));
  await expect(page.getByRole("button", { name: "Show sidebar" })).toBeFocused();
  await page.reload();
  await expect(page.getByRole("button", { name: "Show sidebar" })).toBeVisible();
  await act("unfold", enter("Show sidebar"));
  const side = page.getByRole("complementary", { name: "Conversations and settings" });
  const width = async () => Math.round((await side.boundingBox())?.width ?? 0);
  await page.getByRole("separator", { name: "Sidebar width" }).focus();
  const divider = page.getByRole("separator", { name: "Sidebar width" });
  for (const [key, value] of [
    ["End", "416"],
    ["Home", "192"],
  ] as const) {
    await page.keyboard.press(key);
    await expect(divider).toHaveAttribute("aria-valuenow", value);
  }
  await page.keyboard.press("ArrowRight");
  await expect.poll(width).toBe(208);
  await expect(divider).toHaveAttribute("aria-valuenow", "208");
  const wider = await width();
  await page.reload();
  await expect(side).toBeVisible();
  await expect.poll(width).toBe(wider);
  await page.getByRole("button", { name: "Collapse sidebar" }).focus();
  await expect(page.getByRole("button", { name: "Collapse sidebar" })).toBeFocused();

  await act("to the box", press("/"));
  await expect(box(page)).toBeFocused();
  await page.keyboard.type("How do I add a folder?");
  await act("ask", press("Enter"));
  await expect(page.locator("article.turn")).toHaveAttribute("aria-busy", "false");
  const chip = answer(page)
    .getByRole("link", { name: /^Source 1: / })
    .first();
  await chip.focus();
  await expect(page.locator(".peek")).toBeVisible();
  await act("open the source", press("Enter"));
  await expect(pane(page).locator("[data-cited='true']").first()).toBeVisible();
  await expect(page.locator(".peek")).toHaveCount(0);
  await act("close the source", press("Escape"));
  await expect(chip).toBeFocused();

  await act("open the palette", press("Control+k"));
  await expect(page.getByRole("dialog")).toBeVisible();
  await act("close the palette", press("Escape"));
  await expect(chip).toBeFocused();
  await act("open the shortcuts", press("?"));
  await expect(page.getByRole("dialog")).toBeVisible();
  await act("close the shortcuts", press("Escape"));
  await expect(chip).toBeFocused();

  await act("ask from the palette", async () => {
    await page.keyboard.press("Control+k");
    await page.keyboard.type("How do I pause a folder?");
    await page.keyboard.press("Enter");
    await expect(
      page.getByRole("heading", { level: 2, name: "How do I pause a folder?" }),
    ).toBeVisible();
  });
  await expect(page.locator("article.turn")).toHaveAttribute("aria-busy", "false");
  await act("ask to rename", enter("Rename conversation"));
  await act("leave it", press("Escape"));
  await act("ask to delete", enter("Delete conversation"));
  await act("delete", async () => {
    await page.getByRole("button", { name: "Delete", exact: true }).focus();
    await page.keyboard.press("Enter");
  });
  await expect(page.getByRole("heading", { level: 1, name: "Ask your documents" })).toBeVisible();
  await expect(box(page)).toBeFocused();
});
