import { expect, it } from "vitest";
import { asQuestion } from "#lib/contracts/question";
import type { Store } from "#lib/contracts/store-ports";
import { describeStores } from "./implementations.ts";
import { sampleAnswer } from "./sample-answer.ts";
import { readRow, request, result, span } from "./sample-trace.ts";

describeStores("trace and audit", ({ open, rows }) => {
  it("stores the audit with the answer, and what is traced soon after it", async () => {
    const store = await open();
    store.trace.span(span);
    store.trace.read(readRow);
    await store.saveAnswer(sampleAnswer());
    const traced = () => rows("SELECT span_id, attributes FROM spans");
    expect(await rows("SELECT rule FROM reads")).toEqual([{ rule: "traversal" }]);
    await expect.poll(traced).toEqual([{ span_id: "span_1", attributes: '{"hits":1}' }]);
  });

  it("has the audit of an answer whose program ends the moment it is stored", async () => {
    const store = await open();
    store.trace.read(readRow);
    await store.saveAnswer(sampleAnswer());
    expect(await rows("SELECT relative_path, rule, sha256 FROM reads")).toEqual([
      { relative_path: "../etc/passwd", rule: "traversal", sha256: null },
    ]);
  });

  it("writes rows in the background when no answer comes", async () => {
    (await open()).trace.span(span);
    await expect.poll(() => rows("SELECT span_id FROM spans")).toEqual([{ span_id: "span_1" }]);
  });

  it("does not wait for a row that no database would take", async () => {
    const store = await open();
    store.trace.read(readRow);
    store.trace.span({ ...span, ms: {} as unknown as number }); // stands for any fault of the row
    store.trace.span({ ...span, span_id: "span_2" });
    await store.requireAudit("act");
    expect(await rows("SELECT span_id FROM spans")).toEqual([{ span_id: "span_2" }]);
    expect(await rows("SELECT rule FROM reads")).toEqual([{ rule: "traversal" }]);
  });

  it("keeps envelopes without the documents' words", async () => {
    const store = await open();
    const { citations, passages } = result.output;
    const further = {
      citations: citations.map((one) => ({ ...one, id: 2, relative_path: "api/other.md" })),
      passages: passages.map((one) => ({ ...one, citation_id: 2 })),
    };
    store.trace.task(request, { ...result, output: { ...result.output, further } });
    await store.listReads({}); // writes what is waiting
    const [row] = await rows("SELECT status, result FROM tasks");
    expect(row?.status).toBe("ok");
    expect(String(row?.result)).not.toContain("SECRET-WORDS");
    expect(String(row?.result)).toContain("api/keys.md");
    expect(String(row?.result)).toContain("api/other.md");
  });

  it("never throws into the work, and never loses the turn, when a row cannot be stored", async () => {
    const store = await open();
    // A value SQLite cannot bind stands for any failure of the row.
    store.trace.span({ ...span, ms: {} as unknown as number });
    expect(await store.saveAnswer(sampleAnswer())).toBe(true);
    expect((await store.readThread("thread_1"))?.turns).toBe(1);
  });
});

describeStores("a question that is given up, or deleted", ({ open, close, rows, at }) => {
  const run = {
    ...{ run_id: "run_1", trace_id: "trace_1", thread_id: "thread_1", question: "SECRET-WORDS" },
    ...{ lang: null, asked_at: "2026-11-20T10:00:00.000Z", key: null, fingerprint: null },
  };
  const asked = { ...request, input: { ...request.input, query: asQuestion("SECRET-WORDS") } };
  const words = async () => {
    const found: string[] = [];
    for (const table of ["runs", "run_events", "tasks", "kept_results", "messages"]) {
      const all = await rows(`SELECT * FROM ${table}`);
      if (JSON.stringify(all).includes("SECRET-WORDS")) found.push(table);
    }
    return found;
  };

  async function underWay(): Promise<Store> {
    const store = await open();
    await store.runs.begin(run);
    store.trace.task(asked, result);
    await store.idempotency.put("trace_1:0", "f", result);
    await store.listReads({}); // writes what is waiting
    expect(await words()).toEqual(["runs", "tasks", "kept_results"]);
    return store;
  }

  it("leaves no word in any table when it is dropped, what waits to be written among it", async () => {
    const store = await underWay();
    store.trace.task({ ...asked, task_id: "task_2" }, { ...result, task_id: "task_2" });
    await store.runs.drop(run);
    await store.requireAudit("act");
    expect(await words()).toEqual([]);
  });

  it("leaves no word when its conversation is deleted while it is under way", async () => {
    await (await underWay()).deleteThreads("thread_1");
    expect(await words()).toEqual([]);
  });

  it("leaves no word when everything is deleted, though it belongs to no conversation", async () => {
    const store = await open();
    store.trace.task(asked, result);
    await store.idempotency.put("trace_1:0", "f", result);
    await store.deleteThreads();
    expect(await words()).toEqual([]);
  });

  it("keeps what an ended one told for a day, and not until the next question", async () => {
    const store = await open();
    await store.runs.begin(run);
    await store.runs.append("run_1", 1, [
      { kind: "notice", data: { code: "model_fallback", message: "SECRET-WORDS" } },
    ]);
    await store.saveAnswer(sampleAnswer());
    await close();
    at("2026-11-21T10:00:00.000Z");
    await open();
    expect(await words()).toEqual([]);
  });
});

describeStores("idempotency", ({ open, rows, at }) => {
  it("keeps a result under its key for 24 hours and not longer", async () => {
    const store = await open();
    await store.idempotency.put("k", "f", result);
    at("2026-11-21T09:59:59.000Z");
    expect(await store.idempotency.get("k")).toEqual({ fingerprint: "f", result });
    at("2026-11-21T10:00:00.000Z");
    expect(await store.idempotency.get("k")).toBeUndefined();
    await store.idempotency.put("other", "f", result);
    expect(await rows("SELECT key FROM kept_results")).toEqual([{ key: "other" }]);
  });

  it("tells the key of an envelope from the same key of a request", async () => {
    const store = await open();
    await store.saveAnswer(sampleAnswer(), { under: { key: "k", fingerprint: "f" } });
    expect(await store.idempotency.get("k")).toBeUndefined();
    expect((await store.keptAnswer("k"))?.answer).toEqual(sampleAnswer());
  });
});
