import { spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { AuditTrailPage } from "#lib/contracts/activity";
import { Answer } from "#lib/contracts/answer";
import { ErrorBody } from "#lib/contracts/errors";
import { Health, Thread, ThreadList } from "#lib/contracts/http";
import { CreatedTask, TaskInfo } from "#lib/contracts/tasks";
import { lookAtDatabase } from "#lib/store/look-at-database";
import { defineTaskType } from "#lib/tasks/task-type";
import type { ToolProvider } from "#lib/tools/provider";
import { openProxy } from "../../store/postgres/cutting-proxy.ts";
import { knownSteps } from "../../store/postgres/known-steps.ts";
import { lackingOwnPostgres, startPostgres, type TestServer } from "../../store/postgres/server.ts";
import { skillShelf } from "../../tasks/open-engine.ts";
import { toolSpec } from "../../tools/open-desk.ts";
import { type Http, openHttp } from "./open-http.ts";
import { eventsIn } from "./read-stream.ts";

/** The whole program on PostgreSQL, through its routes, and what it says while the database is away, full or not its own. */
const question = "When is the signing key rotated?";
const patient = { timeout: 60_000, interval: 50 };
let server: TestServer;
beforeAll(async () => {
  const settings = ["max_connections=20", "superuser_reserved_connections=3"];
  if (lackingOwnPostgres === undefined) server = await startPostgres(settings);
});
afterAll(() => server?.stop());

const stub: ToolProvider = {
  id: "stub",
  listTools: async () => [toolSpec("jot", { provider_id: "stub" })],
  invoke: async (tool) => ({ is_error: false, text: `${tool.name} done`, exit_code: 0 }),
  close: async () => {},
};
const writes = defineTaskType({
  type: "writes",
  input: z.strictObject({}),
  steps: () => [
    {
      name: "write_it",
      effect: false,
      tools: [],
      async run(context) {
        await context.artifact("report.md", "text/markdown", "# Report\n");
        return { written: true };
      },
    },
  ],
});

let name = "";
let databases = 0;
const opened: Http[] = [];
const after: (() => unknown)[] = [];
beforeEach(async (context) => {
  context.skip(lackingOwnPostgres !== undefined, lackingOwnPostgres);
  name = `docent_http_${process.pid}_${++databases}`;
  await asked(`CREATE DATABASE ${name}`, server.url);
});
afterEach(async () => {
  for (const http of opened.splice(0)) await http.close();
  for (const work of after.splice(0)) await work();
});

async function open(url = server.urlOf(name)): Promise<Http> {
  const shelf = skillShelf([{ name: "workshop", task_types: ["writes"] }]);
  const more = { providers: [stub], task_types: [writes], skills: shelf.catalogue };
  const http = await openHttp({ env: { DATABASE_URL: url }, ...more });
  opened.push(http);
  http.write("notes/keys.md", "# Keys\n\nThe signing key is rotated every ninety days.\n");
  return http;
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
const count = async (table: string) =>
  Number((await asked(`SELECT count(*) AS n FROM ${table}`))[0]?.n);
const cut = () =>
  asked(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND pid <> pg_backend_pid()`,
    server.url,
  );

const ask = (http: Http, headers: Record<string, string> = {}, more: object = {}) =>
  http.send("POST", "/api/ask", { question, ...more }, headers);
const answered = async (response: Response) => {
  expect(response.status).toBe(200);
  return Answer.parse(await response.json());
};
const refused = async (response: Response) => ({
  status: response.status,
  ...ErrorBody.parse(await response.json()).error,
});
const health = async (http: Http) => Health.parse(await (await http.get("/api/health")).json());
const json = async (response: Response): Promise<unknown> => response.json();

describe("the program on PostgreSQL", () => {
  it("asks, streams, approves, works, shows, exports and forgets, also after it was started again", async () => {
    const http = await open();
    const first = await answered(await ask(http, { "idempotency-key": "key" }));
    expect(first.status).toBe("answered");
    http.write("notes/badge.md", "# Badge\n\nThe badge is valid for two years.\n");
    const other = { question: "How long is the badge valid?" };
    const streamed = await (await http.send("POST", "/api/chat", other)).text();
    const events = eventsIn(streamed);
    const { thread_id, trace_id } = Answer.parse(JSON.parse(events.at(-3)?.data ?? "").data);

    const invoked = await http.send("POST", "/api/tools/jot/invoke", { arguments: { path: "a" } });
    expect(invoked.status).toBe(202);
    const { approval_id } = (await json(invoked)) as { approval_id: string };
    await http.send("POST", `/api/approvals/${approval_id}`, { decision: "allow_once" });
    await vi.waitFor(async () => {
      const approval = await json(await http.get(`/api/approvals/${approval_id}`));
      expect(approval).toMatchObject({ state: "done", result: { stdout: "jot done" } });
    }, patient);

    const { task_id } = CreatedTask.parse(
      await json(await http.send("POST", "/api/tasks", { type: "writes", input: {} })),
    );
    await http.assembly.tasks.ended(task_id);

    const look = async () => {
      expect(await health(http)).toMatchObject({
        store: "ok",
        database: { kind: "postgresql", step: knownSteps.length },
      });
      expect(await answered(await ask(http, { "idempotency-key": "key" }))).toEqual(first);
      const list = ThreadList.parse(await json(await http.get("/api/threads")));
      expect(list.threads.map(({ id }) => id)).toEqual([thread_id, first.thread_id]);
      const headers = { "last-event-id": events[2]?.id ?? "" };
      const rest = await http.call("GET", `/api/chat/${thread_id}/stream`, { headers });
      const told = events.map(({ text }) => text);
      expect(told.slice(0, 3).join("") + (await rest.text())).toBe(told.join(""));
      const task = TaskInfo.parse(await json(await http.get(`/api/tasks/${task_id}`)));
      expect(task).toMatchObject({ state: "completed", artifacts: [{ name: "report.md" }] });
      const report = await http.get(`/api/tasks/${task_id}/artifacts/report.md`);
      expect(await report.text()).toBe("# Report\n");
      const trace = await http.get(`/api/traces/${trace_id}`);
      expect(JSON.stringify(await json(trace))).toContain("docs_search");
      const audit = AuditTrailPage.parse(
        await json(await http.get(`/api/audit?trace=${trace_id}`)),
      );
      expect(audit.rows.length).toBeGreaterThan(0);
      expect(await http.assembly.activity.listTraces({})).toMatchObject({
        rows: expect.arrayContaining([expect.objectContaining({ trace_id, status: "answered" })]),
      });
      const exported = await http.get(`/api/threads/${thread_id}/export?format=md`);
      expect(await exported.text()).toContain("How long is the badge valid?");
    };
    await look();
    await http.restart();
    await look();

    expect(existsSync(http.at("home/docent.db"))).toBe(false);
    await http.send("POST", "/api/memory/forget", { scope: { all: true } });
    expect(ThreadList.parse(await json(await http.get("/api/threads"))).threads).toEqual([]);
    for (const table of ["messages", "runs", "run_events", "claims", "work_tasks"]) {
      expect([table, await count(table)]).toEqual([table, 0]);
    }
    const words = await asked(
      "SELECT count(*)::int AS n FROM traces WHERE kind = 'ask' AND title IS NOT NULL",
    );
    expect(words).toEqual([{ n: 0 }]);
  });

  it("shares the database with a second server, which goes on when the first is gone", async () => {
    const first = await open();
    const { thread_id } = await answered(await ask(first));
    const second = await open();
    expect((await health(second)).servers).toHaveLength(2);
    expect(await second.assembly.readThread(thread_id)).toMatchObject({ turns: 1 });
    await first.assembly.close();
    await answered(await ask(second));
    const { store, servers } = await health(second);
    expect([store, servers?.length]).toEqual(["ok", 1]);
  });

  it("refuses a database of another step, and one that is being copied into", async () => {
    const http = await open();
    await answered(await ask(http));
    await http.restart(() =>
      asked("INSERT INTO docent_migrations (name) VALUES ('9999_later.sql')"),
    );
    const newer = (await health(http)).store_message;
    expect(newer).toContain(
      `its tables are at step ${knownSteps.length + 1}, and this version knows ${knownSteps.length}`,
    );
    await http.restart(() =>
      asked(
        "DELETE FROM docent_migrations WHERE name LIKE '9999%'; CREATE TABLE docent_copy (n int)",
      ),
    );
    expect((await health(http)).store_message).toContain("unfinished copy");
    expect((await ask(http)).status).toBe(503);
    await asked("DROP TABLE docent_copy");
    await answered(await ask(http));
  });
});

describe("a database that goes away", () => {
  it("for a moment in the middle of an asking: the answer is stored, once", async () => {
    const proxy = await openProxy(server, name);
    after.push(proxy.close);
    const http = await open(proxy.url);
    await answered(await ask(http));
    const run = await http.assembly.runs.start(
      { question: question as never, store: true },
      { trace_id: http.assembly.newId("trace"), lang: "en" },
    );
    proxy.refuse(true);
    proxy.breakAll();
    const ended = new Promise<void>((resolve) => {
      const look = () => run.ended && resolve();
      run.watch(look);
      look();
    });
    await server.kill();
    await server.again();
    proxy.refuse(false);
    await ended;
    expect(run.events.at(-1)).toMatchObject({ kind: "answer" });
    const thread = Thread.parse(await json(await http.get(`/api/threads/${run.thread_id}`)));
    expect(thread.messages).toMatchObject([{ run_id: run.run_id, status: "answered" }]);
    expect(await count("messages")).toBe(2);
  });

  it("for longer: what could not be stored is said, and all is well once it is back", async () => {
    const proxy = await openProxy(server, name);
    after.push(proxy.close);
    const http = await open(proxy.url);
    const { thread_id } = await answered(await ask(http));
    const stream = http.send("POST", "/api/chat", { question, thread_id });
    const reader = (await stream).body?.getReader();
    const started = new TextDecoder().decode((await reader?.read())?.value);
    expect(started).toContain("start");
    proxy.refuse(true);
    proxy.breakAll();
    let told = "";
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true };
      if (done) break;
      told += new TextDecoder().decode(value);
    }
    expect(told).toContain("The database cannot be reached");
    expect(told).not.toContain("data-answer");
    expect(await refused(await ask(http))).toMatchObject({
      status: 503,
      message: expect.stringContaining("The database cannot be reached"),
    });
    expect((await http.get("/api/threads")).status).toBe(503);
    expect((await http.get("/api/health")).status).toBe(200);
    proxy.refuse(false);
    await answered(await ask(http));
    expect((await health(http)).store).toBe("ok");
    expect(await count("messages")).toBe(2);
  });

  it("killed again and again under askings: every answer that was given is there once, and the audit holds", async () => {
    const http = await open();
    await answered(await ask(http));
    const given: string[] = [];
    const failures: string[] = [];
    let over = false;
    const asks = async () => {
      while (!over) {
        const response = await ask(http);
        if (response.status === 200) given.push(Answer.parse(await response.json()).run_id);
        else {
          const { status, message } = await refused(response);
          failures.push(`${status} ${message}`);
        }
      }
    };
    const working = [asks(), asks(), asks()];
    for (let n = 0; n < 3; n++) {
      const before = given.length;
      await vi.waitFor(() => expect(given.length).toBeGreaterThan(before + 2), patient);
      await server.kill();
      await server.again();
    }
    over = true;
    await Promise.all(working);
    const honest = /^503 .*(database cannot be reached|nobody knows whether)/;
    expect(failures.filter((one) => !honest.test(one))).toEqual([]);
    const stored = (await asked("SELECT run_id FROM messages")).map(({ run_id }) => String(run_id));
    expect(new Set(stored).size).toBe(stored.length);
    expect(stored).toEqual(expect.arrayContaining(given));
    await http.assembly.close();
    const { audit } = await lookAtDatabase(server.urlOf(name));
    expect(audit?.rows).toBeGreaterThan(given.length);
    expect(audit?.broken).toEqual([]);
  });
});

describe("a database that does not take it", () => {
  it("because every connection is in use: says so, and goes on once one is free", async () => {
    const http = await open();
    await answered(await ask(http));
    await http.assembly.close();
    const held: pg.Client[] = [];
    after.push(() => Promise.all(held.map((client) => client.end())));
    await asked("CREATE ROLE plain LOGIN; GRANT ALL ON SCHEMA public TO plain", server.urlOf(name));
    await asked("GRANT ALL ON ALL TABLES IN SCHEMA public TO plain");
    const url = server.urlOf(name).replace("docent@", "plain@");
    for (;;) {
      const client = new pg.Client({ connectionString: url });
      client.on("error", () => undefined);
      try {
        await client.connect();
      } catch {
        break;
      }
      held.push(client);
    }
    const other = await open(url);
    expect(await refused(await ask(other))).toMatchObject({ status: 503, code: "busy" });
    expect((await health(other)).store_message).toBe(
      "The database is busy. Try again in a moment.",
    );
    await Promise.all(held.splice(0).map((client) => client.end()));
    await answered(await ask(other));
  });

  it("because it is read-only: says so, and shows what it has", async () => {
    const http = await open();
    const { thread_id } = await answered(await ask(http));
    await asked(`ALTER DATABASE ${name} SET default_transaction_read_only = on`, server.url);
    await cut();
    await vi.waitFor(async () => {
      expect((await health(http)).store_message).toContain("it is read-only");
    }, patient);
    expect(await refused(await ask(http))).toMatchObject({
      status: 503,
      message: expect.stringContaining("it is read-only"),
    });
    expect((await http.get(`/api/threads/${thread_id}`)).status).toBe(200);
    await asked(`ALTER DATABASE ${name} RESET default_transaction_read_only`, server.url);
    await cut();
    await vi.waitFor(async () => answered(await ask(http)), patient);
  });

  it("because its disk is full: says so, loses nothing, and goes on once there is room", async (context) => {
    const disk = path.join(server.dir, "small");
    mkdirSync(disk);
    const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=24m", "tmpfs", disk]);
    context.skip(mounted.status !== 0, "a small disk cannot be mounted here");
    after.push(() => void spawnSync("umount", ["-l", disk]));
    const { uid, gid } = server.as;
    if (uid !== undefined && gid !== undefined) chownSync(disk, uid, gid);
    const small = `docent_small_${process.pid}`;
    await asked(`CREATE TABLESPACE small LOCATION '${disk}'`, server.url);
    await asked(`CREATE DATABASE ${small} TABLESPACE small`, server.url);
    after.unshift(() => asked(`DROP DATABASE ${small} WITH (FORCE)`, server.url));
    const http = await open(server.urlOf(small));
    const { thread_id } = await answered(await ask(http));
    const filler = path.join(disk, "filler");
    for (let n = 0, size = 1 << 20; size >= 1024; n++) {
      try {
        writeFileSync(`${filler}${n}`, Buffer.alloc(size, "x"));
      } catch {
        size /= 2;
      }
    }
    // Pages that are not full yet take some more.
    let last = await ask(http, {}, { question: `${question} ${"x".repeat(3000)}` });
    for (let n = 0; last.status === 200 && n < 200; n++) {
      last = await ask(http, {}, { question: `${question} ${n} ${"y".repeat(3000)}` });
    }
    const told = await refused(last);
    expect(told).toMatchObject({ status: 503, message: expect.stringContaining("no room left") });
    expect((await http.get(`/api/threads/${thread_id}`)).status).toBe(200);
    for (let n = 0; n < 100; n++) rmSync(`${filler}${n}`, { force: true });
    await answered(await ask(http));
    expect((await health(http)).store).toBe("ok");
  });

  it("because the password is wrong, or there is no such database: says which, and never the address", async () => {
    await asked("CREATE ROLE keeper LOGIN PASSWORD 'right-password'", server.url);
    const rules = path.join(server.dir, "data", "pg_hba.conf");
    const before = readFileSync(rules, "utf8");
    writeFileSync(rules, `local all keeper scram-sha-256\n${before}`);
    await asked("SELECT pg_reload_conf()", server.url);
    const url = server.urlOf(name).replace("docent@", "keeper:wrong-password@");
    const http = await open(url);
    const said = await refused(await ask(http));
    expect(said).toMatchObject({
      status: 503,
      message: expect.stringContaining("refused the name or the password in DATABASE_URL"),
    });
    expect(JSON.stringify([said, await health(http)])).not.toMatch(/wrong-password|keeper/);
    const missing = await open(server.urlOf("docent_none"));
    expect((await health(missing)).store_message).toContain("There is no database of the name");
    await asked(`ALTER DATABASE ${name} OWNER TO keeper`, server.url);
    await answered(await ask(await open(url.replace("wrong", "right"))));
  });
});
