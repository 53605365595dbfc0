import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Page } from "@playwright/test";
import { png } from "../../fixtures/pictures/make.ts";
import {
  answer,
  askThrough,
  box,
  citedLines,
  expect,
  findings,
  fitsWidth,
  openReady,
  pane,
  saveFolders,
} from "./docent-page.ts";
import { test } from "./only-here.ts";

/** The same page where colours, sizes, motion or a picture are not what they mostly are. */
const shots = process.env.DOCENT_SHOTS;
const picture = async (page: Page, name: string) => {
  if (shots !== undefined) await page.screenshot({ path: `${shots}/odd-${name}.png` });
};

test("at 400 percent an answer and its source are read without a way sideways, and the box is there", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 256 }); // 1280 x 1024 at 400 percent
  await openReady(page);
  await expect(box(page)).toBeVisible();
  await fitsWidth(page);
  await picture(page, "zoom-first");
  await askThrough(page, "How do I add a folder?");
  const chip = answer(page)
    .getByRole("link", { name: /^Source 1: / })
    .first();
  await chip.scrollIntoViewIfNeeded();
  await expect(chip).toBeInViewport();
  // What stays in place leaves most of the window to what is read.
  const read = () =>
    answer(page).evaluate((element) => {
      const { innerWidth, innerHeight } = window;
      const rows = Array.from({ length: innerHeight / 4 }, (_, i) => i * 4);
      return (
        rows.filter((y) => {
          const found = document.elementFromPoint(innerWidth / 2, y);
          return (
            found !== null &&
            (element.contains(found) || found.closest(".turn, .scroller") !== null)
          );
        }).length / rows.length
      );
    });
  await expect.poll(read).toBeGreaterThan(0.4);
  await fitsWidth(page);
  await picture(page, "zoom-answer");
  await chip.click();
  await expect(citedLines(page)).toBeInViewport();
  await fitsWidth(page);
  await picture(page, "zoom-source");
  expect(await findings(page)).toEqual([]);
});

test("in forced colours each state of a chip has its shape, the focus is seen, and nothing is lost", async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await openReady(page);
  await askThrough(page, "How do I add a folder, and who feeds the walrus?");
  const chip = answer(page)
    .getByRole("link", { name: /^Source 1: / })
    .first();
  await expect(page.locator("[data-part='gaps']")).toBeVisible();
  const looks = await chip.evaluate((element) => {
    const states = ["verified", "moved", "changed", "missing", "refused"];
    const before = element.getAttribute("data-state") ?? "";
    const seen = states.map((state) => {
      element.setAttribute("data-state", state);
      const style = getComputedStyle(element);
      const strike = getComputedStyle(element, "::before").content;
      return [style.borderStyle, style.borderWidth, style.paddingLeft, strike].join(" ");
    });
    element.setAttribute("data-state", before);
    return seen;
  });
  expect(new Set(looks).size).toBe(looks.length);
  await box(page).focus();
  await page.keyboard.press("Tab");
  const outlined = () =>
    page.evaluate(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(
        document.activeElement ?? document.body,
      );
      return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 1;
    });
  await expect.poll(outlined).toBe(true);
  await picture(page, "forced-answer");
  await chip.click();
  await expect(citedLines(page)).toBeVisible();
  // A background is taken away: the cited lines are told by an edge, rendered and raw.
  const edge = () =>
    pane(page)
      .locator(".wash-cited, .raw .ln[data-cited='true']")
      .first()
      .evaluate((lines) => Number.parseFloat(getComputedStyle(lines).borderLeftWidth));
  await expect.poll(edge).toBeGreaterThan(2);
  await page.getByRole("button", { name: "Raw" }).click();
  await expect(pane(page).locator(".raw .ln[data-cited='true']").first()).toBeVisible();
  await expect.poll(edge).toBeGreaterThan(2);
  await picture(page, "forced-source");
});

test("with reduced motion nothing moves by itself once an answer is there, nor when its source opens", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openReady(page);
  await askThrough(page, "How do I add a folder?");
  const moving = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ playState, effect }) => {
          const { duration = 0, iterations = 1 } = effect?.getComputedTiming() ?? {};
          return playState === "running" && (Number(duration) > 20 || iterations === Infinity);
        })
        .map(({ effect }) => (effect as KeyframeEffect).target?.className ?? ""),
    );
  expect(await moving()).toEqual([]);
  await answer(page)
    .getByRole("link", { name: /^Source 1: / })
    .first()
    .click();
  await expect(citedLines(page)).toBeInViewport();
  expect(await moving()).toEqual([]);
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await moving()).toEqual([]);
});

test.describe("a picture", () => {
  const dir = realpathSync(mkdtempSync(path.join(os.tmpdir(), "docent-odd-")));
  test.beforeAll(() => {
    mkdirSync(path.join(dir, "img"));
    writeFileSync(
      path.join(dir, "kiln.md"),
      "# Kiln\n\n## Lid\n\nThe lid of the Sorring kiln weighs eleven kilos.\n\n![The lid from above](img/lid.png) ![The kiln](img/kiln.png)\n",
    );
    writeFileSync(path.join(dir, "img/lid.png"), "");
    writeFileSync(path.join(dir, "img/kiln.png"), png(64, 48));
  });
  test.afterEach(({ page }) =>
    saveFolders(page, (roots) => roots.filter((root) => root.path !== dir)),
  );
  test.afterAll(() => rmSync(dir, { recursive: true, force: true }));

  test("of 0 bytes stands as its words and not as a broken picture, and leaves the others alone", async ({
    page,
  }) => {
    await saveFolders(page, (roots) => [...roots, { id: "kiln", label: "Kiln", path: dir }]);
    await openReady(page);
    await askThrough(page, "How much does the lid of the Sorring kiln weigh?");
    await expect(answer(page)).toContainText("eleven kilos");
    const whole = page.getByRole("region", { name: "Pictures with these lines" });
    await expect(whole.getByRole("img", { name: "The kiln" })).toBeVisible();
    await answer(page)
      .getByRole("link", { name: /^Source 1: / })
      .first()
      .click();
    await expect(pane(page).getByText("The lid from above")).toBeVisible();
    await expect(pane(page).getByRole("img", { name: "The kiln" })).toBeVisible();
    const broken = () =>
      page.evaluate(() =>
        [...document.images]
          .filter((img) => img.complete && img.naturalWidth === 0)
          .map(({ alt }) => alt),
      );
    await expect.poll(broken).toEqual([]);
    expect(await findings(page, ".source")).toEqual([]);
    await picture(page, "empty-picture");
  });
});
