import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Answer } from "#lib/contracts/answer";
import { Thread } from "#lib/contracts/http";
import type { ToolCallAudit } from "#lib/contracts/ports";
import { CallsPage } from "#lib/contracts/records";
import { systemClock } from "#lib/platform/clock";
import { createLogger } from "#lib/platform/logger";
import { openStore } from "#lib/store/store";
import { openaiChat } from "../../models/wire/openai-chat.ts";
import { scriptedServer } from "../../models/wire/wire-format.ts";
import { type Http, openHttp } from "./open-http.ts";

/** A server that is killed while a model writes, and what its successor makes of it. The process and the wire are real. */
const question = "When is the signing key rotated?";
const sentence = "The signing key is rotated every ninety days";
const headers = { "idempotency-key": "key-1" };
const tokens = { input: 1, cached: 0, output: 1 };
let held: PromiseWithResolvers<void>;
let http: Http;
let server: Awaited<ReturnType<typeof scriptedServer>>;
let first: { calls?: { name: string; arguments: unknown }[] };

/** A sentence and the beginning of another; what follows is kept back. */
async function* begun(turn: number): AsyncGenerator<string> {
  const events = openaiChat.events({ text: `${sentence} [1]. And then it is `, turn, tokens });
  yield* events.slice(0, -3);
  await held.promise;
}

beforeEach(async () => {
  held = Promise.withResolvers();
  first = {};
  server = await scriptedServer(openaiChat, ({ turn }) =>
    turn === 1 && first.calls !== undefined
      ? { calls: first.calls }
      : server.requests.length > 2
        ? { text: `${sentence} [1].` }
        : { chunks: begun(turn) },
  );
  http = await openHttp();
  http.write("notes/keys.md", `# Keys\n\n${sentence}.\n`);
  const config = {
    doc_access: { roots: [{ id: "notes", label: "Notes", path: http.at("notes") }] },
    answer: { mode: "model" },
    model: { provider: "compatible", name: "test-model", base_url: server.base_url },
    agents: [{ id: "primary", kind: "primary", permission: "L1" }],
  };
  await http.restart(() => http.write("config.json", JSON.stringify(config)));
});
afterEach(async () => {
  held.resolve();
  await http.close();
  await server.close();
});

/** Puts the question to a server of its own, which is killed when the first sentence is shown. */
async function dieWriting(): Promise<{ thread_id: string; trace_id: string }> {
  let printed = "";
  await http.restart(async () => {
    const script = path.join(import.meta.dirname, "dying-server.ts");
    const args = [script, http.at(), question, "key-1", "claim"];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    const [said, [, signal]] = await Promise.all([text(child.stdout), once(child, "exit")]);
    expect(signal).toBe("SIGKILL");
    printed = said;
  });
  return JSON.parse(printed) as { thread_id: string; trace_id: string }; // the one line the script prints
}

const turnsOf = async (id: string) =>
  Thread.parse(await (await http.get(`/api/threads/${id}`)).json()).messages;
const askAgain = async () =>
  Answer.parse(await (await http.send("POST", "/api/ask", { question }, headers)).json());
const calls = async (tool: string) =>
  CallsPage.parse(await (await http.get(`/api/audit/calls?tool=${tool}`)).json()).rows;

describe("R03 a server that is killed while a model writes", () => {
  it("leaves the sentences that were shown; the same key asks the model once more", async () => {
    const { thread_id, trace_id } = await dieWriting();
    const [cut] = await turnsOf(thread_id);
    expect(cut).toMatchObject({
      ...{ status: "partial", mode: "model", interrupted: true, trace_id },
      gaps: [{ cause: "error", next_steps: [{ action: "retry" }] }],
    });
    expect(cut?.claims.map((claim) => claim.text)).toEqual([`${sentence}.`]);
    expect(server.requests.length).toBe(1); // nothing runs again by itself
    first = {};
    server.requests.length = 3;
    const answer = await askAgain();
    expect(answer).toMatchObject({ status: "answered", mode: "model", trace_id, thread_id });
    expect(await turnsOf(thread_id)).toEqual([answer]);
  });

  it("leaves what was done as well, and with the same key nothing is done twice", async () => {
    first = { calls: [{ name: "write", arguments: { path: "list.txt", content: "milk\n" } }] };
    const { thread_id } = await dieWriting();
    const file = http.at("home/workspace/list.txt");
    expect(readFileSync(file, "utf8")).toBe("milk\n");
    const [cut] = await turnsOf(thread_id);
    expect(cut).toMatchObject({
      ...{ status: "partial", mode: "model", interrupted: true },
      actions: [{ number: 1, tool_id: "write", outcome: "done", arguments: { path: "list.txt" } }],
      gaps: [{ cause: "error", message: expect.stringContaining("none of them is made again") }],
    });
    expect(cut?.claims.map((claim) => claim.text)).toEqual([`${sentence}.`]);
    expect(cut?.markdown).toContain("`write list.txt`: done");
    http.write("home/workspace/list.txt", "milk and honey\n");
    const asked = server.requests.length;
    expect(await askAgain()).toEqual(cut);
    expect(await askAgain()).toEqual(cut);
    expect(readFileSync(file, "utf8")).toBe("milk and honey\n");
    expect(server.requests.length).toBe(asked);
    // How it ended may not have been written down any more when the server died; that it began had been.
    const rows = await calls("write");
    expect(new Set(rows.map(({ invocation_id }) => invocation_id)).size).toBe(1);
    expect(rows.filter(({ status }) => status === "unknown").length).toBe(1);
    expect(await turnsOf(thread_id)).toEqual([cut]);
  });

  it("says of a call that it was killed in that its end is not known, and makes it no second time", async () => {
    await http.get("/api/threads"); // makes the database
    await http.restart(async () => {
      const file = http.at("home/docent.db");
      const store = openStore({ file, clock: systemClock, log: createLogger("test", "silent") });
      await store.runs.begin({ ...run, key: "key-1", fingerprint: run.fingerprint });
      await store.runs.append(run.run_id, 1, [{ kind: "started", data: run }]);
      store.trace.call(begunCall);
      await store.close();
    });
    const [cut] = await turnsOf(run.thread_id);
    expect(cut).toMatchObject({
      ...{ status: "partial", interrupted: true, claims: [] },
      actions: [{ tool_id: "write", outcome: "unknown", arguments: {} }],
    });
    expect(cut?.markdown).toContain("`write`: begun, its end is not known");
    const other = await http.send("POST", "/api/ask", { question }, headers);
    expect(other.status).toBe(422); // another body than the first time's
    expect(server.requests).toEqual([]);
  });
});

const run = {
  ...{ run_id: "run_cut", thread_id: `thread_${"c".repeat(24)}`, trace_id: "trace_cut" },
  ...{ question, lang: null, asked_at: "2026-11-20T10:00:00.000Z", fingerprint: "of another" },
};
const begunCall: ToolCallAudit = {
  ...{ invocation_id: "inv_1", trace_id: run.trace_id, run_id: run.run_id, task_id: "task_1" },
  ...{ agent_id: "primary", tool_id: "write", provider_id: "builtin", approval_required: true },
  granted: {
    ...{ grant_id: "grant_1", level: "L1", resources: "any" },
    expires_at: "2026-11-20T11:00:00.000Z",
  },
  ...{ started_at: run.asked_at, ended_at: run.asked_at, status: "unknown", redacted: false },
  ...{ arguments_bytes: 2, arguments_sha256: "0".repeat(64) },
  ...{ result_bytes: 0, result_sha256: "0".repeat(64) },
};
