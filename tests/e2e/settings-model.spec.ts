import type { Page } from "@playwright/test";
import { openaiChat } from "../models/wire/openai-chat.ts";
import { scriptedServer } from "../models/wire/wire-format.ts";
import { expect, findings, openReady, saveSettings } from "./docent-page.ts";
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
  state = "calls";
  await saveSettings(page, (config) => ({
    ...config,
    model: { ...config.model, provider: null, name: null, models: [], base_url: null },
    answer: { ...config.answer, mode: "quote" },
  }));
});

const section = (page: Page) => page.getByRole("region", { name: "Language model" });
const compatible = (page: Page) => section(page).getByRole("radio", { name: /^OpenAI-compatible/ });

test("a model is chosen, tried, then saved, and what went wrong is one plain sentence", async ({
  page,
}) => {
  await openReady(page, "/settings/model");
  const model = section(page);
  const save = model.getByRole("button", { name: "Save the model" });
  const test = model.getByRole("button", { name: "Test the connection" });
  await expect(save).toBeDisabled();
  await expect(test).toHaveCount(0);
  await model.getByRole("radio", { name: /^OpenAI Needs/ }).check();
  await expect(model.locator("#model-key")).toContainText("OPENAI_API_KEY");
  await expect(model.locator("#model-key")).toContainText("api.openai.com");

  await compatible(page).check();
  await expect(model.locator("#model-key")).toContainText("DOCENT_MODEL_API_KEY");
  await model.getByLabel("Base URL").fill("http://models.example/v1");
  await expect(model).toContainText("models.example unencrypted");
  await model.getByLabel("Base URL").fill(server.base_url);
  await expect(model).toContainText("which is this computer");
  expect(server.requests).toEqual([]);

  // The list is asked for without a name; one of it is chosen, tried, and only then saved.
  await model.getByRole("button", { name: "List models" }).click();
  await expect(model.getByRole("status").first()).toContainText(/lists 2 models/);
  await model.getByLabel("Available models").selectOption({ index: 1 });
  await expect(model.getByLabel("Model name", { exact: true })).not.toHaveValue("");
  await expect(save).toBeDisabled();
  await expect(save).toHaveAccessibleDescription(/Test it first/);
  await model.getByLabel("Model name", { exact: true }).fill("llama");
  await test.click();
  await expect(model.getByRole("status")).toContainText(
    /llama at 127\.0\.0\.1.* works and can call tools/,
  );
  await model.getByLabel("Model name", { exact: true }).fill("llam");
  await expect(save).toBeDisabled();
  await model.getByLabel("Model name", { exact: true }).fill("llama");
  expect(await findings(page)).toEqual([]);
  await save.click();
  await expect(page.getByText("Model saved.")).toBeVisible();
  await expect(save).toBeDisabled();

  // Further names at the same address need no test of their own.
  const further = model.getByLabel("Additional model", { exact: true });
  await further.press("Enter");
  await expect(model).toContainText("Enter the name of a model");
  for (const name of ["llama-large", "llama-large", "llama-small"]) {
    await further.fill(name);
    await further.press("Enter");
    if (name === "llama-small")
      await expect(
        model.getByRole("list", { name: "Additional models" }).getByRole("listitem"),
      ).toHaveCount(2);
  }
  await model.getByRole("button", { name: "Remove llama-small" }).click();
  await save.click();
  await expect(save).toBeDisabled();
  await page.reload();
  await expect(
    model.getByRole("list", { name: "Additional models" }).getByRole("listitem"),
  ).toHaveText("llama-large");

  state = "talks";
  await test.click();
  await expect(model.getByRole("status")).toContainText("did not call a tool");

  state = "refuses";
  await model.getByLabel("Model name", { exact: true }).fill("other");
  await test.click();
  await expect(model.getByRole("status")).toContainText("refused the key");
  await expect(model).not.toContainText("sk-echo");
  await expect(save).toBeDisabled();
});

test("a server that is not running is saved without a test, behind the details", async ({
  page,
}) => {
  const gone = await scriptedServer(openaiChat, () => ({ text: "" }));
  await gone.close();
  await openReady(page, "/settings/model");
  const model = section(page);
  await compatible(page).check();
  await model.getByLabel("Base URL").fill(gone.base_url);
  await model.getByLabel("Model name", { exact: true }).fill("later");
  await model.getByRole("button", { name: "Test the connection" }).click();
  await expect(model.getByRole("status")).toContainText("can’t be reached");
  const untested = model.getByRole("button", { name: "Save without a test" });
  await expect(untested).toBeHidden();
  await model.getByText("Details").click();
  await untested.click();
  await expect(page.getByText("Model saved.")).toBeVisible();
  await page.reload();
  await expect(model.getByLabel("Model name", { exact: true })).toHaveValue("later");
});

test("what is typed for a provider is there again after another page, and a reload asks first", async ({
  page,
}) => {
  await openReady(page, "/settings/model");
  const model = section(page);
  await compatible(page).check();
  await model.getByLabel("Base URL").fill(server.base_url);
  await model.getByRole("radio", { name: /^None/ }).check();
  await compatible(page).check();
  await expect(model.getByLabel("Base URL")).toHaveValue(server.base_url);
  const pages = page.getByRole("navigation", { name: "Settings pages" });
  await pages.getByRole("link", { name: /^Web/ }).click();
  await expect(pages.getByRole("link", { name: /^Models/ })).toContainText("Unsaved");
  await page.getByRole("link", { name: "New question" }).click();
  await expect(page.getByRole("textbox", { name: "Ask your documents" })).toBeVisible();
  await page.goBack();
  await pages.getByRole("link", { name: /^Models/ }).click();
  await expect(model.getByLabel("Base URL")).toHaveValue(server.base_url);
  const asked = page.waitForEvent("dialog");
  const reload = page.evaluate(() => location.reload()).catch(() => undefined);
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.accept();
  await reload;
});

test("an address that is none is refused by the test, and who answers is chosen beside it", async ({
  page,
}) => {
  await openReady(page, "/settings/model");
  const model = section(page);
  await compatible(page).check();
  await model.getByLabel("Base URL").fill("http://name:word@127.0.0.1/v1");
  await model.getByRole("button", { name: "Test the connection" }).click();
  await expect(model.getByRole("status")).toContainText("may not contain a user name");

  const answers = page.getByRole("region", { name: "Answers" });
  await answers.getByRole("button", { name: "Let the model write the answer" }).click();
  await expect(page.getByText("Answers are written by the model.")).toBeVisible();
  await expect(answers).toContainText("No model is set up");
  await answers.getByRole("button", { name: "Quote my documents" }).click();
  await expect(page.getByText("Answers quote your documents.", { exact: true })).toBeVisible();
});
