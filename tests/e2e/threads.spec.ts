import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { own } from "../../scripts/test/own-server.ts";
import { answer, askThrough, expect, findings, openReady } from "./docent-page.ts";
import { test } from "./only-here.ts";

test("a conversation gets another name, is taken along as a file, and is deleted", async ({
  page,
}) => {
  await openReady(page);
  await askThrough(page, "How do I pause a folder?");
  await expect(answer(page)).toBeVisible();
  const conversations = page.getByRole("navigation", { name: "Conversations" });

  await page.getByRole("button", { name: "Rename conversation" }).click();
  await page.getByRole("textbox", { name: "Conversation name" }).fill("Pausing of folders");
  expect(await findings(page), "rename").toEqual([]);
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Pausing of folders" })).toBeVisible();
  await expect(conversations.getByRole("link", { name: "Pausing of folders" })).toBeVisible();

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export as Markdown" }).click();
  const file = await (await download).path();
  expect(readFileSync(file, "utf8")).toContain(
    "# Pausing of folders\n\n## How do I pause a folder?",
  );
  // The file alone says later whether it still holds.
  const env = { ...process.env, DOCENT_HOME: own.home };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["scripts/run.mjs", "verify", file, "--json"],
    { env },
  );
  expect(JSON.parse(stdout)).toMatchObject({ holds: true });

  await page.getByRole("button", { name: "Delete conversation" }).click();
  await expect(page.getByRole("button", { name: "Delete", exact: true })).toBeVisible();
  expect(await findings(page), "delete").toEqual([]);
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Ask your documents" })).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  await expect(conversations.getByRole("link", { name: "Pausing of folders" })).toHaveCount(0);
});

test("whether an answer was right is said with one click, and is there when it is opened again", async ({
  page,
}) => {
  await openReady(page);
  await askThrough(page, "How do I pause a folder?");
  const kept = async () => {
    const thread_id = new URL(page.url()).pathname.split("/").at(-1);
    const all = await (await page.request.get("/api/feedback?format=json")).json();
    return all.filter((one: { thread_id: string }) => one.thread_id === thread_id);
  };
  const asked = page.getByRole("group", { name: "Was this helpful?" });
  const [right, wrong] = ["Yes", "No"].map((name) =>
    asked.getByRole("button", { name, exact: true }),
  );
  await right?.click();
  await expect(right ?? asked).toHaveAttribute("aria-pressed", "true");
  await wrong?.click();
  await asked.getByRole("textbox", { name: "What was wrong?" }).fill("Another folder was meant.");
  await asked.getByRole("button", { name: "Save reason" }).click();
  await expect(asked.getByRole("button", { name: "Save reason" })).toHaveCount(0);
  await page.reload();
  await expect(wrong ?? asked).toHaveAttribute("aria-pressed", "true");
  await expect(asked.getByRole("textbox")).toHaveValue("Another folder was meant.");
  await expect.poll(kept).toMatchObject([{ verdict: "wrong", why: "Another folder was meant." }]);
  await wrong?.click();
  await expect(wrong ?? asked).toHaveAttribute("aria-pressed", "false");
  await expect.poll(kept).toEqual([]);
});
