import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { inspect } from "node:util";
import { getTableColumns, getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Store } from "#lib/contracts/store-ports";
import { systemClock as clock } from "#lib/platform/clock";
import { createLogger } from "#lib/platform/logger";
import { openPostgresStore } from "#lib/store/postgres-store";
import * as schema from "#lib/store/rows/schema";
import * as skillSchema from "#lib/store/rows/skill-schema";
import { knownSteps } from "./postgres/known-steps.ts";
import { lackingPostgres, startPostgres, type TestServer } from "./postgres/server.ts";
import { refusal } from "./refusal.ts";
import { sampleAnswer } from "./sample-answer.ts";
import { ids, moment, sampleCall, sampleRun } from "./sample-rows.ts";
import { readRow, span } from "./sample-trace.ts";

/** What PostgreSQL alone can show: its server, its versions, its connections, its texts. */
const log = createLogger("test", "silent");
let server: TestServer;
beforeAll(async () => {
  if (lackingPostgres === undefined) server = await startPostgres();
});
afterAll(() => server?.stop());

let name = "";
let databases = 0;
let url = "";
const opened: Store[] = [];
beforeEach(async (context) => {
  context.skip(lackingPostgres !== undefined, lackingPostgres);
  name = `docent_alone_${process.pid}_${++databases}`;
  await asked(`CREATE DATABASE ${name}`, server.url);
  url = server.urlOf(name);
});
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  if (url !== "") await asked(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`, server.url);
});

async function open(apply = true): Promise<Store> {
  const store = await openPostgresStore({ url, clock, log, apply });
  opened.push(store);
  return store;
}

async function asked(sql: string, at = url): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: at });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Every connection of the store's to its database is cut, as by a server that goes down. */
const cut = () =>
  asked(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
    server.url,
  );

describe("opening", () => {
  it("makes the tables of the schema, column by column", async () => {
    await open();
    const found = await asked(
      `SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns
       WHERE table_schema = 'public' AND column_name <> 'rowid'`,
    );
    const there = found.map((row) => Object.values(row).join(" ")).sort();
    const types = { string: "text", number: "bigint", boolean: "bigint", buffer: "bytea" };
    const tables = [...Object.values(schema), ...Object.values(skillSchema)].filter((one) =>
      is(one, SQLiteTable),
    );
    const wanted = tables.flatMap((table) =>
      Object.values(getTableColumns(table)).map((column) => {
        const { dataType, columnType, notNull, primary } = column;
        const plain = columnType === "SQLiteReal" ? "double precision" : undefined;
        const type = plain ?? types[dataType as keyof typeof types];
        const nullable = notNull || primary ? "NO" : "YES";
        return `${getTableName(table)} ${column.name} ${type} ${nullable}`;
      }),
    );
    const own = (row: string) => !row.startsWith("docent_"); // of this database alone
    expect(there.filter(own)).toEqual(wanted.sort());
  });

  it("finds them made the second time, and makes them once for servers that start together", async () => {
    await Promise.all([open(), open(), open()]);
    await open(false);
    const steps = await asked("SELECT name FROM docent_migrations");
    expect(steps.map((row) => row.name)).toEqual(knownSteps);
  });

  it("refuses tables of an older version unless it may bring them up to date, and changes nothing", async () => {
    const refused = await refusal(() => open(false));
    expect(refused.code).toBe("audit_unavailable");
    expect(refused.message).toContain("older version");
    expect(await asked("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);
  });

  it("refuses tables of a newer version, and changes nothing", async () => {
    await (await open()).saveAnswer(sampleAnswer());
    await asked("INSERT INTO docent_migrations (name) VALUES ('9999_later.sql')");
    const refused = await refusal(open);
    expect(refused.message).toContain("newer version");
    expect(refused.message).toContain(`step ${knownSteps.length + 1}`);
    expect(await asked("SELECT run_id FROM messages")).toEqual([{ run_id: "run_1" }]);
  });

  it("says in one sentence, without its address, that the database cannot be reached", async () => {
    url = "postgres://docent:hidden@127.0.0.1:1/none";
    const refused = await refusal(open);
    url = "";
    expect(refused.code).toBe("audit_unavailable");
    expect(refused.retryable).toBe(true);
    expect(refused.message).toContain("cannot be reached");
    expect(JSON.stringify(refused.details)).not.toMatch(/hidden|127/);
  });
});

describe("an address that cannot be read", () => {
  it.each(["a server", "a guest"])("is said to be so, without its password: %s", async (who) => {
    const wrong = "postgres://docent:hid%FFden@127.0.0.1:1/none";
    const server = who === "a server" ? { server: { version: "1" } } : {};
    const refused = await refusal(() =>
      openPostgresStore({ url: wrong, clock, log, apply: true, ...server }),
    );
    expect(refused.code).toBe("audit_unavailable");
    expect(refused.message).toContain("DATABASE_URL cannot be read");
    const all = inspect(refused, { depth: null });
    expect(all).not.toMatch(/hid|FFden/);
  });
});

describe("a text", () => {
  const odd = [
    ...["a\0b", "\0", "\uffff0", "\uffff", "\\u0000", "a\\\\u0000", "é\u0301😀", "%_\\"],
    `{"a":"\\u0000"}`,
  ];

  it("comes back as it was given, whatever signs are in it", async () => {
    const store = await open();
    for (const [n, text] of odd.entries()) {
      await store.saveAnswer(sampleAnswer({ ...ids(n), question: text as never, markdown: text }));
      await store.renameThread(`thread_${n}`, text);
      const thread = await store.readThread(`thread_${n}`);
      expect(thread?.title).toBe(text);
      expect(thread?.messages[0]).toMatchObject({ question: text, markdown: text });
      // It is looked into as JSON by the database, too.
      const before = { thread_id: `thread_${n}`, trace_id: "other" };
      expect(await store.recentTurns(before, 5)).toMatchObject([{ question: text }]);
    }
    const { threads } = await store.listThreads({ limit: 50, q: "\0" });
    expect(threads.map(({ title }) => title).sort()).toEqual(["\0", "a\0b"]);
  });

  it("with half of a surrogate pair is written as a database of texts can have it, in the audit and beside it", async () => {
    const store = await open();
    const half = "a\ud800b";
    store.trace.read({ ...readRow, relative_path: half });
    await store.saveAnswer(sampleAnswer({ markdown: half }));
    expect((await store.readThread("thread_1"))?.messages[0]?.markdown).toBe(half);
    expect((await store.listReads({})).rows[0]?.relative_path).toBe(half.toWellFormed());
    expect(await store.activity.checkAudit()).toEqual({ rows: 1, broken: [] });
  });

  it("may be a path that is longer than an index takes", async () => {
    const store = await open();
    const long = Array.from({ length: 8000 }, (_, i) => ((i * 7919) % 36).toString(36)).join("");
    const shuffled = [...long].map((sign, i) =>
      i % 3 ? sign : String.fromCharCode(97 + (i % 25)),
    );
    const relative_path = shuffled.join("");
    store.trace.read({ ...readRow, relative_path });
    await store.requireAudit("act");
    expect((await store.listReads({ path: relative_path })).rows).toHaveLength(1);
  });
});

describe("a database that goes away", () => {
  it("is used again as soon as it is there, and what was told meanwhile is stored then", async () => {
    const store = await open();
    await store.saveAnswer(sampleAnswer());
    await cut();
    store.trace.read(readRow);
    store.trace.call(sampleCall(1));
    await expect
      .poll(() => store.requireAudit("act").then(() => "stored", String), { interval: 10 })
      .toBe("stored");
    expect(await asked("SELECT count(*)::int AS n FROM audit_chain")).toEqual([{ n: 2 }]);
    expect((await store.readThread("thread_1"))?.turns).toBe(1);
  });

  it("keeps an answer whole or not at all, and its rows for the next try", async () => {
    const store = await open();
    // What hangs on a row that is not there is refused at the commit, after every statement went well.
    await asked(
      `CREATE TABLE missing (id int PRIMARY KEY);
       CREATE TABLE late (id int REFERENCES missing (id) DEFERRABLE INITIALLY DEFERRED);
       CREATE FUNCTION fails() RETURNS trigger LANGUAGE plpgsql AS
         'BEGIN INSERT INTO late VALUES (1); RETURN NULL; END';
       CREATE TRIGGER fails AFTER INSERT ON messages FOR EACH ROW EXECUTE FUNCTION fails()`,
    );
    store.trace.span(span);
    store.trace.read(readRow);
    expect((await refusal(() => store.saveAnswer(sampleAnswer()))).code).toBe("audit_unavailable");
    expect(await asked("SELECT * FROM messages")).toEqual([]);
    await asked("DROP TRIGGER fails ON messages");
    await store.saveAnswer(sampleAnswer());
    expect((await store.listReads({})).rows).toHaveLength(1);
    expect(await asked("SELECT span_id FROM spans")).toEqual([{ span_id: "span_1" }]);
  });

  it.each(["messages", "reads"])(
    "has work done again that it chose to give way, with its rows: %s",
    async (table) => {
      const store = await open();
      // A sequence counts on when all else is undone.
      await asked(
        `CREATE SEQUENCE tries;
         CREATE FUNCTION gives_way() RETURNS trigger LANGUAGE plpgsql AS
           'BEGIN IF nextval(''tries'') < 4 THEN RAISE SQLSTATE ''40P01''; END IF; RETURN NULL; END';
         CREATE TRIGGER gives_way AFTER INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION gives_way()`,
      );
      store.trace.read(readRow);
      expect(await store.saveAnswer(sampleAnswer())).toBe(true);
      expect(await asked("SELECT nextval('tries')::int AS n")).toEqual([{ n: 5 }]);
      expect(await asked("SELECT run_id FROM messages")).toEqual([{ run_id: "run_1" }]);
      expect(await store.activity.checkAudit()).toEqual({ rows: 1, broken: [] });
    },
  );

  it("that takes no changes says so, and still shows what it has", async () => {
    const store = await open();
    await store.saveAnswer(sampleAnswer());
    await asked(`ALTER DATABASE ${name} SET default_transaction_read_only = on`, server.url);
    await cut();
    const save = () => store.saveAnswer(sampleAnswer({ run_id: "run_2" }));
    await expect.poll(async () => (await refusal(save)).message).toContain("read-only");
    expect((await store.readThread("thread_1"))?.turns).toBe(1);
    await asked(`ALTER DATABASE ${name} RESET default_transaction_read_only`, server.url);
    await cut();
  });

  it("stops every act until its audit is stored, and reading only once more might be lost", async () => {
    const store = await open();
    await asked("ALTER TABLE reads RENAME TO away");
    store.trace.read(readRow);
    expect((await refusal(() => store.requireAudit("act"))).code).toBe("audit_unavailable");
    for (let told = 1; told <= 5000; told++) store.trace.read(readRow);
    expect((await refusal(() => store.requireAudit("read"))).code).toBe("audit_unavailable");
    await asked("ALTER TABLE away RENAME TO reads");
    await store.requireAudit("act");
    expect(await store.activity.checkAudit()).toEqual({ rows: 5001, broken: [] });
  });
});

describe("two servers", () => {
  it("hand an asking from one to the other: its key, its run, its events and its answer", async () => {
    const one = await open();
    const other = await open();
    await one.runs.begin(sampleRun(1, "key"));
    const notice = { kind: "notice", data: { code: "model_fallback", message: "m" } } as const;
    await one.runs.append("run_1", 1, [notice]);
    expect(await other.runs.begin(sampleRun(2, "key"))).toBe(false);
    expect(await other.runs.events("run_1")).toEqual([notice]);
    const under = { key: "key", fingerprint: "print" };
    await other.saveAnswer(sampleAnswer(ids(1)), { of_run: true, under });
    expect((await one.keptAnswer("key"))?.answer.run_id).toBe("run_1");
    expect((await one.runs.find({ run_id: "run_1" }))?.state).toBe("done");
    expect(await one.saveAnswer(sampleAnswer(ids(1)), { of_run: true })).toBe(false);
  });

  it("write side by side, and what one had acknowledged before kill -9 is there once, with its audit", async () => {
    const store = await open();
    const acknowledged: string[] = [];
    const write = async (who: string, killedAt = Number.POSITIVE_INFINITY) => {
      const script = path.join(import.meta.dirname, "write-turns.ts");
      const child = spawn(process.execPath, [script, url, who, "60"], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      const ended = once(child, "close");
      let lines = 0;
      for await (const line of createInterface({ input: child.stdout })) {
        acknowledged.push(line);
        lines += 1;
        if (lines === killedAt) child.kill("SIGKILL");
      }
      await ended;
    };
    await Promise.all([write("one"), write("two"), write("killed", 20)]);
    const stored = await asked("SELECT run_id FROM messages");
    const runs = stored.map(({ run_id }) => String(run_id));
    expect(new Set(runs).size).toBe(runs.length);
    expect(runs).toEqual(expect.arrayContaining(acknowledged));
    expect(acknowledged.length).toBeGreaterThanOrEqual(140);
    const { threads } = await store.listThreads({ limit: 10 });
    expect(threads.reduce((sum, { turns }) => sum + turns, 0)).toBe(runs.length);
    expect(await store.activity.checkAudit()).toEqual({ rows: runs.length, broken: [] });
  });

  it("have a clock each, and the chain is one all the same", async () => {
    const late = { now: () => new Date(Date.now() - 300_000), monotonic: () => 0 };
    const one = await open();
    const other = await openPostgresStore({ url, clock: late, log, apply: false });
    opened.push(other);
    for (const store of [one, other, one, other]) {
      store.trace.read({ ...readRow, at: moment });
      await store.requireAudit("act");
    }
    expect(await other.activity.checkAudit()).toEqual({ rows: 4, broken: [] });
  });
});
