import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Locator, type Page } from "@playwright/test";
import type { Config } from "#lib/contracts/config";

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
const axe = (page: Page, within: string): AxeBuilder =>
  new AxeBuilder({ page }).setLegacyMode().options({ rules: alsoJudged }).include(within);

/** What axe finds in what the page shows now, in the light theme and in the dark one: WCAG 2.2 AA and good practice. */
export async function findings(page: Page, within = "html"): Promise<string[]> {
  // Next brings a page's title a moment after what it shows.
  await expect(page).toHaveTitle(/\S/);
  // Without motion, or a colour on its way from one theme to the other would be judged.
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  const light = await lasting(page, within, (axe) => axe.withTags(judged));
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  const dark = await lasting(page, within, (axe) => axe.withRules(ofColours));
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  return [...light, ...dark];
}

type Finding = { id: string; target: string; html: string };

/**
 * A look can fall into the moment in which a part of the page comes, goes or takes the place of another. So it begins once
 * there is something to look at, and what it finds has to be there at the next look too.
 */
async function lasting(
  page: Page,
  within: string,
  judge: (axe: AxeBuilder) => AxeBuilder,
): Promise<string[]> {
  const nameOf = ({ id, target }: Finding) => `${id} ${target}`;
  let before: string[] | undefined;
  let found: Finding[] = [];
  await expect(async () => {
    await expect(page.locator(within).first()).toBeVisible();
    found = await look(page, judge(axe(page, within)));
    const names = found.map(nameOf);
    const last = before;
    before = names;
    if (names.length > 0) expect(names).toEqual(last);
  }).toPass();
  return found.map(({ id, html }) => `${id}: ${html}`);
}

async function look(page: Page, axe: AxeBuilder): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const { id, tags, nodes } of (await axe.analyze()).violations) {
    for (const { html, target } of nodes) {
      const of = { selector: String(target[0]), apart };
      const excused =
        tags.includes("best-practice") &&
        (await page.evaluate(
          ({ selector, apart }) => document.querySelector(selector)?.closest(apart) != null,
          of,
        ));
      if (!excused) found.push({ id, target: of.selector, html });
    }
  }
  return found;
}

export async function ask(page: Page, question: string): Promise<void> {
  await box(page).fill(question);
  await box(page).press("Enter");
}

/** Asks, and waits until all of the answer is there: from then on nothing in it moves. */
export async function askThrough(page: Page, question: string): Promise<void> {
  const turns = page.locator("article.turn");
  const before = await turns.count();
  await ask(page, question);
  await expect(turns).toHaveCount(before + 1);
  await expect(turns.last()).toHaveAttribute("aria-busy", "false");
}

/** Waits until the folders, as they are in the settings, can be searched: a fresh server is still reading them. */
export async function openReady(page: Page, path = "/"): Promise<void> {
  await expect
    .poll(async () => {
      const index = await page.request.get("/api/index");
      return ((await index.json()) as { state?: string }).state;
    })
    .toBe("ready");
  await page.goto(path);
}

/** Opens the panel of tools where it is not open yet; a dialog above it is let go first. */
export async function openKit(page: Page): Promise<Locator> {
  const name = "Tools and skills";
  const button = page.getByRole("button", { name, exact: true });
  await expect(button).toBeVisible();
  if ((await button.getAttribute("aria-expanded")) === "false") await button.click();
  const panel = page.getByRole("region", { name });
  await expect(panel).toBeVisible();
  return panel;
}

/** Nothing is wider than the page, once it is laid out for its width. */
export async function fitsWidth(page: Page, what?: string): Promise<void> {
  const over = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  await expect.poll(over, what === undefined ? {} : { message: what }).toBeLessThanOrEqual(0);
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

type ConfigBody = { etag: string; config: Config };
export type FolderConfig = Config["doc_access"]["roots"][number];

/** Changes the settings behind the page's back, as another window would, and anew where somebody saved at the same moment. */
export async function saveSettings(page: Page, change: (config: Config) => object): Promise<void> {
  for (;;) {
    const { config, etag } = (await (await page.request.get("/api/config")).json()) as ConfigBody;
    const saved = await page.request.put("/api/config", {
      headers: { "if-match": etag },
      data: change(config),
    });
    if (saved.status() === 412) continue;
    expect(saved.status(), await saved.text()).toBe(200);
    return;
  }
}

/** Changes the list of folders in the same way. */
export const saveFolders = (
  page: Page,
  change: (roots: FolderConfig[]) => FolderConfig[],
): Promise<void> =>
  saveSettings(page, (config) => ({
    ...config,
    doc_access: { ...config.doc_access, roots: change(config.doc_access.roots) },
  }));
