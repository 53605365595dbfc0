import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { PastTime } from "#lib/contracts/activity-store";
import type { Store } from "#lib/contracts/store-ports";
import { createLogger } from "#lib/platform/logger";
import { verifyAuditExport } from "#lib/store/audit-export";
import { openStore } from "#lib/store/store";
import { verifyAudit } from "#lib/store/verify-audit";
import { sampleAnswer } from "./sample-answer.ts";

let dir: string;
let file: string;
let now: Date;
const opened: Store[] = [];
beforeEach(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), "docent-activity-"));
  file = path.join(dir, "docent.db");
  now = new Date("2026-11-29T10:00:00.000Z");
});
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  rmSync(dir, { recursive: true, force: true });
});

function open(): Store {
  const clock = { now: () => now, monotonic: () => performance.now() };
  const store = openStore({ file, clock, log: createLogger("test", "silent") });
  opened.push(store);
  return store;
}

async function closed(store: Store): Promise<void> {
  await store.close();
  opened.length = 0;
}

/** As another program changes it. */
function change(...statements: string[]): void {
  const db = new Database(file);
  for (const statement of statements) db.exec(statement);
  db.close();
}

const daysAgo = (days: number, n = 0) =>
  new Date(now.getTime() - days * 86_400_000 + n * 1000).toISOString();

function asking(store: Store, n: number, days: number): void {
  const at = { trace_id: `trace_${n}`, run_id: `run_${n}`, started_at: daysAgo(days, n) };
  store.trace.span({
    ...{ ...at, span_id: `call_${n}`, parent_span_id: `span_${n}`, kind: "tool_call" },
    ...{ name: "docs_search", tool_id: "mcp.docs.docs_search", ms: 12, status: "ok" },
    attributes: { provider_id: "mcp.docs" },
  });
  readRow(store, n, days);
  store.trace.span({
    ...{ ...at, span_id: `span_${n}`, kind: "request", name: "ask", ms: 100 + n, status: "ok" },
    attributes: { answer: n % 4 === 0 ? "no_evidence" : "answered", stored: true },
  });
  store.trace.preview({
    ...{ span_id: `call_${n}`, trace_id: at.trace_id, at: at.started_at },
    arguments: "x".repeat(100),
  });
}

function readRow(store: Store, n: number, days: number): void {
  store.trace.read({
    ...{ at: daysAgo(days, n), trace_id: `trace_${n}`, agent_id: "doc_retrieval" },
    ...{ tool_id: "mcp.docs.docs_search", root_id: "notes", relative_path: `p${n}.md` },
  });
}

const past = (more: Partial<PastTime> = {}): PastTime => ({
  ...{ now, traces_days: 90, audit_days: 730, preview_bytes: 1e9 },
  ...more,
});

async function compact(store: Store, more: Partial<PastTime> = {}, most = 50): Promise<number> {
  const { compaction } = store.activity;
  let at = compaction.begin();
  for (;;) {
    const next = await compaction.some(past(more), at, most);
    if (next === undefined) return at.rows;
    at = next;
  }
}

describe("what is past its time", () => {
  it("goes, spans and previews after their days, and an answer keeps every claim and citation", async () => {
    const store = open();
    for (let n = 0; n < 120; n++) asking(store, n, n < 70 ? 100 : 10);
    await store.saveAnswer({ ...sampleAnswer(), asked_at: now.toISOString() });
    const { trace_id } = sampleAnswer();
    const answer = (await store.activity.answer(trace_id))?.answer;
    expect(answer?.citations.length).toBeGreaterThan(0);
    expect((await store.activity.list({})).rows.length).toBe(100);
    // Two spans, a preview and the trace itself; and figures by hour of then.
    expect(await compact(store)).toBeGreaterThanOrEqual(70 * 4);
    expect(await store.activity.spans("trace_3", 10)).toEqual([]);
    expect(await store.activity.spans("trace_100", 10)).toHaveLength(2);
    expect((await store.activity.list({ tool: "mcp.docs.docs_search" })).rows).toHaveLength(50);
    expect((await store.activity.answer(trace_id))?.answer).toEqual(answer);
    const figures = await store.activity.figures("answers", "day", "2026-01-01", "2027-01-01");
    expect(figures.reduce((sum, { n }) => sum + n, 0)).toBe(120);
    expect(await compact(store)).toBe(0);
    expect(verifyAudit(file)).toEqual({ rows: 120, broken: [] });
  });

  it("goes whatever the clock did: rows of the future keep nothing that is old", async () => {
    const store = open();
    for (let n = 0; n < 30; n++) asking(store, n, -400);
    for (let n = 30; n < 90; n++) asking(store, n, 100);
    await compact(store, {}, 100);
    expect(await store.activity.spans("trace_40", 10)).toEqual([]);
    expect(await store.activity.spans("trace_4", 10)).toHaveLength(2);
  });

  it("goes by size, the oldest previews first", async () => {
    const store = open();
    for (let n = 0; n < 40; n++) asking(store, n, 1);
    await store.requireAudit("act");
    expect(await compact(store, { preview_bytes: 1000 }, 7)).toBe(30);
    expect(await store.activity.previews("trace_29", "call_29")).toEqual({});
    expect((await store.activity.previews("trace_30", "call_30")).arguments?.text).toHaveLength(
      100,
    );
  });

  it("gives room back to the disk", async () => {
    const store = open();
    const long = "word ".repeat(700);
    for (let n = 0; n < 2000; n++) {
      store.trace.preview({ span_id: `s${n}`, trace_id: "t", at: daysAgo(200), arguments: long });
    }
    await store.requireAudit("act");
    await store.activity.compaction.checkpoint();
    const before = (await store.activity.bytes()).file;
    expect(await compact(store, {}, 500)).toBe(2000);
    while ((await store.activity.compaction.release(500)) > 0);
    await store.activity.compaction.checkpoint();
    const { file: after, free } = await store.activity.bytes();
    expect(before - after).toBeGreaterThan(6_000_000);
    expect(free).toBe(0);
  });
});

describe("the chain after its oldest rows went", () => {
  async function aged(): Promise<Store> {
    const store = open();
    for (let n = 0; n < 200; n++) readRow(store, n, n < 120 ? 800 : 10);
    await store.requireAudit("act");
    await compact(store, {}, 50);
    return store;
  }

  it("stands from its anchor on, and tells how many went and until when", async () => {
    const store = await aged();
    const verdict = verifyAudit(file);
    expect(verdict?.broken).toEqual([]);
    expect(verdict?.removed).toEqual({ rows: 120, until: daysAgo(800, 119) });
    expect(verdict?.rows).toBe(80 + 3); // and a row for each piece that went
    expect(await store.activity.auditRows()).toBe(83);
    readRow(store, 999, 0);
    await store.requireAudit("act");
    expect(verifyAudit(file)?.broken).toEqual([]);
  });

  it.each([
    [
      "more of its beginning is cut off",
      "DELETE FROM audit_chain WHERE seq = 121; DELETE FROM reads WHERE id = 121",
    ],
    [
      "the anchor is moved",
      "UPDATE audit_anchor SET seq = 130, hash = (SELECT hash FROM audit_chain WHERE seq = 130); DELETE FROM audit_chain WHERE seq <= 130; DELETE FROM reads WHERE id <= 130",
    ],
    ["the anchor is taken away", "DELETE FROM audit_anchor"],
    [
      "the row that tells of it is changed",
      "UPDATE reads SET length = 1 WHERE agent_id = 'retention'",
    ],
  ])("is known as broken where %s", async (_, statements) => {
    await closed(await aged());
    change(...statements.split("; "));
    expect(verifyAudit(file)?.broken).not.toEqual([]);
  });

  it("loses no row behind a break: that would hide where it is", async () => {
    const store = open();
    for (let n = 1; n <= 100; n++) readRow(store, n, 800);
    await store.requireAudit("act");
    change("UPDATE reads SET relative_path = 'other.md' WHERE id = 30");
    expect(await compact(store, {}, 500)).toBe(29);
    expect(await compact(store, {}, 500)).toBe(0);
    expect(verifyAudit(file)?.broken).toEqual([{ table: "reads", row_id: 30, what: "changed" }]);
  });

  it("survives kill -9 in the middle of a pass", async () => {
    const store = open();
    for (let n = 0; n < 600; n++) asking(store, n, 800);
    await store.requireAudit("act");
    await closed(store);
    for (let round = 0; round < 2; round++) {
      const child = spawn(process.execPath, ["tests/store/compact-until-killed.ts", file], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      const ended = new Promise((resolve) => child.once("exit", resolve));
      let pieces = 0;
      child.stdout.on("data", (text: Buffer) => {
        pieces += text.toString().split("\n").length - 1;
        if (pieces > 4 + round) child.kill("SIGKILL");
      });
      await ended;
      expect(verifyAudit(file)?.broken).toEqual([]);
    }
    const again = open();
    await compact(again, {}, 500);
    expect((await again.activity.list({})).rows).toEqual([]);
    expect(verifyAudit(file)?.broken).toEqual([]);
    expect(verifyAudit(file)?.removed?.rows).toBe(600);
  });
});

async function all<T>(pieces: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const piece of pieces) found.push(piece);
  return found;
}

describe("an export of the audit", () => {
  const exported = async (edit: (lines: string[]) => string[]) => {
    const store = open();
    for (let n = 1; n <= 20; n++) readRow(store, n, 1);
    await store.requireAudit("act");
    const text = (await all(store.activity.exportAudit(now))).join("");
    const to = path.join(dir, "audit.jsonl");
    writeFileSync(to, `${edit(text.trimEnd().split("\n")).join("\n")}\n`);
    const verdict = await verifyAuditExport(to);
    if (verdict.kind !== "read") return verdict;
    const broken = verdict.broken.map(({ what, row_id }) => `${what} ${row_id}`);
    return { rows: verdict.rows, broken };
  };
  const renumbered = (line: string, seq: number) => JSON.stringify({ ...JSON.parse(line), seq });

  it("is whole as it was written", async () => {
    expect(await exported((lines) => lines)).toEqual({ rows: 20, broken: [] });
  });

  it("has a beginning only where a row of it tells what went before, and an end that says as much as its head", async () => {
    type Row = { seq: number; hash: string };
    const rowAt = (lines: string[], n: number): Row => JSON.parse(lines[n] ?? "{}") as Row;
    const withFirst = (lines: string[], more: object): string[] =>
      lines.with(0, JSON.stringify({ ...JSON.parse(lines[0] ?? "{}"), ...more }));
    const beheaded = await exported((lines) => {
      const { seq, hash } = rowAt(lines, 10);
      const anchor = { seq, hash, until: "2026-11-29T09:00:00.000Z" };
      return withFirst(lines, { anchor }).toSpliced(1, 10);
    });
    expect(beheaded).toEqual({ rows: 10, broken: ["cut 20"] });
    rmSync(file, { force: true });
    const docked = await exported((lines) => {
      const { seq, hash } = rowAt(lines, 15);
      return withFirst(lines, { head: { seq, hash } }).toSpliced(16, 5);
    });
    expect(docked).toMatchObject({ broken: [expect.stringMatching(/^cut/)] });
  });

  it.each<[string, (lines: string[]) => string[], string[]]>([
    ["altered", (l) => l.with(6, (l[6] ?? "").replace("p6.md", "p7.md")), ["changed 6"]],
    ["deleted", (l) => l.toSpliced(6, 1), ["deleted 7"]],
    ["inserted", (l) => l.toSpliced(7, 0, l[6] ?? ""), ["added 6"]],
    ["swapped", (l) => l.with(6, l[7] ?? "").with(7, l[6] ?? ""), ["swapped 7", "swapped 6"]],
    ["cut", (l) => l.slice(0, 15), ["cut 14"]],
    ["cut, with its end put back", (l) => [...l.slice(0, 15), l.at(-1) ?? ""], ["cut 14"]],
    ["cut at the beginning", (l) => l.toSpliced(1, 3), ["deleted 4"]],
    [
      "inserted, with every number behind it moved on",
      (l) => [
        ...l.slice(0, 7),
        renumbered(l[6] ?? "", 7),
        ...l.slice(7, 21).map((line, i) => renumbered(line, 8 + i)),
        l.at(-1) ?? "",
      ],
      ["added 6"],
    ],
  ])("names the row where one was %s", async (_, edit, named) => {
    const verdict = await exported(edit);
    expect(verdict).toHaveProperty("broken");
    if ("broken" in verdict) expect(verdict.broken.slice(0, named.length)).toEqual(named);
  });

  it("begins at its anchor once rows went", async () => {
    const store = open();
    for (let n = 0; n < 60; n++) readRow(store, n, 800);
    await store.requireAudit("act");
    await compact(store, {}, 30);
    const whole = await exported((lines) => lines);
    expect(whole).toMatchObject({ rows: 22, broken: [] });
  });

  it("holds nothing between two pieces, and is one moment although rows come in meanwhile", async () => {
    const store = open();
    for (let n = 1; n <= 1200; n++) readRow(store, n, 1);
    await store.requireAudit("act");
    const pieces = store.activity.exportAudit(now);
    const text = [(await pieces.next()).value, (await pieces.next()).value];
    for (let n = 2000; n < 2500; n++) readRow(store, n, 1);
    await store.requireAudit("act");
    await store.activity.compaction.checkpoint();
    expect(statSync(`${file}-wal`).size).toBe(0); // nobody reads in it
    const to = path.join(dir, "slow.jsonl");
    writeFileSync(to, [...text, ...(await all(pieces))].join(""));
    expect(await verifyAuditExport(to)).toMatchObject({ kind: "read", rows: 1200, broken: [] });
  });

  it("ends with a sentence where rows that are still to come went meanwhile", async () => {
    const store = open();
    for (let n = 0; n < 1200; n++) readRow(store, n, 800);
    await store.requireAudit("act");
    const pieces = store.activity.exportAudit(now);
    await pieces.next();
    await compact(store, {}, 700);
    await expect(all(pieces)).rejects.toThrow(/incomplete/);
  });

  it("names a row with a number that no such chain has, however large it is", async () => {
    const huge = await exported((lines) =>
      lines.with(6, renumbered(lines[6] ?? "", Number.MAX_SAFE_INTEGER)),
    );
    expect(huge).toMatchObject({ broken: expect.arrayContaining(["added 6", "deleted 7"]) });
    rmSync(file, { force: true });
    const both = await exported((lines) => {
      const far = Number.MAX_SAFE_INTEGER - 1;
      const head = { ...JSON.parse(lines[0] ?? "{}"), head: { seq: far, hash: "" } };
      return lines.with(0, JSON.stringify(head)).with(6, renumbered(lines[6] ?? "", far));
    });
    expect(both).toMatchObject({ broken: expect.arrayContaining(["deleted 6"]) });
    rmSync(file, { force: true });
    const beyond = await exported((lines) => lines.with(6, renumbered(lines[6] ?? "", 1e300)));
    expect(beyond).toEqual({ kind: "no_export", line: 7 });
  });

  it("is told from a file of something else", async () => {
    expect(await exported(() => ["{}"])).toEqual({ kind: "no_export", line: 1 });
    const half = await exported(([first = ""]) => [first, "not json"]);
    expect(half).toEqual({ kind: "no_export", line: 2 });
  });
});

describe("figures", () => {
  it("are the same counted as they come and counted afterwards from the spans", async () => {
    const store = open();
    for (let n = 0; n < 90; n++) asking(store, n, n % 7);
    store.trace.span({
      ...{ span_id: "m", trace_id: "t", run_id: "r", kind: "model", name: "llama", ms: 900 },
      ...{ started_at: daysAgo(2), status: "ok" },
      attributes: { provider: "compatible", input: 10, output: 5, cost: 0.25 },
    });
    await store.requireAudit("act");
    const all = () => {
      const db = new Database(file, { readonly: true });
      const rows = db.prepare("SELECT * FROM figures ORDER BY series, step, at, key").all();
      db.close();
      return rows as { series: string; n: number; sum: number }[];
    };
    const before = all();
    expect(before.length).toBeGreaterThan(20);
    await closed(store);
    change("DELETE FROM figures", "DELETE FROM upkeep WHERE name = 'figures'");
    const again = open();
    expect(await again.activity.isCounting()).toBe(true);
    while (await again.activity.count(20));
    expect(await again.activity.isCounting()).toBe(false);
    expect(all()).toEqual(before);
    asking(again, 500, 3);
    await again.requireAudit("act");
    const answers = (rows: typeof before) =>
      rows.filter(({ series }) => series === "answers").reduce((sum, { n }) => sum + n, 0);
    expect(answers(all())).toBe(answers(before) + 2); // of the hour and of the day
  });

  it.each([["at once"], ["after it was stored"]])(
    "count an asking that is told anew %s as what it came to in the end",
    async (when) => {
      const store = open();
      const told = (answer: string) =>
        store.trace.span({
          ...{ span_id: "s", trace_id: "t", run_id: "r", kind: "request", name: "ask", ms: 90 },
          ...{ started_at: daysAgo(0), status: answer === "error" ? "error" : "ok" },
          attributes: { answer },
        });
      told("answered");
      if (when !== "at once") await store.requireAudit("act");
      told("error");
      const counted = await store.activity.figures("answers", "day", "2026-01-01", "2027-01-01");
      expect(counted.map(({ key, n }) => [key, n])).toEqual([["error", 1]]);
      const times = await store.activity.figures("ask_ms", "day", "2026-01-01", "2027-01-01");
      expect(times.reduce((sum, { n }) => sum + n, 0)).toBe(1);
    },
  );
});

describe("a database of before there was a list of traces", () => {
  it("has one, made from its spans and answers", async () => {
    const store = open();
    for (let n = 0; n < 5; n++) asking(store, n, 1);
    await store.saveAnswer(sampleAnswer());
    await closed(store);
    change("DELETE FROM traces", "DELETE FROM trace_marks", "DELETE FROM upkeep");
    const again = open();
    expect((await again.activity.list({ folder: "notes" })).rows).toHaveLength(5);
    const found = await again.activity.list({
      tool: "mcp.docs.docs_search",
      status: "no_evidence",
    });
    expect(found.rows).toHaveLength(2);
  });
});

describe("the list of traces", () => {
  it("is read page by page, each once, also while more come in and many began at one moment", async () => {
    const store = open();
    for (let n = 0; n < 250; n++) asking(store, n % 2 === 0 ? n : 1000 + n, 1);
    now = new Date(now.getTime() - 3_600_000); // the clock goes back
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await store.activity.list(cursor === undefined ? {} : { cursor });
      seen.push(...page.rows.map(({ trace_id }) => trace_id));
      cursor = page.next_cursor;
      asking(store, 5000 + seen.length, 0);
    } while (cursor !== undefined);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => Number(id.slice(6)) < 5000)).toHaveLength(250);
  });
});
