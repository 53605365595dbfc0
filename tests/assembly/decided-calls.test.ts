import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createToolDesk } from "#lib/assembly/tool-desk";
import { Config } from "#lib/contracts/config";
import type { Queue, Work } from "#lib/contracts/ports";
import { systemClock as clock } from "#lib/platform/clock";
import { newId as ids } from "#lib/platform/ids";
import { type Approvals, createApprovals } from "#lib/tools/approvals";
import { openDesk } from "../tools/open-desk.ts";
import { recordingLog } from "../tools/recording-log.ts";
import { toolResult } from "../tools/tool-result.ts";

/** Two servers with the same rows, and what becomes of a call that a person decides about at several of them at once. */
const { log } = recordingLog();
let room: ReturnType<typeof openDesk>;
let claims: Map<string, string>;
let freed: (() => void)[];
let made: string[];
beforeEach(() => {
  room = openDesk();
  claims = new Map();
  freed = [];
  made = [];
});
afterEach(() => room.close());

function queueOf(server: string): Queue {
  const keyOf = ({ kind, id }: Work) => `${kind} ${id}`;
  return {
    ...room.store.queue,
    async claim(work) {
      const key = keyOf(work);
      if ((claims.get(key) ?? server) !== server) return false;
      claims.set(key, server);
      return true;
    },
    async release(work) {
      if (claims.get(keyOf(work)) === server) claims.delete(keyOf(work));
      for (const free of freed.splice(0)) free();
    },
    async elsewhere(kind) {
      const others = [...claims].filter(([key, by]) => key.startsWith(kind) && by !== server);
      return others.map(([key]) => key.slice(kind.length + 1));
    },
    async free(work) {
      while ((claims.get(keyOf(work)) ?? server) !== server) {
        await new Promise<void>((resolve) => void freed.push(resolve));
      }
    },
  };
}

/** `decides`: what is waited for between taking a call and deciding about it; `runs`: while it is made. */
function serverOf(name: string, { decides = async () => {}, runs = async () => {} } = {}) {
  const queue = queueOf(name);
  const approvals = createApprovals({
    ...{
      store: () => room.store.approvals,
      events: room.store.events,
      mask: <T>(value: T) => value,
    },
    ...{ queue, clock, ids, log },
  });
  const call = async (id: string) => {
    const approval = await approvals.get(id);
    const rule = await approvals.take(id, approval);
    if (rule !== undefined) return toolResult("write", { ok: false });
    made.push(name);
    await runs();
    const result = toolResult("write");
    await approvals.finish(id, result, "running");
    return result;
  };
  const slowly: Approvals = {
    ...approvals,
    async decide(...said) {
      await decides();
      return approvals.decide(...said);
    },
  };
  const desk = createToolDesk({
    ...{ registry: room.registry, approvals: slowly, clock, ids, log },
    tools: { invoke: (_tool, _args, { approval_id = "" }) => call(approval_id) },
    facts: () => Promise.reject(new Error("not asked for")),
    store: {
      patiently: async (work) => work(room.store),
      everyone: { get: async () => room.store, patiently: async (work) => work(room.store) },
      queue,
    },
    audit: { ready: async () => {}, tell: () => {} },
    config: () => Config.parse({}),
  });
  const decide = (id: string) =>
    desk.decide(id, { decision: "allow_once" }, "trace").then(
      () => "decided",
      ({ code }) => code,
    );
  return { approvals, call, decide };
}

const ask = async ({ approvals }: { approvals: Approvals }) =>
  approvals.ask({
    ...{ tool_id: "write", provider_id: "builtin", definition_hash: "h", cwd: "/", level: "L1" },
    ...{ thread_id: "t", agent_id: "person", risk: "guarded", resource: null, trace_id: "t" },
    ...{ arguments: { path: "a" }, shows: { kind: "call", arguments: { path: "a" } }, reason: "" },
    choices: ["allow_once", "deny"],
  });
const stateOf = async (id: string) => (await room.store.approvals.find(id))?.state;

describe("a call that nobody waits for any more", () => {
  it("is made by who decided, although another server took it and was late", async () => {
    const [took, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const late = serverOf("one", {
      decides: () => {
        took.resolve();
        return goOn.promise;
      },
    });
    const quick = serverOf("two");
    const { id } = await ask(quick);
    const first = late.decide(id);
    await took.promise;
    expect(await quick.decide(id)).toBe("decided");
    expect(made).toEqual([]);
    goOn.resolve();
    expect(await first).toBe("approval_mismatch");
    await expect.poll(() => stateOf(id)).toBe("done");
    expect(made).toEqual(["two"]);
    await expect.poll(() => [...claims]).toEqual([]);
  });

  it("stays its server's while it is made, whoever else decides there too late", async () => {
    const goOn = Promise.withResolvers<void>();
    const one = serverOf("one", { runs: () => goOn.promise });
    const { id } = await ask(one);
    const said = await Promise.all([one.decide(id), one.decide(id), one.decide(id)]);
    expect(said.toSorted()).toEqual(["approval_mismatch", "approval_mismatch", "decided"]);
    await expect.poll(() => made).toEqual(["one"]);
    expect(await one.decide(id)).toBe("approval_mismatch");
    expect([...claims]).toEqual([[`approval ${id}`, "one"]]);
    goOn.resolve();
    await expect.poll(() => stateOf(id)).toBe("done");
    await expect.poll(() => [...claims]).toEqual([]);
  });
});

describe("a call that its caller waits for", () => {
  it("is made by that one alone, and stays its server's, wherever it is decided and by how many", async () => {
    const goOn = Promise.withResolvers<void>();
    const [one, two] = [serverOf("one", { runs: () => goOn.promise }), serverOf("two")];
    const { id } = await ask(one);
    const waiting = one.approvals.wait(id, new AbortController().signal);
    await expect.poll(() => claims.size).toBe(1);
    expect(await one.decide(id)).toBe("decided");
    await waiting;
    const called = one.call(id);
    await expect.poll(() => made).toEqual(["one"]);
    for (const server of [one, two]) expect(await server.decide(id)).toBe("approval_mismatch");
    expect([...claims]).toEqual([[`approval ${id}`, "one"]]);
    goOn.resolve();
    await called;
    expect(made).toEqual(["one"]);
    expect([...claims]).toEqual([]);
  });

  it("is made by nobody where the caller gives up as it is allowed", async () => {
    const one = serverOf("one");
    const { id } = await ask(one);
    const stop = new AbortController();
    const waiting = one.approvals.wait(id, stop.signal);
    const { change } = room.store.approvals;
    room.store.approvals.change = async (of, from, to, permission) => {
      if (to.state === "allowed") stop.abort(new Error("left"));
      return change(of, from, to, permission);
    };
    await Promise.allSettled([one.decide(id), waiting]);
    await expect.poll(() => stateOf(id)).toMatch(/allowed|expired/);
    expect(made).toEqual([]);
  });
});
