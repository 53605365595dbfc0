import type { Page } from "@playwright/test";
import { openaiChat } from "../models/wire/openai-chat.ts";
import { scriptedServer } from "../models/wire/wire-format.ts";
import { expect, findings, openReady } from "./docent-page.ts";
import { test } from "./only-here.ts";

/** A server on this machine that speaks as Ollama and others do, until it is told to refuse. */
let server: Awaited<ReturnType<typeof scriptedServer>>;
let state: "calls" | "talks" | "refuses" = "calls";

test.beforeAll(async () => {
  server = await scriptedServer(openaiChat, () =>
    state === "refuses"
      ? { status: 401, chunks: [openaiChat.refusal("Bad key sk-echo-1234567890.", "bad_key")] }
      : state === "talks"
        ? { text: "I am ready." }
        : { calls: [{ name: "say_ready", arguments: {} }] },
  );
});
test.afterAll(() => server.close());
test.afterEach(async ({ page }) => {
  const { config, etag } = await (await page.request.get("/api/config")).json();
  const model = { ...config.model, provider: null, name: null, models: [], base_url: null };
  const reset = { ...config, model, answer: { ...config.answer, mode: "quote" } };
  const saved = await page.request.put("/api/config", {
    data: reset,
    headers: { "if-match": etag },
  });
  expect(saved.status()).toBe(200);
});

const section = (page: Page) => page.getByRole("region", { name: "Language model" });

test("a model is chosen, saved and tried, and what went wrong is one plain sentence", async ({
  page,
}) => {
  await openReady(page, "/settings");
  const model = section(page);
  await expect(model.getByRole("button", { name: "Test the connection" })).toHaveCount(0);
  await model.getByLabel("Provider").selectOption("openai");
  await expect(model).toContainText("Set OPENAI_API_KEY in the environment");
  await expect(model).toContainText("go to api.openai.com, and to nobody else");

  await model.getByLabel("Provider").selectOption("compatible");
  await expect(model).toContainText("No key is set (DOCENT_MODEL_API_KEY)");
  await model.getByLabel("Base URL").fill("http://models.example/v1");
  await expect(model).toContainText("go to models.example unencrypted");
  await model.getByLabel("Base URL").fill(server.base_url);
  await expect(model).toContainText("which is this computer");
  await model.getByLabel("Model name").fill("llama");
  await model.getByRole("button", { name: "Save the model" }).click();
  await expect(page.getByText("The model was saved.")).toBeVisible();
  expect(server.requests).toEqual([]);

  await model.getByRole("button", { name: "Test the connection" }).click();
  await expect(model.getByRole("status")).toContainText(/llama at 127\.0\.0\.1.* calls tools/);
  await expect(model.locator("datalist option")).toHaveCount(2);
  const further = model.getByLabel("Further model", { exact: true });
  await further.press("Enter");
  await expect(model).toContainText("Type the name of a model");
  for (const name of ["llama-large", "llama-large", "llama-small"]) {
    await further.fill(name);
    await further.press("Enter");
    if (name === "llama-small") await expect(model.getByRole("listitem")).toHaveCount(2);
  }
  await expect(model.getByRole("list", { name: "Further models" })).toContainText("llama-large");
  await model.getByRole("button", { name: "Take away llama-small" }).click();
  expect(await findings(page)).toEqual([]);
  await model.getByRole("button", { name: "Save the model" }).click();
  await expect(model.getByRole("button", { name: "Test the connection" })).toBeEnabled();
  await page.reload();
  await expect(model.getByRole("listitem")).toHaveText("llama-large");

  state = "talks";
  await model.getByRole("button", { name: "Test the connection" }).click();
  await expect(model.getByRole("status")).toContainText("called no tool");

  state = "refuses";
  await model.getByRole("button", { name: "Test the connection" }).click();
  await expect(model.getByRole("status")).toContainText("refused the key");
  await expect(model).not.toContainText("sk-echo");
});

test("an address that is none is not saved, and who answers is chosen beside it", async ({
  page,
}) => {
  await openReady(page, "/settings");
  const model = section(page);
  await model.getByLabel("Provider").selectOption("compatible");
  await model.getByLabel("Base URL").fill("http://name:word@127.0.0.1/v1");
  await model.getByRole("button", { name: "Save the model" }).click();
  await expect(model.getByRole("alert")).toContainText("no user name, no password");

  await model.getByRole("button", { name: "Let the model write" }).click();
  await expect(page.getByText("Answers are written by the model.")).toBeVisible();
  await expect(model).toContainText("No model is set up");
  await model.getByRole("button", { name: "Quote my documents" }).click();
  await expect(page.getByText("Answers quote your documents.")).toBeVisible();
});
