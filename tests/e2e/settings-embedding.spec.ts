import type { Page } from "@playwright/test";
import {
  type EmbeddingReply,
  type EmbeddingRequest,
  type EmbeddingServer,
  embeddingServer,
  faithfully,
} from "../models/embedding/embedding-server.ts";
import { expect, findings, openReady, saveSettings } from "./docent-page.ts";
import { test } from "./only-here.ts";

let server: EmbeddingServer;
let script: (request: EmbeddingRequest) => EmbeddingReply | Promise<EmbeddingReply> = faithfully;

test.beforeAll(async () => {
  server = await embeddingServer((request) => script(request));
});
test.afterAll(() => server.close());
test.afterEach(async ({ page }) => {
  script = faithfully;
  await page.request.post("/api/embedding", { data: { action: "forget" } });
  await saveEmbedding(page, {});
});

const saveEmbedding = (page: Page, embedding: object): Promise<void> =>
  saveSettings(page, (config) => ({ ...config, retrieval: { ...config.retrieval, embedding } }));

const section = (page: Page) => page.getByRole("region", { name: "Embedding model" });
const passagesSent = () => server.asked.flatMap(({ texts }) => texts);

test("what would be sent is shown before anybody agrees; then it goes on, pauses, and can be taken back", async ({
  page,
}) => {
  await openReady(page, "/settings/model");
  const embedding = section(page);
  await embedding.getByRole("radio", { name: /^OpenAI Needs/ }).check();
  await expect(embedding).toContainText("OPENAI_API_KEY");
  await embedding.getByRole("radio", { name: /^OpenAI-compatible/ }).check();
  await embedding.getByLabel("Base URL").fill(server.base_url);
  await embedding.getByLabel("Model name").fill("test-model");
  const save = embedding.getByRole("button", { name: "Save the embedding model" });
  await expect(save).toBeDisabled();
  expect(server.requests).toEqual([]);
  await embedding.getByRole("button", { name: "Test the connection" }).click();
  await expect(embedding).toContainText(
    /test-model at 127\.0\.0\.1:\d+ works; its vectors have length 16/,
  );
  expect(passagesSent()).toHaveLength(1); // a sentence of our own
  await save.click();
  await expect(page.getByText(/^Embedding model saved\./)).toBeVisible();
  await expect(embedding).toContainText(
    /[\d,]+ passages, about [\d.,]+ [kM]B of text, from .+ would be sent to http:\/\/127\.0\.0\.1:\d+\/v1/,
  );
  await expect(embedding).toContainText("your own computer: nothing leaves it");
  expect(passagesSent()).toHaveLength(1);
  expect(await findings(page)).toEqual([]);

  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  let brokenOff: string[] = [];
  script = async (request) => {
    if (passagesSent().length > 100) {
      if (brokenOff.length === 0) brokenOff = request.texts;
      await held;
    }
    return faithfully(request);
  };
  await embedding.getByRole("button", { name: "Agree and start" }).click();
  await expect(embedding).toContainText("Passages are being sent.");
  await expect.poll(() => brokenOff).not.toEqual([]); // what is under way when it is paused is sent again
  await embedding.getByRole("button", { name: "Pause" }).click();
  await expect(embedding).toContainText("Paused: no passage is sent.");
  release();
  expect(await findings(page)).toEqual([]);
  await page.reload();
  await expect(embedding).toContainText("Paused: no passage is sent.");
  await embedding.getByRole("button", { name: "Resume" }).click();
  await expect(embedding).toContainText("Every passage has a vector");
  const sent = passagesSent();
  const twice = sent.filter((text, i) => sent.indexOf(text) !== i);
  expect(twice.filter((text) => !brokenOff.includes(text))).toEqual([]);

  await embedding.getByRole("button", { name: "Delete vectors" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(embedding.getByRole("button", { name: "Agree and start" })).toBeVisible();
  expect(passagesSent()).toEqual(sent);
});

test("a provider that refuses is said in one sentence, and is tried again at once when asked to", async ({
  page,
}) => {
  const embedding = { provider: "compatible", name: "test-model", base_url: server.base_url };
  await saveEmbedding(page, embedding);
  script = () => ({ wire: { status: 401, chunks: ["{}"] } });
  await openReady(page, "/settings/model");
  await section(page).getByRole("button", { name: "Agree and start" }).click();
  await expect(section(page)).toContainText("refused the key");
  await expect(section(page)).toContainText("Trying again at");
  expect(await findings(page)).toEqual([]);
  script = faithfully;
  await section(page).getByRole("button", { name: "Try again" }).click();
  await expect(section(page)).toContainText("Every passage has a vector");
});
