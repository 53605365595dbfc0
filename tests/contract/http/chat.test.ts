import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { afterEach, describe, expect, it } from "vitest";
import { Answer } from "#lib/contracts/answer";
import { ErrorBody } from "#lib/contracts/errors";
import { Thread, ThreadList } from "#lib/contracts/http";
import { chatParts } from "#lib/contracts/stream";
import { type Http, openHttp } from "./open-http.ts";
import { type Part, partsIn, partsOf } from "./read-stream.ts";

let http: Http | undefined;
let folder: string | undefined;
afterEach(async () => {
  await http?.close();
  http = undefined;
  if (folder) rmSync(folder, { recursive: true });
  folder = undefined;
});

const question = "When is the signing key rotated?";

describe("the stream of an answer", () => {
  it("starts with the ids, sends every part in its schema, and ends with the stored answer", async () => {
    http = await openHttp();
    http.write("notes/keys.md", "# Keys\n\nThe signing key is rotated every ninety days.\n");
    const response = await http.send("POST", "/api/chat", { question });
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    const parts = await partsOf(response);
    const types = parts.map((part) => part.type);
    expect(types[0]).toBe("start");
    expect(types.slice(-2)).toEqual(["data-answer", "finish"]);
    expect(parts[0]?.messageMetadata).toMatchObject({
      trace_id: response.headers.get("x-trace-id"),
    });
    for (const part of parts.filter(({ type }) => type.startsWith("data-"))) {
      // A part with a name that has no schema makes this throw, as it should.
      const name = part.type.slice("data-".length) as keyof typeof chatParts;
      expect(chatParts[name].safeParse(part.data).error).toBeUndefined();
      expect(part.id).toBeTruthy();
    }
    expect(types).toEqual(expect.arrayContaining(["data-step", "data-citation", "data-claim"]));
    const answer = Answer.parse(parts.at(-2)?.data);
    expect(answer.claims[0]?.text).toContain("ninety days");
    const thread = Thread.parse(await (await http.get(`/api/threads/${answer.thread_id}`)).json());
    expect(thread.messages).toEqual([answer]);
  });

  it("is sent again whole under the same Idempotency-Key", async () => {
    http = await openHttp();
    http.write("notes/keys.md", "# Keys\n\nThe signing key is rotated every ninety days.\n");
    const headers = { "idempotency-key": "k" };
    const first = await partsOf(await http.send("POST", "/api/chat", { question }, headers));
    const again = await partsOf(await http.send("POST", "/api/chat", { question }, headers));
    const without = (parts: Part[]) => parts.filter((part) => part.type !== "data-step");
    expect(without(again)).toEqual(without(first));
  });

  it("is an error body, not a stream, when the question is refused", async () => {
    http = await openHttp();
    const unknown = await http.send("POST", "/api/chat", { question, thread_id: "nobody" });
    expect(unknown.status).toBe(404);
    expect(ErrorBody.parse(await unknown.json()).error.code).toBe("not_found");
    const bad = await http.send("POST", "/api/chat", { messages: [] });
    expect(bad.status).toBe(400);
  });
});

describe("a docs server that does not finish", () => {
  it("R18 goes on when the reader leaves, and is told to stop when the question is; then nothing is stored", async () => {
    const { http: opened, journal } = await openWithHoldingServer();
    const response = await opened.send("POST", "/api/chat", { question });
    expect(response.status).toBe(200);
    const reader = response.body?.getReader();
    const [start] = partsIn(new TextDecoder().decode((await reader?.read())?.value));
    const { thread_id } = (start?.messageMetadata ?? {}) as { thread_id?: string }; // the chunk that names the ids
    await expect.poll(() => lines(journal)).toEqual(["search"]);
    await reader?.cancel();
    const thread = Thread.parse(await (await opened.get(`/api/threads/${thread_id}`)).json());
    expect(thread).toMatchObject({ turns: 0, messages: [], running: { question } });
    expect(lines(journal)).toEqual(["search"]);

    const again = await opened.get(`/api/chat/${thread_id}/stream`);
    const stopping = await opened.send("POST", `/api/chat/${thread_id}/stop`, {});
    expect(await stopping.json()).toEqual({ stopped: true });
    await expect.poll(() => lines(journal)).toEqual(["search", "cancelled"]);
    expect((await partsOf(again)).at(-1)?.type).toBe("abort");
    await expect
      .poll(() => requestSpans(opened.at("home/docent.db")))
      .toEqual([{ kind: "request", status: "cancelled" }]);
    const list = ThreadList.parse(await (await opened.get("/api/threads")).json());
    expect(list.total).toBe(0);
    expect((await opened.get(`/api/threads/${thread_id}`)).status).toBe(404);
    expect((await opened.get(`/api/chat/${thread_id}/stream`)).status).toBe(204);
    const nothing = await opened.send("POST", `/api/chat/${thread_id}/stop`, {});
    expect(await nothing.json()).toEqual({ stopped: false });
  });

  it("ends in an answer that says so when the deadline passes", async () => {
    const { http: opened, journal } = await openWithHoldingServer();
    // The server stands before the clock runs, so that it is the call that the deadline ends and not the start.
    await opened.get("/api/mcp/tools");
    const response = await opened.send("POST", "/api/ask", { question, deadline_ms: 3000 });
    const answer = Answer.parse(await response.json());
    expect(answer.status).toBe("timeout");
    expect(answer.claims).toEqual([]);
    expect(answer.gaps[0]?.cause).toBe("timeout");
    await expect.poll(() => lines(journal)).toContain("cancelled");
  });
});

async function openWithHoldingServer(): Promise<{ http: Http; journal: string }> {
  folder = mkdtempSync(path.join(os.tmpdir(), "docent-journal-"));
  const journal = path.join(folder, "journal");
  http = await openHttp({
    docs_command: [process.execPath, path.join(import.meta.dirname, "holding-server.ts"), journal],
  });
  return { http, journal };
}

function lines(journal: string): string[] {
  if (!existsSync(journal)) return [];
  return readFileSync(journal, "utf8").split("\n").filter(Boolean);
}

function requestSpans(file: string): unknown[] {
  const db = new Database(file, { readonly: true });
  try {
    return db.prepare("SELECT kind, status FROM spans WHERE kind = 'request'").all();
  } finally {
    db.close();
  }
}
