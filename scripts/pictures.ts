import { mkdir } from "node:fs/promises";
import path from "node:path";
import { chromium, type Page } from "playwright";
import { findChromium } from "./bootstrap/chromium.mjs";

/**
 * Takes the pictures of docs/pictures anew from a running server: both languages, both themes, a wide screen and a
 * phone. Run it on a fresh state folder, so that no one's conversations are in the picture:
 *
 *   node scripts/pictures.ts http://127.0.0.1:3000 [SITTING …]      all of them unless some are named, such as phone-dark-en
 */
const [base, ...only] = process.argv.slice(2);
if (base === undefined) throw new Error("Give the address of a running server.");
const folder = path.join(import.meta.dirname, "../docs/pictures");

const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const sittings = [
  {
    name: "wide-light-en",
    viewport: wide,
    scheme: "light",
    locale: "en-US",
    question: "How do I add a folder?",
    stray: "How do I add a printer?",
  },
  {
    name: "wide-dark-en",
    viewport: wide,
    scheme: "dark",
    locale: "en-US",
    question: "Which files does Docent read?",
    stray: "How do I bake bread?",
  },
  {
    name: "wide-light-zh",
    viewport: wide,
    scheme: "light",
    locale: "zh-CN",
    question: "怎么添加文件夹？",
    stray: "怎么移除插件？",
  },
  {
    name: "wide-dark-zh",
    viewport: wide,
    scheme: "dark",
    locale: "zh-CN",
    question: "拒绝名单上有什么？",
    stray: "怎么烤面包？",
  },
  {
    name: "phone-light-zh",
    viewport: phone,
    scheme: "light",
    locale: "zh-CN",
    question: "怎么添加文件夹？",
    stray: "怎么移除插件？",
  },
  {
    name: "phone-dark-en",
    viewport: phone,
    scheme: "dark",
    locale: "en-US",
    question: "How do I add a folder?",
    stray: "How do I add a printer?",
  },
  {
    name: "phone-light-en",
    viewport: phone,
    scheme: "light",
    locale: "en-US",
    question: "Which files does Docent read?",
    stray: "How do I bake bread?",
  },
  {
    name: "phone-dark-zh",
    viewport: phone,
    scheme: "dark",
    locale: "zh-CN",
    question: "拒绝名单上有什么？",
    stray: "怎么烤面包？",
  },
] as const;

/** Where nothing tells which lines answer. */
const mayBe = {
  "en-US": "What does not_allowlisted mean?",
  "zh-CN": "not_allowlisted 是什么意思？",
};

const executablePath = process.env.DOCENT_CHROMIUM ?? (await findChromium());
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ["--no-sandbox", "--disable-quic", "--disable-background-networking"],
});
try {
  await mkdir(folder, { recursive: true });
  for (const sitting of sittings) {
    if (only.length > 0 && !only.includes(sitting.name)) continue;
    const context = await browser.newContext({
      viewport: sitting.viewport,
      colorScheme: sitting.scheme,
      locale: sitting.locale,
      reducedMotion: "reduce",
    });
    const page = await context.newPage();
    const take = (what: string) =>
      page.screenshot({ path: path.join(folder, `${sitting.name}-${what}.png`) });
    await page.goto(`${base}/`, { waitUntil: "networkidle" });
    await take("first");
    await ask(page, sitting.question);
    await take("answer");
    await page.locator("main a[href*='src=1']").first().click();
    await page.locator(".wash-cited").first().waitFor();
    // The card of the chip would hide the answer.
    await page.mouse.move(0, 0);
    await page.locator(".peek").waitFor({ state: "detached" });
    await page.waitForLoadState("networkidle");
    await take("source");
    await page.goto(`${base}/`, { waitUntil: "networkidle" });
    await ask(page, mayBe[sitting.locale]);
    await take("may-be");
    await page.goto(`${base}/`, { waitUntil: "networkidle" });
    await ask(page, sitting.stray);
    await take("no-evidence");
    await page.goto(`${base}/settings`, { waitUntil: "networkidle" });
    await take("settings");
    const id = await askForChange(page, `${sitting.name}.md`);
    await page.goto(`${base}/`, { waitUntil: "networkidle" });
    await page.locator(".approval").waitFor();
    await take("approval");
    await decide(page, id, "deny");
    await context.close();
  }
} finally {
  await browser.close();
}

/** A note in the workspace is written, and a change to it is asked for: what asks is the picture. */
async function askForChange(page: Page, name: string): Promise<string> {
  const note = "# Lamp\n\nThe lamp has three states: lit, out and broken.\n";
  await decide(page, await call(page, "write", { path: name, content: note }), "allow_once");
  const find = "three states: lit, out and broken.";
  const replace = "four states: lit, dimmed, out and broken.\nWho dims it, says so.";
  return call(page, "edit", { path: name, find, replace });
}

async function call(page: Page, tool: string, args: Record<string, string>): Promise<string> {
  const url = `${base}/api/tools/${tool}/invoke`;
  const response = await page.request.post(url, { data: { arguments: args } });
  return ((await response.json()) as { approval_id: string }).approval_id;
}

/** Answers once a call that was allowed has ended. */
async function decide(page: Page, id: string, decision: string): Promise<void> {
  const url = `${base}/api/approvals/${id}`;
  await page.request.post(url, { data: { decision } });
  let state = "allowed";
  while (state === "allowed" || state === "running") {
    ({ state } = (await (await page.request.get(url)).json()) as { state: string });
  }
}

/** Asks and waits until the answer is whole: the button that stops it is gone. */
async function ask(page: Page, question: string): Promise<void> {
  const box = page.getByRole("textbox").first();
  await box.fill(question);
  await box.press("Enter");
  await page.waitForURL(/\/t\//);
  await page.locator("article[aria-busy='false']").first().waitFor();
  await page.waitForLoadState("networkidle");
}
