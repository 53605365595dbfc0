import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Locator, Page } from "@playwright/test";
import type { TraceNode } from "#lib/contracts/records";
import { own } from "../../scripts/test/own-server.ts";
import { openaiChat } from "../models/wire/openai-chat.ts";
import { scriptedServer } from "../models/wire/wire-format.ts";
import { answer, ask, box, expect, findings, openReady, saveSettings } from "./docent-page.ts";
import { test } from "./only-here.ts";

/**
 * A model behind the wire format of Chat Completions, as the page meets it: it writes an answer, and mends a script in the
 * workspace with a person's leave for each step.
 */
type Script = Parameters<typeof scriptedServer>[1];
let script: Script;
let server: Awaited<ReturnType<typeof scriptedServer>>;
let before: object | undefined;
const workspace = path.join(own.home, "workspace");

test.beforeAll(async () => {
  server = await scriptedServer(openaiChat, (told) => script(told));
});
test.afterAll(() => server.close());
test.afterEach(async ({ page }) => {
  await decideAll(page);
  const were = before;
  if (were !== undefined) await saveSettings(page, () => were);
  before = undefined;
  rmSync(path.join(workspace, "sum.sh"), { force: true });
});

type Pending = { approvals: { id: string; state: string; tool_id: string; choices: string[] }[] };
const pending = async (page: Page) =>
  ((await (await page.request.get("/api/approvals")).json()) as Pending).approvals;

async function decideAll(page: Page): Promise<void> {
  for (const { id } of await pending(page)) {
    await page.request.post(`/api/approvals/${id}`, { data: { decision: "deny" } });
  }
}

/** The model in the settings, and what its agent may do. */
async function configure(
  page: Page,
  permission: "L0" | "L1" | "L2",
  model: Record<string, unknown> = {},
  agents: readonly object[] = [],
): Promise<void> {
  const { base_url } = server;
  await saveSettings(page, (config) => {
    before ??= config;
    return {
      ...config,
      model: { ...config.model, provider: "compatible", name: "m-1", base_url, ...model },
      agents: [{ id: "primary", kind: "primary", permission }, ...agents],
      ...("bash" in (config.tools ?? {}) && permission === "L2"
        ? { tools: { ...config.tools, bash: { enabled: true } } }
        : {}),
    };
  });
  if (permission !== "L2") return;
  // What switches commands on is put to a person first; where no sandbox can be made, it stays off and says so.
  await expect
    .poll(async () => {
      for (const { id, choices } of await pending(page)) {
        expect(choices).toContain("allow_always");
        await page.request.post(`/api/approvals/${id}`, { data: { decision: "allow_always" } });
      }
      const { tools, built_in } = (await (await page.request.get("/api/tools")).json()) as Tools;
      const bash = tools.find(({ id }) => id === "bash");
      return bash === undefined || bash.off === undefined || built_in?.bash?.state === "cannot";
    })
    .toBe(true);
}

type Tools = {
  tools: { id: string; off?: unknown }[];
  built_in?: { bash?: { state: string } };
};

const results = (body: unknown) =>
  (body as { messages: { role: string; content: string }[] }).messages.filter(
    ({ role }) => role === "tool",
  );
const newest = (body: unknown) =>
  [...JSON.stringify(body).matchAll(/<<\w+ \[(\d+)\]/g)].at(-1)?.[1] ?? "0";
const done = (page: Page): Locator => page.getByRole("region", { name: "What was done" });
const asked = (page: Page): Locator => done(page).getByRole("dialog", { name: "Approval needed" });
const button = (within: Page | Locator, name: string) =>
  within.getByRole("button", { name, exact: true });

test("a model writes an answer: what the files bear is shown, what they do not is withheld", async ({
  page,
}) => {
  await configure(page, "L0");
  await openReady(page);
  await expect(button(page, "Quotations")).toHaveAttribute("aria-pressed", "true");
  await button(page, "Model m-1").click();
  expect(await findings(page, "form.box"), "box").toEqual([]);
  const sentence = "Folders are added in Settings";
  script = ({ body }) => {
    const task = JSON.stringify(body);
    const again = task.includes("S1:");
    if (again) return { text: "S1: -" };
    const passage = /\[(\d+)\] (?:(?!>>).)*?([A-Z][^.\\`*|#>]{30,120}\.)/.exec(task);
    return {
      text: `${passage?.[2]?.replace(/\.$/, "") ?? sentence} [${passage?.[1] ?? 1}]. It costs 99 euros a month [1].`,
    };
  };
  await ask(page, "How do I add a folder?");
  await expect(page.getByText("written by m-1")).toBeVisible();
  await expect(answer(page).locator("a.chip")).toHaveCount(1);
  await expect(answer(page)).not.toContainText("99 euros");
  await answer(page).locator("a.chip").click();
  await expect(page.getByRole("complementary", { name: "Source preview" })).toBeVisible();
  expect(await findings(page, "article.turn"), "answer").toEqual([]);

  script = () => ({ status: 401, chunks: [openaiChat.refusal("No.", "invalid")] });
  await ask(page, "How do I add a folder?");
  await expect(page.getByText("The model’s provider refused the request.")).toBeVisible();
  await expect(answer(page).last()).toContainText("folder");
});

test("under sentences in the model's own words stand their lines, once somebody asks for them", async ({
  page,
}) => {
  await configure(page, "L0");
  await openReady(page);
  await button(page, "Model m-1").click();
  const line =
    "Before an answer is shown, Docent reads each cited passage from the file again and compares the fingerprints.";
  script = ({ body }) => {
    const task = JSON.stringify(body);
    if (task.includes("S1:")) return { text: "S1: -" };
    const n = /<<\w+ \[(\d+)\](?:(?!<<\w+ \[).)*?compares the fingerprints/.exec(task)?.[1];
    const words = `[${n} "reads each cited passage from the file again and compares the fingerprints"]`;
    return {
      text: `You never see a passage whose fingerprints Docent has not compared with the file again before the answer ${words}.`,
    };
  };
  await ask(page, "What does a citation hold?");
  const quotation = answer(page).getByRole("figure", { name: "The document says" });
  await expect(answer(page)).toContainText("You never see a passage");
  await expect(quotation).toHaveCount(0);
  await button(answer(page), "Show source lines").click();
  await expect(quotation).toHaveCount(1);
  await expect(quotation.getByText(line)).toBeVisible();
  const said = await answer(page).ariaSnapshot();
  expect(said.indexOf("You never see")).toBeLessThan(said.indexOf("The document says"));
  expect(await findings(page, "article.turn")).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ media: "print" });
  await expect(quotation.getByText(line)).toBeVisible();
  await page.emulateMedia({ media: null });
  const within = () =>
    quotation.evaluate((one) => {
      const { left, right } = one.getBoundingClientRect();
      return left >= 0 && right <= 390;
    });
  await expect.poll(within).toBe(true);
  await quotation.getByRole("link", { name: /answers\.md line \d+/ }).click();
  await expect(page.getByRole("dialog", { name: "Source preview" })).toBeVisible();
});

/** The first passage that a model is shown, in its own words and under its number. */
function firstPassage(body: unknown): string {
  const [, number = 1, text = ""] =
    /\[(\d+)\] (?:(?!>>).)*?([A-Z][^.\\`*|#>]{30,120})\./.exec(JSON.stringify(body)) ?? [];
  return `${text} [${number}].`;
}
const question = "How do I add a folder?";
/** Planning a follow-up is another call of the same model; what is looked at is what it does when it writes. */
const writing =
  (does: Script): Script =>
  (given) =>
    JSON.stringify(given.body).includes("You prepare the search")
      ? { text: `Q1: ${question}` }
      : does(given);
const events = (says: Parameters<typeof openaiChat.events>[0]) => openaiChat.events(says);
const some = { turn: 1, tokens: { input: 9, cached: 0, output: 9 } };
const search = [{ name: "agent_doc_retrieval", arguments: { query: "add a folder" } }];
/** More than anybody would read, and not at its end then. */
function endlessWords(): string[] {
  const [head = "", word = ""] = events({ text: "~", ...some });
  const more = word.replace("~", "And so it goes on. ".repeat(40));
  return [head, ...Array.from({ length: 60 }, () => more)];
}

/** What models do that should not be shown, and what the page says then. */
const odd: [does: string, script: Script, says: RegExp | string][] = [
  [
    "answers from memory, without a source",
    () => ({ text: "S1: It costs 99 euros. It costs 99 euros." }),
    "Your documents support nothing the model wrote",
  ],
  [
    "answers in another language than the question",
    () => ({ text: "在设置里添加文件夹，然后等待一百天 [1]。" }),
    "The model answered in another language than your documents",
  ],
  ["says nothing", () => ({ text: "" }), "its reply could not be read"],
  ["refuses", () => ({ text: "I cannot help with that." }), "support nothing"],
  ["holds that nothing answers", () => ({ text: "NO_ANSWER" }), "Only the model says so"],
  [
    "never stops",
    () => ({ chunks: endlessWords(), end: "hang" }),
    "Nothing the model wrote is shown",
  ],
  ["never stops searching", () => ({ calls: search }), "kept searching for the same thing"],
  [
    "sends half the arguments of a call",
    () => ({ chunks: events({ calls: search, ...some }).slice(0, 4) }),
    "broke off, or its reply",
  ],
  [
    "falls silent after a sentence",
    ({ body }) => ({
      chunks: events({
        text: `${firstPassage(body)} And then also something that has no end `,
        ...some,
      }).slice(0, -3),
      end: "hang",
    }),
    /The model stopped responding.+checked by then/,
  ],
];

test("R17: whatever a model does, the page says that it waits for it, and then what became of it", async ({
  page,
}) => {
  test.slow();
  await configure(page, "L0", { idle_timeout_ms: 4000 });
  await openReady(page);
  await button(page, "Model m-1").click();
  for (const [does, script_, says] of odd) {
    script = writing(script_);
    await ask(page, question);
    const turn = page.locator("article.turn").last();
    await expect(turn.locator(".strip, .verdict").filter({ hasText: says }), does).toHaveCount(1);
    await expect(turn, does).toHaveAttribute("aria-busy", "false");
    await expect(turn, does).not.toContainText("99 euros");
    await expect(turn, does).not.toContainText(/m-1, 0 |asked, 0 /);
    await expect(turn.locator("[href*='src=']").first(), does).toBeVisible();
  }
  // Held until it is let go, however long that takes: meanwhile the page says what it waits for.
  await configure(page, "L0", { idle_timeout_ms: 120_000 });
  await openReady(page);
  await button(page, "Model m-1").click();
  const held = Promise.withResolvers<string>();
  script = writing(() => ({
    chunks: (async function* () {
      yield await held.promise;
    })(),
  }));
  await ask(page, question);
  await expect(button(page, "Writing with m-1")).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "Searching" })).toHaveCount(1);
  await button(page, "Stop").click();
  await expect(page.getByRole("heading", { name: "Stopped" })).toBeVisible();
  held.resolve("");
});

test("the steps of an answer tell what its model took", async ({ page }) => {
  await configure(page, "L0", { prices: { input: 2, cached_input: 0.5, output: 10 } });
  await openReady(page);
  await button(page, "Model m-1").click();
  script = ({ body }) => ({ text: firstPassage(body) });
  await ask(page, "How do I add a folder?");
  await expect(page.getByText("written by m-1, 1,234 tokens")).toBeVisible();
  await page.getByRole("button", { name: /^\d+ steps, / }).click();
  const told = page.locator(".step").filter({ hasText: "m-1: 1 turn" });
  await expect(told).toContainText(
    "1,200 tokens read, 1,000 of them from the provider’s cache, 34 tokens written",
  );
  await expect(told).toContainText(/first word after [\d,.]+ (?:ms|s)/);
  await expect(told).toContainText("cost 0.00124, at the prices in Settings");
  await button(page, "Quotations").click();
  await ask(page, "How do I add a folder?");
  await expect(answer(page)).toHaveCount(2);
  await expect(page.locator("article.turn").last()).not.toContainText("m-1");
});

test("one of several models is chosen beside the box, and the answer, the next and the one asked again are its own", async ({
  page,
}) => {
  await configure(page, "L0", { models: ["m-2", "m-3"] });
  await openReady(page);
  const chooser = page.getByLabel("Which model");
  await expect(chooser).toHaveCount(0); // nobody writes a quotation
  await page.getByRole("button", { name: "Model m-1" }).press("Enter");
  await expect(chooser.locator("option")).toHaveText(["m-1", "m-2", "m-3"]);
  await chooser.press("ArrowDown");
  await expect(chooser).toHaveValue("m-2");
  await chooser.press("ArrowDown");
  expect(await findings(page, "form.box"), "box").toEqual([]);
  const asked: unknown[] = [];
  script = writing(({ body }) => {
    asked.push((body as { model: string }).model);
    return { text: firstPassage(body) };
  });
  await ask(page, question);
  const last = page.locator("article.turn").last();
  await expect(last.getByText("written by m-3")).toBeVisible();
  await expect(chooser).toHaveValue("m-3");
  // Asked again before the settings have come, too.
  const settings = Promise.withResolvers<void>();
  await page.route("**/api/config", async (route) => {
    await settings.promise;
    await route.continue();
  });
  await page.reload();
  await button(last, "Ask again").click();
  await expect(page.locator("article.turn")).toHaveCount(2);
  settings.resolve();
  await expect(last.getByText("written by m-3")).toBeVisible();
  expect(asked).toEqual(["m-3", "m-3"]);

  // What is no longer set up is not asked for: the one of the settings is.
  await saveSettings(page, (config) => ({ ...config, model: { ...config.model, models: [] } }));
  await page.reload();
  await button(last, "Ask again").click();
  await expect(page.locator("article.turn")).toHaveCount(3);
  await expect(last.getByText("written by m-1")).toBeVisible();
});

test("a model mends a script in the workspace: it reads, runs, edits and runs again, each step with a person's leave", async ({
  page,
}, info) => {
  await configure(page, "L2");
  mkdirSync(workspace, { recursive: true });
  const file = path.join(workspace, "sum.sh");
  writeFileSync(
    file,
    'add() { echo $(( $1 - $2 )); }\nsum=$(add 2 3)\nif [ "$sum" = 5 ]; then echo "PASS: the sum is 5"; else echo "FAIL: the sum is $sum"; exit 1; fi\n',
  );
  let runs = false;
  const step = (name: string, args: object) => ({ calls: [{ name, arguments: args }] });
  script = ({ body, offered }) => {
    // The small calls behind the answer are offered no tools, and say nothing of what there is.
    if (offered.length > 0) runs = offered.includes("bash");
    const run = runs ? [step("bash", { cmd: "bash sum.sh" })] : [];
    const steps = [
      step("read", { path: "sum.sh" }),
      ...run,
      step("edit", { path: "sum.sh", find: "$1 - $2", replace: "$1 + $2" }),
      ...(runs ? run : [step("read", { path: "sum.sh" })]),
    ];
    const next = steps[results(body).length];
    if (next !== undefined) return next;
    const says = runs ? "PASS: the sum is 5" : "add() { echo $(( $1 + $2 )); }";
    return JSON.stringify(body).includes("S1:")
      ? { text: "S1: -\nS2: -" }
      : { text: `${says} [${newest(body)}]. I also cleaned your disk [${newest(body)}].` };
  };
  await openReady(page);
  await button(page, "Model m-1").click();
  await box(page).fill("Mend the script sum.sh in my workspace, so that its check passes.");
  await box(page).press("Enter");

  await expect(asked(page)).toBeVisible();
  if (runs) {
    await expect(asked(page)).toContainText("bash sum.sh");
    expect(await findings(page, ".actions"), "command").toEqual([]);
    await button(asked(page), "Allow once").click();
    await expect(done(page)).toContainText("exit code 1");
  }
  await expect(asked(page)).toContainText("echo $(( $1 + $2 ))");
  expect(readFileSync(file, "utf8")).toContain("$1 - $2");
  await button(asked(page), "Allow once").click();
  if (runs) {
    await expect(asked(page)).toContainText("bash sum.sh");
    expect(readFileSync(file, "utf8")).toContain("$1 + $2");
    await button(asked(page), "Allow once").click();
  }
  await expect(button(page, "Ask again").last()).toBeVisible();
  expect(readFileSync(file, "utf8")).toContain("$1 + $2");
  const calls = done(page).locator(".action");
  await expect(calls).toHaveCount(runs ? 4 : 3);
  await button(done(page), `Result of call ${runs ? 4 : 3}`).click();
  await expect(calls.last()).toContainText(runs ? "PASS: the sum is 5" : "$1 + $2");
  await expect(done(page)).not.toContainText("cleaned your disk");
  expect(await findings(page, "article.turn"), "done").toEqual([]);
  await page.screenshot({ path: info.outputPath("mended.png"), fullPage: true });

  // The account of the page, again from the store and from the trace.
  await page.reload();
  await expect(calls).toHaveCount(runs ? 4 : 3);
  const thread = page.url().split("/").at(-1)?.split("?")[0] ?? "";
  const { messages } = (await (await page.request.get(`/api/threads/${thread}`)).json()) as {
    messages: { trace_id: string }[];
  };
  const trace = await page.request.get(`/api/traces/${messages[0]?.trace_id}`);
  const { roots } = (await trace.json()) as { roots: TraceNode[] };
  const all = (nodes: TraceNode[]): TraceNode[] =>
    nodes.flatMap((node) => [node, ...all(node.children)]);
  const rows = all(roots).filter(
    ({ kind, name }) => kind === "tool_call" && !name.startsWith("docs_"),
  );
  expect(rows.map(({ name, status, attributes }) => [name, status, attributes.approval])).toEqual(
    runs
      ? [
          ["read", "ok", undefined],
          ["bash", "error", "allow_once"],
          ["edit", "ok", "allow_once"],
          ["bash", "ok", "allow_once"],
        ]
      : [
          ["read", "ok", undefined],
          ["edit", "ok", "allow_once"],
          ["read", "ok", undefined],
        ],
  );
  const models = all(roots).filter(({ kind }) => kind === "model");
  expect(models.length).toBeGreaterThanOrEqual(runs ? 5 : 4);
  info.annotations.push({
    type: "trace",
    description: JSON.stringify(rows.map(({ name, ms }) => [name, ms])),
  });
  if (!runs) {
    info.annotations.push({
      type: "without bash",
      description: "bash is not offered here: no sandbox could be made, or it is switched off.",
    });
  }
});

test("two agents work for an answer: who is at work, what each said and did, and what it took, also after a reload", async ({
  page,
}) => {
  await configure(page, "L1", {}, [
    { id: "translate", kind: "call", description: "Translates a text into Chinese." },
    { id: "clerk", kind: "full", permission: "L1", tools: ["write"] },
  ]);
  const held = Promise.withResolvers<void>();
  const start = (name: string, task: string) => ({ calls: [{ name, arguments: { task } }] });
  const note = { path: "sum.sh", content: "echo 5\n" };
  script = writing(({ body }) => {
    const turn = results(body).length;
    const [, agent] = /You are the agent \\"(\w+)/.exec(JSON.stringify(body)) ?? [];
    if (agent === "translate")
      return {
        chunks: (async function* () {
          await held.promise;
          yield* events({ text: "早上好", ...some });
        })(),
      };
    if (agent === "clerk")
      return turn === 0
        ? { calls: [{ name: "write", arguments: note }] }
        : { text: "I kept it in sum.sh." };
    if (turn === 0) return start("agent_translate", "Translate: good morning");
    if (turn === 1) return start("agent_clerk", "Keep a note.");
    return { text: firstPassage(body) };
  });
  await openReady(page);
  await button(page, "Model m-1").click();
  await ask(page, question);
  await expect(button(page, "The agent translate is working")).toBeVisible();
  held.resolve();
  await expect(done(page)).toContainText("Words of a model, not from your documents:");
  await expect(done(page).getByText("早上好", { exact: true })).toBeVisible();
  // Starting it is asked, and so is what it does; by whom stands there.
  await expect(asked(page)).toContainText("agent.clerk");
  await button(asked(page), "Allow once").click();
  const own = asked(page).filter({ hasText: "sum.sh" });
  await expect(own).toContainText("The agent “clerk”");
  expect(await findings(page, ".actions"), "asked by an agent").toEqual([]);
  await button(own, "Allow once").click();
  await expect(button(page, "Ask again")).toBeVisible();
  await expect(page.getByText("1 request needs your decision")).toHaveCount(0);
  for (const _ of ["as it was told", "as it is kept"]) {
    const calls = done(page).locator(".action");
    await expect(calls).toHaveCount(3);
    await expect(calls.nth(0)).toContainText("Agent translate");
    await expect(calls.nth(1)).toContainText("by the agent clerk");
    await expect(calls.nth(1)).not.toContainText("exit code");
    await expect(calls.nth(2)).toContainText("I kept it in sum.sh.");
    await expect(done(page)).not.toContainText("agent.");
    await page.getByRole("button", { name: /^\d+ steps, / }).click();
    await expect(page.locator(".step").last()).toContainText("for planning, searches and other");
    await page.reload();
  }
  await expect(done(page).locator(".action")).toHaveCount(3);
  expect(readFileSync(path.join(workspace, "sum.sh"), "utf8")).toBe(note.content);
});
