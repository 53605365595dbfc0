import { beforeEach, describe, expect, it } from "vitest";
import type { Store } from "#lib/contracts/store-ports";
import { fillWhole, readWhole } from "./copying/whole-state.ts";
import { describeStores } from "./implementations.ts";
import { sampleAnswer } from "./sample-answer.ts";
import { sampleRun } from "./sample-rows.ts";

/** What is of the whole store, whoever looks: the chain of the audit, the index, what was accepted of skills, who there is. */
const ofAll = new Set([
  ...["skills", "auditRows", "audit", "exported", "lastCompaction", "figures"],
  ...["people", "session", "tokens"],
]);
const ofPerson = async (store: Store) =>
  Object.entries(await readWhole(store)).filter(([name]) => !ofAll.has(name));

describeStores("rows of people", ({ open, rows, at }) => {
  let alice: Store;
  let bob: Store;
  let nobody: unknown;
  beforeEach(async () => {
    const store = await open();
    alice = store.of("p_alice");
    bob = store.of("p_bob");
    nobody = await ofPerson(bob);
    await fillWhole(alice);
  });

  it("are seen by their own person alone, through every reading method", async () => {
    expect(await ofPerson(bob)).toEqual(nobody);
    expect(await ofPerson(bob.of("p_carol"))).toEqual(nobody);
    expect(await ofPerson(alice)).not.toEqual(nobody);
    const { threads } = await bob.everyone.listThreads({ limit: 50 });
    expect(threads).toHaveLength(3);
  });

  it("are another's by no id that is named", async () => {
    const { activity, memory, tasks, approvals, runs, agents } = bob;
    const ids = (await alice.memory.vectorsAfter("table", 0, 100)).map((row) => row.message_id);
    expect(ids.length).toBeGreaterThan(0);
    const spans = await rows("SELECT span_id, trace_id FROM spans");
    const calls = await rows("SELECT invocation_id, trace_id FROM tool_calls");
    const [approval] = await rows("SELECT id FROM approvals");
    const seen: unknown[] = [
      await bob.readThread("thread_1"),
      await bob.readAnswer("thread_1", "run_5"),
      await bob.citedLines("run_5"),
      await bob.recentTurns({ thread_id: "thread_1", trace_id: "other" }, 3),
      (await bob.conversationMemory({ thread_id: "thread_1", trace_id: "other" })).turns,
      await bob.holdsThread("thread_1"),
      await bob.keptAnswer("key"),
      await bob.unkeptAsking("unkept"),
      await bob.idempotency.get("trace_1:0"),
      await bob.actedCalls("trace_1"),
      await runs.find({ run_id: "run_1" }),
      await runs.events("run_1"),
      await agents.turns("thread_1", "helper", 9),
      (await agents.memory({ thread_id: "thread_1", trace_id: "other" })).turns,
      await approvals.find(String(approval?.id)),
      await tasks.find("task_1"),
      await tasks.events("task_1", 0, 9),
      await tasks.patch("patch"),
      Object.keys(await tasks.outputs("task_1")),
      await memory.episodes(ids),
      await memory.claimsOf("run_5"),
      await activity.answer("trace_5"),
      await activity.envelope("task_1"),
    ];
    for (const { span_id, trace_id } of spans) {
      const [trace, span] = [String(trace_id), String(span_id)];
      seen.push(
        await activity.summary(trace),
        await activity.spans(trace, 9),
        await activity.span(trace, span),
        Object.values(await activity.previews(trace, span)),
        await activity.reads(trace),
      );
      expect(await activity.countSpans(trace)).toBe(0);
      expect(await agents.linesRead(trace)).toEqual([]);
    }
    for (const { invocation_id } of calls) seen.push(await activity.calls(String(invocation_id)));
    const something = seen.filter(
      (one) => one !== undefined && one !== false && !(Array.isArray(one) && one.length === 0),
    );
    expect(something).toEqual([]);
  });

  it("are changed and taken away by nobody else, whatever id or scope is named", async () => {
    const before = await readWhole(alice);
    const { activity, memory, tasks, approvals, runs } = bob;
    const [concept] = await alice.memory.concepts.list();
    const [permission] = await alice.approvals.permissions();
    const moment = "2026-11-29T10:00:00.000Z";
    expect(await bob.renameThread("thread_1", "mine")).toBe(false);
    expect(await bob.judgeAnswer("thread_1", { run_id: "run_5", verdict: "wrong" })).toBe(false);
    expect(await bob.deleteThreads("thread_1")).toBe(0);
    expect(await bob.deleteThreads()).toBe(0);
    expect(await tasks.remove("task_1")).toBe(false);
    expect(await tasks.change("task_1", { from: ["pending", "running"] })).toBeUndefined();
    expect(await tasks.changePatch("patch", ["open"], "applied")).toBe(false);
    for (const { id, state } of await alice.approvals.inState(["pending", "allowed"]))
      expect(await approvals.change(id, state, { state: "denied" })).toBeUndefined();
    expect(await approvals.removePermission(permission?.id ?? "")).toBeUndefined();
    const change = { text: "x", at: moment };
    expect(await memory.concepts.change(concept?.concept_id ?? "", change)).toBe(false);
    expect(await activity.cases.drop("trace_5")).toBe(false);
    expect(await activity.cases.keep({ trace_id: "trace_6", note: null, kept_at: moment })).toBe(
      false,
    );
    await runs.drop({ run_id: "running", trace_id: "trace_20" });
    await runs.append("running", 1, []);
    for (const scope of [
      { thread_id: "thread_1" },
      { run_id: "run_5" },
      { concept_id: concept?.concept_id ?? "" },
      { since: "2000-01-01T00:00:00.000Z" },
      { all: true as const },
    ]) {
      expect(await memory.forgetting.names(scope)).toEqual({ threads: [], tasks: [], runs: [] });
      const gone = await memory.forgetting.rows("forget", scope);
      expect(gone).toEqual({ conversations: 0, turns: 0, concepts: 0 });
    }
    await memory.embedded.forget();
    await bob.forgetPages({
      pages: [{ relative_path: "api/keys.md", urls: ["https://a.example"] }],
      trace_ids: ["trace_5", "trace_6"],
    });
    expect(await readWhole(alice)).toEqual(before);
  });

  it("under one key are two, and each is told what they asked", async () => {
    const answer = (n: number) =>
      sampleAnswer({ trace_id: `t_${n}`, run_id: `r_${n}`, thread_id: `th_${n}` });
    const under = { key: "same", fingerprint: "print" };
    for (const [n, store] of [alice, bob].entries()) {
      await store.runs.begin({ ...sampleRun(90 + n, "same"), run_id: `r_${n}` });
      await store.saveAnswer(answer(n), { under });
    }
    expect((await alice.keptAnswer("same"))?.answer.run_id).toBe("r_0");
    expect((await bob.keptAnswer("same"))?.answer.run_id).toBe("r_1");
    expect(await bob.beginInvocation("invoked", "mine", {})).toBeUndefined();
  });

  it("are told of in the audit by their person", async () => {
    const told = await rows("SELECT DISTINCT person FROM reads WHERE agent_id <> 'retention'");
    expect(told).toEqual([{ person: "p_alice" }]);
    expect(await alice.activity.checkAudit()).toMatchObject({ broken: [] });
  });

  it("are erased with their person, and those of others are not", async () => {
    await bob.saveAnswer(sampleAnswer({ trace_id: "tb", run_id: "rb", thread_id: "thb" }));
    const others = await ofPerson(bob);
    expect(await bob.people.erase("p_alice")).toBeGreaterThan(50);
    expect(await ofPerson(bob)).toEqual(others);
    expect(await alice.threadIds()).toEqual([]);
    const tables = await rows("SELECT count(*) AS n FROM messages WHERE owner = 'p_alice'");
    expect(tables).toEqual([{ n: 0 }]);
    expect(await bob.activity.checkAudit()).toMatchObject({ broken: [] });
  });

  it("of nobody are not made", async () => {
    await expect(bob.everyone.saveAnswer(sampleAnswer())).rejects.toThrow();
  });

  describe("and who they are", () => {
    const said = { id: "p_2", issuer: "https://id.example", subject: "two", name: "Two" };
    const moment = "2026-11-29T10:00:00.000Z";

    it("is what the provider said last, but for who was removed", async () => {
      const { people } = bob;
      at(moment);
      expect(await people.confirm({ ...said, groups: ["b", "a", "b"] }, moment)).toMatchObject({
        groups: ["a", "b"],
      });
      expect(await people.confirm({ ...said, groups: [] }, moment)).toMatchObject({ groups: [] });
      expect(await people.remove("p_2", moment)).toBe(true);
      expect(await people.confirm({ ...said, groups: ["a"] }, moment)).toBeUndefined();
      expect(await people.restore("p_2")).toBe(true);
      expect(await people.confirm({ ...said, groups: ["a"] }, moment)).toMatchObject({
        groups: ["a"],
      });
    });

    it("is known by a session and by tokens until these end", async () => {
      const { people } = bob;
      const until = { created_at: moment, expires_at: "2026-12-29T10:00:00.000Z" };
      const session = { ...until, person_id: "p_1", hash: "h", checked_at: moment, kept: null };
      await people.sessions.begin(session);
      expect(await people.sessions.find("h")).toEqual(session);
      expect(await people.sessions.end("h")).toBe(true);
      expect(await people.sessions.find("h")).toBeUndefined();
      const token = { ...until, person_id: "p_1", id: "token_2", hash: "t", name: "n" };
      const added = (n: number) =>
        people.tokens.add({ ...token, id: `t${n}`, hash: `h${n}`, scope: "all", used_at: null }, 3);
      expect([await added(1), await added(2), await added(3)]).toEqual([true, true, false]);
      expect(await people.tokens.remove("p_2", "t1")).toBe(false);
      expect(await people.tokens.remove("p_1", "t1")).toBe(true);
      expect(await people.tokens.find("h1")).toBeUndefined();
      await people.remove("p_1", moment);
      expect(await people.tokens.list("p_1")).toEqual([]);
      expect(await people.sessions.find("session")).toBeUndefined();
    });

    it("is counted by what is good for them now, and when they used it", async () => {
      const { people } = bob;
      const [early, now, later] = ["09", "10", "11"].map((hour) => `2026-11-29T${hour}:00:00.000Z`);
      if (!early || !now || !later) throw new Error("three times");
      await people.confirm({ ...said, groups: [] }, early);
      await people.confirm({ ...said, id: "p_3", subject: "three", groups: [] }, early);
      const begin = (hash: string, person_id: string, expires_at: string) =>
        people.sessions.begin({
          ...{ hash, person_id, expires_at, kept: null, created_at: early, checked_at: early },
        });
      await begin("over", "p_2", now);
      await begin("one", "p_2", later);
      await begin("two", "p_2", later);
      await begin("three", "p_3", now);
      const token = async (id: string, expires_at: string, used_at: string | null) => {
        const of = { id, hash: id, person_id: "p_2", name: "n", scope: "read" as const };
        await people.tokens.add({ ...of, created_at: early, expires_at, used_at: null }, 9);
        if (used_at !== null) await people.tokens.used(id, used_at);
      };
      await token("past", now, later);
      await token("used", later, now);
      await token("unused", later, null);
      const used = await people.inUse(now);
      expect(used.get("p_2")).toEqual({ sessions: 2, tokens: 2, used_at: now });
      expect(used.get("p_3")).toBeUndefined();
    });

    it("a sign-in is gone on with once, and forgotten after its time", async () => {
      const { signIns } = bob.people;
      const [one, two] = ["s1", "s2"].map((hash) => ({ hash, expires_at: moment }));
      if (!one || !two) throw new Error("two sign-ins");
      const before = "2026-11-29T09:59:00.000Z";
      const tries = [signIns.use(one, before), signIns.use(one, before)];
      expect((await Promise.all(tries)).toSorted()).toEqual([false, true]);
      expect(await signIns.use(two, moment)).toBe(true);
      const left = await rows("SELECT hash FROM sign_ins WHERE hash IN ('s1', 's2')");
      expect(left).toEqual([{ hash: "s2" }]);
    });

    it("is asked about by one at a time, and what was asked with is replaced wherever it stands", async () => {
      const { people } = bob;
      const until = "2026-12-29T10:00:00.000Z";
      await people.confirm({ ...said, groups: [] }, moment, { kept: "first" });
      const begin = (hash: string, kept: string) =>
        people.sessions.begin({
          ...{ hash, kept, person_id: "p_2", expires_at: until },
          ...{ created_at: moment, checked_at: moment },
        });
      await begin("newest", "first");
      await begin("other", "another");
      expect(await people.asking.claim("p_2", moment, until)).toBe(true);
      expect(await people.asking.claim("p_2", moment, until)).toBe(false);
      await people.asking.release("p_2", until);
      expect(await people.asking.claim("p_2", moment, moment)).toBe(true);
      expect(await people.asking.claim("p_2", moment, until)).toBe(true); // whoever had it is gone
      await people.asking.release("p_2", moment); // … and comes back late
      expect(await people.asking.claim("p_2", moment, until)).toBe(false);
      await people.asking.said("p_2", "first", until, "second");
      expect(await people.find("p_2")).toMatchObject({ kept: "second", refused_at: null });
      expect(await people.sessions.find("newest")).toMatchObject({
        ...{ kept: "second", checked_at: until },
      });
      expect(await people.sessions.find("other")).toMatchObject({ checked_at: moment });
      await people.asking.refused("p_2", "another", moment);
      expect(await people.sessions.find("other")).toBeUndefined();
      expect(await people.find("p_2")).toMatchObject({ kept: "second", refused_at: null });
      await people.asking.refused("p_2", "second", moment);
      expect(await people.sessions.find("newest")).toBeUndefined();
      expect(await people.find("p_2")).toMatchObject({ kept: null, refused_at: moment });
      await people.confirm({ ...said, groups: [] }, moment);
      expect(await people.find("p_2")).toMatchObject({ refused_at: moment });
      await people.confirm({ ...said, groups: [] }, moment, { kept: null });
      expect(await people.find("p_2")).toMatchObject({ refused_at: null });
    });

    it("is forgotten with them, but not that they were removed", async () => {
      const { people } = bob;
      await people.confirm({ ...said, groups: ["a"] }, moment, { kept: "sealed" });
      await people.remove("p_2", moment);
      await people.erase("p_2");
      expect(await people.find("p_2")).toMatchObject({
        ...{ removed_at: moment, issuer: "", name: "", groups: [], kept: null },
      });
      expect(await people.confirm({ ...said, groups: ["a"] }, moment)).toBeUndefined();
      await people.restore("p_2");
      expect(await people.confirm({ ...said, groups: ["a"] }, moment)).toMatchObject(said);
    });
  });
});
