import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Browser, Page } from "@playwright/test";
import { freePort } from "../../scripts/bootstrap/port.mjs";
import {
  type Accounts,
  client_id,
  client_secret,
  openProvider,
} from "../contract/http/open-provider.ts";
import { expect, findings, fitsWidth } from "./docent-page.ts";
import { listens, test } from "./only-here.ts";

/** A server of its own, which people sign in to with a provider on this machine. */
const accounts: Accounts = new Map([
  ["alice", { name: "Alice", groups: ["writers"] }],
  ["bob", { name: "Bob", groups: ["readers"] }],
  ["nobody", { name: "Nobody", groups: [] }],
  ["root", { name: "Root", groups: ["admins"] }],
]);
let home: string;
let above: string;
let folder: string;
let server: ChildProcess;
let address: string;
let provider: Awaited<ReturnType<typeof openProvider>>;

test.beforeAll(async () => {
  home = mkdtempSync(path.join(os.tmpdir(), "docent-e2e-"));
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  provider = await openProvider(accounts, () => `${address}/api/auth/callback`);
  const config = path.join(home, "people.json");
  const roles = { reader: ["readers"], editor: ["writers"], admin: ["admins"] };
  // Beside the state folder, in which nothing is read.
  above = mkdtempSync(path.join(os.tmpdir(), "docent-e2e-"));
  folder = path.join(above, "documents");
  mkdirSync(folder);
  writeFileSync(path.join(folder, "bells.md"), "# Bells\n\nThe bell is rung at nine.\n");
  writeFileSync(config, JSON.stringify({ auth: { roles } }));
  server = spawn(process.execPath, ["scripts/start.mjs"], {
    env: {
      ...process.env,
      ...{ HOST: "127.0.0.1", PORT: String(port), DOCENT_HOME: home, DOCENT_CONFIG: config },
      ...{ OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: client_id },
      ...{ OIDC_CLIENT_SECRET: client_secret, DATABASE_URL: "", DOCENT_LOG_LEVEL: "warn" },
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let out = "";
  server.stdout?.setEncoding("utf8").on("data", (text) => {
    out += text;
  });
  await expect.poll(() => out).toContain("Docent is running at");
});
test.afterAll(async () => {
  const ended = once(server, "exit");
  server.kill("SIGTERM");
  await ended;
  await provider.close();
  for (const made of [home, above]) rmSync(made, { recursive: true, force: true });
});

/** A browser of that person: the provider's page asks nothing, it is told who sits there. */
async function browserOf(browser: Browser, account: string, more: object = {}) {
  const context = await browser.newContext({
    ...{ locale: "en-US", extraHTTPHeaders: { "x-account": account } },
    ...more,
  });
  return context.newPage();
}
async function come(page: Page, to = "/", enter = "Sign in") {
  await page.goto(address + to);
  await listens(page);
  await page.getByRole("link", { name: enter }).click();
}

test("who signs in comes back to the page that was asked for, and is named with a role", async ({
  browser,
}) => {
  const page = await browserOf(browser, "alice");
  const response = await page.goto(`${address}/account`);
  expect(response?.status()).toBe(401);
  expect(await response?.text()).not.toContain("Docent handbook");
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Conversations" })).toHaveCount(0);
  expect(await findings(page), "page to sign in").toEqual([]);

  await page.getByRole("link", { name: "Sign in" }).click();
  await expect(page).toHaveURL(`${address}/account`);
  await expect(page.getByRole("heading", { name: "Account", level: 1 })).toBeVisible();
  await listens(page);
  const menu = page.getByRole("button", { name: "Alice, editor" });
  await menu.click();
  await expect(menu).toHaveAttribute("aria-expanded", "true");
  await expect(page.getByRole("link", { name: "My tokens" })).toBeVisible();
  expect(await findings(page), "account").toEqual([]);

  await page.getByRole("button", { name: "Create token" }).click();
  await expect(page.getByText("Say what the token is for.")).toBeVisible();
  await page.getByLabel("What it is for").fill("my script");
  await page.getByRole("button", { name: "Create token" }).click();
  const shown = page.locator("code", { hasText: /^docent_pat_/ });
  await expect(shown).toBeVisible();
  const token = (await shown.textContent()) ?? "";
  expect(await findings(page), "a new token").toEqual([]);
  const asked = await fetch(`${address}/api/threads`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(asked.status).toBe(200);
  await page.reload();
  await expect(page.getByText("my script")).toBeVisible();
  await expect(shown).toHaveCount(0);
  await page.getByRole("button", { name: "Delete token my script" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete token" }).click();
  await expect(page.getByText("You have no tokens.")).toBeVisible();

  const cookies = await page.context().cookies(address);
  expect(cookies.find(({ name }) => name.startsWith("docent_session"))).toMatchObject({
    ...{ httpOnly: true, sameSite: "Lax" },
  });
  expect(cookies.filter(({ name }) => name.startsWith("docent_sign_in"))).toEqual([]);
  await page.getByRole("button", { name: "Alice, editor" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  // The provider asks on a page of its own, and sends back here.
  await expect(page.getByRole("heading", { name: "Provider" })).toBeVisible();
  expect((await page.request.get(`${address}/api/threads`)).status()).toBe(401);
  await page.getByRole("button", { name: "Sign out of the provider" }).click();
  await expect(page).toHaveURL(`${address}/sign-in`);
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await page.context().close();
});

test("one without a role is told so", async ({ browser }) => {
  const page = await browserOf(browser, "nobody");
  await come(page);
  await expect(page.getByRole("alert").filter({ hasText: /\S/ })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.context().close();
});

test("on a phone, in Chinese, nothing runs over the edge", async ({ browser }) => {
  const page = await browserOf(browser, "bob", {
    ...{ locale: "zh-CN", viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  });
  await page.goto(`${address}/account`);
  await expect(page.getByRole("heading", { name: "登录" })).toBeVisible();
  await fitsWidth(page);
  expect(await findings(page), "page to sign in").toEqual([]);
  await page.getByRole("link", { name: "登录" }).click();
  await expect(page.getByRole("heading", { name: "账号", level: 1 })).toBeVisible();
  await listens(page);
  await fitsWidth(page);
  expect(await findings(page), "account").toEqual([]);
  await page.getByLabel("用途").fill("脚本");
  await page.getByRole("button", { name: "创建令牌" }).click();
  await expect(page.locator("code", { hasText: /^docent_pat_/ })).toBeVisible();
  await fitsWidth(page);
  await page.getByRole("button", { name: "展开侧栏" }).click();
  await page.getByRole("button", { name: "Bob，读者" }).click();
  expect(await findings(page), "account menu").toEqual([]);
  await page.getByRole("button", { name: "退出登录" }).click();
  await page.getByRole("button", { name: "Sign out of the provider" }).click();
  await expect(page.getByRole("heading", { name: "登录" })).toBeVisible();
  await page.context().close();
});

test("an administrator sees who signs in, removes somebody, lets them in again and erases them", async ({
  browser,
}) => {
  const alice = await browserOf(browser, "alice");
  await come(alice);
  await expect(alice).toHaveURL(`${address}/`);
  await listens(alice);
  const page = await browserOf(browser, "root");
  await come(page);
  await listens(page);
  await page.getByRole("button", { name: "Root, administrator" }).click();
  await page.getByRole("link", { name: "People" }).click();
  await expect(page.getByRole("heading", { name: "People", level: 1 })).toBeVisible();
  const row = (name: string) => page.getByRole("row").filter({ hasText: name });
  await expect(row("Alice")).toContainText("editor");
  await expect(row("Alice")).toContainText("writers");
  await expect(row("Alice")).toContainText("1 session");
  await expect(row("Root")).toContainText("you");
  await expect(row("Root").getByRole("button")).toHaveCount(0);
  expect(await findings(page), "people").toEqual([]);

  await page.getByRole("searchbox", { name: "Find by name or group" }).fill("writers");
  await expect(page.getByText("1 person found")).toBeVisible();
  await expect(row("Root")).toHaveCount(0);
  await page.getByRole("searchbox").fill("");

  // By keyboard, from the button to what is asked.
  await page.getByRole("button", { name: "Remove Alice" }).focus();
  await page.keyboard.press("Enter");
  const asked = page.getByRole("alertdialog", { name: "Remove Alice?" });
  await expect(asked).toContainText("their sessions and tokens end now");
  expect(await findings(page), "asked before").toEqual([]);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Remove Alice" })).toBeFocused();
  await page.keyboard.press("Enter");
  await asked.getByRole("button", { name: "Remove now" }).press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "not let in any more" })).toBeVisible();
  await expect(row("Alice")).toContainText("Not let in since");
  await expect(row("Alice")).toContainText("0 sessions");
  await expect(row("Alice").getByRole("rowheader").locator("b")).toBeFocused();
  expect((await alice.request.get(`${address}/api/threads`)).status()).toBe(401);

  await page.getByRole("button", { name: "Let in again: Alice" }).click();
  await page.getByRole("button", { name: "Let in", exact: true }).click();
  await expect(row("Alice")).toContainText("editor");

  await page.getByRole("button", { name: "Erase Alice" }).click();
  const last = page.getByRole("alertdialog", { name: "Erase Alice?" });
  await expect(last).toContainText("can’t be undone");
  await last.getByRole("button", { name: "Erase for good" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Alice is erased" })).toBeVisible();
  await expect(row("Erased person")).toHaveCount(1);
  await expect(row("Alice")).toHaveCount(0);
  expect(await findings(page), "one who was erased").toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await fitsWidth(page, "people on a phone");
  expect(await findings(page), "people on a phone").toEqual([]);
  await page.context().close();
  await alice.context().close();
});

test("nobody else has the page of people", async ({ browser }) => {
  const page = await browserOf(browser, "bob");
  await come(page);
  await listens(page);
  await page.getByRole("button", { name: "Bob, reader" }).click();
  await expect(page.getByRole("link", { name: "My tokens" })).toBeVisible();
  await expect(page.getByRole("link", { name: "People" })).toHaveCount(0);
  expect((await page.goto(`${address}/account/people`))?.status()).toBe(404);
  expect((await page.request.get(`${address}/api/people`)).status()).toBe(403);
  await page.context().close();
});

test("a folder is kept for groups where it is added, and where it is changed", async ({
  browser,
}) => {
  const page = await browserOf(browser, "root");
  await come(page, "/settings/folders");
  await expect(page).toHaveURL(`${address}/settings/folders`);
  await listens(page);
  await page.getByRole("textbox", { name: "Folder path" }).fill(folder);
  const groups = page.getByRole("combobox", { name: "Groups that may read it" });
  await expect(groups).toHaveAccessibleDescription(/everybody who signs in/);
  const known = await groups.evaluate((box: HTMLInputElement) =>
    [...(box.list?.options ?? [])].map(({ value }) => value),
  );
  expect(known).toEqual(expect.arrayContaining(["admins", "readers", "writers"]));
  await groups.fill("writers");
  await groups.press("Enter");
  await expect(page.getByRole("button", { name: "Take away group writers" })).toBeVisible();
  await expect(page.getByText("You are in none of these groups")).toBeVisible();
  await expect(groups).toBeFocused();
  await groups.fill("a group of our own");
  expect(await findings(page), "groups of a new folder").toEqual([]);
  await page.getByRole("button", { name: "Add folder" }).click();
  const row = page.getByRole("row").filter({ hasText: "documents" });
  await expect(row).toContainText("Only for writers and a group of our own");

  await row.getByRole("button", { name: "Edit documents" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit “documents”" });
  await dialog.getByRole("button", { name: "Take away group writers" }).click();
  await dialog.getByRole("combobox").fill("admins");
  await dialog.getByRole("button", { name: "Add group" }).click();
  expect(await findings(page), "groups of a folder").toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await fitsWidth(page, "groups on a phone");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(row).toContainText("Only for a group of our own and admins");
  const saved = (await (await page.request.get(`${address}/api/config`)).json()) as {
    config: { doc_access: { roots: { label: string; groups?: string[] }[] } };
  };
  expect(saved.config.doc_access.roots.find(({ label }) => label === "documents")?.groups).toEqual([
    "a group of our own",
    "admins",
  ]);
  await page.context().close();
});
