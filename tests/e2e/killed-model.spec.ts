import { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Page } from "@playwright/test";
import { openaiChat } from "../models/wire/openai-chat.ts";
import { scriptedServer } from "../models/wire/wire-format.ts";
import { answer, ask, expect, findings } from "./docent-page.ts";
import { type FreshDocent, freshDocent } from "./fresh-docent.ts";
import { test } from "./only-here.ts";

/** A server of its own, killed as `kill -9` does while a model writes, and what the page that was open makes of it. */
const notes = mkdtempSync(path.join(os.tmpdir(), "docent-notes-"));
const question = "When is the signing key rotated?";
const sentence = "The signing key is rotated every ninety days";
let docent: FreshDocent;

test.beforeAll(async () => {
  docent = await freshDocent();
});
test.afterAll(() => docent.kill());

const decide = async (page: Page) => {
  const asked = page.getByRole("dialog", { name: "Approval needed" });
  await asked.getByRole("button", { name: "Allow once", exact: true }).click();
};

test("a server that is killed while a model writes: what was told and done stands there again, is not done twice, and can be asked again", async ({
  page,
}) => {
  test.slow();
  const held = Promise.withResolvers<void>();
  const file = path.join(docent.home, "workspace", "list.txt");
  const tokens = { input: 1, cached: 0, output: 1 };
  const model = await scriptedServer(openaiChat, ({ turn }) => {
    if (turn === 1)
      return { calls: [{ name: "write", arguments: { path: "list.txt", content: "milk\n" } }] };
    if (turn > 2) return { text: `${sentence} [1].` };
    return {
      chunks: (async function* () {
        const said = `${sentence} [1]. And then it is `;
        yield* openaiChat.events({ text: said, turn, tokens }).slice(0, -3);
        await held.promise;
      })(),
    };
  });
  writeFileSync(path.join(notes, "keys.md"), `# Keys\n\n${sentence}.\n`);
  const { origin } = docent;
  await docent.start();
  const { config, etag } = await (await page.request.get(`${origin}/api/config`)).json();
  const saved = await page.request.put(`${origin}/api/config`, {
    headers: { "if-match": etag },
    data: {
      ...config,
      doc_access: { ...config.doc_access, roots: [{ id: "notes", label: "Notes", path: notes }] },
      answer: { ...config.answer, mode: "model", planner: "rules" },
      model: { ...config.model, provider: "compatible", name: "m-1", base_url: model.base_url },
      agents: [{ id: "primary", kind: "primary", permission: "L1" }],
    },
  });
  expect(saved.status()).toBe(200);
  await expect
    .poll(async () => (await (await page.request.get(`${origin}/api/health`)).json()).index)
    .toMatchObject({ state: "ready", files: 1 });
  await page.goto(origin);
  await ask(page, question);
  await decide(page);
  await expect(answer(page).locator("a.chip").first()).toBeVisible();

  await docent.kill();
  await expect(page.getByRole("alert").filter({ hasText: "Can’t reach Docent" })).toBeVisible();
  await expect(answer(page)).toContainText(sentence);
  appendFileSync(file, "honey\n");
  await docent.start();
  await expect(page.getByRole("alert").filter({ hasText: "Can’t reach Docent" })).toHaveCount(0);
  const turn = page.locator("article.turn");
  await expect(turn).toContainText("none of them is made again");
  await expect(turn).toHaveAttribute("aria-busy", "false");
  await expect(turn).toContainText("written by m-1");
  await expect(answer(page)).toContainText(sentence);
  const done = page.getByRole("region", { name: "What was done" });
  await expect(done.locator(".action")).toHaveCount(1);
  await expect(done).toContainText("list.txt");
  expect(await findings(page, "article.turn")).toEqual([]);
  expect(readFileSync(file, "utf8")).toBe("milk\nhoney\n");
  expect(model.requests.length).toBe(2); // nothing ran again by itself

  await page.getByRole("button", { name: "Ask again" }).first().click();
  await expect(turn).toHaveCount(2);
  await expect(turn.last()).toContainText("written by m-1");
  expect(readFileSync(file, "utf8")).toBe("milk\nhoney\n");
  held.resolve();
  await model.close();
});
