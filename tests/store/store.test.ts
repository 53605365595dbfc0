import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { TaskRequest, TaskResult } from "#lib/contracts/envelope";
import { AppError } from "#lib/contracts/errors";
import type { ReadAudit, Span } from "#lib/contracts/ports";
import { asQuestion } from "#lib/contracts/question";
import type { Store } from "#lib/contracts/store-ports";
import { StoredAnswer } from "#lib/contracts/upgrade-answer";
import { createLogger } from "#lib/platform/logger";
import { openStore } from "#lib/store/store";
import { sampleAnswer, sampleCitation } from "./sample-answer.ts";

const log = createLogger("test", "silent");
let folder: string;
let file: string;
let now: Date;
const clock = { now: () => now, monotonic: () => 0 };
const opened: Store[] = [];

function open(): Store {
  const store = openStore({ file, clock, log });
  opened.push(store);
  return store;
}

function rows(sql: string): Record<string, unknown>[] {
  const db = new Database(file, { readonly: true });
  try {
    return db.prepare<[], Record<string, unknown>>(sql).all();
  } finally {
    db.close();
  }
}

async function refusal(work: () => unknown): Promise<AppError> {
  try {
    await work();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error("it was not refused");
}

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "docent-store-"));
  file = path.join(folder, "docent.db");
  now = new Date("2026-11-20T10:00:00.000Z");
});
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("threads", () => {
  it("gives an answer back as it was stored, after the file was closed and opened again", async () => {
    const answer = sampleAnswer();
    const store = open();
    await store.saveAnswer(answer);
    await store.close();
    opened.length = 0;
    const thread = await open().readThread("thread_1");
    expect(thread?.messages).toEqual([answer]);
    expect(thread).toMatchObject({ title: answer.question, turns: 1, last_status: "partial" });
  });

  it("keeps the turns of a thread in the order they were stored and its first question as title", async () => {
    const store = open();
    for (const n of [1, 2, 3]) {
      await store.saveAnswer(
        sampleAnswer({ run_id: `run_${n}`, question: asQuestion(`Question\n number ${n}`) }),
      );
    }
    const thread = await store.readThread("thread_1");
    expect(thread?.messages.map((m) => m.run_id)).toEqual(["run_1", "run_2", "run_3"]);
    expect(thread?.title).toBe("Question number 1");
    expect(thread?.turns).toBe(3);
  });

  it("tells a question what was shown before it, and not its own interrupted attempt", async () => {
    const store = open();
    const trace = { trace_id: "trace_2", thread_id: "thread_1" };
    await store.saveAnswer(sampleAnswer());
    await store.saveAnswer(sampleAnswer({ ...trace, run_id: "run_2", interrupted: true }));
    const shown = {
      ...{ run_id: "run_1", question: "How often is the key rotated?", done: [] },
      claims: [
        {
          text: "Rotate the key every ninety days.",
          places: [
            {
              ...{ root_id: "notes", relative_path: "api/keys.md" },
              ...{ line_start: 12, line_end: 14, sha256: sampleCitation().sha256, number: 1 },
            },
          ],
        },
      ],
    };
    expect((await store.conversationMemory(trace)).turns).toEqual([shown]);
    expect((await store.conversationMemory(trace)).cited).toEqual([sampleCitation()]);
    expect((await store.recentTurns(trace, 3)).length).toBe(1);
    const next = { ...trace, trace_id: "trace_3" };
    expect((await store.conversationMemory(next)).turns.map(({ run_id }) => run_id)).toEqual([
      "run_1",
      "run_2",
    ]);
    expect((await store.recentTurns(next, 3)).length).toBe(2);
  });

  it("cuts a long title between characters", async () => {
    const store = open();
    await store.saveAnswer(sampleAnswer({ question: asQuestion("𠮷".repeat(300)) }));
    const title = (await store.readThread("thread_1"))?.title ?? "";
    expect(Array.from(title)).toHaveLength(200);
    expect(title.isWellFormed()).toBe(true);
  });

  it("stores claims, their citations and gaps in tables of their own", async () => {
    await open().saveAnswer(sampleAnswer());
    expect(rows("SELECT claim_id, support, text FROM claims")).toEqual([
      { claim_id: "c1", support: "verbatim", text: "Rotate the key every ninety days." },
    ]);
    expect(
      rows(
        `SELECT c.relative_path, c.line_start, c.line_end FROM claim_citations l
         JOIN citations c ON c.message_id = l.message_id AND c.number = l.number`,
      ),
    ).toEqual([{ relative_path: "api/keys.md", line_start: 12, line_end: 14 }]);
    expect(rows("SELECT about, cause FROM gaps")).toEqual([
      { about: "the person who does it", cause: "no_hit" },
    ]);
  });

  it("stores nothing of an answer when one part of it cannot be stored", async () => {
    const store = open();
    const [claim] = sampleAnswer().claims;
    if (!claim) throw new Error("the sample has a claim");
    await refusal(() => store.saveAnswer(sampleAnswer({ claims: [claim, claim] })));
    expect((await store.listThreads({ limit: 10 })).total).toBe(0);
    expect(rows("SELECT * FROM messages")).toEqual([]);
  });

  it("lists ten thousand threads page by page, newest activity first, each once", async () => {
    const store = open();
    const db = new Database(file);
    const add = db.prepare("INSERT INTO threads VALUES (?, ?, ?, ?, 1, 'answered', ?)");
    db.transaction(() => {
      for (let n = 1; n <= 10_000; n++) add.run(`t${n}`, `Q ${n}`, "2026", "2026", n);
    })();
    db.close();
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await store.listThreads({ limit: 100, ...(cursor ? { cursor } : {}) });
      expect(page.total).toBe(10_000);
      seen.push(...page.threads.map((thread) => thread.id));
      cursor = page.next_cursor;
    } while (cursor);
    expect(seen).toEqual(Array.from({ length: 10_000 }, (_, i) => `t${10_000 - i}`));
  });

  it("finds threads by the words of their name and their questions, whatever stands between them", async () => {
    const store = open();
    const ask = (thread_id: string, question: string) =>
      store.saveAnswer(
        sampleAnswer({ run_id: question, thread_id, question: asQuestion(question) }),
      );
    await ask("paper", "How much paper do we have at 50%?");
    await ask("paper", "Who orders it?");
    await ask("keys", "Who keeps the keys?");
    await ask("chinese", "谁保管钥匙?");
    await store.renameThread("keys", "Front_door");
    const found = async (q: string) =>
      (await store.listThreads({ limit: 10, q })).threads.map(({ id }) => id);
    expect(await found("orders WHO")).toEqual(["paper"]);
    expect(await found("who")).toEqual(["keys", "paper"]);
    expect(await found("front_door")).toEqual(["keys"]);
    expect(await found("钥匙")).toEqual(["chinese"]);
    expect(await found("50%")).toEqual(["paper"]);
    expect(await found("f%d")).toEqual([]);
    expect(await found("paper\\")).toEqual([]);
    expect(await store.listThreads({ limit: 1, q: "who" })).toMatchObject({
      total: 2,
      next_cursor: expect.any(String),
    });
  });

  it("moves a thread to the front when it gets another turn", async () => {
    const store = open();
    await store.saveAnswer(sampleAnswer({ run_id: "a", thread_id: "first" }));
    await store.saveAnswer(sampleAnswer({ run_id: "b", thread_id: "second" }));
    await store.saveAnswer(sampleAnswer({ run_id: "c", thread_id: "first" }));
    expect((await store.listThreads({ limit: 10 })).threads.map((t) => t.id)).toEqual([
      "first",
      "second",
    ]);
  });

  it("refuses a cursor it did not make", async () => {
    const store = open();
    for (const cursor of ["", "x", "-1", "1 OR 1", "9".repeat(40)]) {
      expect((await refusal(() => store.listThreads({ limit: 1, cursor }))).code).toBe(
        "validation",
      );
    }
  });
});

describe("an answer of the first version", () => {
  it("is still an Answer: what was stored must open for ever", () => {
    // Never edit the file to please the schema: give a new field a default, or write a migration.
    const stored = JSON.parse(
      readFileSync(path.join(import.meta.dirname, "stored-answer.json"), "utf8"),
    );
    expect(StoredAnswer.parse(stored)).toMatchObject(stored);
  });
});

describe("a crash", () => {
  it("keeps every turn that was acknowledged before kill -9", async () => {
    const script = path.join(import.meta.dirname, "write-turns.ts");
    const child = spawn(process.execPath, [script, file], { stdio: ["ignore", "pipe", "inherit"] });
    const ended = once(child, "close");
    const acknowledged: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      acknowledged.push(line);
      if (acknowledged.length === 40) child.kill("SIGKILL");
    }
    expect(await ended).toEqual([null, "SIGKILL"]);
    const store = open();
    const threads = await Promise.all([0, 1, 2, 3, 4].map((n) => store.readThread(`thread_${n}`)));
    const stored = threads.flatMap((thread) => thread?.messages ?? []);
    const runs = stored.map((message) => message.run_id);
    expect(runs).toEqual(expect.arrayContaining(acknowledged));
    expect(rows("SELECT count(*) AS n FROM claims")).toEqual([{ n: stored.length }]);
  });
});

describe("opening", () => {
  it("makes the tables in an empty file, and finds them made the second time", async () => {
    await open().close();
    opened.length = 0;
    const first = rows("SELECT hash, created_at FROM __drizzle_migrations");
    open();
    expect(first.length).toBeGreaterThan(0);
    expect(rows("SELECT hash, created_at FROM __drizzle_migrations")).toEqual(first);
  });

  it("refuses a database of a newer version and leaves it as it is", async () => {
    await open().close();
    opened.length = 0;
    const db = new Database(file);
    db.exec("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', 9999999999999)");
    db.pragma("journal_mode = DELETE");
    db.close();
    const refused = await refusal(open);
    expect(refused.code).toBe("audit_unavailable");
    expect(refused.message).toContain("newer version");
    expect(rows("SELECT count(*) AS n FROM __drizzle_migrations")).toEqual([{ n: 15 }]);
  });

  it("refuses a file that is no database, in a sentence without its folder, and does not touch it", async () => {
    const bytes = Buffer.from("not a database, but somebody's text ".repeat(50));
    writeFileSync(file, bytes);
    const refused = await refusal(open);
    expect(refused.code).toBe("audit_unavailable");
    expect(refused.message).toContain("damaged");
    expect(refused.message).not.toContain(folder);
    expect(readFileSync(file)).toEqual(bytes);
  });

  it("finds damage inside a database whose last owner did not close it", async () => {
    const store = open();
    for (let n = 0; n < 50; n++) await store.saveAnswer(sampleAnswer({ run_id: `run_${n}` }));
    await store.close();
    opened.length = 0;
    const bytes = readFileSync(file);
    bytes.fill(0x5a, 4096 * 3);
    writeFileSync(file, bytes);
    writeFileSync(`${file}-wal`, "");
    expect((await refusal(open)).message).toContain("damaged");
    expect(readFileSync(file).subarray(4096)).toEqual(bytes.subarray(4096));
  });

  it("says so when another program holds the database", async () => {
    await open().close();
    opened.length = 0;
    const other = new Database(file);
    other.pragma("locking_mode = EXCLUSIVE");
    other.exec("BEGIN EXCLUSIVE");
    try {
      const refused = await refusal(() => openStore({ file, clock, log, lock_wait_ms: 10 }));
      expect(refused.code).toBe("busy");
      expect(refused.retryable).toBe(true);
    } finally {
      other.close();
    }
  });
});

const span: Span = {
  span_id: "span_1",
  trace_id: "trace_1",
  run_id: "run_1",
  kind: "agent",
  name: "primary",
  started_at: "2026-11-20T10:00:00.000Z",
  ms: 4,
  status: "ok",
  attributes: { hits: 1 },
};
const readRow: ReadAudit = {
  at: "2026-11-20T10:00:00.000Z",
  trace_id: "trace_1",
  agent_id: "doc_retrieval",
  tool_id: "mcp.docs.docs_read",
  relative_path: "../etc/passwd",
  rule: "traversal",
};
const request: TaskRequest = {
  trace_id: "trace_1",
  run_id: "run_1",
  task_id: "task_1",
  sender: "primary",
  recipient: "doc_retrieval",
  intent: "search_and_extract_evidence",
  input: { query: asQuestion("key"), target_roots: ["notes"] },
  auth_scope: ["docs.search"],
  idempotency_key: "trace_1:0",
  deadline_ms: 1000,
};
const result: TaskResult = {
  trace_id: "trace_1",
  task_id: "task_1",
  status: "ok",
  output: {
    query: "key",
    target_roots: ["notes"],
    citations: [sampleCitation({ snippet: "SECRET-WORDS of a document" })],
    passages: [{ citation_id: 1, text: "SECRET-WORDS of a document", kind: "prose" }],
    terms: [],
  },
};

describe("trace and audit", () => {
  it("stores the audit with the answer, and what is traced soon after it", async () => {
    const store = open();
    store.trace.span(span);
    store.trace.read(readRow);
    await store.saveAnswer(sampleAnswer());
    const traced = () => rows("SELECT span_id, attributes FROM spans");
    expect(traced()).toEqual([]);
    await expect.poll(traced).toEqual([{ span_id: "span_1", attributes: '{"hits":1}' }]);
  });

  it("has the audit of an answer whose program ends the moment it is stored", async () => {
    const store = open();
    store.trace.read(readRow);
    await store.saveAnswer(sampleAnswer());
    expect(rows("SELECT relative_path, rule, sha256 FROM reads")).toEqual([
      { relative_path: "../etc/passwd", rule: "traversal", sha256: null },
    ]);
  });

  it("writes rows in the background when no answer comes", async () => {
    open().trace.span(span);
    await expect.poll(() => rows("SELECT span_id FROM spans")).toEqual([{ span_id: "span_1" }]);
  });

  it("writes what another program held up once that has ended, though nothing more is told", async () => {
    const store = open();
    const other = new Database(file);
    other.exec("BEGIN IMMEDIATE");
    store.trace.span(span);
    await store.listReads({}); // writes what is waiting, and cannot
    other.close();
    expect(rows("SELECT span_id FROM spans")).toEqual([]);
    await expect.poll(() => rows("SELECT span_id FROM spans")).toEqual([{ span_id: "span_1" }]);
  });

  it("keeps the rows of an answer that could not be stored, and writes them once that is possible", async () => {
    const store = open();
    const other = new Database(file);
    // What hangs on a row that is not there is refused at the commit, after every statement went well.
    other.exec(`CREATE TABLE missing (id INTEGER PRIMARY KEY);
      CREATE TABLE late (id REFERENCES missing (id) DEFERRABLE INITIALLY DEFERRED);
      CREATE TRIGGER fails AFTER INSERT ON messages BEGIN INSERT INTO late VALUES (1); END`);
    store.trace.span(span);
    store.trace.read(readRow);
    expect((await refusal(() => store.saveAnswer(sampleAnswer()))).code).toBe("audit_unavailable");
    expect(rows("SELECT rule FROM reads")).toEqual([]);
    other.exec("DROP TRIGGER fails");
    other.close();
    await store.saveAnswer(sampleAnswer());
    expect(rows("SELECT rule FROM reads")).toHaveLength(1);
    await expect.poll(() => rows("SELECT span_id FROM spans")).toEqual([{ span_id: "span_1" }]);
    expect((await store.listReads({})).rows).toHaveLength(1);
  });

  describe("that the database does not take", () => {
    let other: Database.Database;
    beforeEach(() => {
      open();
      other = new Database(file);
    });
    afterEach(() => other.close());
    const stop = () => other.exec("ALTER TABLE reads RENAME TO away");
    const goOn = () => other.exec("ALTER TABLE away RENAME TO reads");

    it("stops every act until it is stored, and reading only once more might be lost", async () => {
      const [store] = opened;
      if (!store) throw new Error("it is open");
      await store.requireAudit("act");
      stop();
      store.trace.read(readRow);
      expect((await refusal(() => store.requireAudit("act"))).code).toBe("audit_unavailable");
      let told = 1;
      for (; told <= 5000; told++) {
        await store.requireAudit("read");
        store.trace.read(readRow);
      }
      expect((await refusal(() => store.requireAudit("read"))).code).toBe("audit_unavailable");
      goOn();
      await store.requireAudit("read");
      await store.requireAudit("act");
      expect(rows("SELECT count(*) AS n FROM reads")).toEqual([{ n: told }]);
    });

    it("is written once it can be, though nothing more is told", async () => {
      stop();
      opened[0]?.trace.read(readRow);
      expect((await refusal(() => opened[0]?.requireAudit("act"))).code).toBe("audit_unavailable");
      goOn();
      await expect.poll(() => rows("SELECT rule FROM reads")).toEqual([{ rule: "traversal" }]);
    });
  });

  it("does not wait for a row that no database would take", async () => {
    const store = open();
    store.trace.read(readRow);
    store.trace.span({ ...span, ms: {} as unknown as number }); // stands for any fault of the row
    store.trace.span({ ...span, span_id: "span_2" });
    await store.requireAudit("act");
    expect(rows("SELECT span_id FROM spans")).toEqual([{ span_id: "span_2" }]);
    expect(rows("SELECT rule FROM reads")).toEqual([{ rule: "traversal" }]);
  });

  it("keeps envelopes without the documents' words", async () => {
    const store = open();
    const { citations, passages } = result.output;
    const further = {
      citations: citations.map((one) => ({ ...one, id: 2, relative_path: "api/other.md" })),
      passages: passages.map((one) => ({ ...one, citation_id: 2 })),
    };
    store.trace.task(request, { ...result, output: { ...result.output, further } });
    await store.listReads({}); // writes what is waiting
    const [row] = rows("SELECT status, result FROM tasks");
    expect(row?.status).toBe("ok");
    expect(String(row?.result)).not.toContain("SECRET-WORDS");
    expect(String(row?.result)).toContain("api/keys.md");
    expect(String(row?.result)).toContain("api/other.md");
  });

  it("never throws into the work, and never loses the turn, when a row cannot be stored", async () => {
    const store = open();
    // A value SQLite cannot bind stands for any failure of the row.
    store.trace.span({ ...span, ms: {} as unknown as number });
    expect(await store.saveAnswer(sampleAnswer())).toBe(true);
    expect((await store.readThread("thread_1"))?.turns).toBe(1);
  });
});

describe("a question that is given up, or deleted", () => {
  const run = {
    ...{ run_id: "run_1", trace_id: "trace_1", thread_id: "thread_1", question: "SECRET-WORDS" },
    ...{ lang: null, asked_at: "2026-11-20T10:00:00.000Z", key: null, fingerprint: null },
  };
  const asked = { ...request, input: { ...request.input, query: asQuestion("SECRET-WORDS") } };
  const words = () =>
    ["runs", "run_events", "tasks", "kept_results", "messages"].flatMap((table) =>
      rows(`SELECT * FROM ${table}`)
        .filter((row) => JSON.stringify(row).includes("SECRET-WORDS"))
        .map(() => table),
    );

  async function underWay(): Promise<Store> {
    const store = open();
    await store.runs.begin(run);
    store.trace.task(asked, result);
    await store.idempotency.put("trace_1:0", "f", result);
    await store.listReads({}); // writes what is waiting
    expect(words()).toEqual(["runs", "tasks", "kept_results"]);
    return store;
  }

  it("leaves no word in any table when it is dropped, what waits to be written among it", async () => {
    const store = await underWay();
    store.trace.task({ ...asked, task_id: "task_2" }, { ...result, task_id: "task_2" });
    await store.runs.drop(run);
    await store.requireAudit("act");
    expect(words()).toEqual([]);
  });

  it("leaves no word when its conversation is deleted while it is under way", async () => {
    await (await underWay()).deleteThreads("thread_1");
    expect(words()).toEqual([]);
  });

  it("leaves no word when everything is deleted, though it belongs to no conversation", async () => {
    const store = open();
    store.trace.task(asked, result);
    await store.idempotency.put("trace_1:0", "f", result);
    await store.deleteThreads();
    expect(words()).toEqual([]);
  });

  it("keeps what an ended one told for a day, and not until the next question", async () => {
    const store = open();
    await store.runs.begin(run);
    await store.runs.append("run_1", 1, [
      { kind: "notice", data: { code: "model_fallback", message: "SECRET-WORDS" } },
    ]);
    await store.saveAnswer(sampleAnswer());
    await store.close();
    opened.length = 0;
    now = new Date("2026-11-21T10:00:00.000Z");
    open();
    expect(words()).toEqual([]);
  });
});

describe("idempotency", () => {
  it("keeps a result under its key for 24 hours and not longer", async () => {
    const store = open();
    await store.idempotency.put("k", "f", result);
    now = new Date("2026-11-21T09:59:59.000Z");
    expect(await store.idempotency.get("k")).toEqual({ fingerprint: "f", result });
    now = new Date("2026-11-21T10:00:00.000Z");
    expect(await store.idempotency.get("k")).toBeUndefined();
    await store.idempotency.put("other", "f", result);
    expect(rows("SELECT key FROM kept_results")).toEqual([{ key: "other" }]);
  });

  it("tells the key of an envelope from the same key of a request", async () => {
    const store = open();
    await store.saveAnswer(sampleAnswer(), { under: { key: "k", fingerprint: "f" } });
    expect(await store.idempotency.get("k")).toBeUndefined();
    expect((await store.keptAnswer("k"))?.answer).toEqual(sampleAnswer());
  });
});
