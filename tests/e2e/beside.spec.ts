import { answer, askThrough, expect, findings, openReady, pane } from "./docent-page.ts";
import { test } from "./only-here.ts";

const question = "Which box takes the path of a folder to add?";

test("what stands beside an answer is told apart from it, leads to its source and comes back with the conversation", async ({
  page,
}) => {
  await openReady(page);
  await askThrough(page, question);
  const section = answer(page).getByRole("region", { name: "Also in this section" });
  const elsewhere = answer(page).getByRole("region", { name: "Close to it, elsewhere" });
  await expect(section).toContainText("Tool folder");
  await expect(elsewhere).toContainText("The folder is saved at once");
  // Each section is told once, above its words, and leads to them.
  const from = answer(page).getByRole("link", { name: /^From: / });
  await expect(from.first()).toHaveText("The buttons of the page › Which buttons are in Settings?");
  const told = await from.allTextContents();
  expect(new Set(told).size).toBe(told.length);
  await elsewhere.getByRole("link", { name: "From: Folders › How do I add a folder?" }).click();
  await expect(page).toHaveURL(/src=2$/);
  await page.keyboard.press("Escape");
  const size = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize);
  expect(await section.evaluate(size)).toBeLessThan(await answer(page).evaluate(size));
  expect(await findings(page, ".turn")).toEqual([]);

  // The numbers run on, and so does the way from source to source.
  await section
    .getByRole("link", { name: /^Source 1: / })
    .first()
    .click();
  await expect(page).toHaveURL(/src=1$/);
  await page.keyboard.press("]");
  await expect(page).toHaveURL(/src=2$/);
  await expect(pane(page)).toContainText("folders.md");
  await elsewhere
    .getByRole("link", { name: /^Source 2: .*folders\.md lines? / })
    .first()
    .focus();
  await expect(page.locator(".peek")).toContainText("folders.md");
  await page.keyboard.press("Escape");

  const text = await answer(page).textContent();
  await page.reload();
  await expect(section).toBeVisible();
  expect(await answer(page).textContent()).toBe(text);

  await page.setViewportSize({ width: 390, height: 800 });
  const over = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(over).toBeLessThanOrEqual(0);
});

test("a quoted sentence is read in its paragraph: marked there, in full ink, with the only chip", async ({
  page,
}) => {
  await openReady(page);
  await askThrough(page, "What does a changed source show?");
  const paragraph = answer(page)
    .getByRole("paragraph")
    .filter({ hasText: "A changed source" })
    .first();
  const chosen = paragraph.locator("mark");
  await expect(chosen).toHaveText(/^A changed source shows what was cited/);
  await expect(paragraph).toHaveText(
    /^When a file changes, an old answer keeps .* A changed source/,
  );
  await expect(paragraph.getByRole("link", { name: /^Source 1: / })).toHaveCount(1);
  const ink = (element: Element) => getComputedStyle(element).color;
  const plain = await answer(page).evaluate(ink);
  expect(await chosen.evaluate(ink)).toBe(plain);
  expect(await paragraph.locator(".context").first().evaluate(ink)).not.toBe(plain);
  expect(await findings(page, ".turn")).toEqual([]);
});
