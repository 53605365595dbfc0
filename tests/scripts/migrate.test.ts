import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createLogger } from "#lib/platform/logger";
import { projectDir } from "#lib/platform/project";
import { openPostgresStore } from "#lib/store/postgres-store";
import { openStore } from "#lib/store/store";
import { now } from "../store/aged-traces.ts";
import { fillWhole } from "../store/copying/whole-state.ts";
import { lackingPostgres, startPostgres, type TestServer } from "../store/postgres/server.ts";

const log = createLogger("test", "silent");
const clock = { now: () => now, monotonic: () => performance.now() };
let server: TestServer;
beforeAll(async () => {
  if (lackingPostgres === undefined) server = await startPostgres();
});
afterAll(() => server?.stop());
let home: string;
beforeEach(async (context) => {
  context.skip(lackingPostgres !== undefined, lackingPostgres);
  home = path.join(mkdtempSync(path.join(os.tmpdir(), "docent-migrate-")), "home");
  mkdirSync(home);
  const store = openStore({ file: path.join(home, "docent.db"), clock, log });
  await fillWhole(store);
  await store.close();
});
afterEach(() => {
  if (home !== undefined) rmSync(path.dirname(home), { recursive: true, force: true });
});

let databases = 0;
async function newDatabase(): Promise<string> {
  const name = `docent_migrate_${process.pid}_${++databases}`;
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  return server.urlOf(name);
}

async function run(command: string, args: string[], env: Record<string, string> = {}) {
  const script = path.join(projectDir(), "scripts/run.mjs");
  const child = spawn(process.execPath, [script, command, ...args], {
    cwd: projectDir(),
    env: {
      ...{ NODE_ENV: "test", PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "" },
      ...{ LC_ALL: "C", DOCENT_HOME: home, ...env },
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { out, err, code };
}

describe("npm run migrate", () => {
  it("tells of each table and of the audit, and leaves the state folder as it was; doctor then knows both", async () => {
    const url = await newDatabase();
    const file = path.join(home, "docent.db");
    const before = readFileSync(file);
    const { out, err, code } = await run("migrate", ["--to", url]);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(/^messages: \d+ rows copied$/m);
    expect(out).toMatch(/^messages: \d+ rows compared, the same$/m);
    expect(out).toMatch(/^Audit: \d+ rows, each link computed anew from the copied rows/m);
    expect(out).toMatch(/^Copied and compared: \d\d tables, \d+ rows\. Start Docent with this/m);
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readdirSync(home).filter((name) => !name.startsWith("docent.db"))).toEqual([]);

    const free = await run("doctor", [], { DATABASE_URL: url });
    expect(free.out).toMatch(
      /^ok .*Database .*PostgreSQL \d+.*, reached; tables at step \d+ of \d+; no server/m,
    );
    expect(free.out).toMatch(/^ok .*Audit .*\d+ rows, unchanged since they were written/m);
    const store = await openPostgresStore({
      url,
      clock,
      log,
      apply: true,
      server: { version: "1" },
    });
    const used = await run("doctor", [], { DATABASE_URL: url });
    expect(used.out).toMatch(new RegExp(`used by the server with process ${process.pid} on`));
    await store.close();
    expect((await run("doctor", [])).out).toMatch(/^ok .*Database .*SQLite, docent.db/m);
  });

  it("is refused while a server has the folder, for a wrong address, and without one", async () => {
    const owner = { pid: process.pid, address: "http://127.0.0.1:3000" };
    writeFileSync(path.join(home, "owner.json"), JSON.stringify(owner));
    const url = await newDatabase();
    const held = await run("migrate", ["--to", url]);
    expect(held.code).toBe(1);
    expect(held.err).toContain(`Docent uses this state folder (process ${process.pid}, http://`);
    rmSync(path.join(home, "owner.json"));
    const wrong = await run("migrate", ["--to", "mysql://me:hidden@host/db"]);
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining("DATABASE_URL must be")]);
    expect(wrong.err).not.toContain("hidden");
    const away = await run("migrate", ["--to", "postgres://me:hidden@127.0.0.1:1/db"]);
    expect([away.code, away.err]).toEqual([1, expect.stringContaining("cannot be reached")]);
    expect(await run("migrate", [])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^usage/),
    });
    const lost = await run("doctor", [], { DATABASE_URL: "postgres://me:hidden@127.0.0.1:1/db" });
    expect(lost.code).toBe(1);
    expect(lost.out).toMatch(/^FAILED .*Database .*cannot be reached/m);
    expect(lost.out).not.toContain("hidden");
  });
});
