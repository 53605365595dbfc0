import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { answer, ask, expect, openReady, pane, saveFolders } from "./docent-page.ts";
import { test } from "./only-here.ts";

// A trace keeps a copy of thousands of rows for every look at the page, and the looking is what takes the time then.
test.use({ trace: "off" });

let folder: string;

/** 6,000 lines with CRLF; the one that answers stands at 3,001. */
test.beforeEach(async ({ page }) => {
  folder = mkdtempSync(path.join(os.tmpdir(), "docent-ledger-"));
  const lines = Array.from({ length: 3000 }, (_, i) =>
    i === 1500
      ? ["The Söderskär bell was cast by Ahlbom.", ""]
      : [`Entry ${i + 1} of the ledger.`, ""],
  ).flat();
  writeFileSync(path.join(folder, "ledger.md"), lines.join("\r\n"));
  await saveFolders(page, (roots) => [...roots, { id: "ledger", label: "Ledger", path: folder }]);
});
test.afterEach(async ({ page }) => {
  await saveFolders(page, (roots) => roots.filter((root) => root.id !== "ledger"));
  rmSync(folder, { recursive: true, force: true });
});

test("a long file opens at the cited line and can be read on in both directions", async ({
  page,
}) => {
  await openReady(page);
  await expect(page.getByText("1 file · updated")).toBeVisible();
  await ask(page, "Who cast the Söderskär bell?");
  await expect(answer(page)).toContainText("Ahlbom");
  await answer(page)
    .getByRole("link", { name: /^Source 1: / })
    .first()
    .click();
  for (const [view, within] of [
    ["Rendered", ".doc"],
    ["Raw", ".raw"],
  ] as const) {
    await pane(page).getByRole("button", { name: view }).click();
    await expect(
      pane(page).locator(`${within} [data-line='3001'][data-cited='true']`).first(),
    ).toBeInViewport();
  }
  const lines = pane(page).locator(".ln");
  const before = await lines.count();
  await pane(page).getByRole("button", { name: "Earlier lines" }).click();
  await expect.poll(() => lines.count()).toBeGreaterThan(before);
  const more = await lines.count();
  await pane(page).getByRole("button", { name: "Later lines" }).click();
  await expect.poll(() => lines.count()).toBeGreaterThan(more);
  const numbers = await lines.evaluateAll((rows) =>
    rows.map((row) => Number((row as HTMLElement).dataset.line)),
  );
  expect(numbers).toEqual(numbers.map((_, i) => (numbers[0] ?? 0) + i));
});
