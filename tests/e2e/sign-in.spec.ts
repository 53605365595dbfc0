import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { freePort } from "../../scripts/bootstrap/port.mjs";
import { answer, ask, expect, findings } from "./docent-page.ts";
import { listens, test } from "./only-here.ts";

/** A server of its own, reached by the network's address and by a name, with an access token. */
const token = "pQ4vX9sLmT2kRz7WbN5cYh";
let home: string;
let server: ChildProcess;
let address: string;

test.beforeAll(async () => {
  home = mkdtempSync(path.join(os.tmpdir(), "docent-e2e-"));
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  server = spawn(process.execPath, ["scripts/start.mjs"], {
    env: {
      ...process.env,
      HOST: "0.0.0.0",
      PORT: String(port),
      DOCENT_HOME: home,
      DOCENT_LOG_LEVEL: "warn",
      DOCENT_ACCESS_TOKEN: token,
      DOCENT_ALLOWED_HOSTS: "docs.example",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let out = "";
  server.stdout?.setEncoding("utf8").on("data", (text) => {
    out += text;
  });
  await expect.poll(() => out).toContain("Docent is running at");
  expect(out).not.toContain(token);
});
test.afterAll(async () => {
  const ended = once(server, "exit");
  server.kill("SIGTERM");
  await ended;
  rmSync(home, { recursive: true, force: true });
});

test("a wrong token is said to be wrong, the right one shows the page that was asked for", async ({
  page,
}) => {
  const response = await page.goto(`${address}/settings`);
  expect(response?.status()).toBe(401);
  expect(await response?.text()).not.toContain("Docent handbook");
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Conversations" })).toHaveCount(0);
  expect(await findings(page)).toEqual([]);

  await page.getByLabel("Access token").fill("not the token");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(
    page.getByText(
      "That’s not this server’s access token. Check DOCENT_ACCESS_TOKEN and try again.",
    ),
  ).toBeVisible();
  expect(await findings(page)).toEqual([]);

  await page.getByLabel("Access token").fill(token);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
  await expect(page).toHaveURL(`${address}/settings`);

  const [cookie] = await page.context().cookies();
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict" });
  expect(cookie?.value).not.toContain(token);
  expect(await page.evaluate(() => document.cookie)).not.toContain("docent_session");

  await page.goto(address);
  await expect
    .poll(async () => (await (await page.request.get(`${address}/api/health`)).json()).index?.state)
    .toBe("ready");
  await ask(page, "How do I add a folder?");
  await expect(
    answer(page)
      .getByRole("link", { name: /^Source 1: / })
      .first(),
  ).toBeVisible();
});

test("signing out ends the session and shows the page to sign in", async ({ page }) => {
  await page.goto(`${address}/settings/general`);
  await page.getByLabel("Access token").fill(token);
  await page.getByRole("button", { name: "Sign in" }).click();
  const signOut = page.getByRole("button", { name: "Sign out" });
  await expect(signOut).toBeVisible();
  await listens(page);
  expect(await findings(page)).toEqual([]);
  const [cookie] = await page.context().cookies();
  await signOut.click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  // How wide the left pane is stays: it belongs to the browser, not to the session.
  const left = (await page.context().cookies()).map(({ name }) => name);
  expect(left.filter((name) => name !== "docent_side")).toEqual([]);
  const again = await page.request.get(`${address}/api/threads`, {
    headers: { cookie: `${cookie?.name}=${cookie?.value}` },
  });
  expect(again.status()).toBe(401);
});

test("in Chinese, and a session that has ended leads back to the page to sign in", async ({
  browser,
}) => {
  const context = await browser.newContext({ locale: "zh-CN" });
  const page = await context.newPage();
  await page.goto(address);
  await listens(page);
  await page.getByLabel("访问令牌").fill(token);
  await page.getByRole("button", { name: "登录" }).click();
  await expect(page.getByRole("navigation", { name: "对话" })).toBeVisible();
  await listens(page);
  await page.getByRole("textbox", { name: "向你的文档提问" }).fill("怎么添加文件夹？");
  await context.clearCookies();
  // What the page looks after by itself may lead to the page to sign in before the question does.
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "登录" })).toBeVisible();
  await context.close();
});

test("no page and no route is there without the token", async ({ request }) => {
  for (const at of [
    "/",
    "/settings",
    "/t/x",
    "/no-such-page",
    "/icon.svg/x",
    "/api/threads",
    "/api/config",
  ]) {
    const response = await request.get(address + at);
    expect([at, response.status()]).toEqual([at, 401]);
    expect(await response.text()).not.toContain("Docent handbook");
  }
  const health = await request.get(`${address}/api/health`);
  expect(Object.keys(await health.json())).toEqual(["status"]);
  const named = await request.get(address, { headers: { host: "docs.example" } });
  expect(named.status()).toBe(401);
  const foreign = await request.get(address, { headers: { host: "evil.example" } });
  expect(foreign.status()).toBe(403);
});

/** The last here: for a minute after it, nobody on this machine gets in. */
test("wrong tokens are counted by where they come from, not by what their sender says", async ({
  request,
}) => {
  const statuses: number[] = [];
  for (let n = 0; n < 11; n++) {
    const response = await request.post(`${address}/api/session`, {
      data: { token: `wrong-${n}` },
      headers: { "x-docent-address": `10.0.0.${n}` },
    });
    statuses.push(response.status());
  }
  expect([statuses[0], statuses.at(-1)]).toEqual([401, 429]);
});
