import type { Locator, Page } from "@playwright/test";
import { expect, findings, fitsWidth, openReady } from "./docent-page.ts";
import { test } from "./only-here.ts";

const pictures = process.env.DOCENT_SANDBOX_PICTURES;
async function picture(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return;
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.screenshot({ path: `${pictures}/${name}-${colorScheme}.png`, fullPage: true });
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}
const button = (within: Page | Locator, name: string) =>
  within.getByRole("button", { name, exact: true });
const ended = (page: Page) =>
  expect(page.getByRole("status").getByText("Completed", { exact: true })).toBeVisible();

async function openForm(page: Page): Promise<void> {
  await openReady(page, "/tasks");
  await page.getByLabel("Type of task").selectOption("run_code_snippet");
  await expect(page.getByLabel("Code", { exact: true })).toBeVisible();
}

/** Starts what stands in the form, and allows it once, having seen it. */
async function allow(page: Page, code: string): Promise<void> {
  const before = page.url();
  await button(page, "Start").click();
  await expect(page).not.toHaveURL(before);
  const question = page.getByRole("dialog", { name: "Approval needed" });
  await expect(question).toBeVisible();
  for (const line of code.trim().split("\n")) await expect(question).toContainText(line.trim());
  await button(question, "Allow once").click();
  await ended(page);
}

test("a failing script is seen whole, allowed once, read, fixed, run again and compared", async ({
  page,
}) => {
  await openForm(page);
  const code = page.getByLabel("Code", { exact: true });
  await expect(page.getByText("Runs as WebAssembly", { exact: false })).toBeVisible();
  await button(page, "Start").click();
  await expect(page.getByText("Enter the code to run.")).toBeVisible();
  await code.focus();
  await page.keyboard.type("if (true) {\n");
  await page.keyboard.press("Tab");
  await page.keyboard.type("console.log('before');\n}\nmissing();");
  const failing = "if (true) {\n  console.log('before');\n}\nmissing();";
  await expect(code).toHaveValue(failing);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await expect(code).not.toBeFocused();
  expect(await findings(page), "form").toEqual([]);
  await picture(page, "sandbox-form");

  const before = page.url();
  await button(page, "Start").click();
  await expect(page).not.toHaveURL(before);
  const question = page.getByRole("dialog", { name: "Approval needed" });
  await expect(question).toContainText("missing();");
  await expect(question).toContainText("WebAssembly in a separate process");
  await expect(question.getByRole("button", { name: "Allow for this conversation" })).toHaveCount(
    0,
  );
  expect(await findings(page), "question").toEqual([]);
  await picture(page, "sandbox-question");
  await button(question, "Allow once").click();
  await ended(page);
  const output = page.getByRole("region", { name: "Output" });
  await expect(output).toContainText("The code ended with exit code 1.");
  await expect(output.getByRole("group", { name: "Standard output" })).toHaveText(/before/);
  await expect(output.getByRole("group", { name: "Error output" })).toHaveText(/missing/);
  expect(await findings(page), "failed").toEqual([]);
  await picture(page, "sandbox-failed");

  await button(page, "Run again").click();
  const again = page.getByRole("region", { name: "Run again" });
  await expect(again.getByLabel("Code", { exact: true })).toHaveValue(failing);
  const fixed = "console.log('before');\nconsole.log('after');";
  await again.getByLabel("Code", { exact: true }).fill(fixed);
  await allow(page, fixed);
  await expect(page.getByRole("region", { name: "Output" })).toContainText("without an error");
  await page.getByLabel("Another run of this type").selectOption({ index: 1 });
  const compare = page.getByRole("region", { name: "Compare" });
  await expect(compare).toContainText("The runs had different input.");
  await compare.getByRole("button", { name: "stdout.txt" }).click();
  await expect(page.getByRole("region", { name: "stdout.txt, Other run" })).toContainText("before");
  expect(await findings(page), "comparison").toEqual([]);
  await picture(page, "sandbox-compared");

  // The same again: every file has the same bytes.
  await button(page, "Run again").click();
  await allow(page, fixed);
  await page.getByLabel("Another run of this type").selectOption({ index: 1 });
  await expect(compare).toContainText("Both runs had the same input.");
  await expect(compare.getByRole("cell", { name: "different" })).toHaveCount(0);
});

test("a drawing and a picture that code made are seen, a table is one, and a script in a drawing does nothing", async ({
  page,
}) => {
  await openForm(page);
  const png =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  await page.getByLabel("Files for the code").setInputFiles([
    { name: "dot.png", mimeType: "image/png", buffer: Buffer.from(png, "base64") },
    { name: "counts.csv", mimeType: "text/csv", buffer: Buffer.from("topic,pages\ntea,3\n") },
  ]);
  const chosen = page.getByRole("list", { name: "Chosen files" });
  for (const name of ["dot.png", "counts.csv"]) await expect(chosen).toContainText(name);
  const code = `const rows = files.read("counts.csv").trim().split("\\n").slice(1);
const bars = rows.map((row, i) => '<rect y="' + i * 30 + '" width="' + row.split(",")[1] * 60 + '" height="24" fill="teal"/>');
files.write("chart.svg", '<svg xmlns="http://www.w3.org/2000/svg" width="240" height="60"><script>document.title="run"</script>' + bars.join("") + "</svg>");
files.write("copy.png", files.readBytes("dot.png"));
files.write("table.csv", files.read("counts.csv") + "coffee,5\\n");
`;
  await page.getByLabel("Code", { exact: true }).fill(code);
  await allow(page, code);
  const output = page.getByRole("region", { name: "Output" });
  // A drawing can be made to be laid out for ever, so it waits for who wants to see it.
  await expect(output.getByRole("img", { name: "chart.svg" })).toHaveCount(0);
  await output.getByRole("button", { name: "Show the drawing chart.svg" }).click();
  for (const name of ["chart.svg", "copy.png"]) {
    const shown = output.getByRole("img", { name });
    await expect(shown).toBeVisible();
    await expect
      .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
  }
  expect(await page.title()).not.toBe("run");
  await button(page, "table.csv").click();
  await expect(page.getByRole("cell", { name: "coffee" })).toBeVisible();
  await button(page, "chart.svg").click();
  expect(await findings(page), "pictures").toEqual([]);
  await picture(page, "sandbox-pictures");
});

test("ten lines loop over searches and count pages by topic", async ({ page }) => {
  await openForm(page);
  const code = `const counts = {};
for (const topic of ["approval", "embedding", "skill"]) {
  const { hits } = await tools.docs_search({ query: topic, limit: 50 });
  counts[topic] = new Set(hits.map((hit) => hit.relative_path)).size;
}
console.log(JSON.stringify(counts));
`;
  await page.getByLabel("Code", { exact: true }).fill(code);
  await page.getByLabel("tools.docs_search", { exact: true }).check();
  await allow(page, code);
  const printed = page.getByRole("group", { name: "Standard output" });
  await expect(printed).toHaveText(/^\{"approval":\d+,"embedding":\d+,"skill":\d+\}\s*$/);
  const counts = Object.values(JSON.parse(await printed.innerText()) as Record<string, number>);
  expect(Math.min(...counts)).toBeGreaterThan(0);
});

test("Settings tell which sandboxes are here and take other limits", async ({ page }) => {
  await openReady(page, "/settings/tools#sandbox");
  const section = page.getByRole("region", { name: "Sandbox" });
  await expect(section).toContainText("JavaScript: wasm");
  await section.getByLabel("Seconds per run").fill("20");
  await button(section, "Save").click();
  await expect(page.getByText("Sandbox settings saved.").first()).toBeVisible();
  await section.getByLabel("Seconds per run").fill("0");
  await button(section, "Save").click();
  await expect(section.getByText("0.1 to 600 seconds", { exact: false })).toBeVisible();
  expect(await findings(page), "settings").toEqual([]);
  await picture(page, "sandbox-settings");
});

test("holds on a phone and in Chinese", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openReady(page);
  await page.context().addCookies([{ name: "docent_locale", value: "zh-CN", url: page.url() }]);
  await page.goto("/tasks");
  await page.getByLabel("任务类型").selectOption("run_code_snippet");
  await page.getByLabel("代码", { exact: true }).fill("console.log('你好'.repeat(200)); throw 1");
  expect(await findings(page), "form").toEqual([]);
  await picture(page, "sandbox-phone-form");
  await button(page, "启动").click();
  const question = page.getByRole("dialog");
  await expect(question).toContainText("你好");
  expect(await findings(page), "question").toEqual([]);
  await picture(page, "sandbox-phone-question");
  await button(question, "允许一次").click();
  await expect(page.getByRole("status").getByText("已完成", { exact: true })).toBeVisible();
  await expect(page.getByRole("region", { name: "输出" })).toContainText("退出码为 1");
  expect(await findings(page), "result").toEqual([]);
  await picture(page, "sandbox-phone-result");
  await fitsWidth(page);
  await page.goto("/settings/tools#sandbox");
  await expect(page.getByRole("region", { name: "沙箱" })).toContainText("JavaScript");
  await picture(page, "sandbox-phone-settings");
});
