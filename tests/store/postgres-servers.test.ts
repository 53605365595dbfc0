import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { interruptCalls, interruptRuns } from "#lib/assembly/interrupt-runs";
import { keepStore } from "#lib/assembly/keep-store";
import { AppError } from "#lib/contracts/errors";
import type { LeftWork, ServerEvent } from "#lib/contracts/ports";
import type { Store } from "#lib/contracts/store-ports";
import { systemClock as clock } from "#lib/platform/clock";
import { createLogger } from "#lib/platform/logger";
import { isPassing } from "#lib/store/passing";
import { workLockOf } from "#lib/store/postgres/lock-connection";
import { createSoleUse } from "#lib/store/postgres/sole-use";
import { openPostgresStore } from "#lib/store/postgres-store";
import { openProxy } from "./postgres/cutting-proxy.ts";
import { lackingOwnPostgres, startPostgres, type TestServer } from "./postgres/server.ts";
import { refusal } from "./refusal.ts";
import { sampleAnswer } from "./sample-answer.ts";
import { ids, sampleRun } from "./sample-rows.ts";
import { readRow } from "./sample-trace.ts";

/** Several servers with one database: what each has, what it hears, and what becomes of one that is gone. */
const log = createLogger("test", "silent");
/** What is a matter of seconds otherwise. */
const quick = { tick_ms: 50, gone_ms: 600, silent_ms: 1_500 };
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
  name = `docent_many_${process.pid}_${++databases}`;
  await asked(`CREATE DATABASE ${name}`, server.url);
});
afterEach(async () => {
  for (const work of after.splice(0).reverse()) await work();
  for (const store of opened.splice(0)) await store.close().catch(() => undefined);
});

type Options = { url?: string; version?: string; replaced?: () => void; limits?: typeof quick };
async function open(options: Options = {}): Promise<Store> {
  const { url = server.urlOf(name), version = "1", replaced, limits = quick } = options;
  const how = { version, limits, ...(replaced === undefined ? {} : { replaced }) };
  const store = await openPostgresStore({ url, clock, log, apply: true, server: how });
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

function heardBy(store: Store): ServerEvent[] {
  const heard: ServerEvent[] = [];
  store.events.listen((event) => heard.push(event));
  return heard;
}

/** What was left by servers that are gone, as one that takes over is told it. */
async function takesOver(store: Store, kind: "run" | "task", of: readonly string[]) {
  const settled: string[][] = [];
  await store.queue.takeOver(async (left: LeftWork) => {
    settled.push(await left.of(kind, of));
  });
  return settled;
}

const run = (id: string) => ({ kind: "run", id }) as const;
const servers = () => asked("SELECT name FROM docent_servers");
const ending = (which: string) =>
  asked(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND ${which}`,
    server.url,
  );
const present = "query LIKE '%docent_servers%' OR query LIKE '%docent_events%'";

describe("servers of one database", () => {
  it("use it together, know of each other, and leave when they close", async () => {
    const [one, two] = [await open(), await open()];
    await one.saveAnswer(sampleAnswer());
    await two.saveAnswer(sampleAnswer(ids(2)));
    expect((await one.listThreads({ limit: 10 })).total).toBe(2);
    const known = await two.queue.servers();
    expect(known).toHaveLength(2);
    expect(known[0]).toMatchObject({ pid: String(process.pid), version: "1" });
    await one.close();
    expect(await two.queue.servers()).toHaveLength(1);
  });

  it("make the tables once, when they start at one moment on an empty database", async () => {
    await Promise.all(Array.from({ length: 5 }, () => open()));
    expect(await servers()).toHaveLength(5);
  });

  it("are of one version, and none of them is there beside what has to be alone", async () => {
    const store = await open();
    const other = await refusal(() => open({ version: "2" }));
    expect(other.message).toContain("Servers of another version use this database (1, process");
    const alone = createSoleUse(server.urlOf(name));
    await expect(alone.hold()).rejects.toThrow("another server");
    await store.close();
    await alone.hold();
    const refused = await refusal(open);
    expect(refused.message).toContain(
      `Another Docent program uses this database (process ${process.pid} on`,
    );
    expect(isPassing(refused)).toBe(false);
    await alone.release();
    await open({ version: "2" });
  });

  it("add to one chain of the audit, whose links all stand", async () => {
    const stores = await Promise.all([open(), open(), open()]);
    for (let n = 1; n <= 40; n++) {
      for (const [i, store] of stores.entries()) {
        store.trace.read({ ...readRow, trace_id: `trace_${n}_${i}` });
      }
      await Promise.all(stores.map((store) => store.requireAudit("act")));
    }
    expect(await stores[0]?.activity.checkAudit()).toEqual({ rows: 120, broken: [] });
  });
});

describe("what one server tells", () => {
  it("each other hears, once and in its order, and itself not", async () => {
    const [one, two] = [await open(), await open()];
    const [own, heard] = [heardBy(one), heardBy(two)];
    const told = Array.from({ length: 50 }, (_, n) => ({ topic: "task", id: `t${n}` }) as const);
    for (const event of told) await one.events.publish(event);
    await expect.poll(() => heard.length).toBe(50);
    expect(heard).toEqual(told);
    expect(own).toEqual([]);
  });

  it("comes with the change that it is about, and not where that is undone", async () => {
    const [one, two] = [await open(), await open()];
    const heard = heardBy(two);
    await one.runs.begin(sampleRun(1));
    await one.runs.append("run_1", 1, [{ kind: "stopped", data: null }]);
    await expect.poll(() => heard).toContainEqual({ topic: "run", id: "run_1" });
    expect(await two.runs.events("run_1")).toHaveLength(1);
  });

  it("is heard a moment later where every notification is lost", async () => {
    const one = await open();
    const two = await open();
    const heard = heardBy(two);
    await asked("CREATE OR REPLACE FUNCTION pg_notify(text, text) RETURNS void LANGUAGE sql AS ''");
    await asked(
      "ALTER FUNCTION docent_tell(text, text[], text[]) SET search_path = public, pg_catalog",
    );
    await one.events.publish({ topic: "task", id: "quiet" });
    await expect.poll(() => heard).toContainEqual({ topic: "task", id: "quiet" });
  });

  it("is heard after the connection of who listens was cut, with a word that some may be missing", async () => {
    const one = await open();
    const proxy = await proxied();
    const two = await open({ url: proxy.url });
    const heard = heardBy(two);
    proxy.refuse(true);
    proxy.breakAll();
    await one.events.publish({ topic: "task", id: "meanwhile" });
    proxy.refuse(false);
    await expect.poll(() => heard).toContainEqual({ topic: "task", id: "meanwhile" });
    expect(heard).toContainEqual({ topic: "everything", id: "" });
    expect(heard.filter(({ id }) => id === "meanwhile")).toHaveLength(1);
  });

  it("is heard by each, once and in one order, whoever told it and however many at one moment", async () => {
    const stores = await Promise.all([open(), open(), open()]);
    const heard = stores.map(heardBy);
    const tell = (from: number, n: number) =>
      stores[from]?.events.publish({ topic: "task", id: `${from}:${n}` });
    const all = Array.from({ length: 90 }, (_, n) => tell(n % 3, n));
    await ending(`(${present}) AND state = 'idle'`); // who listens and tells is cut off in the middle of it
    const done = (await Promise.allSettled(all)).filter(({ status }) => status === "fulfilled");
    const rows = await asked(
      "SELECT server, id FROM docent_events WHERE topic = 'task' ORDER BY seq",
    );
    expect(rows.length).toBeGreaterThanOrEqual(done.length);
    for (const [i, events] of heard.entries()) {
      const others = rows.map(({ id }) => String(id)).filter((id) => !id.startsWith(`${i}:`));
      const tasks = () => events.flatMap(({ topic, id }) => (topic === "task" ? [id] : []));
      await expect.poll(tasks).toEqual(others);
    }
  });
});

describe("a piece of work", () => {
  it("is had by one server, however many want it at one moment", async () => {
    const stores = await Promise.all([open(), open(), open()]);
    for (let n = 0; n < 20; n++) {
      const had = await Promise.all(stores.map((store) => store.queue.claim(run(`r${n}`))));
      expect(had.filter(Boolean)).toHaveLength(1);
    }
    const [one, two] = stores;
    const there = (await one?.queue.elsewhere("run")) ?? [];
    const own = (await two?.queue.elsewhere("run")) ?? [];
    expect(new Set([...there, ...own]).size).toBe(20);
  });

  it("is free for who waits for it once it is let go of", async () => {
    const [one, two] = [await open(), await open()];
    const key = { kind: "key", id: "k" } as const;
    expect(await one.queue.claim(key)).toBe(true);
    expect(await one.queue.claim(key)).toBe(true);
    expect(await two.queue.claim(key)).toBe(false);
    let free = false;
    const waiting = two.queue.free(key).then(() => {
      free = true;
    });
    expect(free).toBe(false);
    await one.queue.release(key);
    await waiting;
    expect(await two.queue.claim(key)).toBe(true);
    const gone = AbortSignal.abort(new Error("left"));
    await expect(one.queue.free(key, gone)).rejects.toThrow("left");
  });

  it("of a server that was killed is settled by one of the others, once, and then free", async () => {
    const script = path.join(import.meta.dirname, "postgres", "claim-until-killed.ts");
    const child = spawn(process.execPath, [script, server.urlOf(name)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const exit = once(child, "exit");
    await once(child.stdout, "data");
    const [one, two] = [await open(), await open()];
    const settled = [
      await takesOver(one, "run", ["run_1", "run_2", "other"]),
      await takesOver(two, "run", ["run_1", "run_2", "other"]),
    ];
    expect(await one.queue.claim(run("run_1"))).toBe(false);
    child.kill("SIGKILL");
    await exit;
    await expect.poll(() => settled.flat()).toEqual([["run_1", "run_2"]]);
    await expect.poll(() => one.queue.claim(run("run_1"))).toBe(true);
    expect(await one.queue.servers()).toHaveLength(2);
  });

  it("of a server that was the only one is settled by the next as it starts", async () => {
    const script = path.join(import.meta.dirname, "postgres", "claim-until-killed.ts");
    const child = spawn(process.execPath, [script, server.urlOf(name)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const exit = once(child, "exit");
    await once(child.stdout, "data");
    child.kill("SIGKILL");
    await exit;
    const store = await open({ limits: { ...quick, gone_ms: 60_000, silent_ms: 60_000 } });
    // It was a process of this machine, and everybody sees that it is no more.
    await expect
      .poll(() => takesOver(store, "run", ["run_1", "unclaimed"]))
      .toEqual([["run_1", "unclaimed"]]);
  });

  it("of a process that cannot be seen from here waits for its time, although the machine has the same name", async () => {
    const limits = { ...quick, gone_ms: 60_000, silent_ms: 60_000 };
    const store = await open({ limits });
    const own = String((await servers())[0]?.name);
    const dead = own.replace(/^docent \d+ \w{8}/, "docent 99999999 00000000");
    const elsewhere = dead.replace(/_\w+/, "_other");
    for (const row of [dead, elsewhere]) {
      await asked(`INSERT INTO docent_servers (name, version) VALUES ('${row}', '1')`);
    }
    await takesOver(store, "run", []);
    const names = async () => (await servers()).map((row) => String(row.name)).toSorted();
    await expect.poll(names).toEqual([own, elsewhere].toSorted());
  });

  it("is left to the others with the last rows of the audit written", async () => {
    const home = mkdtempSync(path.join(os.tmpdir(), "docent-leaves-"));
    after.push(() => rmSync(home, { recursive: true }));
    const at = { home, database_url: server.urlOf(name), version: "1" };
    let replaced = 0;
    const countReplaced = () => {
      replaced += 1;
    };
    const tenancy = { kind: "owner", replaced: countReplaced } as const;
    const one = keepStore({ ...at, tenancy, clock, log });
    await one.get();
    await one.queue.claim(run("left"));
    const two = await open();
    const settled = await takesOver(two, "run", ["left"]);
    one.trace.read(readRow);
    await one.queue.leave();
    await expect.poll(servers).toHaveLength(1); // shut out by the other
    await one.close();
    expect(settled).toEqual([["left"]]);
    expect(await two.activity.checkAudit()).toEqual({ rows: 1, broken: [] });
    expect(replaced).toBe(0);
  });

  it("of a server that is gone stays its own until it could be settled", async () => {
    const gone = await open();
    await gone.runs.begin(sampleRun(1));
    await gone.queue.claim(run("run_1"));
    const other = await open();
    let tries = 0;
    const failing: Store = {
      ...other,
      of: () => failing,
      saveAnswer: async () => {
        tries += 1;
        throw new AppError("busy", "the database is busy");
      },
    };
    let broken = true;
    await other.queue.takeOver((left) => interruptRuns(broken ? failing : other, left, log));
    await gone.close();
    await expect.poll(() => tries, { timeout: 10_000 }).toBeGreaterThan(1);
    expect(await other.queue.claim(run("run_1"))).toBe(false);
    broken = false;
    await expect.poll(() => other.queue.claim(run("run_1")), { timeout: 10_000 }).toBe(true);
    expect(await other.runs.running()).toEqual([]);
    const refuses = () => Promise.reject(new AppError("busy", "the database is busy"));
    const calls = { ...other, approvals: { ...other.approvals, inState: refuses } };
    const left = { alone: false, of: async () => [] };
    await expect(interruptCalls(calls, left, log)).rejects.toThrow("busy");
    await interruptCalls(calls, { ...left, alone: true }, log);
  });

  it("of a server that leaves in good order is had by the others at once", async () => {
    const [one, two] = [await open(), await open({ limits: { ...quick, gone_ms: 60_000 } })];
    await one.queue.claim(run("left"));
    const settled = await takesOver(two, "run", ["left"]);
    await one.queue.leave();
    await one.close();
    await expect.poll(() => settled).toEqual([["left"]]);
  });
});

describe("a server that cannot take over what another left", () => {
  it("is not there, and begins anew once it can", async () => {
    await (await open()).close();
    const ghost = "docent 1 aa elsewhere";
    await asked(
      `INSERT INTO docent_servers (name, version, leaving) VALUES ('${ghost}', '1', true)`,
    );
    const still = new pg.Client({ connectionString: server.urlOf(name) });
    await still.connect();
    await still.query(`SELECT pg_advisory_lock_shared(${workLockOf(`'${ghost}'`)})`);
    const home = mkdtempSync(path.join(os.tmpdir(), "docent-begins-"));
    after.push(() => rmSync(home, { recursive: true }));
    const at = { home, database_url: server.urlOf(name), version: "1" };
    const kept = keepStore({ ...at, tenancy: { kind: "owner" }, clock, log });
    after.push(kept.close);
    expect((await refusal(kept.get)).message).toContain(
      "Another Docent program uses this database",
    );
    expect(await servers()).toEqual([{ name: ghost }]);
    await still.end();
    await expect
      .poll(() => kept.get().then(() => "open", String), { timeout: 10_000 })
      .toBe("open");
    expect(await kept.queue.servers()).toHaveLength(1);
    expect(await servers()).toHaveLength(1);
  });
});

describe("a server that the others take for gone", () => {
  it("changes nothing any more when it comes to itself, says so, and is told to end", async () => {
    const script = path.join(import.meta.dirname, "postgres", "claim-until-killed.ts");
    const child = spawn(process.execPath, [script, server.urlOf(name), "store"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    after.push(() => child.kill("SIGKILL"));
    const said: string[] = [];
    child.stdout.on("data", (text) => said.push(String(text)));
    await expect.poll(() => said.join("")).toContain("stored");
    const other = await open();
    const settled = await takesOver(other, "run", ["run_1"]);
    child.kill("SIGSTOP"); // its connections stand open
    await expect.poll(() => settled, { timeout: 10_000 }).toEqual([["run_1"]]);
    const before = (await other.listThreads({ limit: 1 })).total;
    child.kill("SIGCONT");
    await expect.poll(() => said.join(""), { timeout: 10_000 }).toContain("replaced");
    await expect
      .poll(() => said.join(""), { timeout: 10_000 })
      .toContain("they took over its work");
    expect((await other.listThreads({ limit: 1 })).total).toBe(before);
  });

  it("cannot come back while its work is settled", async () => {
    const proxy = await proxied();
    let replaced = 0;
    const countReplaced = () => {
      replaced += 1;
    };
    const one = await open({ url: proxy.url, replaced: countReplaced });
    const two = await open();
    await one.queue.claim(run("r"));
    const [begun, goOn] = [Promise.withResolvers<string[]>(), Promise.withResolvers<void>()];
    await two.queue.takeOver(async (left) => {
      begun.resolve(await left.of("run", ["r"]));
      await goOn.promise;
    });
    proxy.refuse(true);
    proxy.breakAll();
    expect(await begun.promise).toEqual(["r"]);
    proxy.refuse(false);
    await expect.poll(() => replaced, { timeout: 10_000 }).toBe(1);
    await expect(one.saveAnswer(sampleAnswer())).rejects.toThrow("they took over its work");
    expect(await two.queue.claim(run("r"))).toBe(false); // nor has anybody its work before it is settled
    goOn.resolve();
    await expect.poll(() => two.queue.claim(run("r"))).toBe(true);
    expect(replaced).toBe(1);
  });

  it("is not one whose connection broke and that comes back in time", async () => {
    const proxy = await proxied();
    let replaced = 0;
    const countReplaced = () => {
      replaced += 1;
    };
    const limits = { ...quick, gone_ms: 20_000, silent_ms: 30_000 };
    const one = await open({ url: proxy.url, limits, replaced: countReplaced });
    const two = await open({ limits });
    await one.queue.claim(run("r"));
    const settled = await takesOver(two, "run", ["r"]);
    proxy.breakSilently();
    await expect
      .poll(() => one.saveAnswer(sampleAnswer()).then(() => "stored", String), { timeout: 20_000 })
      .toBe("stored");
    expect(await two.queue.claim(run("r"))).toBe(false);
    expect([settled, replaced]).toEqual([[], 0]);
  });

  it("are none after the database itself was ended and started again", async () => {
    const limits = { ...quick, gone_ms: 5_000, silent_ms: 10_000 };
    const [one, two] = [await open({ limits }), await open({ limits })];
    await one.queue.claim(run("r"));
    const settled = await takesOver(two, "run", ["r"]);
    await server.kill();
    await server.again();
    const there = () => Promise.all([one.check(), two.check()]).then(() => "there", String);
    await expect.poll(there, { timeout: 20_000 }).toBe("there");
    expect(await two.queue.claim(run("r"))).toBe(false);
    expect(settled).toEqual([]);
    expect(await two.queue.servers()).toHaveLength(2);
  });

  it("are judged by the clock of the database, however far apart their own are", async () => {
    const late = { ...clock, now: () => new Date(Date.now() + 300_000) };
    const at = {
      url: server.urlOf(name),
      log,
      apply: true,
      server: { version: "1", limits: quick },
    };
    const one = await openPostgresStore({ ...at, clock: late });
    opened.push(one);
    const two = await open();
    const minute = 60_000;
    const apart = Number(one.queue.now()) - Number(two.queue.now());
    expect(Math.abs(apart)).toBeLessThan(minute);
    await one.queue.claim(run("r"));
    const settled = await takesOver(two, "run", ["r"]);
    const heard = heardBy(two);
    // As many of its looks as would take anyone for gone by the wrong clock.
    for (let n = 0; n < 20; n++) await one.events.publish({ topic: "task", id: `${n}` });
    await expect.poll(() => heard.length).toBe(20);
    expect(settled).toEqual([]);
    expect(await two.queue.servers()).toHaveLength(2);
  });
});
