import { answer, askThrough, expect, findings, openReady, pane } from "./docent-page.ts";
import { test } from "./only-here.ts";

const question = "What does it mean when Docent says there is no evidence?";

test("what stands beside an answer is told apart from it, leads to its source and comes back with the conversation", async ({
  page,
}) => {
  await openReady(page);
  await askThrough(page, question);
  const section = answer(page).getByRole("region", { name: "Also in this section" });
  const elsewhere = answer(page).getByRole("region", { name: "Close to it, elsewhere" });
  await expect(section).toContainText("A name that stands in none of your documents");
  await expect(elsewhere).toContainText("Nothing in the searched folders answers the question.");
  await expect(elsewhere).toContainText("answers.md");
  const sizeOf = (words: string) =>
    answer(page)
      .getByText(words)
      .evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  const own = await sizeOf("No evidence means that the searched folders");
  expect(await sizeOf("A name that stands in none")).toBeLessThan(own);
  expect(await findings(page, ".turn")).toEqual([]);

  // The numbers run on, and so does the way from source to source.
  await section
    .getByRole("link", { name: /^Source 1: / })
    .first()
    .click();
  await expect(page).toHaveURL(/src=1$/);
  await page.keyboard.press("]");
  await expect(page).toHaveURL(/src=2$/);
  await expect(pane(page)).toContainText("answers.md");
  await elsewhere
    .getByRole("link", { name: /^Source 2: .*answers\.md lines / })
    .first()
    .focus();
  await expect(page.locator(".peek")).toContainText("no_evidence");
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
