import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
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

/** One server with a database of its own, and what is stored over connections that are lost. */
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
  const store = await openPostgresStore({ url, clock, log, apply: true, alone: true });
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
const ofServer = "application_name LIKE 'docent %'";
const holdsServerLock = `pid IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ExclusiveLock')`;
const end = (which: string) =>
  asked(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND ${which}`,
    server.url,
  );
const count = async (table: string) =>
  Number((await asked(`SELECT count(*) AS n FROM ${table}`))[0]?.n);

describe("one server at a time", () => {
  it("has the database: another is told who it is, and may once it is closed", async () => {
    const store = await open();
    const refused = await refusal(open);
    expect(refused.code).toBe("busy");
    expect(refused.message).toContain(
      `Another Docent server uses this database (process ${process.pid} on`,
    );
    expect(isPassing(refused)).toBe(false);
    await store.saveAnswer(sampleAnswer());
    await store.close();
    expect((await (await open()).readThread("thread_1"))?.turns).toBe(1);
  });

  it("lets go of it when it dies, whatever it was doing", async () => {
    const script = path.join(import.meta.dirname, "postgres", "store-until-killed.ts");
    const child = spawn(process.execPath, [script, server.urlOf(name)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = once(child, "exit");
    await once(child.stdout, "data");
    expect((await refusal(open)).message).toContain(`(process ${child.pid} on`);
    child.kill("SIGKILL");
    await ended;
    const again = () =>
      open().then(
        () => "opened",
        ({ message }: Error) => message,
      );
    await expect.poll(again, { interval: 20, timeout: 20_000 }).toBe("opened");
    expect((await opened.at(-1)?.activity.checkAudit())?.broken).toEqual([]);
  });

  it("keeps it where its own lock is lost and its work goes on, and takes the lock again", async () => {
    const store = await open();
    await store.saveAnswer(sampleAnswer());
    await end(holdsServerLock);
    // Its other connections say that it is there.
    expect((await refusal(open)).message).toContain("Another Docent server");
    await expect.poll(() => store.check().then(() => "here", String)).toBe("here");
    expect(
      await asked(`SELECT 1 FROM pg_stat_activity WHERE ${holdsServerLock} AND ${ofServer}`),
    ).toHaveLength(1);
    await store.saveAnswer(sampleAnswer(ids(2)));
    expect(await count("messages")).toBe(2);
  });

  it("changes nothing any more once another took the database, and says so", async () => {
    const proxy = await proxied();
    const first = await open(proxy.url);
    await first.saveAnswer(sampleAnswer());
    first.trace.read(readRow);
    proxy.refuse(true);
    await end(ofServer);
    const second = await open();
    proxy.refuse(false);
    const refused = await refusal(() => first.saveAnswer(sampleAnswer(ids(2))));
    expect(refused.message).toContain("Another Docent server uses this database");
    expect((await refusal(() => first.requireAudit("act"))).message).toContain("Another Docent");
    expect((await refusal(() => first.readThread("thread_1"))).message).toContain("Another Docent");
    await second.saveAnswer(sampleAnswer(ids(3)));
    expect(await count("messages")).toBe(2);
    await second.close();
    await first.requireAudit("act"); // what it was told meanwhile
    expect((await first.activity.checkAudit())?.broken).toEqual([]);
    expect(await count("reads")).toBe(1);
  });

  it("ends what is left of its own lock where the network broke without a word to the database", async () => {
    const proxy = await proxied();
    const store = await open(proxy.url);
    await store.saveAnswer(sampleAnswer());
    const holder = () => asked(`SELECT pid FROM pg_stat_activity WHERE ${holdsServerLock}`);
    const before = await holder();
    proxy.breakSilently();
    expect(await holder()).toEqual(before);
    await expect
      .poll(() => store.check().then(() => "here", String), { timeout: 20_000 })
      .toBe("here");
    expect(await holder()).toHaveLength(1);
    expect(await holder()).not.toEqual(before);
  });
});

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
