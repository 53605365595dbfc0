import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AuditTrailQuery, TraceListQuery } from "#lib/contracts/activity";
import type { Store } from "#lib/contracts/store-ports";
import { createLogger } from "#lib/platform/logger";
import { auditRows } from "#lib/store/rows/audit-trail";
import { type OpenDatabase, over } from "#lib/store/sqlite/open-database";
import { openStore } from "#lib/store/store";

/** Filters that let few rows through are looked up in what has few: told by the plan, for a time says little of a small table. */
let dir: string;
let store: Store;
let database: OpenDatabase;
const start = Date.parse("2026-11-01T00:00:00.000Z");

beforeAll(async () => {
  dir = mkdtempSync(path.join(os.tmpdir(), "docent-filters-"));
  const file = path.join(dir, "docent.db");
  const clock = { now: () => new Date(), monotonic: () => performance.now() };
  store = openStore({ file, clock, log: createLogger("test", "silent") });
  for (let n = 0; n < 200; n++) await asking(n);
  await store.requireAudit("act");
  database = over(new Database(file, { readonly: true }));
});
afterAll(async () => {
  database.client.close();
  await store.close();
  rmSync(dir, { recursive: true, force: true });
});

const agent = (n: number) => (n % 2 === 0 ? "primary" : "doc_retrieval");
const titles = [
  "How is the harbour bell rung?",
  "熊猫吃什么竹子？",
  "Where is 100% of C:\\keys_1?",
];

async function asking(n: number): Promise<void> {
  const run = { trace_id: `trace_${n}`, run_id: `run_${n}`, thread_id: `thread_${n}` };
  const at = new Date(start + n * 1000).toISOString();
  await store.runs.begin({
    ...{ ...run, question: `${titles[n % 3]} ${n}`, lang: null, asked_at: at },
    ...{ key: null, fingerprint: null },
  });
  const { thread_id: _, ...of } = run;
  store.trace.span({
    ...{ ...of, span_id: `call_${n}`, kind: "tool_call", name: "docs_search", ms: 1 },
    ...{ tool_id: n === 7 ? "bash" : "docs", agent_id: agent(n), started_at: at, status: "ok" },
    attributes: {},
  });
  store.trace.read({
    ...{ at, trace_id: of.trace_id, agent_id: agent(n), tool_id: n === 7 ? "bash" : "docs" },
    ...{ root_id: "notes", relative_path: "page.md" },
  });
  store.trace.span({
    ...{ ...of, span_id: `span_${n}`, kind: "request", name: "ask", started_at: at, ms: 1 },
    ...{ status: "ok", attributes: { answer: n === 9 ? "timeout" : "answered" } },
  });
}

const plan = (statement: SQL): string =>
  database.builder
    .all<{ detail: string }>(sql`EXPLAIN QUERY PLAN ${statement}`)
    .map(({ detail }) => detail)
    .join("\n");

describe("the list of traces", () => {
  it.each<[TraceListQuery, RegExp]>([
    [
      { tool: "bash", agent: "primary" },
      /SEARCH m USING PRIMARY KEY.*\nSEARCH t USING INTEGER PRIMARY KEY/,
    ],
    [{ agent: "primary", status: "timeout" }, /traces_status/],
    [{ kind: "task" }, /traces_kind/],
    [{ kind: "task", agent: "primary" }, /traces_kind/],
    [{ text: "zeppelin" }, /SCAN f VIRTUAL TABLE INDEX [^:]*:[^\s]*L/],
    [{ text: "zeppelin bell", agent: "primary" }, /SCAN f VIRTUAL TABLE INDEX [^:]*:[^\s]*L/],
  ])("is looked up by what the fewest have: %o", (query, by) => {
    const found = plan(database.db.sqlDialect.traceRows(query, []));
    expect(found).toMatch(by);
    expect(found).not.toMatch(/SCAN t\b/);
  });

  it("forgets the words of a deleted conversation, and finds the new words of a question that is asked anew", async () => {
    await store.deleteThreads("thread_0");
    expect((await store.activity.list({ text: "harbour" })).rows).toHaveLength(66);
    await store.runs.begin({
      ...{ trace_id: "trace_3", run_id: "run_again", thread_id: "thread_3", lang: null },
      ...{ question: "Is there a zeppelin?", asked_at: new Date(start).toISOString() },
      ...{ key: null, fingerprint: null },
    });
    expect((await store.activity.list({ text: "harbour" })).rows).toHaveLength(65);
    expect((await store.activity.list({ text: "zeppelin" })).rows).toHaveLength(1);
    const check = new Database(path.join(dir, "docent.db"));
    check.exec("INSERT INTO trace_words(trace_words, rank) VALUES ('integrity-check', 1)");
    check.close();
  });
});

describe("the audit", () => {
  it.each<[AuditTrailQuery, RegExp]>([
    [{ tool: "bash", agent: "primary" }, /reads_tool/],
    [{ agent: "primary", tool: "bash" }, /reads_tool/],
    [{ agent: "nobody", root: "notes" }, /reads_agent/],
    [{ root: "nowhere", agent: "primary", tool: "docs" }, /reads_root/],
    [{ path: "page.md" }, /reads_path \(relative_path=\?\)/],
  ])("is looked up by what the fewest have: %o", (query, by) => {
    const found = plan(auditRows(database.db, "reads", query));
    expect(found).toMatch(by);
    expect(found).not.toMatch(/TEMP B-TREE/);
  });
});

describe("the words of titles", () => {
  const words = (file: string): string[] => {
    const reading = new Database(file);
    reading.exec("CREATE VIRTUAL TABLE temp.terms USING fts5vocab('main', 'trace_words', 'row')");
    const found = reading.prepare<[], string>("SELECT term FROM terms").pluck().all();
    reading.close();
    return found;
  };

  it.each<[string, (open: Store) => void]>([
    ["its conversation is deleted", (open) => open.deleteThreads("thread_1")],
    ["every conversation is deleted", (open) => open.deleteThreads()],
    [
      "it is past its time",
      async (open) => {
        const past = { now: new Date("2027-06-01T00:00:00.000Z"), traces_days: 90 };
        const all = { ...past, audit_days: 9000, preview_bytes: 1e9 };
        const { compaction } = open.activity;
        let pass = compaction.begin();
        for (let n = 0; n < 1000; n++) {
          const next = await compaction.some(all, pass, 50);
          if (next === undefined) return;
          pass = next;
        }
      },
    ],
  ])("are in no table once %s", async (_, forget) => {
    const file = path.join(dir, "words.db");
    const clock = { now: () => new Date(), monotonic: () => performance.now() };
    const open = openStore({ file, clock, log: createLogger("test", "silent") });
    await open.runs.begin({
      ...{ trace_id: "t", run_id: "r", thread_id: "thread_1", question: "Where is the zeppelin?" },
      ...{ lang: null, asked_at: new Date(start).toISOString(), key: null, fingerprint: null },
    });
    open.trace.span({
      ...{ span_id: "s", trace_id: "t", run_id: "r", kind: "request", name: "ask", ms: 1 },
      ...{ started_at: new Date(start).toISOString(), status: "ok", attributes: {} },
    });
    await open.requireAudit("act");
    expect(words(file)).toContain("zep");
    await forget(open);
    expect(words(file)).toEqual([]);
    await open.close();
    for (const end of ["", "-wal", "-shm"]) rmSync(file + end, { force: true });
  });
});
