import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { text } from "node:stream/consumers";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Answer } from "#lib/contracts/answer";
import { Thread, ThreadList } from "#lib/contracts/http";
import { systemClock } from "#lib/platform/clock";
import { createLogger } from "#lib/platform/logger";
import { openStore } from "#lib/store/store";
import { type Http, openHttp } from "./open-http.ts";
import { partsOf } from "./read-stream.ts";

const question = "When is the signing key rotated?";
const headers = { "idempotency-key": "key-1" };
let http: Http;
beforeEach(async () => {
  http = await openHttp();
  http.write("notes/keys.md", "# Keys\n\nThe signing key is rotated every ninety days.\n");
});
afterEach(() => http.close());

/** Puts the question to a server of its own on the same state, which is killed at an event of the answer. */
async function dieAt(kind: string, times = 1): Promise<{ thread_id: string; trace_id: string }> {
  let printed = "";
  await http.restart(async () => {
    const script = path.join(import.meta.dirname, "dying-server.ts");
    const args = [script, http.at(), question, "key-1", kind, String(times)];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    const [said, [, signal]] = await Promise.all([text(child.stdout), once(child, "exit")]);
    expect(signal).toBe("SIGKILL");
    printed = said;
  });
  return JSON.parse(printed) as { thread_id: string; trace_id: string }; // the one line the script prints
}

const threadOf = async (id: string) =>
  Thread.parse(await (await http.get(`/api/threads/${id}`)).json());

function toolCalls(trace_id: string): unknown[] {
  const db = new Database(http.at("home/docent.db"), { readonly: true });
  try {
    return db
      .prepare(
        "SELECT tool_id FROM spans WHERE trace_id = ? AND kind = 'tool_call' AND agent_id = 'doc_retrieval'",
      )
      .pluck()
      .all(trace_id);
  } finally {
    db.close();
  }
}

describe("R03 a server that is killed in the middle of an answer", () => {
  it("leaves an interrupted turn; nothing runs again by itself, and the same key goes on with the same asking", async () => {
    const { thread_id, trace_id } = await dieAt("verify");
    const thread = await threadOf(thread_id);
    expect(thread).toMatchObject({ turns: 1, messages: [{ question, trace_id }] });
    const [cut] = thread.messages;
    expect(cut).toMatchObject({
      ...{ status: "error", interrupted: true, claims: [] },
      gaps: [{ cause: "error", next_steps: [{ action: "retry", value: question }] }],
    });
    expect(thread.running).toBeUndefined();
    const searched = toolCalls(trace_id);
    expect(searched).toContain("mcp.docs.docs_search");

    const rest = await http.call("GET", `/api/chat/${thread_id}/stream`, {
      headers: { "last-event-id": `${cut?.run_id}:1` },
    });
    const parts = await partsOf(rest);
    expect(parts.map((part) => part.type)).toContain("data-step");
    expect(parts.slice(-2)).toMatchObject([{ type: "data-answer", data: cut }, { type: "finish" }]);

    const other = await http.send("POST", "/api/ask", { question: "Who holds it?" }, headers);
    expect(other.status).toBe(422);

    const response = await http.send("POST", "/api/ask", { question }, headers);
    const answer = Answer.parse(await response.json());
    expect(answer).toMatchObject({ status: "answered", trace_id, thread_id });
    expect(toolCalls(trace_id)).toEqual(searched); // the envelope's result was kept: no tool was called twice
    expect(await threadOf(thread_id)).toMatchObject({ turns: 1, messages: [answer] });
  });

  it("leaves what had been told by then, which had passed the gate", async () => {
    const whole = Answer.parse(await (await http.send("POST", "/api/ask", { question })).json());
    const run = {
      ...ids,
      question,
      lang: null,
      asked_at: whole.asked_at,
      key: null,
      fingerprint: null,
    };
    await http.restart(async () => {
      const file = http.at("home/docent.db");
      const store = openStore({ file, clock: systemClock, log: createLogger("test", "silent") });
      await store.runs.begin(run);
      await store.runs.append(run.run_id, 1, [
        { kind: "started", data: ids },
        ...whole.citations.map((data) => ({ kind: "citation" as const, data })),
        ...whole.claims.map((data) => ({ kind: "claim" as const, data })),
      ]);
      await store.close();
    });
    const [cut] = (await threadOf(ids.thread_id)).messages;
    const { claims, citations } = whole;
    expect(cut).toMatchObject({ status: "partial", interrupted: true, claims, citations });
    expect(cut?.gaps).toHaveLength(1);
  });

  it("leaves the turns it can, where what was kept of one is broken", async () => {
    const rest = { question, lang: null, asked_at: "2026-11-20T10:00:00.000Z" };
    const run = { ...ids, ...rest, key: null, fingerprint: null };
    await http.get("/api/threads"); // makes the database
    await http.restart(async () => {
      const file = http.at("home/docent.db");
      const store = openStore({ file, clock: systemClock, log: createLogger("test", "silent") });
      await store.runs.begin({ ...run, run_id: "run_broken", trace_id: "trace_broken" });
      await store.runs.append("run_broken", 1, [{ kind: "started", data: ids }]);
      await store.runs.begin(run);
      await store.close();
      const db = new Database(file);
      db.prepare("UPDATE run_events SET event = 'no JSON'").run();
      db.close();
    });
    expect((await threadOf(ids.thread_id)).messages).toMatchObject([{ run_id: ids.run_id }]);
  });
});

const ids = { run_id: "run_cut", thread_id: `thread_${"c".repeat(24)}`, trace_id: "trace_cut" };

describe("R28 one key", () => {
  it("asked with twenty times at once, over both routes, is one execution and one stored answer", async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        http.send("POST", i % 2 === 0 ? "/api/ask" : "/api/chat", { question }, headers),
      ),
    );
    const answers = await Promise.all(
      responses.map(async (response, i) =>
        Answer.parse(i % 2 === 0 ? await response.json() : (await partsOf(response)).at(-2)?.data),
      ),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const list = ThreadList.parse(await (await http.get("/api/threads")).json());
    expect(list).toMatchObject({ total: 1, threads: [{ turns: 1 }] });
    const trace_id = answers[0]?.trace_id ?? "";
    await http.restart();
    expect(toolCalls(trace_id).filter((id) => id === "mcp.docs.docs_search")).toHaveLength(1);
    const after = await http.send("POST", "/api/ask", { question }, headers);
    expect(Answer.parse(await after.json())).toEqual(answers[0]);
  });
});
