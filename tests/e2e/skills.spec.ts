import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Locator, Page } from "@playwright/test";
import { own } from "../../scripts/test/own-server.ts";
import { expect, findings, openKit, openReady } from "./docent-page.ts";
import { test } from "./only-here.ts";

const folder = path.join(own.home, "skills");
const panel = (page: Page) => page.getByRole("region", { name: "Tools and skills" });
const row = (within: Locator, name: string) => {
  const button = within.page().getByRole("button", { name: new RegExp(`^${name} `) });
  return within.getByRole("listitem").filter({ has: button });
};
const text = (name: string, body: string, more = "") =>
  `---\nname: ${name}\ndescription: How letters are written here.\n${more}---\n\n${body}\n`;
function put(name: string, body: string, more = ""): void {
  mkdirSync(path.join(folder, name, "references"), { recursive: true });
  writeFileSync(path.join(folder, name, "SKILL.md"), text(name, body, more));
  writeFileSync(path.join(folder, name, "references", "greetings.md"), "Dear reader,\n");
}

test.afterEach(async ({ page }) => {
  for (const name of ["letters", "notices", "broken"])
    rmSync(path.join(folder, name), { recursive: true, force: true });
  await page.request.patch("/api/skills/check-docs", { data: { enabled: true } });
});

async function openPanel(page: Page): Promise<void> {
  await openReady(page);
  await openKit(page);
  await expect(row(panel(page), "check-docs")).toContainText("in use");
}

test("a skill that is put into the folder is seen, read, accepted, asks again when it changes, and goes when it is taken out", async ({
  page,
}) => {
  await openPanel(page);
  put("letters", "Write short letters.", "allowed-tools: grep, Bash(git:*)\n");
  const letters = row(panel(page), "letters");
  await expect(letters).toContainText("new: needs your review");
  expect(await findings(page, "#kit"), "panel").toEqual([]);

  await letters.getByRole("button", { name: /^letters/ }).click();
  const dialog = page.getByRole("dialog", { name: "letters" });
  await expect(dialog.getByRole("group", { name: "Text of SKILL.md" })).toContainText(
    "Write short letters.",
  );
  await expect(dialog).toContainText("added by you");
  await expect(dialog).toContainText("Bash(git:*)");
  await expect(dialog.getByText("grep", { exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: "references/greetings.md" }).click();
  await expect(
    dialog.getByRole("group", { name: "Text of references/greetings.md" }),
  ).toContainText("Dear reader,");
  expect(await findings(page, ".tool-dialog"), "review").toEqual([]);
  await dialog.getByRole("button", { name: "Accept this skill" }).click();
  await expect(dialog.getByRole("status").filter({ hasText: "Accepted." })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(letters).toContainText("in use");
  await expect(letters.getByRole("button", { name: /^letters/ })).toBeFocused();

  put("letters", "Write long letters.");
  await expect(letters).toContainText("changed: needs your review");
  rmSync(path.join(folder, "letters"), { recursive: true });
  await expect(letters).toHaveCount(0);
});

test("what changed after it was shown is not what was accepted", async ({ page }) => {
  put("letters", "Write short letters.");
  await openPanel(page);
  await row(panel(page), "letters")
    .getByRole("button", { name: /^letters/ })
    .click();
  const dialog = page.getByRole("dialog", { name: "letters" });
  await expect(dialog.getByRole("group", { name: "Text of SKILL.md" })).toContainText("short");
  // The page does not hear of the change before it accepts.
  await page.route(/\/api\/skills(\?|$)/, (route) => route.abort());
  put("letters", "Write what nobody has read.");
  await dialog.getByRole("button", { name: "Accept this skill" }).click();
  await expect(dialog.getByRole("alert")).toContainText("has changed since it was shown to you");
  await page.unroute(/\/api\/skills(\?|$)/);
  await expect(dialog.getByRole("group", { name: "Text of SKILL.md" })).toContainText(
    "nobody has read",
  );
  await expect(dialog.getByRole("button", { name: "Accept this skill" })).toBeVisible();
});

test("a switch takes a skill away and brings it back; one that cannot be loaded says where and why", async ({
  page,
}) => {
  mkdirSync(path.join(folder, "broken"), { recursive: true });
  writeFileSync(
    path.join(folder, "broken", "SKILL.md"),
    "---\nname: broken\ndescription: [a\n---\n",
  );
  await openPanel(page);
  const check = row(panel(page), "check-docs");
  const turn = check.getByRole("switch", { name: "Use the skill check-docs" });
  await expect(turn).toBeChecked();
  await turn.click();
  await expect(check.getByText("off", { exact: true })).toBeVisible();
  await expect(turn).not.toBeChecked();
  await turn.press("Space");
  await expect(check).toContainText("in use");
  const broken = row(panel(page), "broken");
  await expect(broken).toContainText("can’t be loaded");
  await expect(broken).toContainText(/SKILL\.md line \d+: This is not valid YAML/);
  await expect(broken.getByRole("switch")).toHaveCount(0);
  expect(await findings(page, "#kit")).toEqual([]);
});

test("Settings say where to put a skill and list all of them", async ({ page }) => {
  await openReady(page, "/settings/skills");
  const skills = page.getByRole("region", { name: "Skills", exact: true });
  await expect(skills.getByText(folder, { exact: true })).toBeVisible();
  await expect(row(skills, "edit-docs")).toContainText("in use");
  await skills.getByRole("button", { name: "Rescan" }).click();
  await expect(skills.getByRole("status").filter({ hasText: /skills? found/ })).toBeVisible();
  expect(await findings(page, "[aria-labelledby=skills]")).toEqual([]);
});

test.describe("in Chinese, on a phone", () => {
  test.use({
    locale: "zh-CN",
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });

  test("skills are read and accepted, and nothing runs over the edge", async ({ page }) => {
    put("notices", "Write short letters.");
    await openReady(page, "/settings/skills");
    const skills = page.getByRole("region", { name: "技能", exact: true });
    await expect(row(skills, "check-docs")).toContainText("查找文档中的问题");
    await expect(row(skills, "notices")).toContainText("新的：等你查看");
    expect(await findings(page, "[aria-labelledby=skills]"), "settings").toEqual([]);
    await row(skills, "notices")
      .getByRole("button", { name: /^notices/ })
      .click();
    const dialog = page.getByRole("dialog", { name: "notices" });
    await expect(dialog.getByRole("group", { name: "SKILL.md 的文本" })).toContainText("short");
    expect(await findings(page, ".tool-dialog"), "review").toEqual([]);
    const over = () => dialog.evaluate((element) => element.scrollWidth - element.clientWidth);
    await expect.poll(over).toBeLessThanOrEqual(0);
    await dialog.getByRole("button", { name: "接受这个技能" }).click();
    await expect(dialog.getByRole("status").filter({ hasText: "已接受" })).toBeVisible();
  });
});
