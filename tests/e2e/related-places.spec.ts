import { answer, askThrough, expect, findings, fitsWidth, openReady, pane } from "./docent-page.ts";
import { test } from "./only-here.ts";

const question = "How do I test a path?";
const mayBe = "What does not_allowlisted mean?";

test("what is related is told apart from the answer, leads to its source and comes back with the conversation", async ({
  page,
}) => {
  await openReady(page);
  await askThrough(page, question);
  const related = page.getByRole("region", { name: "Related passages" });
  const fold = related.getByRole("button", { name: /^\d related passages?$/ });
  await expect(fold).toHaveAttribute("aria-expanded", "false");
  await expect(related.getByRole("listitem")).toHaveCount(0);
  await fold.click();
  await expect(related.getByRole("listitem").first()).toBeVisible();
  expect(await related.locator("> ul > li").count()).toBeLessThanOrEqual(3);
  // Each place is told once, above its words, and leads to them.
  const from = page.locator(".turn").getByRole("link", { name: /^From: / });
  await expect(from.first()).toHaveText("Folders › How do I check whether a path can be read?");
  const told = await from.allTextContents();
  expect(new Set(told).size).toBe(told.length);
  await related
    .getByRole("link", { name: /^From: / })
    .first()
    .click();
  await expect(page).toHaveURL(/src=\d+$/);
  await expect(pane(page)).toBeVisible();
  expect(new URL(page.url()).searchParams.get("src")).not.toBe("1");
  await page.keyboard.press("Escape");
  const size = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize);
  expect(await related.locator("blockquote").first().evaluate(size)).toBeLessThan(
    await answer(page).evaluate(size),
  );
  expect(await findings(page, ".turn")).toEqual([]);

  // The numbers run on, and so does the way from source to source.
  await answer(page)
    .getByRole("link", { name: /^Source 1: / })
    .first()
    .click();
  await expect(page).toHaveURL(/src=1$/);
  await page.keyboard.press("]");
  await expect(page).toHaveURL(/src=2$/);
  await page.keyboard.press("Escape");

  const text = await answer(page).textContent();
  const before = await related.textContent();
  await page.reload();
  await fold.click();
  await expect.poll(() => answer(page).textContent()).toBe(text);
  await expect.poll(() => related.textContent()).toBe(before);

  await page.setViewportSize({ width: 390, height: 800 });
  await fitsWidth(page);
});

test("places that may answer stand side by side as equals, each with its place and its number", async ({
  page,
}) => {
  await openReady(page);
  await askThrough(page, mayBe);
  const group = answer(page).getByRole("list", { name: "Not sure. The closest lines:" });
  const places = group.locator("> li");
  await expect(places.first()).toBeVisible();
  const count = await places.count();
  expect(count).toBeGreaterThanOrEqual(2);
  expect(count).toBeLessThanOrEqual(3);
  for (let i = 0; i < count; i += 1) {
    const place = places.nth(i);
    await expect(place.getByRole("link", { name: /^From: / })).toHaveCount(1);
    await expect(place.getByRole("link", { name: /^Source \d+: / }).first()).toBeVisible();
  }
  await expect(page.getByRole("region", { name: "Related passages" })).toHaveCount(0);
  expect(await findings(page, ".turn")).toEqual([]);
  const text = await answer(page).textContent();
  await page.reload();
  await expect(group).toBeVisible();
  await expect.poll(() => answer(page).textContent()).toBe(text);
});

test("a quoted sentence is read in its paragraph, in one ink, with one chip at the end; its card marks the sentence", async ({
  page,
}) => {
  await openReady(page);
  await askThrough(page, "What does the denylist name?");
  const paragraph = answer(page)
    .getByRole("paragraph")
    .filter({ hasText: "The denylist names" })
    .first();
  await expect(paragraph).toHaveText(/^The denylist names places .* It stands above every folder/);
  const chip = paragraph.getByRole("link", { name: /^Source 1: / });
  await expect(chip).toHaveCount(1);
  await expect(paragraph).toHaveText(/denylisted\u2060?1\.$/);
  const inks = await paragraph
    .locator(".said")
    .evaluateAll((said) => said.map((element) => getComputedStyle(element).color));
  expect(new Set(inks).size).toBe(1);
  const lit = paragraph.locator("[data-lit]");
  await expect(lit).toHaveCount(0);
  await chip.hover();
  await expect(lit.first()).toHaveText(/^The denylist names places that are never read/);
  expect(await findings(page, ".turn")).toEqual([]);
});
