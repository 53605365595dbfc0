import { expect, it } from "vitest";
import { createHealth } from "#lib/assembly/health";
import type { ServerStatus } from "#lib/contracts/http";
import type { Person } from "#lib/contracts/people";
import { actAs } from "#lib/platform/acting";

const ready: ServerStatus = {
  name: "docs",
  state: "ready",
  tools: 1,
  restarts: 0,
  source: "built_in",
  transport: "stdio",
};

function health(states: ServerStatus["state"][] = []) {
  let time = 0;
  let looks = 0;
  let files: number | undefined;
  const made = createHealth({
    version: "1.0.0",
    // Health asks each of these for one thing.
    config: { current: () => ({ config: { retrieval: { meaning: false } } }) } as never,
    store: {
      ...{ problem: () => undefined, notice: () => undefined, state: () => undefined },
      queue: { servers: async () => [] },
    } as never,
    docs: {
      status: async () => {
        looks += 1;
        const root = { state: "ready", files, sections: 0, skipped: [] };
        const value = { roots: [root], coverage: { state: "ready" }, generation: 1 };
        // As much of it as health looks at.
        if (files !== undefined) return { ok: true, value } as never;
        return { ok: false, failure: { code: "timeout", message: "late", retryable: true } };
      },
    },
    servers: async () => [ready, ...states.map((state) => ({ ...ready, name: state, state }))],
    embedding: () => undefined,
    sandbox: () => [],
    clock: { now: () => new Date(0), monotonic: () => time },
    ids: () => "trace_1",
  });
  const counts = (n: number | undefined) => {
    files = n;
  };
  return { made, counts, looks: () => looks, pass: (ms: number) => (time += ms) };
}

it("those outside cost one look a second at most, also when many ask at once", async () => {
  const { made, looks, pass } = health();
  const asked = Array.from({ length: 100 }, () => made.outside());
  expect(await Promise.all(asked)).toEqual(asked.map(() => ({ status: "ok" })));
  pass(999);
  await made.outside();
  expect(looks()).toBe(1);
  pass(1);
  await made.outside();
  expect(looks()).toBe(2);
});

it("those inside see how it is now", async () => {
  const { made, looks } = health();
  for (let n = 0; n < 3; n++) expect((await made.inside("en")).status).toBe("ok");
  expect(looks()).toBe(3);
});

it("what one person's documents server counted is told to nobody else", async () => {
  const { made, counts } = health();
  const files = async (person: Person) =>
    actAs(person, async () => (await made.inside("en")).index.files);
  const anyone = { name: "", role: "reader" as const };
  const alice: Person = { ...anyone, id: "p_alice", groups: ["legal"] };
  counts(7);
  expect(await files(alice)).toBe(7);
  counts(undefined);
  expect(await files(alice)).toBe(7);
  expect(await files({ ...anyone, id: "p_bob", groups: [] })).toBe(0);
  expect(await files({ ...alice, groups: [] })).toBe(0);
});

it("is degraded by a server that is down, and by none that is off, waits for a person or starts", async () => {
  const status = async (...states: ServerStatus["state"][]) =>
    (await health(states).made.inside("en")).status;
  expect(await status("disabled", "waiting", "starting")).toBe("ok");
  expect(await status("disabled", "down")).toBe("degraded");
});
