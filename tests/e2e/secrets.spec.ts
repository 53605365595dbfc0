import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { planted } from "../../fixtures/secrets/planted.ts";
import {
  answer,
  askThrough,
  expect,
  findings,
  openReady,
  pane,
  saveFolders,
} from "./docent-page.ts";
import { test } from "./only-here.ts";

const wanted = ["password", "chinese"].flatMap(
  (kind) => planted.find((one) => one.kind === kind) ?? [],
);
let folder: string;

test.beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "docent-secrets-"));
  const sections = wanted.map(({ title, line }) => `## ${title}\n\n${line}\n`);
  writeFileSync(path.join(folder, "doors.md"), `# Doors\n\n${sections.join("\n")}`);
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));
test.afterEach(async ({ page }) => {
  await saveFolders(page, (roots) => roots.filter((root) => root.id !== "doors"));
});

test("S60: a sentence with a secret is folded until it is clicked, in both languages, and masked when it comes again", async ({
  page,
}) => {
  const [english, chinese] = wanted;
  if (english === undefined || chinese === undefined) throw new Error("nothing is planted");
  await saveFolders(page, (roots) => [...roots, { id: "doors", label: "Doors", path: folder }]);
  await openReady(page);
  await askThrough(page, "What about the door controller?");
  const fold = answer(page).getByRole("button", { name: "Contains a secret" });
  await expect(fold).toHaveAttribute("aria-expanded", "false");
  await expect(page.getByText(english.secret)).toHaveCount(0);
  expect(await findings(page, ".answer"), "folded").toEqual([]);
  await fold.click();
  await expect(answer(page)).toContainText(english.secret);

  await answer(page)
    .getByRole("link", { name: /^Source 1: / })
    .click();
  await expect(pane(page).getByText("These lines seem to contain a key")).toBeVisible();
  await pane(page).getByRole("button", { name: "Show them" }).click();
  await expect(pane(page).locator("[data-cited='true']")).toContainText([english.secret]);

  await page.reload();
  await answer(page).getByRole("button", { name: "Contains a secret" }).click();
  await expect(answer(page)).toContainText("••••••••");
  await expect(answer(page)).not.toContainText(english.secret);
  await expect(answer(page).getByRole("link", { name: /^Source 1: .* verified$/ })).toBeVisible();

  await page
    .context()
    .addCookies([{ name: "docent_locale", value: "zh-CN", url: new URL("/", page.url()).href }]);
  await page.goto("/");
  await page
    .getByRole("textbox", { name: "向你的文档提问" })
    .fill(`${chinese.title}的密码是什么？`);
  await page.keyboard.press("Enter");
  const said = page.getByRole("region", { name: "回答" });
  await said.getByRole("button", { name: "含有密钥或密码" }).click();
  await expect(said).toContainText(chinese.secret);
});
