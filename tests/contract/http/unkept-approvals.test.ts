import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { Answer } from "#lib/contracts/answer";
import { Approval, ApprovalList } from "#lib/contracts/approvals";
import { CallsPage } from "#lib/contracts/records";
import type { Says } from "../../models/scripted-model.ts";
import { openaiChat } from "../../models/wire/openai-chat.ts";
import { scriptedServer } from "../../models/wire/wire-format.ts";
import { skillShelf } from "../../tasks/open-engine.ts";
import { lookTool, tenSteps } from "../../tasks/ten-steps.ts";
import { toolSpec } from "../../tools/open-desk.ts";
import { type Http, openHttp } from "./open-http.ts";
import { partsIn } from "./read-stream.ts";

/**
 * A conversation of which nothing is kept, in which a tool asks: the person is asked and their word counts, and no file of
 * the state folder holds a word of it.
 */
const question = "When is the signing key of Quarrington rotated?";
const answered: Says = { text: "The signing key is rotated every ninety days [1]." };
let calls: Says = answered;
const written: unknown[] = [];
let server: Awaited<ReturnType<typeof scriptedServer>>;
let http: Http;

beforeAll(async () => {
  server = await scriptedServer(openaiChat, ({ body }) => {
    const { messages } = body as { messages: { role: string }[] };
    return messages.some(({ role }) => role === "tool") ? answered : calls;
  });
  const { catalogue: skills } = skillShelf([{ task_types: ["ten_steps"] }]);
  http = await openHttp({
    env: { DOCENT_MODEL_API_KEY: "sk-test-0123456789abcdefghijklmnop" },
    ...{ task_types: [tenSteps], skills },
    providers: [
      lookTool,
      {
        id: "notebook",
        ours: true,
        listTools: async () => [toolSpec("keep_note", { provider_id: "notebook" })],
        touches: (_tool, args) => ({
          resource: { kind: "folder", path: "/walrus" },
          cwd: null,
          shows: { kind: "call", arguments: args },
        }),
        invoke: async (_tool, args) => {
          written.push(args);
          return { is_error: false, text: "The walrus is noted." };
        },
        close: async () => {},
      },
    ],
  });
  http.write("notes/keys.md", "# Keys\n\nThe signing key is rotated every ninety days.\n");
  const config = {
    doc_access: { roots: [{ id: "notes", label: "Notes", path: http.at("notes") }] },
    answer: { mode: "model" },
    model: { provider: "compatible", name: "test-model", base_url: server.base_url },
    agents: [{ id: "primary", kind: "primary", permission: "L2", tools: ["keep_note", "read"] }],
  };
  await http.restart(() => http.write("config.json", JSON.stringify(config)));
  await http.ready();
});
beforeEach(() => {
  written.length = 0;
});
afterAll(async () => {
  await http.close();
  await server.close();
});

const keepsNote: Says = {
  calls: [
    { name: "keep_note", arguments: { path: "walrus.md", text: "Gladys feeds the walrus." } },
  ],
};
const words = ["walrus", "Gladys", "Quarrington"];

function filesWithWords(): string[] {
  const home = http.at("home");
  return readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => words.some((word) => readFileSync(file).includes(word)))
    .map((file) => path.relative(home, file));
}

const waiting = async () =>
  ApprovalList.parse(await (await http.get("/api/approvals")).json()).approvals;

async function decided(body: { decision: string; note?: string }) {
  const told = http.send("POST", "/api/chat", { question, store: false }).then((r) => r.text());
  await expect.poll(async () => (await waiting()).length, { timeout: 20_000 }).toBe(1);
  const [approval] = await waiting();
  expect(filesWithWords()).toEqual([]);
  await http.send("POST", `/api/approvals/${approval?.id}`, body);
  const data = partsIn(await told).find(({ type }) => type === "data-answer")?.data;
  const answer = Answer.parse(data);
  const after = await http.get(`/api/approvals/${approval?.id}`);
  return { answer, shown: approval, after: Approval.parse(await after.json()) };
}

it("a call that a person allows is made, and nothing of it is written down but that it was", async () => {
  calls = keepsNote;
  const { answer, shown, after } = await decided({
    decision: "allow_once",
    note: "Gladys may do it.",
  });
  expect(shown).toMatchObject({ tool_id: "keep_note", kept: false });
  expect(shown?.choices).not.toContain("allow_always");
  expect(answer.actions).toMatchObject([{ tool_id: "keep_note", outcome: "done" }]);
  expect(written).toHaveLength(1);
  expect(after).toMatchObject({ state: "done", note: "Gladys may do it." });
  const page = CallsPage.parse(
    await (await http.get(`/api/audit/calls?trace=${answer.trace_id}`)).json(),
  );
  const row = page.rows.find(({ tool_id }) => tool_id === "keep_note");
  expect(row).toMatchObject({ approval_result: "allow_once", requested: { resource: null } });
  await http.restart(() => expect(filesWithWords()).toEqual([]));
  await http.ready();
  expect((await http.get(`/api/approvals/${after.id}`)).status).toBe(404);
  expect(filesWithWords()).toEqual([]);
});

it("a call that a person refuses is not made, and nothing of it is written down", async () => {
  calls = keepsNote;
  const { answer } = await decided({ decision: "deny", note: "Not Gladys." });
  expect(answer.actions).toMatchObject([{ outcome: "refused", rule: "approval_denied" }]);
  expect(written).toEqual([]);
  expect(filesWithWords()).toEqual([]);
});

it("a path that is refused is recorded by its rule alone", async () => {
  calls = { calls: [{ name: "read", arguments: { path: "/walrus/Gladys.md" } }] };
  const asked = await http.send("POST", "/api/ask", { question, store: false });
  const answer = Answer.parse(await asked.json());
  const { rows: made } = CallsPage.parse(
    await (await http.get(`/api/audit/calls?trace=${answer.trace_id}`)).json(),
  );
  expect(made.find(({ tool_id }) => tool_id === "read")?.deny_reason).toBeDefined();
  expect(filesWithWords()).toEqual([]);
});

it("no task is started, for that is kept with all it was told", async () => {
  calls = { calls: [{ name: "task_start", arguments: { type: "ten_steps", input: {} } }] };
  const asked = await http.send("POST", "/api/ask", { question, store: false });
  const answer = Answer.parse(await asked.json());
  expect(answer.actions).toMatchObject([{ outcome: "refused", rule: "tool_not_granted" }]);
  expect(filesWithWords()).toEqual([]);
});
