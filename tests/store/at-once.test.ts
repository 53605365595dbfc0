import { beforeEach, expect, it } from "vitest";
import type { Store } from "#lib/contracts/store-ports";
import { describeStores } from "./implementations.ts";
import { sampleAnswer } from "./sample-answer.ts";
import {
  ids,
  moment,
  sampleApproval,
  sampleCall,
  sampleConcept,
  samplePermission,
  sampleRun,
  sampleTask,
} from "./sample-rows.ts";

/** What is decided by what stands in the database is decided once, by whomever and through how many programs it is asked. */
describeStores("asked by many at once", (kept) => {
  const callers = 16;
  let programs: Store[];
  beforeEach(async () => {
    programs = [await kept.open(), await kept.open()];
  });

  /** The callers take turns at the programs, and none waits for another. */
  function atOnce<T>(ask: (store: Store, caller: number) => Promise<T>): Promise<T[]> {
    return Promise.all(
      Array.from({ length: callers }, (_, n) => {
        const store = programs[n % programs.length];
        if (store === undefined) throw new Error("no program is open");
        return ask(store, n);
      }),
    );
  }
  const one = () => {
    const [store] = programs;
    if (store === undefined) throw new Error("no program is open");
    return store;
  };

  it("lets one caller decide about an approval, and keeps one permission", async () => {
    await one().approvals.add(sampleApproval("approval_1"));
    const decided = await atOnce((store, n) =>
      store.approvals.change(
        "approval_1",
        "pending",
        { state: "allowed", decision: "allow_always", note: `caller ${n}` },
        samplePermission(`permission_${n}`),
      ),
    );
    const mine = decided.filter((one) => one !== undefined);
    expect(mine).toHaveLength(1);
    expect(mine[0]).toMatchObject({ state: "allowed" });
    expect(await one().approvals.find("approval_1")).toEqual(mine[0]);
    const kept = await one().approvals.permissions();
    expect(kept.map(({ id }) => `caller ${id.split("_")[1]}`)).toEqual([mine[0]?.note]);
  });

  it("lets one caller use an approval up", async () => {
    await one().approvals.add({ ...sampleApproval("approval_1"), state: "allowed" });
    const taken = await atOnce((store) =>
      store.approvals.change("approval_1", "allowed", { state: "running" }),
    );
    expect(taken.filter((one) => one !== undefined)).toHaveLength(1);
  });

  it("keeps no more questions than may wait, and one about what is asked already", async () => {
    const few = await atOnce((store, n) =>
      store.approvals.add(sampleApproval(`approval_${n}`, { definition_hash: `hash_${n}` }), {
        pending: 5,
      }),
    );
    expect(few.filter((added) => added)).toHaveLength(5);
    const same = await atOnce((store, n) =>
      store.approvals.add(sampleApproval(`same_${n}`, { definition_hash: "same" }), {
        settled: true,
      }),
    );
    expect(same.filter((added) => added)).toHaveLength(1);
  });

  it("tells one caller that it took a permission back, and from then on nobody that it allows", async () => {
    await one().approvals.add(sampleApproval("approval_1"));
    const lasting = { state: "allowed", decision: "allow_always" } as const;
    await one().approvals.change(
      "approval_1",
      "pending",
      lasting,
      samplePermission("permission_1"),
    );
    const at = moment;
    expect(await one().approvals.permissionUsed("permission_1", at)).toBe(true);
    const removed = await atOnce((store) => store.approvals.removePermission("permission_1"));
    expect(removed.filter((one) => one !== undefined)).toHaveLength(1);
    expect(await one().approvals.permissionUsed("permission_1", at)).toBe(false);
  });

  it("makes one task of one key, and names it to whoever comes later", async () => {
    const others = await atOnce((store, n) =>
      store.tasks.add(sampleTask(n, { key: "key", fingerprint: "print" })),
    );
    const kept = await one().tasks.list({ limit: 50 });
    expect(kept.tasks).toHaveLength(1);
    const [made] = kept.tasks;
    expect(others.filter((other) => other === undefined)).toHaveLength(1);
    for (const other of others) {
      if (other !== undefined) expect(other.task_id).toBe(made?.task_id);
    }
  });

  it("lets one caller claim a task", async () => {
    await one().tasks.add(sampleTask(1));
    const told = await atOnce((store) =>
      store.tasks.change("task_1", { from: ["pending"], task: { state: "running" } }),
    );
    expect(told.filter((rows) => rows !== undefined)).toHaveLength(1);
  });

  it("begins one run under a key, and the next in place of the one that was looked at", async () => {
    const begun = await atOnce((store, n) => store.runs.begin(sampleRun(n, "key")));
    expect(begun.filter((mine) => mine)).toHaveLength(1);
    const first = (await one().runs.find({ key: "key" }))?.run_id;
    const next = await atOnce((store, n) => store.runs.begin(sampleRun(100 + n, "key"), first));
    expect(next.filter((mine) => mine)).toHaveLength(1);
    expect(await one().runs.running()).toHaveLength(2);
  });

  it("begins no run under a key that has an answer by now", async () => {
    const of = ids(1);
    await one().runs.begin(sampleRun(1, "key"));
    const under = { key: "key", fingerprint: "print" };
    expect(await one().saveAnswer(sampleAnswer(of), { under, of_run: true })).toBe(true);
    expect(await one().runs.begin(sampleRun(2, "key"), of.run_id)).toBe(false);
  });

  it("stores the answer of a run once, and none of a run that was given up", async () => {
    await one().runs.begin(sampleRun(1));
    const saved = await atOnce((store) => store.saveAnswer(sampleAnswer(ids(1)), { of_run: true }));
    expect(saved.filter((mine) => mine)).toHaveLength(1);
    expect((await one().readThread("thread_1"))?.turns).toBe(1);

    await one().runs.begin(sampleRun(2));
    await one().runs.drop(ids(2));
    expect(await one().saveAnswer(sampleAnswer(ids(2)), { of_run: true })).toBe(false);
    expect(await one().readThread("thread_2")).toBeUndefined();
  });

  it("lets one call begin under a key, and tells the others what became of it", async () => {
    const before = await atOnce((store, n) => store.beginInvocation("key", `print ${n}`, {}));
    expect(before.filter((kept) => kept === undefined)).toHaveLength(1);
    const prints = new Set(before.flatMap((kept) => kept?.fingerprint ?? []));
    expect(prints.size).toBe(1);
    const asked = { approval_id: "approval_1", expires_at: moment };
    await one().endInvocation("key", [...prints][0] ?? "", { reply: asked });
    expect((await one().beginInvocation("key", "other", {}))?.reply).toEqual(asked);
  });

  it("keeps one asking of which nothing is kept under a key", async () => {
    const asking = (n: number) => ({ ...ids(n), asked_at: moment });
    const kept = await atOnce((store, n) => store.keepUnkept("key", "print", asking(n), undefined));
    expect(kept.filter((mine) => mine)).toHaveLength(1);
    const before = (await one().unkeptAsking("key"))?.run_id;
    expect(await one().keepUnkept("key", "print", asking(100), "run_none")).toBe(false);
    expect(await one().keepUnkept("key", "print", asking(100), before)).toBe(true);
  });

  it("chains every row of the audit once, whoever writes it", async () => {
    await atOnce(async (store, n) => {
      for (let of = 0; of < 20; of++) {
        store.trace.read({
          ...{ at: moment, trace_id: `trace_${n}`, agent_id: "person", tool_id: "docs_read" },
          relative_path: `page ${of}`,
        });
        if (of % 5 === 0) await store.requireAudit("act");
      }
      store.trace.call(sampleCall(n));
      await store.requireAudit("act");
    });
    expect(await one().activity.checkAudit()).toEqual({ rows: callers * 21, broken: [] });
  });

  it("adds up the figures of all", async () => {
    await atOnce(async (store, n) => {
      store.trace.span({
        ...{ span_id: `span_${n}`, trace_id: `trace_${n}`, run_id: `run_${n}`, kind: "request" },
        ...{ name: "ask", started_at: moment, ms: 5, status: "ok" },
        attributes: { answer: "answered" },
      });
      await store.requireAudit("act");
    });
    const found = await one().activity.figures("answers", "hour", "2026", "2027");
    expect(found).toMatchObject([{ key: "answered", n: callers }]);
  });

  it("keeps the turns of one conversation, each once and all in one order", async () => {
    await atOnce((store, n) =>
      store.saveAnswer(sampleAnswer({ ...ids(n), thread_id: "thread_1" })),
    );
    const thread = await one().readThread("thread_1");
    expect(thread?.turns).toBe(callers);
    expect(new Set(thread?.messages.map(({ run_id }) => run_id)).size).toBe(callers);
    expect((await one().listThreads({ limit: 9 })).threads).toMatchObject([{ turns: callers }]);
  });

  it("stores an answer before its conversation is deleted or after, and leaves nothing half", async () => {
    for (let n = 0; n < 4; n++) await one().runs.begin({ ...sampleRun(n), thread_id: "thread_1" });
    const saved = await atOnce(async (store, n) => {
      if (n >= 4) return store.deleteThreads("thread_1").then(() => false);
      const of = { ...ids(n), thread_id: "thread_1" };
      return store.saveAnswer(sampleAnswer(of), { of_run: true });
    });
    const left = (await one().readThread("thread_1"))?.messages.length ?? 0;
    expect(left).toBeLessThanOrEqual(saved.filter((mine) => mine).length);
    expect(await kept.rows("SELECT count(*) AS n FROM claims")).toEqual([{ n: left }]);
  });

  it("keeps no more facts than there may be", async () => {
    const added = await atOnce((store, n) => store.memory.concepts.add(sampleConcept(n), 3));
    expect(added.filter((kept) => kept)).toHaveLength(3);
    expect(await one().memory.concepts.list()).toHaveLength(3);
  });
});
