import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, openReady, pane, saveFolders } from "./docent-page.ts";
import { test } from "./only-here.ts";

// A trace copies the whole page at every look; here the page is as large as it may be.
test.use({ trace: "off" });

/** What takes a page seconds or minutes to lay out, below one sentence that answers. */
const bodies: Record<string, string> = {
  bracket: "[".repeat(100_000),
  backslash: "\\".repeat(500_000),
  accent: `a${"\u0301".repeat(200_000)}`,
  table: ["|a", "|-", "|b", "|c", "|d"].map((cell) => `${cell.repeat(9000)}|`).join("\n"),
  nesting: `${"> - 1. ".repeat(90)}deep\n`.repeat(200),
  longline: "word ".repeat(200_000),
};
const mostElements = 40_000;
let folder: string;

test.beforeEach(async ({ page }) => {
  folder = mkdtempSync(path.join(os.tmpdir(), "docent-slow-"));
  for (const [name, body] of Object.entries(bodies)) {
    writeFileSync(
      path.join(folder, `${name}.md`),
      `# Quarry\n\nThe Lisma ${name} quarry yields granite.\n\n${body}\n`,
    );
  }
  await saveFolders(page, (roots) => [...roots, { id: "slow", label: "Slow", path: folder }]);
});
test.afterEach(async ({ page }) => {
  await saveFolders(page, (roots) => roots.filter((root) => root.id !== "slow"));
  rmSync(folder, { recursive: true, force: true });
});

test("S29: a file that is slow to lay out is shown as it is written, and the page stays awake", async ({
  page,
}) => {
  test.slow();
  await openReady(page);
  await page.addInitScript(watchSleep);
  for (const name of Object.keys(bodies)) {
    const asked = await page.request.post("/api/ask", {
      data: { question: `What does the Lisma ${name} quarry yield?`, roots: ["slow"] },
    });
    const { thread_id, status } = await asked.json();
    expect([name, status]).toEqual([name, "answered"]);
    await page.goto(`/t/${thread_id}?src=1`);
    await expect(pane(page).locator("[data-line='3'][data-cited='true']").first()).toBeVisible();
    const raw = pane(page).getByRole("button", { name: "Raw" });
    if (await raw.isVisible()) await raw.click();
    else await expect(pane(page)).toContainText("too large or too complex to render");
    await expect(pane(page).locator(".ln[data-line='3']")).toBeVisible();
    const { elements, longest, asleep } = await page.evaluate(() => ({
      elements: document.querySelectorAll("*").length,
      longest: Math.max(
        ...[
          ...document.querySelectorAll(
            ".source .raw span:not(:has(*)), .source .doc *:not(:has(*))",
          ),
        ].map((leaf) => leaf.textContent?.length ?? 0),
      ),
      // Written by `watchSleep`.
      asleep: (window as unknown as { asleepMs: number }).asleepMs,
    }));
    test.info().annotations.push({ type: "longest sleep", description: `${name} ${asleep} ms` });
    expect([name, elements]).toEqual([name, Math.min(elements, mostElements)]);
    expect([name, longest]).toEqual([name, Math.min(longest, 10_000)]);
    await pane(page).getByRole("button", { name: "Close the source" }).click();
    await expect(pane(page)).toHaveCount(0);
  }
});

/** The longest time the page did not come to its own timer; for the reader of a report, not judged. */
function watchSleep(): void {
  const kept = window as unknown as { asleepMs: number };
  kept.asleepMs = 0;
  let last = performance.now();
  setInterval(() => {
    const now = performance.now();
    kept.asleepMs = Math.max(kept.asleepMs, Math.round(now - last - 20));
    last = now;
  }, 20);
}
