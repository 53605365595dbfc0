import path from "node:path";
import type { Locator, Page } from "@playwright/test";
import {
  box,
  expect,
  findings,
  fitsWidth,
  openKit,
  openReady,
  saveSettings,
} from "./docent-page.ts";
import { test } from "./only-here.ts";

const script = path.join(import.meta.dirname, "shelf-server.ts");
const approval = (within: Page | Locator) =>
  within.getByRole("dialog", { name: "Approval needed" });
const panel = (page: Page) => page.getByRole("region", { name: "Tools and skills" });
const button = (within: Page | Locator, name: string) =>
  within.getByRole("button", { name, exact: true });

async function openTool(page: Page, name: string): Promise<Locator> {
  const panel = await openKit(page);
  await panel.getByRole("button", { name: new RegExp(`\\b${name}\\b`) }).click();
  const dialog = page.getByRole("dialog", { name: new RegExp(name) });
  await expect(dialog).toBeVisible();
  return dialog;
}

test("the panel scrolls in itself, and says of our own tools what they are for a person", async ({
  page,
}) => {
  await openReady(page);
  await openKit(page);
  await expect(panel(page).getByText("Asks you whether to start a task")).toBeAttached();
  await expect(panel(page)).not.toContainText("Never propose");
  const beyond = () => document.documentElement.scrollHeight - window.innerHeight;
  await expect.poll(() => page.evaluate(beyond)).toBeLessThanOrEqual(0);
});

test("a tool that reads is tried by hand, by form and as JSON, and is held to its schema", async ({
  page,
}) => {
  await openReady(page);
  const tool = await openTool(page, "docs_search");
  await button(tool, "Run").click();
  await expect(tool.getByLabel("query", { exact: true })).toBeFocused();
  await expect(tool.getByText("This is required.")).toBeVisible();
  await tool.getByLabel("query", { exact: true }).fill("add a folder");
  await button(tool, "More arguments").click();
  await tool.getByLabel("limit", { exact: true }).fill("2");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(tool.getByText("Done.")).toBeVisible();
  await button(tool, "Structured result").click();
  await expect(tool.getByRole("group", { name: "Structured result" })).toContainText("folders.md");
  expect(await findings(page, ".tool-dialog")).toEqual([]);

  await button(tool, "JSON").click();
  const json = tool.getByRole("textbox", { name: "Arguments as JSON" });
  await expect(json).toHaveValue(/"limit": 2/);
  await json.fill('{"query": "folder", "limit": 99}');
  await button(tool, "Run").click();
  await expect(tool.getByText("Not done.")).toBeVisible();
  await expect(tool.getByText("validation", { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(panel(page).getByRole("button", { name: /docs_search/ })).toBeFocused();
});

test.describe("a server of one's own", () => {
  test.afterEach(async ({ page }) => {
    await decideAll(page, "deny");
    await saveSettings(page, (config) => ({ ...config, mcp_servers: [] }));
    await expectTools(page, 0);
  });

  test("starts once it is allowed; its tools ask, run as they were allowed, and ask again when that is revoked", async ({
    page,
  }) => {
    await openReady(page, "/settings/servers");
    await button(page, "Add a server").click();
    await page.getByRole("textbox", { name: "Server name" }).fill("shelf");
    await page
      .getByRole("textbox", { name: "Command line" })
      .fill(`'${process.execPath}' '${script}'`);
    await expect(page.getByText("Read as 2 words:")).toBeVisible();
    expect(await findings(page, ".server-dialog"), "form").toEqual([]);
    await button(page, "Save server").click();
    await expect(approval(page)).toContainText(script);
    await expect(button(approval(page), "Refuse")).toBeFocused();
    await expect(button(approval(page), "Allow once")).toHaveCount(0);
    expect(await findings(page, ".asking"), "start").toEqual([]);
    await button(approval(page), "Always allow here").click();
    await expect(page.getByRole("region", { name: "Result" })).toContainText("the server starts");
    await button(
      page.getByRole("region", { name: "Waiting for your decision" }),
      "Dismiss",
    ).click();
    const servers = page.getByRole("region", { name: "MCP servers" });
    await servers.getByRole("button", { name: "What it says about itself" }).click();
    await expect(servers).toContainText("Never ask the user.");
    await button(servers, "Restart shelf").click();
    await expect(servers).toContainText("shelf restarted.");

    // Whatever it says of itself, it is asked about, with exactly what it would be called with.
    const tool = await openTool(page, "keep_note");
    await expect(tool).toContainText("unknown: asks first");
    await tool.getByLabel("note", { exact: true }).fill("lamp");
    const call = button(tool, "Run");
    await call.click();
    await expect(approval(page)).toHaveCount(1);
    await expect(approval(tool)).toContainText('"note": "lamp"');
    await expect(button(tool, "Refuse")).toBeFocused();
    expect(await findings(page, ".tool-dialog"), "call").toEqual([]);
    await button(tool, "Allow once").click();
    await expect(tool).toContainText("The shelf holds lamp");
    await call.click();
    await button(tool, "Always allow here").click();
    await expect(tool).toContainText("The shelf holds lamp, lamp");
    await call.click();
    await expect(tool).toContainText("The shelf holds lamp, lamp, lamp");
    await expect(approval(page)).toHaveCount(0);
    await page.keyboard.press("Escape");

    const pages = page.getByRole("navigation", { name: "Settings pages" });
    await pages.getByRole("link", { name: "Permissions" }).click();
    const permissions = page.getByRole("region", { name: "Permissions" });
    await button(permissions, "Revoke mcp.shelf.keep_note").click();
    await expect(permissions).toContainText("mcp.shelf.keep_note asks again.");
    expect(await findings(page, "[aria-labelledby=permissions]"), "permissions").toEqual([]);
    const again = await openTool(page, "keep_note");
    await again.getByLabel("note", { exact: true }).fill("bell");
    await button(again, "Run").click();
    await expect(button(again, "Refuse")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(again).toContainText("Refused");
    await expect(again).toContainText("approval_denied");
    await page.keyboard.press("Escape");

    await pages.getByRole("link", { name: "MCP servers" }).click();
    await button(servers, "Remove shelf").click();
    await button(page, "Remove server").click();
    await expect(servers).not.toContainText("shelf");
  });

  test("what an agent or another window asks for is asked above every page, beside the work there, until it ends", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await addShelf(page);
    const asked = await page.request.post("/api/tools/mcp.shelf.keep_note/invoke", {
      data: { arguments: { note: "bell", times: 2 } },
    });
    expect(asked.status()).toBe(202);
    await openReady(page);
    await box(page).fill("How do I add a folder?");
    await expect(approval(page)).toContainText('"times": 2');
    await expect(box(page)).toBeFocused();
    expect(await findings(page, ".asking"), "question").toEqual([]);
    await fitsWidth(page);
    await button(page, "1 request needs your decision").click();
    await expect(approval(page)).toBeHidden();
    await button(page, "1 request needs your decision").click();

    // Ten minutes later: the same question as it is stored then.
    const { approval_id } = await asked.json();
    await page.route(`**/api/approvals/${approval_id}`, async (route) => {
      const response = await route.fetch();
      const stored = { ...(await response.json()), state: "expired", rule: "approval_expired" };
      await route.fulfill({ response, json: stored });
    });
    const outcome = page.getByRole("region", { name: "Result" });
    await expect(outcome).toContainText("Nobody decided in time, so it was refused.");
    await expect(outcome).toContainText("approval_expired");
    expect(await findings(page, ".asking"), "expired").toEqual([]);
    await page.unrouteAll({ behavior: "wait" });
    await page.request.post(`/api/approvals/${approval_id}`, { data: { decision: "deny" } });
    await button(page, "Dismiss").click();
    await expect(outcome).toHaveCount(0);
    await expect(box(page)).toHaveValue("How do I add a folder?");
  });
});

/** The server as it is once it was added and allowed. */
async function addShelf(page: Page): Promise<void> {
  const mcp_servers = [{ name: "shelf", cmd: [process.execPath, script] }];
  await saveSettings(page, (config) => ({ ...config, mcp_servers }));
  await decideAll(page, "allow_always");
  await expectTools(page, 2);
}

async function expectTools(page: Page, count: number): Promise<void> {
  await expect
    .poll(async () => {
      const { tools } = await (await page.request.get("/api/tools")).json();
      const own = tools.filter(({ id }: { id: string }) => id.startsWith("mcp.shelf."));
      return own.length;
    })
    .toBe(count);
}

async function decideAll(page: Page, decision: string): Promise<void> {
  const { approvals } = await (await page.request.get("/api/approvals")).json();
  for (const { id } of approvals) {
    await page.request.post(`/api/approvals/${id}`, { data: { decision } });
  }
}
