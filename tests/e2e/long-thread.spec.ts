import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { openaiChat } from "../models/wire/openai-chat.ts";
import { scriptedServer } from "../models/wire/wire-format.ts";
import { expect, findings, openReady, saveSettings } from "./docent-page.ts";
import { test } from "./only-here.ts";

const shots = process.env.DOCENT_SHOTS;
const dir = realpathSync(mkdtempSync(path.join(os.tmpdir(), "docent-e2e-thread-")));
const valves = ["Amager", "Brandskar", "Dragor", "Esbjerg", "Faxe", "Grenaa", "Horsens", "Ikast"];
const factOf = (valve: string, i: number) =>
  `The ${valve} valve of the Vesterbro plant opens at ${i + 3} bar and is read on the dial beside the door of its own hall.`;

/** Sums up by copying names and ids; answers with the line about the valve that is asked for. */
function script({ body }: { body: unknown }) {
  const messages = (body as { messages: { content: unknown }[] }).messages;
  const whole = JSON.stringify(messages);
  const last = String(messages.at(-1)?.content ?? "");
  if (whole.includes("You put the earlier part")) {
    const lines = [...last.matchAll(/^- The (\w+) valve[^{]*(\{C[^}]*\})$/gm)];
    return {
      text: lines.map(([, name, ids]) => `- The ${name} valve was asked about. ${ids}`).join("\n"),
    };
  }
  const question = /The question(?:, as the person wrote it)?: (.*)/.exec(last)?.[1] ?? "";
  if (whole.includes("You prepare the search")) return { text: `Q1: ${question}` };
  const at = valves.findIndex((valve) => question.includes(valve));
  const fact = factOf(valves[at] ?? "", at);
  const before = last.slice(0, last.indexOf(fact));
  const number = [...before.matchAll(/\[(\d+)\] "/g)].at(-1)?.[1];
  return { text: number === undefined ? "NO_ANSWER" : `${fact.replace(/\.$/, "")} [${number}].` };
}

let server: Awaited<ReturnType<typeof scriptedServer>>;
test.beforeAll(async () => {
  server = await scriptedServer(openaiChat, script);
});
test.afterAll(async () => {
  await server.close();
  rmSync(dir, { recursive: true, force: true });
});
/** The settings as they were, however the test ended. */
let before: object | undefined;
test.afterEach(async ({ page }) => {
  const were = before;
  if (were !== undefined) await saveSettings(page, () => were);
});

test("a conversation that outgrows its room is summed up in sight, each line with its place, and the turns stay", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const page_text = valves.map((valve, i) => `## ${valve}\n\n${factOf(valve, i)}\n`).join("\n");
  writeFileSync(path.join(dir, "valves.md"), `# Valves\n\n${page_text}`);
  await openReady(page);
  const model = { provider: "compatible", name: "m-1", base_url: server.base_url };
  await saveSettings(page, (config) => {
    before = config;
    const roots = [...config.doc_access.roots, { id: "valves", label: "Valves", path: dir }];
    return {
      ...config,
      doc_access: { ...config.doc_access, roots },
      model: { ...config.model, ...model, context_tokens: 4096 },
      answer: { ...config.answer, mode: "model" },
    };
  });
  let thread_id: string | undefined;
  for (const valve of valves) {
    const question = `At how many bar does the ${valve} valve of the Vesterbro plant open?`;
    const data = { question, mode: "model", roots: ["valves"], ...(thread_id && { thread_id }) };
    const asked = await page.request.post("/api/ask", { data });
    const answer = (await asked.json()) as { thread_id: string; claims: { text: string }[] };
    expect(answer.claims[0]?.text).toContain(`${valve} valve`);
    thread_id = answer.thread_id;
  }
  await openReady(page, `/t/${thread_id}`);
  const fold = page.getByRole("button", { name: /^Summary of \d+ earlier turns$/ }).first();
  await fold.click();
  const summary = page.locator(".compaction").first();
  await expect(summary).toContainText("The Amager valve was asked about.");
  await expect(summary).toContainText("valves.md, lines");
  await expect(page.locator("article.turn")).toHaveCount(valves.length);
  expect(await findings(page, ".compaction")).toEqual([]);
  await summary.scrollIntoViewIfNeeded();
  if (shots) await page.screenshot({ path: `${shots}/summary-1440.png` });
  await page.setViewportSize({ width: 390, height: 844 });
  if (shots) await summary.screenshot({ path: `${shots}/summary-390.png` });
});
