import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Store } from "#lib/contracts/store-ports";
import { StoredAnswer } from "#lib/contracts/upgrade-answer";
import { createLogger } from "#lib/platform/logger";
import { openStore } from "#lib/store/store";
import { verifyAudit } from "#lib/store/verify-audit";
import { refusal } from "./refusal.ts";
import { sampleAnswer } from "./sample-answer.ts";
import { readRow, span } from "./sample-trace.ts";

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

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "docent-store-"));
  file = path.join(folder, "docent.db");
  now = new Date("2026-11-20T10:00:00.000Z");
});
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  rmSync(folder, { recursive: true, force: true });
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
    expect(rows("SELECT count(*) AS n FROM __drizzle_migrations")).toEqual([{ n: 17 }]);
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

describe("the audit of a file", () => {
  it("is none where there is no file and where nothing was chained yet, and is read beside who writes", async () => {
    expect(verifyAudit(file)).toBeUndefined();
    const store = open();
    expect(verifyAudit(file)).toEqual({ rows: 0, broken: [] });
    store.trace.read(readRow);
    await store.requireAudit("act");
    expect(verifyAudit(file)).toEqual({ rows: 1, broken: [] });
    const db = new Database(file);
    db.exec("DELETE FROM audit_chain; DELETE FROM audit_head");
    db.close();
    expect(verifyAudit(file)).toBeUndefined();
  });
});

describe("what is told of an asking", () => {
  it("is stored after the answer where nobody needs it with the answer", async () => {
    const store = open();
    store.trace.span(span);
    await store.saveAnswer(sampleAnswer());
    expect(rows("SELECT span_id FROM spans")).toEqual([]); // nothing else ran meanwhile
    await expect.poll(() => rows("SELECT span_id FROM spans")).toHaveLength(1);
  });

  it("waits for the end of the work, but no longer than a second", async () => {
    vi.useFakeTimers();
    try {
      const store = open();
      const spans = () => rows("SELECT span_id FROM spans").length;
      const tell = (n: number) => store.trace.span({ ...span, span_id: `span_${n}` });
      for (let told = 1; told <= 6; told++) {
        tell(told);
        await vi.advanceTimersByTimeAsync(40);
      }
      expect(spans()).toBe(0);
      await vi.advanceTimersByTimeAsync(10);
      expect(spans()).toBe(6);
      for (let told = 7; told <= 32; told++) {
        tell(told);
        await vi.advanceTimersByTimeAsync(40);
      }
      await vi.advanceTimersByTimeAsync(10);
      expect(spans()).toBeGreaterThan(30);
    } finally {
      vi.useRealTimers();
    }
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
});
