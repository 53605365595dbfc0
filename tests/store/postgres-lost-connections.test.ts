import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Store } from "#lib/contracts/store-ports";
import { systemClock as clock } from "#lib/platform/clock";
import { createLogger } from "#lib/platform/logger";
import { isPassing } from "#lib/store/passing";
import { openPostgresStore } from "#lib/store/postgres-store";
import { openProxy } from "./postgres/cutting-proxy.ts";
import { lackingOwnPostgres, startPostgres, type TestServer } from "./postgres/server.ts";
import { refusal } from "./refusal.ts";
import { sampleAnswer } from "./sample-answer.ts";
import { ids, sampleCall, sampleRun } from "./sample-rows.ts";
import { readRow } from "./sample-trace.ts";

/** What is stored over connections that are lost. */
const log = createLogger("test", "silent");
let server: TestServer;
beforeAll(async () => {
  if (lackingOwnPostgres === undefined) server = await startPostgres();
});
afterAll(() => server?.stop());

let name = "";
let databases = 0;
const opened: Store[] = [];
const after: (() => unknown)[] = [];
beforeEach(async (context) => {
  context.skip(lackingOwnPostgres !== undefined, lackingOwnPostgres);
  name = `docent_sole_${process.pid}_${++databases}`;
  await asked(`CREATE DATABASE ${name}`, server.url);
});
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close().catch(() => undefined);
  for (const work of after.splice(0)) await work();
});

async function open(url = server.urlOf(name)): Promise<Store> {
  const store = await openPostgresStore({ url, clock, log, apply: true, server: { version: "1" } });
  opened.push(store);
  return store;
}

async function asked(sql: string, at = server.urlOf(name)): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: at });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function proxied() {
  const proxy = await openProxy(server, name);
  after.push(proxy.close);
  return proxy;
}
const count = async (table: string) =>
  Number((await asked(`SELECT count(*) AS n FROM ${table}`))[0]?.n);

describe("a connection that is lost over a commit", () => {
  it.each(["before", "after"] as const)(
    "leaves the answer stored once, and told as stored: cut %s the server had it",
    async (where) => {
      const proxy = await proxied();
      const store = await open(proxy.url);
      await store.runs.begin(sampleRun(1));
      store.trace.read({ ...readRow, trace_id: "trace_1" });
      store.trace.call(sampleCall(1));
      proxy.cutNextCommit(where);
      const saving = () => store.saveAnswer(sampleAnswer(), { of_run: true });
      if (where === "after") expect(await saving()).toBe(true);
      else {
        // It was not stored, and may be stored now.
        expect(isPassing(await refusal(saving))).toBe(true);
        expect(await count("messages")).toBe(0);
        expect(await saving()).toBe(true);
      }
      expect(await count("messages")).toBe(1);
      await store.requireAudit("act");
      expect(await store.activity.checkAudit()).toEqual({ rows: 2, broken: [] });
    },
  );

  it("is told as not known where the database stays away, and what was traced is written once", async () => {
    const proxy = await proxied();
    const store = await open(proxy.url);
    store.trace.read(readRow);
    proxy.cutNextCommit("after");
    proxy.refuse(true);
    const refused = await refusal(() => store.saveAnswer(sampleAnswer()));
    expect(refused.message).toContain("nobody knows whether it was");
    expect(isPassing(refused)).toBe(false);
    // Of the next one nothing was sent.
    const next = await refusal(() => store.saveAnswer(sampleAnswer(ids(2))));
    expect(next.message).toContain("cannot be reached");
    expect(isPassing(next)).toBe(true);
    proxy.refuse(false);
    await store.requireAudit("act");
    expect(await count("messages")).toBe(1);
    expect(await store.activity.checkAudit()).toEqual({ rows: 1, broken: [] });
    expect(await store.saveAnswer(sampleAnswer(ids(2)))).toBe(true);
    expect(await count("messages")).toBe(2);
  });

  it.each([
    ["before", 0],
    ["after", 1],
  ] as const)(
    "is told as it was where the reply to the look for it is lost, too: cut %s the server had it",
    async (where, stored) => {
      const proxy = await proxied();
      const store = await open(proxy.url);
      await store.saveAnswer(sampleAnswer());
      proxy.cutNextCommit(where);
      proxy.loseReplyTo("ON CONFLICT (token)");
      const saving = () => store.saveAnswer(sampleAnswer(ids(2)));
      if (stored === 1) expect(await saving()).toBe(true);
      else expect(isPassing(await refusal(saving))).toBe(true);
      expect(await count("messages")).toBe(1 + stored);
      expect(await count("docent_outcomes WHERE looked")).toBe(1 - stored);
    },
  );

  it("leaves few tokens behind, however many transactions there were", async () => {
    const store = await open();
    for (let n = 1; n <= 20; n++) await store.saveAnswer(sampleAnswer(ids(n)));
    expect(await count("docent_outcomes")).toBeLessThan(5);
  });
});
