import { AxeBuilder } from "@axe-core/playwright";
import { type Locator, type Page, expect as playwrightExpect } from "@playwright/test";

/** Patient: the tests may share two cores with a build. */
export const expect = playwrightExpect.configure({ timeout: 15_000 });

/** The page as a person meets it: found by the names that a screen reader says. */
export const box = (page: Page): Locator =>
  page.getByRole("textbox", { name: "Ask your documents" });
export const answer = (page: Page): Locator => page.getByRole("region", { name: "Answer" });
export const pane = (page: Page): Locator =>
  page.getByRole("complementary", { name: "Source preview" });

/** The dividers belong to no landmark; what else is good practice counts, beside WCAG. */
export const axe = (page: Page) => new AxeBuilder({ page }).exclude("[role='separator']").analyze();

export async function ask(page: Page, question: string): Promise<void> {
  await box(page).fill(question);
  await box(page).press("Enter");
}

/** Waits until the folders can be searched: a fresh server is still reading them. */
export async function openReady(page: Page, path = "/"): Promise<void> {
  await expect
    .poll(
      async () => {
        const health = await page.request.get("/api/health");
        return ((await health.json()) as { index: { state: string } }).index.state;
      },
      { timeout: 30_000 },
    )
    .toBe("ready");
  await page.goto(path);
}

/** The lines that the open source marks, as numbers beside the text. */
export async function markedLines(page: Page): Promise<number[]> {
  const marked = pane(page).locator("[data-line][data-cited='true']");
  await expect(marked.first()).toBeVisible();
  return marked.evaluateAll((elements) =>
    elements.map((element) => Number((element as HTMLElement).dataset.line)),
  );
}

/** "…lines 5-11, verified" in a chip's name. */
export async function linesOf(chip: Locator): Promise<{ from: number; to: number }> {
  const name = (await chip.getAttribute("aria-label")) ?? "";
  const match = /(\d+)-(\d+)/.exec(name);
  return { from: Number(match?.[1]), to: Number(match?.[2]) };
}

type ConfigBody = {
  etag: string;
  config: { doc_access: { roots: { id: string; label: string; path: string }[] } };
};
export type FolderConfig = ConfigBody["config"]["doc_access"]["roots"][number];

/** Changes the list of folders behind the page's back, as another window would. */
export async function saveFolders(
  page: Page,
  change: (roots: FolderConfig[]) => FolderConfig[],
): Promise<void> {
  const { config, etag } = (await (await page.request.get("/api/config")).json()) as ConfigBody;
  const roots = change(config.doc_access.roots);
  const saved = await page.request.put("/api/config", {
    headers: { "if-match": etag },
    data: { ...config, doc_access: { ...config.doc_access, roots } },
  });
  expect(saved.ok()).toBe(true);
}
