import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { hostileDrawings, png, svg } from "../../fixtures/pictures/make.ts";
import {
  askThrough,
  expect,
  findings,
  fitsWidth,
  openReady,
  pane,
  saveFolders,
} from "./docent-page.ts";
import { test } from "./only-here.ts";

const dir = realpathSync(mkdtempSync(path.join(os.tmpdir(), "docent-e2e-pictures-")));
const shots = process.env.DOCENT_SHOTS;

test.beforeAll(() => {
  mkdirSync(path.join(dir, "img"));
  const page = [
    "# Vesterbro mixer",
    "",
    "## Bowl",
    "",
    "The bowl of the Vesterbro mixer holds nine litres.",
    "",
    "![The bowl, seen from above](img/bowl.png)",
    "",
    "## Wiring",
    "",
    "The red wire of the Vesterbro mixer leads to its motor.",
    "",
    "![Wiring of the mixer](img/wiring.svg) ![Bad](img/bad.svg) ![Web](https://example.org/x.png)",
  ];
  writeFileSync(path.join(dir, "mixer.md"), page.join("\n"));
  writeFileSync(path.join(dir, "img/bowl.png"), png(640, 360));
  const drawing = '<rect width="300" height="200" fill="#dde"/><text x="20" y="60">Red wire</text>';
  writeFileSync(path.join(dir, "img/wiring.svg"), svg(drawing));
  writeFileSync(path.join(dir, "img/bad.svg"), hostileDrawings.script ?? "");
});
test.beforeEach(({ page }) =>
  saveFolders(page, (roots) => [...roots, { id: "mixer", label: "Mixer", path: dir }]),
);
test.afterEach(({ page }) =>
  saveFolders(page, (roots) => roots.filter(({ id }) => id !== "mixer")),
);
test.afterAll(() => rmSync(dir, { recursive: true, force: true }));

test("pictures stand with the answer and in the page of their source, lead to their line, and come from here alone", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openReady(page);
  await askThrough(page, "How much does the bowl of the Vesterbro mixer hold?");
  const beside = page.getByRole("region", { name: "Pictures with these lines" });
  const bowl = beside.getByRole("img", { name: "The bowl, seen from above" });
  await expect(bowl).toBeVisible();
  await expect.poll(() => bowl.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(640);
  expect(await findings(page, ".turn")).toEqual([]);
  if (shots) await page.screenshot({ path: `${shots}/pictures-1440.png`, fullPage: true });

  await beside.getByRole("link", { name: "Picture source: Mixer/mixer.md:7" }).click();
  await expect(page).toHaveURL(/src=p1$/);
  const shown = pane(page).getByRole("img");
  await expect(shown).toHaveCount(2);
  await expect(pane(page).locator("[data-rule='image_blocked']")).toHaveCount(2);
  expect(await findings(page, ".source")).toEqual([]);
  if (shots) await page.screenshot({ path: `${shots}/pictures-source-1440.png` });
  await page.keyboard.press("Escape");

  await page.reload();
  await expect(bowl).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(bowl).toBeVisible();
  await fitsWidth(page);
  if (shots) await page.screenshot({ path: `${shots}/pictures-390.png`, fullPage: true });
});

test.describe("in Chinese", () => {
  test.use({ locale: "zh-CN" });
  test("a question for a drawing is answered with it", async ({ page }) => {
    await openReady(page);
    await page.getByRole("textbox").first().fill("Vesterbro mixer 的 wiring 图片");
    await page.keyboard.press("Enter");
    const asked = page.getByRole("region", { name: "与问题有关的图片" });
    await expect(asked.getByRole("img", { name: "Wiring of the mixer" })).toBeVisible();
    expect(await findings(page, ".turn")).toEqual([]);
    if (shots) await page.screenshot({ path: `${shots}/pictures-zh-1440.png`, fullPage: true });
  });
});
