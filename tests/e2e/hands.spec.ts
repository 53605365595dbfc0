import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Locator, Page } from "@playwright/test";
import { own } from "../../scripts/test/own-server.ts";
import { expect, findings, openKit, openReady } from "./docent-page.ts";
import { test } from "./only-here.ts";

/** The tools that work on files and run commands, as a person uses them: by hand, asked where they change something. */
const button = (within: Page | Locator, name: string) =>
  within.getByRole("button", { name, exact: true });
const field = (within: Page | Locator, name: string) => within.getByLabel(name, { exact: true });
const approval = (within: Page | Locator) =>
  within.getByRole("dialog", { name: "Approval needed" });
const output = (within: Locator) => within.getByRole("group", { name: "Output", exact: true });

const workspace = path.join(own.home, "workspace");
/** A folder of this test's own in the workspace: its name there, and on the disk. */
let folder: { name: string; at: string };

test.beforeEach(() => {
  mkdirSync(workspace, { recursive: true });
  const at = mkdtempSync(path.join(workspace, "hands-"));
  folder = { name: path.basename(at), at };
});
test.afterEach(async ({ page }) => {
  const { approvals, permissions } = await (await page.request.get("/api/approvals")).json();
  for (const { id } of approvals) {
    await page.request.post(`/api/approvals/${id}`, { data: { decision: "deny" } });
  }
  for (const { id } of permissions) await page.request.delete(`/api/permissions/${id}`);
  rmSync(folder.at, { recursive: true, force: true });
});

const put = (name: string, text: string) => writeFileSync(path.join(folder.at, name), text);
const read = (name: string) => readFileSync(path.join(folder.at, name), "utf8");

async function openTool(page: Page, name: string): Promise<Locator> {
  const panel = await openKit(page);
  const own = panel.getByRole("region", { name: "Built in", exact: true });
  await own
    .getByRole("button")
    .filter({ has: page.locator("code", { hasText: new RegExp(`^${name}$`) }) })
    .click();
  const dialog = page.getByRole("dialog", { name: new RegExp(`\\b${name}$`) });
  await expect(dialog).toBeVisible();
  return dialog;
}

/** Another tool: the one that is open is closed first. */
async function instead(page: Page, name: string): Promise<Locator> {
  await page.keyboard.press("Escape");
  return openTool(page, name);
}

async function fill(tool: Locator, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await field(tool, name).fill(value);
}

async function call(tool: Locator, values: Record<string, string> = {}): Promise<void> {
  await fill(tool, values);
  await button(tool, "Run").click();
}

/** What came of a call that was allowed: the result takes the place of the question. */
async function allow(tool: Locator, decision = "Allow once"): Promise<Locator> {
  await button(approval(tool), decision).click();
  const outcome = tool.getByRole("region", { name: "Result" });
  await expect(outcome).toBeVisible();
  return outcome;
}

test("files are listed page by page, found, searched and read by hand; what lies outside is refused in a sentence", async ({
  page,
}) => {
  for (let i = 1; i <= 5; i += 1) put(`note ${i}.md`, `# Note ${i}\n\nThe lamp is lit.\n`);
  put("lines.txt", Array.from({ length: 400 }, (_, i) => `line ${i + 1}\n`).join(""));
  await openReady(page);

  let tool = await openTool(page, "ls");
  await button(tool, "More arguments").click();
  await call(tool, { path: folder.name, limit: "2" });
  await expect(output(tool)).toHaveText("lines.txt\nnote 1.md\n");
  await expect(tool).toContainText("Then 4 lines");
  await button(tool, "Next page").click();
  await expect(output(tool)).toHaveText("note 2.md\nnote 3.md\n");
  await button(tool, "Next page").click();
  await expect(output(tool)).toHaveText("note 4.md\nnote 5.md");
  await expect(tool).toContainText("Page 3. End of output.");
  await button(tool, "Previous page").click();
  await expect(output(tool)).toHaveText("note 2.md\nnote 3.md\n");

  tool = await instead(page, "find");
  await button(tool, "More arguments").click();
  await call(tool, { path: folder.name, name_pattern: "*.MD", max_depth: "1" });
  await expect(output(tool)).toContainText(`${folder.name}/note 3.md`);

  tool = await instead(page, "grep");
  await call(tool, { path: folder.name, pattern: "l.mp" });
  await expect(output(tool)).toContainText(`${folder.name}/note 2.md:3:The lamp is lit.`);
  await call(tool, { pattern: "bell" });
  await expect(tool).toContainText("No line matches");

  tool = await instead(page, "read");
  await button(tool, "More arguments").click();
  await call(tool, { path: `${folder.name}/lines.txt`, offset: "7", limit_bytes: "14" });
  await expect(output(tool).locator("[data-number='2']")).toHaveText("line 2");
  await button(tool, "Next page").click();
  await expect(output(tool).locator("[data-number='4']")).toHaveText("line 4");
  await call(tool, { path: "/etc/passwd" });
  await expect(tool).toContainText("Not done.");
  await expect(tool.locator(".rule").first()).toHaveText(/^(not_allowlisted|denylisted)$/);
  await expect(output(tool)).toHaveCount(0);
});

test("a file is written and edited as the change was shown, and not at all when it is refused", async ({
  page,
}) => {
  await openReady(page);
  const name = `${folder.name}/lamp.txt`;
  let tool = await openTool(page, "write");
  await call(tool, { path: name, content: "The lamp is lit.\n" });
  await expect(approval(tool)).toContainText(`This creates a new file, ${name}.`);
  const change = page.getByRole("group", { name: `Change to ${name}` });
  await expect(change.locator("[data-line=come]")).toHaveText("1+addedThe lamp is lit.");
  await expect(button(approval(tool), "Refuse")).toBeFocused();
  expect(await findings(page, ".tool-dialog"), "new file").toEqual([]);
  await page.keyboard.press("Enter");
  await expect(tool).toContainText("Nothing was done.");
  expect(() => read("lamp.txt")).toThrow(/ENOENT/);

  await call(tool);
  await expect(await allow(tool)).toContainText(name);
  await expect(tool.getByText(/^Done\.?$/)).toHaveCount(1);
  expect(read("lamp.txt")).toBe("The lamp is lit.\n");
  await call(tool, { content: "The lamp is out.\nThe bell rings.\n" });
  await expect(change.locator("[data-line=gone] s")).toHaveText("lit");
  await expect(change.locator("[data-line=come] u")).toHaveText("out");
  await allow(tool);
  await expect.poll(() => read("lamp.txt")).toBe("The lamp is out.\nThe bell rings.\n");
  await button(tool, "More arguments").click();
  await field(tool, "mode").selectOption("append");
  await call(tool, { content: "The bell is still.\n" });
  await allow(tool);
  await expect.poll(() => read("lamp.txt")).toMatch(/rings\.\nThe bell is still\.\n$/);

  // What is told apart stays apart in the dark and on a narrow screen, where nothing may stand out of sight.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await button(page, "Show sidebar").click();
  tool = await openTool(page, "edit");
  await call(tool, { path: name, find: "bell", replace: "door" });
  await expect(tool).toContainText("Not done.");
  await expect(tool).toContainText("2");
  await expect(approval(tool)).toHaveCount(0);
  await call(tool, { find: "window" });
  await expect(tool.locator(".rule").first()).toHaveText("validation");
  await call(tool, { find: "lamp is out", replace: "" });
  await expect(change).toContainText("removed");
  expect(await findings(page, ".tool-dialog"), "narrow").toEqual([]);
  await expect.poll(() => change.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  await allow(tool);
  await expect.poll(() => read("lamp.txt")).toMatch(/^The \.\n/);
  await button(tool, "More arguments").click();
  await field(tool, "all").selectOption("true");
  await call(tool, { find: "bell", replace: "door" });
  await allow(tool);
  await expect.poll(() => read("lamp.txt")).toBe("The .\nThe door rings.\nThe door is still.\n");
});

test("commands run once they are switched on and allowed, each by itself, and leave nothing behind", async ({
  page,
}) => {
  await openReady(page, "/settings/tools");
  const { tools } = await (await page.request.get("/api/tools")).json();
  const { off } = tools.find(({ id }: { id: string }) => id === "bash");
  test.skip(off?.why === "unavailable", off?.message);

  const section = page.getByRole("region", { name: "Built-in tools" });
  await button(section, "Turn on bash").click();
  await expect(approval(page)).toContainText("This turns on the tool “bash”");
  await expect(approval(page)).toContainText("bwrap");
  await expect(section).toContainText("waiting for you");
  await button(approval(page), "Always allow here").click();
  await expect(page.getByText("Allowed: the tool is on")).toBeVisible();
  await button(page, "Dismiss").click();
  await expect(button(section, "Turn off bash")).toBeVisible();

  const tool = await openTool(page, "bash");
  const cmd = `cd ${folder.name}; for i in 1 2; do (echo child $i) & done; wait; sleep 600 & echo parent`;
  await call(tool, { cmd });
  await expect(approval(tool)).toContainText(cmd);
  await expect(approval(tool)).toContainText("no network");
  await expect(button(approval(tool), "Always allow here")).toHaveCount(0);
  expect(await findings(page, ".tool-dialog"), "command").toEqual([]);
  const outcome = await allow(tool);
  await expect(output(outcome)).toContainText("parent");
  await expect(output(outcome)).toContainText("child 2");
  await expect(outcome).toContainText("exit code 0");

  await call(tool, { cmd: "echo no >&2; exit 3" });
  const failed = await allow(tool);
  await expect(failed).toContainText("exit code 3");
  await expect(failed.getByRole("group", { name: "Error output" })).toHaveText("no\n");

  await button(tool, "More arguments").click();
  await call(tool, { cmd: "echo begun; sleep 600", timeout_seconds: "3" });
  const late = await allow(tool);
  await expect(late.locator(".rule").first()).toHaveText("timeout");
  await expect(output(late)).toContainText("begun");

  await call(tool, { cmd: "rm -rf /" });
  await expect(tool.locator(".rule").first()).toHaveText("command_denylisted");
  await page.keyboard.press("Escape");
  await button(section, "Turn off bash").click();
  await expect(button(section, "Turn on bash")).toBeVisible();
});
