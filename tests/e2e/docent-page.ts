import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Locator, type Page } from "@playwright/test";

export { expect };

/** The page as a person meets it: found by the names that a screen reader says. */
export const box = (page: Page): Locator =>
  page.getByRole("textbox", { name: "Ask your documents" });
export const answer = (page: Page): Locator => page.getByRole("region", { name: "Answer" });
export const pane = (page: Page): Locator =>
  page.getByRole("complementary", { name: "Source preview" });

const judged = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** What a theme can change; all else about a state is the same in both. */
const ofColours = ["color-contrast", "link-in-text-block"];
/** They belong to no landmark, which good practice would like; WCAG judges them like everything else. */
const apart = ".peek, [role='separator']";

/** Rules that axe holds to be experimental, and therefore runs only where they are asked for. */
const alsoJudged = { "label-content-name-mismatch": { enabled: true } };

/** In the page itself: the other way, for frames of other origins, opens one more page for each look. */
export function axe(page: Page, within: string): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode().options({ rules: alsoJudged }).include(within);
}

/** What axe finds in what the page shows now, in the light theme and in the dark one: WCAG 2.2 AA and good practice. */
export async function findings(page: Page, within = "html"): Promise<string[]> {
  // Next brings a page's title a moment after what it shows.
  await expect(page).toHaveTitle(/\S/);
  // Without motion, or a colour on its way from one theme to the other would be judged.
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  const light = await axe(page, within).withTags(judged).analyze();
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  const dark = await axe(page, within).withRules(ofColours).analyze();
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  const found: string[] = [];
  for (const { id, tags, nodes } of [...light.violations, ...dark.violations]) {
    for (const { html, target } of nodes) {
      const own = tags.includes("best-practice") ? page.locator(String(target[0])) : undefined;
      const excused = await own?.evaluate((element, within) => element.closest(within), apart);
      if (excused === undefined || excused === null) found.push(`${id}: ${html}`);
    }
  }
  return found;
}

export async function ask(page: Page, question: string): Promise<void> {
  await box(page).fill(question);
  await box(page).press("Enter");
}

/** Asks, and waits until nothing of the answer is still on its way: from then on nothing in it moves. */
export async function askThrough(page: Page, question: string): Promise<void> {
  await ask(page, question);
  await expect(page.getByRole("button", { name: "Ask again" })).toBeVisible();
}

/** Waits until the folders can be searched: a fresh server is still reading them. */
export async function openReady(page: Page, path = "/"): Promise<void> {
  await expect
    .poll(async () => {
      const health = await page.request.get("/api/health");
      return ((await health.json()) as { index: { state: string } }).index.state;
    })
    .toBe("ready");
  await page.goto(path);
}

/** What a button copies, which takes it a moment. */
export async function copiedBy(button: Locator): Promise<string> {
  const page = button.page();
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await button.click();
  const read = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(read).not.toBe("");
  return read();
}

/** The cited lines of the open source, by their name. */
export const citedLines = (page: Page) =>
  pane(page).getByRole("region", { name: /^Cited lines? \d/ });

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
