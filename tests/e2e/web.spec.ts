import path from "node:path";
import type { Page } from "@playwright/test";
import { Config } from "../../lib/contracts/config.ts";
import { systemClock } from "../../lib/platform/clock.ts";
import { createSavedPages } from "../../lib/tools/providers/web/saved-pages.ts";
import { own } from "../../scripts/test/own-server.ts";
import {
  answer,
  ask,
  box,
  expect,
  findings,
  fitsWidth,
  openReady,
  saveSettings,
} from "./docent-page.ts";
import { test } from "./only-here.ts";

/**
 * The web as the page shows it. Nothing here reaches any host: the search is refused by the person, and saved pages lie in the
 * state folder as the tools leave them.
 */
const pictures = process.env.DOCENT_WEB_PICTURES;
async function picture(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return;
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.screenshot({ path: `${pictures}/${name}-${width}-${colorScheme}.png` });
    }
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

/** On a phone nothing is wider than the page. */
async function fitsNarrow(page: Page, what: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 900 });
  await fitsWidth(page, what);
  await page.setViewportSize({ width: 1280, height: 720 });
}

const saved = createSavedPages({
  folder: path.join(own.home, "web"),
  limits: () => Config.parse({}).web,
  cited: async () => new Set(),
  clock: systemClock,
});
const url = "https://docs.example.org/halcyon";
const pageOf = (markdown: string, fetched_at: string) => ({
  ...{ title: "Halcyon relay", url, final_url: url, fetched_at, sha256: "0".repeat(64) },
  ...{ byline: null, published: null, markdown },
});
const first =
  "# Halcyon relay\n\nThe Halcyon relay listens on port 4711 unless it is told otherwise.";

const setWeb = (page: Page, web: object): Promise<void> =>
  saveSettings(page, (config) => ({ ...config, web: { ...config.web, ...web } }));

test.afterEach(async ({ page }) => {
  await setWeb(page, { search_backend: null, allow_hosts: [] });
});
test.afterAll(() => saved.forgetAll());

test("the switch is there once a search is, is off for every question, and asks before anything leaves", async ({
  page,
}) => {
  await openReady(page);
  const web = page.getByRole("button", { name: "Search the web too" });
  await expect(box(page)).toBeVisible();
  await expect(web).toHaveCount(0);
  await setWeb(page, { search_backend: "ddg_html" });
  await page.reload();
  await expect(web).toHaveAttribute("aria-pressed", "false");
  await web.click();
  await expect(web).toHaveAttribute("aria-pressed", "true");
  expect(await findings(page), "first screen").toEqual([]);
  await fitsNarrow(page, "switch");
  await picture(page, "switch");

  await ask(page, "How do I add a folder?");
  const refuse = page.getByRole("button", { name: "Refuse" }).first();
  await expect(refuse).toBeVisible();
  await expect(page.getByText("html.duckduckgo.com").first()).toBeVisible();
  await picture(page, "approval");
  await refuse.click();
  await expect(page.getByText(/The web was not searched/)).toBeVisible();
  await expect(
    answer(page)
      .getByRole("link", { name: /^Source 1: / })
      .first(),
  ).toBeVisible();
  await expect(web).toHaveAttribute("aria-pressed", "false");
  expect(await findings(page), "answer").toEqual([]);
});

for (const locale of ["en-US", "zh-CN"] as const) {
  const zh = locale === "zh-CN";
  test.describe(locale, () => {
    test.use({ locale });

    test("a saved page is a source with its host, and fetching it again shows what changed", async ({
      page,
    }) => {
      await saved.save(pageOf(first, "2026-11-24T10:12:00.000Z"));
      await openReady(page);
      const question = "Which port does the Halcyon relay listen on?";
      type Told = {
        thread_id: string;
        status: string;
        claims: { text: string }[];
        citations: { relative_path: string }[];
      };
      const asking = async () => {
        const data = { question, roots: ["web"] };
        return (await (await page.request.post("/api/ask", { data })).json()) as Told;
      };
      // The index may still hold the page as another test left it.
      await expect.poll(async () => (await asking()).claims[0]?.text).toContain("4711");
      const told = await asking();
      await page.goto(`/t/${told.thread_id}`);
      const link = page.locator(".page-origin a").first();
      await expect(link).toHaveAttribute("rel", "noopener noreferrer");
      await expect(link).toHaveAttribute("href", url);
      await expect(page.locator(".page-origin").first()).toContainText(zh ? "保存自" : "saved");
      expect(await findings(page), "card").toEqual([]);
      await fitsNarrow(page, "card");
      await picture(page, `card-${locale}`);
      await page.locator("article.source-card a.open").first().click();
      const source = page.locator("aside.source");
      await expect(source.locator("[data-cited='true']").first()).toBeVisible();
      const again = source.getByRole("button", { name: zh ? /重新获取/ : /Fetch again from/ });
      await expect(again).toBeVisible();
      expect(await findings(page, ".source"), "source").toEqual([]);
      await picture(page, `source-${locale}`);

      // What the server would answer for a page that says otherwise now; the file is as its tool leaves it then.
      await page.route("**/api/web/fetch-again", async (route) => {
        await saved.save(pageOf(first.replace("4711", "4712"), "2026-11-28T08:00:00.000Z"));
        await route.fulfill({
          json: {
            ...{ state: "changed", url, truncated: false },
            relative_path: told.citations[0]?.relative_path,
            fetched_at: "2026-11-28T08:00:00.000Z",
            earlier_fetched_at: "2026-11-24T10:12:00.000Z",
          },
        });
      });
      await again.click();
      await expect(source.locator(".then-now")).toContainText("4711");
      await expect(source.locator(".then-now ins").first()).toBeVisible();
      await expect(source.locator(".then-now")).toContainText("4712");
      await expect(source.locator(".fetch-again [role=status]")).toContainText(
        zh ? "有变化" : "has changed",
      );
      expect(await findings(page, ".source"), "changed").toEqual([]);
      await picture(page, `changed-${locale}`);
      await fitsNarrow(page, "changed");
      await page.unroute("**/api/web/fetch-again");
    });

    test("Settings say which search is used and what it needs, and pages can be forgotten", async ({
      page,
    }) => {
      await saved.save(pageOf(first, "2026-11-24T10:12:00.000Z"));
      const long = `https://a-host-of-a-rather-long-name.docs.example.org/${"a-long-name-".repeat(12)}`;
      await saved.save({
        // Of other words: lines that stand on two pages are found on the one when the other changes.
        ...pageOf("# Fairlead\n\nThe fairlead guides a rope.\n", "2026-11-23T10:12:00.000Z"),
        ...{ url: long, final_url: long, title: "AVeryLongTitleOfOneWord".repeat(8) },
      });
      await openReady(page, "/settings/web");
      const web = page.locator("section[aria-labelledby='web']");
      const choice = web.getByRole("combobox");
      await choice.selectOption("brave");
      await expect(web).toContainText("BRAVE_API_KEY");
      await expect(web).toContainText("api.search.brave.com");
      await choice.selectOption("ddg_html");
      await web.getByRole("textbox").first().fill("docs.example.org\nwiki.example.org");
      await web.getByRole("button", { name: zh ? "保存网页设置" : "Save web settings" }).click();
      const search = web.getByRole("button", { name: zh ? "搜索" : "Search", exact: true });
      await expect(search).toBeVisible();
      await expect(web.getByRole("textbox").first()).toHaveValue(/wiki\.example\.org/);
      expect(await findings(page), "settings").toEqual([]);
      const kept = page.locator("section[aria-labelledby='saved-pages']");
      await expect(kept).toContainText(zh ? "最多保存 2,000 个网页" : "Up to 2,000 pages");
      await fitsNarrow(page, "settings");
      await web.scrollIntoViewIfNeeded();
      await picture(page, `settings-${locale}`);
      const row = kept.getByRole("listitem").filter({ hasText: "Halcyon relay" });
      await row.getByRole("button").click();
      await page
        .getByRole("alertdialog")
        .getByRole("button", { name: zh ? "删除网页" : "Delete page" })
        .click();
      await expect(row).toHaveCount(0);
    });

    test("a report is started from its form and read on its page", async ({ page }) => {
      await openReady(page, "/tasks");
      await page.getByRole("combobox").first().selectOption("research_report");
      await page
        .getByLabel(zh ? "问题" : "Question", { exact: true })
        .fill(
          zh
            ? "怎么添加文件夹？怎么备份对话和设置？"
            : "How do I add a folder? How do I back up my conversations?",
        );
      expect(await findings(page), "form").toEqual([]);
      await picture(page, `form-${locale}`);
      await page.getByRole("button", { name: zh ? "启动" : "Start", exact: true }).click();
      const done = page.getByRole("status").getByText(zh ? "已完成" : "Completed");
      await expect(done).toBeVisible();
      await page.getByRole("button", { name: "report.md" }).click();
      const heading = zh ? "怎么添加文件夹？" : "How do I add a folder?";
      await expect(page.getByRole("heading", { name: `1. ${heading}` })).toBeVisible();
      expect(await findings(page), "report").toEqual([]);
      await fitsNarrow(page, "report");
      await picture(page, `report-${locale}`);
    });
  });
}
