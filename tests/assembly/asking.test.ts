import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Asking, createAsking, shutDown } from "#lib/assembly/asking";
import { settle } from "#lib/assembly/broken-off";
import { type KeptStore, keepStore } from "#lib/assembly/keep-store";
import { createMetrics } from "#lib/assembly/metrics";
import { createRunHub } from "#lib/assembly/run-hub";
import type { Answer, ToolAction } from "#lib/contracts/answer";
import { Config } from "#lib/contracts/config";
import { AppError } from "#lib/contracts/errors";
import { AskBody, type Health } from "#lib/contracts/http";
import type { ServerEvent } from "#lib/contracts/ports";
import { asQuestion } from "#lib/contracts/question";
import { systemClock as clock } from "#lib/platform/clock";
import { newId } from "#lib/platform/ids";
import { createLogger } from "#lib/platform/logger";
import { verifyAudit } from "#lib/store/verify-audit";
import type { MemoryOfAskings } from "../../lib/assembly/memory-of-askings.ts";
import { sampleAnswer } from "../store/sample-answer.ts";
import { sampleRun } from "../store/sample-rows.ts";

const log = createLogger("test", "silent");
const metrics = createMetrics();
let home: string;
let store: KeptStore;
beforeEach(() => {
  home = path.join(mkdtempSync(path.join(os.tmpdir(), "docent-asking-")), "home");
  store = keepStore({ home, tenancy: { kind: "owner" }, clock, log });
});
afterEach(async () => {
  await store.close();
  rmSync(path.dirname(home), { recursive: true, force: true });
});

const nothingRemembered: MemoryOfAskings = {
  facts: async () => ({}),
  episodeOf: () => undefined,
  lookAhead: (asked) => ({ asked, by_model: false, found: Promise.resolve(undefined) }),
  earlierAnswer: async () => undefined,
  unkeptTurns: () => [],
  forget: () => undefined,
  answered: () => undefined,
};

/** An asking whose answer is whole; `before` happens between that and its storing. */
function asking(before: (trace_id: string) => unknown, answer: Partial<Answer> = {}) {
  return createAsking({
    primary: {
      ask: async ({ trace_id, run_id, thread_id }) =>
        sampleAnswer({ trace_id, run_id, thread_id, ...answer }),
    },
    store,
    config: () => Config.parse({}),
    metrics,
    remembered: {
      ...nothingRemembered,
      earlierAnswer: async ({ trace_id }) => {
        await before(trace_id);
        return undefined;
      },
    },
    clock,
    ids: newId,
    log,
  });
}

const body = AskBody.parse({ question: "When is the signing key rotated?" });
const put = (signal: AbortSignal): Asking => ({
  trace_id: newId("trace"),
  emit: () => undefined,
  signal,
});
const stored = async () => (await (await store.get()).listThreads({ limit: 10 })).total;
const counted = async (): Promise<string[]> =>
  (await metrics.page(health)).text.match(/^docent_answers_total.*$/gm) ?? [];
const health = {
  index: { state: "ready", files: 0, sections: 0, skipped: 0, generation: 0 },
  mcp: { servers: [] },
  status: "ok",
  version: "0",
} as unknown as Health; // the figures beside the counts do not matter here

it("an answer that is told as unsure is counted as that: in the charts, for a monitor and in the list", async () => {
  const told = { status: "answered", outcome: "may_be" } as const;
  const { trace_id } = await asking(() => undefined, told)(body, put(new AbortController().signal));
  const { activity } = await store.get();
  const kept = await activity.figures("answers", "hour", "2000", "3000");
  expect(kept.map(({ key, n }) => [key, n])).toEqual([["unsure", 1]]);
  expect(await counted()).toContain('docent_answers_total{status="unsure"} 1');
  expect(await activity.summary(trace_id)).toMatchObject({ status: "unsure" });
});

describe("an answer that is whole and not stored yet", () => {
  it("is not stored when it is stopped then", async () => {
    const stopping = new AbortController();
    const ask = asking(() => stopping.abort());
    await expect(ask(body, put(stopping.signal))).rejects.toMatchObject({ code: "cancelled" });
    expect(await stored()).toBe(0);
    await expect.poll(async () => (await store.get()).runs.running()).toEqual([]);
  });

  it("is not stored when its conversation is deleted then", async () => {
    const ask = asking(async () => (await store.get()).deleteThreads());
    const { signal } = new AbortController();
    await expect(ask(body, put(signal))).rejects.toMatchObject({ code: "cancelled" });
    expect(await stored()).toBe(0);
  });

  it("is stored when the server ends then", async () => {
    const ending = new AbortController();
    await asking(() => ending.abort(shutDown))(body, put(ending.signal));
    expect(await stored()).toBe(1);
  });

  it("is stored where the audit cannot be written meanwhile: nothing is acted on by then, and its rows follow", async () => {
    const rename = (from: string, to: string) => {
      const other = new Database(path.join(home, "docent.db"));
      other.exec(`ALTER TABLE ${from} RENAME TO ${to}`);
      other.close();
    };
    const ask = asking((trace_id) => {
      const read = { tool_id: "docs_read", agent_id: "primary", relative_path: "keys.md" };
      store.trace.read({ ...read, trace_id, at: new Date().toISOString() });
      rename("reads", "away");
    });
    const { trace_id } = await ask(body, put(new AbortController().signal));
    expect(await stored()).toBe(1);
    await expect((await store.get()).requireAudit("act")).rejects.toThrow(AppError);
    rename("away", "reads");
    await (await store.get()).requireAudit("act");
    expect((await (await store.get()).listReads({ trace: trace_id })).rows).toHaveLength(1);
    expect(await (await store.get()).activity.spans(trace_id, 10)).toHaveLength(1);
    expect(verifyAudit(path.join(home, "docent.db"))).toEqual({ rows: 1, broken: [] });
  });

  it("is one error in the charts where it cannot be stored", async () => {
    const ask = asking(() => {
      const other = new Database(path.join(home, "docent.db"));
      other.exec("ALTER TABLE messages RENAME TO away");
      other.close();
    });
    await expect(ask(body, put(new AbortController().signal))).rejects.toThrow(AppError);
    const counted = await (await store.get()).activity.figures("answers", "hour", "2000", "3000");
    expect(counted.map(({ key, n }) => [key, n])).toEqual([["error", 1]]);
  });

  it("counts as an error when it cannot be stored", async () => {
    const ask = asking(() => {
      const other = new Database(path.join(home, "docent.db"));
      other.exec("ALTER TABLE messages RENAME TO away");
      other.close();
    });
    const before = await counted();
    await expect(ask(body, put(new AbortController().signal))).rejects.toThrow(AppError);
    const now = (await counted()).filter((line) => !before.includes(line));
    expect(now).toEqual([expect.stringContaining('status="error"')]);
  });
});

describe("a question that is not kept and comes under a key", () => {
  const unkept = AskBody.parse({ question: "Sweep the yard of the walrus.", store: false });
  let swept: number;
  beforeEach(() => {
    swept = 0;
  });
  /** A primary agent whose tool has an effect each time, told to the audit before it begins, as the runtime does. */
  const sweeping = (acts: boolean, dies = false) =>
    createAsking({
      primary: {
        ask: async ({ trace_id, run_id, thread_id }) => {
          const invocation_id = newId("call");
          if (acts) store.trace.call(sampleCall({ trace_id, run_id, invocation_id }));
          swept += 1;
          if (dies) throw new Error("a fault after the effect");
          const actions = acts ? [sampleAction({ invocation_id })] : [];
          return sampleAnswer({ trace_id, run_id, thread_id, actions });
        },
      },
      store,
      config: () => Config.parse({}),
      metrics,
      remembered: nothingRemembered,
      ...{ clock, ids: newId, log },
    });
  const sampleCall = (ids: { trace_id: string; run_id: string; invocation_id: string }) => ({
    ...ids,
    ...{ task_id: "t", agent_id: "primary", tool_id: "sweep", approval_required: false },
    granted: { grant_id: "g", level: "L2" as const, resources: [], expires_at: "" },
    ...{ started_at: "2026-11-22T10:00:00.000Z", ended_at: "2026-11-22T10:00:00.000Z" },
    status: "unknown" as const,
    ...{ arguments_bytes: 0, arguments_sha256: "", result_bytes: 0, result_sha256: "" },
    redacted: false,
  });
  const sampleAction = (ids: { invocation_id: string }): ToolAction => ({
    ...{ ...ids, number: 1, tool_id: "sweep", arguments: {}, outcome: "done", rule: null },
    ...{ output: "", left_out: 0, ms: 1 },
  });
  const under = (key: string): Asking => ({ ...put(new AbortController().signal), key });

  it("has its effect once where it comes twice at the same moment, and another question under its key is refused", async () => {
    const ask = sweeping(true);
    const two = await Promise.all([ask(unkept, under("k0")), ask(unkept, under("k0"))]);
    expect(swept).toBe(1);
    expect(new Set(two.map(({ run_id }) => run_id)).size).toBe(1);
    const other = { ...unkept, question: asQuestion("Sweep the roof.") };
    const both = await Promise.allSettled([ask(unkept, under("k00")), ask(other, under("k00"))]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(swept).toBe(2);
    await expect(ask({ ...unkept, store: true }, under("k0"))).rejects.toThrow(/key/i);
    expect(swept).toBe(2);
  });

  it("has its effect once, and the same answer again, as long as this process lives", async () => {
    const ask = sweeping(true);
    const first = await ask(unkept, under("k1"));
    expect(await ask(unkept, under("k1"))).toEqual(first);
    const other = AskBody.parse({ ...unkept, question: "Sweep it again." });
    await expect(ask(other, under("k1"))).rejects.toMatchObject({ code: "idempotency_mismatch" });
    expect(swept).toBe(1);
    await ask(unkept, under("k2"));
    expect(swept).toBe(2);
  });

  it("has it once also after a restart or a fault: then what was done is told, and nothing of the question is in the database", async () => {
    const first = await sweeping(true)(unkept, under("k1"));
    await expect(sweeping(true, true)(unkept, under("k2"))).rejects.toThrow("a fault");
    for (const key of ["k1", "k2"]) {
      const again = await sweeping(true)(unkept, under(key));
      expect(again).toMatchObject({ status: "partial", actions: [{ tool_id: "sweep" }] });
      if (key === "k1") expect(again.run_id).toBe(first.run_id);
    }
    expect(swept).toBe(2);
    await store.close();
    const text = readFileSync(path.join(home, "docent.db")).toString("latin1");
    expect(text).toContain(first.trace_id);
    expect(text).not.toContain("walrus");
  });

  it("is asked again where it changed nothing", async () => {
    const ask = sweeping(false);
    await ask(unkept, under("k1"));
    await ask(unkept, under("k1"));
    expect(swept).toBe(2);
  });
});

describe("more questions than are worked on at a time", () => {
  /** Answers only when it is told to; says how many it works on. */
  function slowly() {
    const going = Promise.withResolvers<void>();
    let most = 0;
    let now = 0;
    const ask = createAsking({
      primary: {
        ask: async ({ trace_id, run_id, thread_id }) => {
          now += 1;
          most = Math.max(most, now);
          await going.promise;
          now -= 1;
          return sampleAnswer({ trace_id, run_id, thread_id });
        },
      },
      store,
      config: () => Config.parse({}),
      metrics,
      remembered: nothingRemembered,
      clock,
      ids: newId,
      log,
    });
    return { ask, go: () => going.resolve(), most: () => most };
  }

  it("wait for their turn, and each is answered", async () => {
    const { ask, go, most } = slowly();
    const all = Array.from({ length: 20 }, () => ask(body, put(new AbortController().signal)));
    await expect.poll(most).toBe(4);
    go();
    await Promise.all(all);
    expect(most()).toBe(4);
    expect(await stored()).toBe(20);
  });

  it("end at once when they are given up while they wait, and leave nothing behind", async () => {
    const { ask, go, most } = slowly();
    const all = Array.from({ length: 4 }, () => ask(body, put(new AbortController().signal)));
    await expect.poll(most).toBe(4);
    const leaving = new AbortController();
    const fifth = ask(body, put(leaving.signal));
    leaving.abort();
    await expect(fifth).rejects.toMatchObject({ code: "cancelled" });
    expect(await (await store.get()).runs.running()).toHaveLength(4);
    go();
    await Promise.all(all);
    expect(await stored()).toBe(4);
  });
});

describe("questions under way", () => {
  const asked = { trace_id: "trace_1", lang: "en" as const };
  /** Asks that end only by their signal; the first ones are not accepted before that, either. */
  function hub(unaccepted = 0, on = store) {
    let begun = 0;
    return createRunHub({
      ask: (given, { emit, signal }) => {
        begun += 1;
        const { thread_id = `thread_of_${begun}` } = given;
        const ids = { trace_id: "trace_1", run_id: `run_${begun}`, thread_id };
        if (begun > unaccepted) emit({ kind: "started", data: ids });
        return new Promise<Answer>((_, reject) => {
          signal.addEventListener("abort", () => reject(new AppError("cancelled", "Stopped.")));
        });
      },
      store: on,
      explain: (error) => (error instanceof AppError ? error : new AppError("unknown", "?")),
      now: clock.now,
      log,
    });
  }

  it("of another server come to their end for a reader, although the looks at the last event failed", async () => {
    const opened = await store.get();
    await opened.runs.begin(sampleRun(1));
    const [run] = await opened.runs.running();
    if (run === undefined) throw new Error("no run is under way");
    let failing = 0;
    let tell: (event: ServerEvent) => void = () => {};
    const shared: KeptStore = {
      ...store,
      patiently: (work) => {
        if (failing-- > 0) return Promise.reject(new AppError("busy", "It is busy."));
        return store.patiently(work);
      },
      queue: { ...store.queue, elsewhere: async () => [run.run_id] },
      events: {
        ...store.events,
        listen: (listener) => {
          tell = listener;
          return () => undefined;
        },
      },
    };
    const followed = await hub(0, shared).find(run.run_id);
    expect(followed?.ended).toBe(false);
    await settle(opened, run);
    failing = 2; // of who begins to watch, and of who hears of the last event
    followed?.watch(() => {});
    tell({ topic: "run", id: run.run_id });
    await expect.poll(() => followed?.ended, { timeout: 10_000 }).toBe(true);
  });

  it("of another server that are stopped while a reader asks for them are told as stopped, not as failed", async () => {
    const opened = await store.get();
    await opened.runs.begin(sampleRun(1));
    const [run] = await opened.runs.running();
    if (run === undefined) throw new Error("no run is under way");
    const listeners = new Set<(event: ServerEvent) => void>();
    const shared: KeptStore = {
      ...store,
      queue: {
        ...store.queue,
        // The other server stops it after this one has read its row, and before this one listens for it.
        elsewhere: async () => {
          for (const tell of listeners) tell({ topic: "run", id: `${run.run_id} stopped` });
          await opened.runs.drop(run);
          return [run.run_id];
        },
      },
      events: {
        ...store.events,
        listen: (listener) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      },
    };
    const followed = await hub(0, shared).find(run.run_id);
    followed?.watch(() => {});
    await expect.poll(() => followed?.ended, { timeout: 10_000 }).toBe(true);
    expect(followed?.events.at(-1)?.kind).toBe("stopped");
  });

  it("are thirty-two at most; the next one is refused as busy until one of them ends", async () => {
    const runs = hub();
    for (let n = 0; n < 32; n++) await runs.start(body, asked);
    await expect(runs.start(body, asked)).rejects.toMatchObject({ code: "busy", retryable: true });
    const first = await runs.find("run_1");
    await runs.stop({ run_id: "run_1" });
    await expect.poll(() => first?.ended).toBe(true);
    await runs.start(body, asked);
    await runs.close(0);
  });

  it("are stopped one by one by their run, and together by their conversation", async () => {
    const runs = hub();
    const inOne = { ...body, thread_id: "thread_one" };
    const [a, b] = [await runs.start(inOne, asked), await runs.start(inOne, asked)];
    expect(await runs.stop({ run_id: a.run_id })).toBe(true);
    await expect.poll(() => a.ended).toBe(true);
    expect(b.ended).toBe(false);
    expect(await runs.stop({ thread_id: "thread_one" })).toBe(true);
    await expect.poll(() => b.ended).toBe(true);
    expect(await runs.stop({ thread_id: "thread_one" })).toBe(false);
  });

  it("are reached by a stop before they are accepted", async () => {
    const runs = hub(2);
    const named = runs.start({ ...body, thread_id: "thread_one" }, asked);
    expect(await runs.stop({ thread_id: "thread_one" })).toBe(true);
    await expect(named).rejects.toMatchObject({ code: "cancelled" });
    const nameless = runs.start(body, asked);
    expect(await runs.stop("all")).toBe(true);
    await expect(nameless).rejects.toMatchObject({ code: "cancelled" });
  });
});
