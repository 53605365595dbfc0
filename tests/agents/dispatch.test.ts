import { describe, expect, test } from "vitest";
import { createDispatch } from "#lib/agents/dispatch";
import type { SubAgent, SubAgentContext } from "#lib/agents/sub-agent";
import type { TaskProgress, TaskRequest, TaskResult } from "#lib/contracts/envelope";
import type { IdempotencyStore, Span } from "#lib/contracts/ports";
import { asQuestion } from "#lib/contracts/question";
import { systemClock } from "#lib/platform/clock";
import { newId } from "#lib/platform/ids";
import { recordingLog } from "../tools/recording-log.ts";
import { citation, okResult, taskRequest } from "./task-request.ts";

type Run = (request: TaskRequest, context: SubAgentContext) => Promise<TaskResult>;

function setup(run: Run, more: Partial<SubAgent> = {}, idempotency?: IdempotencyStore) {
  const spans: Span[] = [];
  const tasks: TaskResult[] = [];
  const ran: TaskRequest[] = [];
  const kept = new Map<string, { fingerprint: string; result: TaskResult }>();
  const agent: SubAgent = {
    id: "doc_retrieval",
    grant: ["docs.search", "docs.read"],
    run: (request, context) => {
      ran.push(request);
      return run(request, context);
    },
    ...more,
  };
  const dispatch = createDispatch({
    agents: [agent],
    idempotency: idempotency ?? {
      get: async (key) => kept.get(key),
      put: async (key, fingerprint, result) => void kept.set(key, { fingerprint, result }),
    },
    trace: {
      span: (s) => spans.push(s),
      read: () => {},
      call: () => {},
      task: (_r, result) => tasks.push(result),
    },
    clock: systemClock,
    ids: newId,
    log: recordingLog().log,
  });
  const signal = new AbortController().signal;
  const send = (request: TaskRequest, options: { signal?: AbortSignal } = {}) =>
    dispatch.send(request, { signal, ...options });
  return { dispatch, send, signal, spans, tasks, ran, kept };
}

const fine: Run = async (request) => okResult(request);
/** A run that ends only when the test says so. */
function gated() {
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const run: Run = async (request) => {
    await gate;
    return okResult(request);
  };
  return { run, open: () => open() };
}

describe("dispatch", () => {
  test("brings a result back, traces the task under its parent and stores the envelope", async () => {
    const { dispatch, signal, spans, tasks } = setup(fine);
    const request = taskRequest();
    const { result, agent_failed } = await dispatch.send(request, { signal, parent_span_id: "p" });
    expect(result.status).toBe("ok");
    expect(agent_failed).toBe(false);
    expect(spans).toMatchObject([
      { kind: "task", parent_span_id: "p", task_id: "k1", agent_id: "doc_retrieval", status: "ok" },
    ]);
    expect(tasks).toEqual([result]);
  });

  test("tells progress: running, the agent's events, completed", async () => {
    const told: TaskProgress[] = [];
    const { dispatch, signal } = setup(async (request, context) => {
      context.tell({ kind: "note", at: "now" });
      return okResult(request);
    });
    await dispatch.send(taskRequest(), { signal, onProgress: (p) => told.push(p) });
    expect(told.map((p) => [p.status, p.events?.length])).toEqual([
      ["running", undefined],
      ["running", 1],
      ["completed", undefined],
    ]);
    expect(told.every((p) => p.trace_id === "t1" && p.task_id === "k1")).toBe(true);
  });

  test("refuses a scope the recipient does not hold before the recipient hears of it", async () => {
    const { send, ran, spans } = setup(fine, { grant: ["docs.search"] });
    const { result } = await send(taskRequest());
    expect(result.status).toBe("denied");
    expect(result.errors?.[0]).toMatchObject({ rule: "tool_not_granted", retryable: false });
    expect(ran).toEqual([]);
    expect(spans[0]).toMatchObject({ status: "denied", deny_reason: "tool_not_granted" });
    const odd = await send(taskRequest({ auth_scope: ["docs.write"], idempotency_key: "x" }));
    expect(odd.result.status).toBe("denied");
  });

  test("ends at the deadline with timeout, and stops the recipient", async () => {
    let stopped = false;
    const { send, kept } = setup((_request, context) => {
      context.signal.addEventListener("abort", () => {
        stopped = true;
      });
      return new Promise(() => {});
    });
    const { result, agent_failed } = await send(taskRequest({ deadline_ms: 20 }));
    expect(result).toMatchObject({ status: "timeout", errors: [{ retryable: true }] });
    expect(agent_failed).toBe(false);
    expect(stopped).toBe(true);
    expect(kept.size).toBe(0);
  });

  test("tells what was found so far, and keeps it when the time runs out", async () => {
    const told: TaskProgress[] = [];
    const { dispatch, signal, kept } = setup((_request, context) => {
      context.tell({ kind: "candidates", at: "now" }, { citations: [citation()] });
      context.tell({ kind: "note", at: "now" });
      return new Promise(() => {});
    });
    const { result } = await dispatch.send(taskRequest({ deadline_ms: 20 }), {
      signal,
      onProgress: (p) => told.push(p),
    });
    expect(told.map((p) => p.partial_output?.citations.length)).toEqual([
      undefined,
      1,
      undefined,
      undefined,
    ]);
    expect(result).toMatchObject({ status: "timeout", output: { citations: [{ id: 1 }] } });
    expect(kept.size).toBe(0);
  });

  test("passes a cancellation down and rejects with cancelled", async () => {
    const stop = new AbortController();
    let stopped = false;
    const { send, spans } = setup((_request, context) => {
      context.signal.addEventListener("abort", () => {
        stopped = true;
      });
      stop.abort();
      return new Promise(() => {});
    });
    await expect(send(taskRequest(), { signal: stop.signal })).rejects.toMatchObject({
      code: "cancelled",
    });
    expect(stopped).toBe(true);
    expect(spans[0]?.status).toBe("cancelled");
  });

  test.each<[string, (request: TaskRequest) => unknown]>([
    [
      "ok without citations",
      (r) => ({ ...okResult(r), output: { ...okResult(r).output, citations: [] } }),
    ],
    ["no_hit without gaps", (r) => ({ ...okResult(r), status: "no_hit" })],
    ["denied without a rule", (r) => ({ ...okResult(r), status: "denied" })],
    ["another task's result", (r) => ({ ...okResult(r), task_id: "other" })],
    ["another trace's result", (r) => ({ ...okResult(r), trace_id: "other" })],
    ["no result at all", () => undefined],
    ["prose", () => "The key is behind the door."],
  ])("refuses a result that breaks its schema: %s", async (_name, make) => {
    const { send, kept } = setup(async (request) => make(request) as TaskResult); // deliberately wrong
    const { result, agent_failed } = await send(taskRequest());
    expect(result.status).toBe("error");
    expect(result.output.citations).toEqual([]);
    expect(agent_failed).toBe(true);
    expect(kept.size).toBe(0);
  });

  test("turns an exception of the sub-agent into an error without its message", async () => {
    for (const run of [
      async () => {
        throw new Error("/home/me/secret");
      },
      () => {
        throw new Error("/home/me/secret");
      },
    ] as Run[]) {
      const { result, agent_failed } = await setup(run).send(taskRequest());
      expect(result.status).toBe("error");
      expect(agent_failed).toBe(true);
      expect(JSON.stringify(result)).not.toContain("secret");
    }
  });

  test("refuses an envelope that is none", async () => {
    const { send, ran } = setup(fine);
    await expect(send({ ...taskRequest(), auth_scope: [] })).rejects.toMatchObject({
      code: "validation",
    });
    await expect(send(taskRequest({ deadline_ms: 0 }))).rejects.toMatchObject({
      code: "validation",
    });
    expect(ran).toEqual([]);
  });
});

describe("one idempotency key", () => {
  test("is worked on once: the second caller waits for the first and gets its result", async () => {
    const { run, open } = gated();
    const { send, ran } = setup(run);
    const first = send(taskRequest());
    const second = send(taskRequest({ task_id: "k2", run_id: "r2", deadline_ms: 9000 }));
    open();
    const [a, b] = await Promise.all([first, second]);
    expect(b.result).toEqual(a.result);
    expect(ran).toHaveLength(1);
  });

  test("refuses another body, under way and stored", async () => {
    const { run, open } = gated();
    const { send } = setup(run);
    const other = taskRequest({
      input: { query: asQuestion("who has the key?"), target_roots: [] },
    });
    const first = send(taskRequest());
    await expect(send(other)).rejects.toMatchObject({ code: "idempotency_mismatch" });
    open();
    await first;
    await expect(send(other)).rejects.toMatchObject({ code: "idempotency_mismatch" });
    await expect(send(taskRequest({ auth_scope: ["docs.read"] }))).rejects.toMatchObject({
      code: "idempotency_mismatch",
    });
  });

  test("does not mind the order in which the body was written", async () => {
    const { send, ran } = setup(fine);
    await send(taskRequest());
    const { target_roots, query } = taskRequest().input;
    await send(taskRequest({ input: { target_roots, query } }));
    expect(ran).toHaveLength(1);
  });

  test("answers from the store, also by another process", async () => {
    const first = setup(fine);
    const { result } = await first.send(taskRequest());
    const kept = first.kept;
    const second = setup(
      fine,
      {},
      {
        get: async (key) => kept.get(key),
        put: async () => {},
      },
    );
    expect((await second.send(taskRequest({ task_id: "k9" }))).result).toEqual(result);
    expect(second.ran).toEqual([]);
  });

  test.each(["ok", "no_hit", "denied", "timeout", "error"] as const)(
    "stores what is final and nothing that a retry may mend: %s",
    async (status) => {
      const { send, kept } = setup(async (request) => {
        const ok = okResult(request);
        if (status === "ok") return ok;
        const output = { ...ok.output, citations: [], gaps: [{ about: "x", tried: [] }] };
        const error = {
          code: "denylisted",
          rule: "denylisted",
          message: "",
          retryable: false,
        } as const;
        return { ...ok, status, output, errors: [error] };
      });
      await send(taskRequest());
      expect(kept.size).toBe(["ok", "no_hit", "denied"].includes(status) ? 1 : 0);
    },
  );

  test("lets the second caller work when the first gives up", async () => {
    const stop = new AbortController();
    let runs = 0;
    const { send } = setup((request) =>
      ++runs === 1 ? new Promise(() => {}) : Promise.resolve(okResult(request)),
    );
    const first = send(taskRequest(), { signal: stop.signal });
    const second = send(taskRequest({ task_id: "k2" }));
    stop.abort();
    await expect(first).rejects.toMatchObject({ code: "cancelled" });
    expect((await second).result.status).toBe("ok");
    expect(runs).toBe(2);
  });

  test("a waiting caller keeps its own deadline", async () => {
    const { run, open } = gated();
    const { send } = setup(run);
    const first = send(taskRequest());
    const second = await send(taskRequest({ deadline_ms: 20 }));
    expect(second.result.status).toBe("timeout");
    open();
    expect((await first).result.status).toBe("ok");
  });

  test("does the work when the store fails", async () => {
    const broken = () => {
      throw new Error("disk full");
    };
    const { send } = setup(fine, {}, { get: broken, put: broken });
    expect((await send(taskRequest())).result.status).toBe("ok");
  });
});
