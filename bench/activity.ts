import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { seriesOf, sourceOf, stepsOf } from "#lib/activity/series";
import { SeriesKind, type SeriesStep } from "#lib/contracts/activity";
import type { ToolCallAudit } from "#lib/contracts/ports";
import type { Store } from "#lib/contracts/store-ports";
import { systemClock } from "#lib/platform/clock";
import { createLogger } from "#lib/platform/logger";
import { openStore } from "#lib/store/store";
import { verifyAudit } from "#lib/store/verify-audit";
import { type Figure, rounded } from "./results-file.ts";
import { measureTracing } from "./tracing-cost.ts";

/**
 * A year of use in one database, made here: what its lists, filters, charts and audit take, what tracing costs an asking,
 * and what compaction gives back. `ACTIVITY_ASKINGS` makes it smaller.
 */
const askings = Number(process.env.ACTIVITY_ASKINGS ?? 200_000);
const auditRowsOfAsking = 5;
const tries = 20;
const DAY_MS = 86_400_000;

export async function measureActivity(): Promise<Figure[]> {
  const dir = mkdtempSync(path.join(os.tmpdir(), "docent-year-"));
  const file = path.join(dir, "docent.db");
  const log = createLogger("bench", "silent");
  const figures: Figure[] = await measureTracing();
  const store = openStore({ file, clock: systemClock, log });
  try {
    const began = performance.now();
    await makeYear(store, file);
    const made = (performance.now() - began) / 1000;
    const bytes = (await store.activity.bytes()).file;
    const audited = askings * auditRowsOfAsking;
    figures.push(
      figure(`a year: ${askings} askings, ${audited} rows of the audit, made in`, made, "s"),
      figure("its size", bytes / 1e6, "MB"),
      figure("… for 1,000 askings, answers apart", bytes / 1e6 / (askings / 1000), "MB"),
      ...(await lists(store)),
      ...(await charts(store)),
      figure("what is written of one asking, 40 rows", await tracing(store), "ms"),
    );
    const read = performance.now();
    const verdict = verifyAudit(file);
    figures.push(figure("the whole chain read through", (performance.now() - read) / 1000, "s"), {
      row: "Activity",
      what: "… rows, broken",
      value: `${verdict?.rows}, ${verdict?.broken.length}`,
      unit: "",
    });
    figures.push(...(await compacted(store)));
    figures.push({
      row: "Activity",
      what: "broken after it",
      value: verifyAudit(file)?.broken.length ?? -1,
      unit: "",
    });
  } finally {
    await store.close();
    rmSync(dir, { recursive: true, force: true });
  }
  return figures;
}

function figure(what: string, value: number, unit: string, limit?: number): Figure {
  const shown = { row: "Activity", what, value: rounded(value, value < 10 ? 2 : 0), unit };
  return limit === undefined ? shown : { ...shown, limit: `≤ ${limit} ms`, ok: value <= limit };
}

const tools = ["mcp.docs.docs_search", "mcp.docs.docs_read", "grep", "bash", "web_fetch"];
const agents = ["doc_retrieval", "primary", "researcher"];
const words = [
  "key",
  "bell",
  "harbour",
  "rotation",
  "deploy",
  "invoice",
  "backup",
  "熊猫",
  "release",
  "login",
];

async function makeYear(store: Store, file: string): Promise<void> {
  const start = Date.now() - 365 * DAY_MS;
  for (let n = 0; n < askings; n++) {
    writeAsking(store, n, new Date(start + (n / askings) * 365 * DAY_MS).toISOString());
    if (n % 2000 === 0) await store.requireAudit("act");
  }
  await store.requireAudit("act");
  giveTitles(file);
}

/** As the runs of a year do one by one. */
function giveTitles(file: string): void {
  const db = new Database(file);
  const cases = words.map((word, n) => `WHEN ${n} THEN '${word}'`).join(" ");
  db.exec(`UPDATE traces SET title = 'How does the ' || CASE (number - 1) % 10 ${cases} END
    || ' of number ' || (number - 1) || ' work, and who is told about it?'`);
  db.close();
}

/** Three spans and five rows of the audit; every hundredth was refused something, every tenth went to a model. */
function writeAsking(store: Store, n: number, at: string): void {
  const ids = { trace_id: `trace_${n}`, run_id: `run_${n}` };
  const tool_id = tools[n % 100 === 0 ? 1 + ((n / 100) % 4) : 0] ?? "";
  const agent_id = agents[n % 17 === 0 ? 2 : n % 2] ?? "";
  const refused =
    n % 100 === 1
      ? ({ deny_reason: "denylisted", status: "denied" } as const)
      : { status: "ok" as const };
  store.trace.span({
    ...{ ...ids, ...refused, span_id: `inv_${n}`, parent_span_id: `span_${n}`, kind: "tool_call" },
    ...{ name: "docs_search", tool_id, agent_id, started_at: at, ms: 5 + (n % 40) },
    attributes: { provider_id: "mcp.docs" },
  });
  if (n % 10 === 0) {
    store.trace.span({
      ...{
        ...ids,
        span_id: `model_${n}`,
        parent_span_id: `span_${n}`,
        kind: "model",
        name: "llama",
      },
      ...{ agent_id, started_at: at, ms: 900, status: "ok" },
      attributes: { provider: "compatible", input: 1200, output: 90, cost: 0.002 },
    });
  }
  for (let i = 0; i < auditRowsOfAsking - 1; i++) {
    store.trace.read({
      ...{ at, ...ids, agent_id, tool_id, invocation_id: `inv_${n}`, root_id: `root_${n % 7}` },
      ...{ relative_path: `guide/part-${(n + i) % 900}.md`, line_start: i, line_end: i + 4 },
      ...(n % 100 === 1 && i === 0 ? { rule: "denylisted" as const } : { sha256: "a".repeat(64) }),
    });
  }
  store.trace.call(callOf(n, at, { ...ids, tool_id, agent_id, ...refused }));
  store.trace.span({
    ...{ ...ids, span_id: `span_${n}`, kind: "request", name: "ask", started_at: at, status: "ok" },
    ms: 20 + (n % 200),
    attributes: { answer: n % 8 === 0 ? "no_evidence" : "answered", stored: true, first_ms: 15 },
  });
}

function callOf(n: number, at: string, more: Partial<ToolCallAudit>): ToolCallAudit {
  const granted = {
    grant_id: `grant_${n}`,
    level: "L0",
    resources: "any",
    expires_at: at,
  } as const;
  return {
    ...{ invocation_id: `inv_${n}`, trace_id: "", run_id: "", task_id: `task_${n}`, agent_id: "" },
    ...{ tool_id: "", provider_id: "mcp.docs", granted, approval_required: false },
    ...{ started_at: at, ended_at: at, status: "ok", redacted: false },
    ...{ arguments_bytes: 80, arguments_sha256: "b".repeat(64) },
    ...{ result_bytes: 4000, result_sha256: "c".repeat(64) },
    ...more,
  };
}

async function p95(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < tries; n++) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  return times[Math.ceil(0.95 * tries) - 1] ?? Number.NaN;
}

async function lists({ activity }: Store): Promise<Figure[]> {
  const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
  const deep = (await activity.list({ until: ago(180) })).next_cursor ?? "";
  const traces = {
    "the newest": {},
    "a page from the middle": { cursor: deep },
    "a tool": { tool: "bash" },
    "an agent that most have, answered": { agent: "doc_retrieval", status: "answered" as const },
    "a tool and a folder": { tool: "grep", folder: "root_3" },
    "a rule, of one month": { rule: "denylisted" as const, since: ago(120), until: ago(90) },
    "words that one in ten has": { text: "invoice told" },
    "words of one": { text: "number 777 work" },
    "words of none": { text: "zeppelin" },
    "two letters of none": { text: "zx" },
    "tasks, of which there are none": { kind: "task" as const },
    "an agent and a status that never meet": {
      agent: "primary",
      status: "no_evidence" as const,
    },
    "a tool that was never called": { tool: "nothing" },
  };
  const audit = {
    "the newest": {},
    "an agent": { agent: "researcher" },
    "a tool of one month": { tool: "bash", since: ago(200), until: ago(170) },
    "a rule": { rule: "denylisted" as const },
    "a rule that refused nothing": { rule: "symlink_escape" as const },
    "a path": { path: "guide/part-17.md" },
    "a folder and an agent": { root: "root_5", agent: "researcher" },
    "an agent that most have and a tool that none called": { agent: "primary", tool: "nothing" },
    "a status of calls": { status: "denied" },
    "a trace": { trace: "trace_77" },
    "everything before a month": { until: ago(335) },
  };
  const figures: Figure[] = [];
  for (const [what, query] of Object.entries(traces)) {
    const ms = await p95(() => activity.list(query));
    figures.push(figure(`traces: ${what}, p95`, ms, "ms", 100));
  }
  for (const [what, query] of Object.entries(audit)) {
    const ms = await p95(() => activity.audit(query));
    figures.push(figure(`audit: ${what}, p95`, ms, "ms", 100));
  }
  return figures;
}

async function charts({ activity }: Store): Promise<Figure[]> {
  const now = new Date();
  const year = new Date(now.getTime() - 365 * DAY_MS);
  const all = async (step: SeriesStep, from?: Date) => {
    for (const kind of SeriesKind.options) {
      const steps = stepsOf(step, { from, now });
      if (steps === undefined) throw new Error(`too many steps of ${step}`);
      const of = step === "hour" ? "hour" : "day";
      const kept = await activity.figures(sourceOf[kind], of, steps.starts[0] ?? "", steps.end);
      seriesOf(kind, steps, kept);
    }
  };
  return [
    figure("every chart of the last 48 hours, p95", await p95(() => all("hour")), "ms", 300),
    figure("every chart of a year by day, p95", await p95(() => all("day", year)), "ms", 300),
    figure("every chart of a year by month, p95", await p95(() => all("month", year)), "ms", 300),
  ];
}

/** As much as an asking with a few searches writes, each batch on its own. */
async function tracing(store: Store): Promise<number> {
  const at = new Date().toISOString();
  const times: number[] = [];
  for (let n = 0; n < 200; n++) {
    const began = performance.now();
    for (let i = 0; i < 5; i++) writeTracing(store, askings + 5 * n + i, at);
    await store.requireAudit("act");
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  return times[Math.ceil(0.95 * times.length) - 1] ?? Number.NaN;
}

function writeTracing(store: Store, n: number, at: string): void {
  const ids = { trace_id: `cost_${Math.floor(n / 5)}`, run_id: "r" };
  store.trace.span({
    ...{ ...ids, span_id: `cost_${n}`, kind: "tool_call", name: "docs_search", status: "ok" },
    ...{ tool_id: tools[0] ?? "", started_at: at, ms: 4 },
    attributes: { provider_id: "mcp.docs" },
  });
  store.trace.call(callOf(n, at, { ...ids, tool_id: tools[0] ?? "", agent_id: "primary" }));
  for (let i = 0; i < 5; i++) {
    store.trace.read({
      ...{ at, ...ids, agent_id: "primary", tool_id: tools[0] ?? "", root_id: "root_1" },
      ...{ relative_path: `guide/part-${i}.md`, line_start: i, line_end: i + 4 },
    });
  }
  store.trace.preview({
    span_id: `cost_${n}`,
    trace_id: ids.trace_id,
    at,
    arguments: "{}",
    result: "x",
  });
}

/** Ninety days of traces and half a year of the audit stay. */
async function compacted(store: Store): Promise<Figure[]> {
  const { activity } = store;
  const before = (await activity.bytes()).file;
  const began = performance.now();
  let longest = 0;
  let at = activity.compaction.begin();
  const past = { now: new Date(), traces_days: 90, audit_days: 182, preview_bytes: 1e9 };
  for (;;) {
    const piece = performance.now();
    const next = await activity.compaction.some(past, at, 500);
    longest = Math.max(longest, performance.now() - piece);
    if (next === undefined) break;
    at = next;
  }
  while ((await activity.compaction.release(500)) > 0);
  await activity.compaction.checkpoint();
  const { file, free } = await activity.bytes();
  return [
    figure(
      `compaction of ${at.rows} rows, without its rests`,
      (performance.now() - began) / 1000,
      "s",
    ),
    figure("… the longest piece", longest, "ms"),
    figure("… given back to the disk", (before - file) / 1e6, "MB"),
    figure("… still free in the file", free / 1e6, "MB"),
  ];
}
