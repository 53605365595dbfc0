import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import Database from "better-sqlite3";
import fc from "fast-check";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Store } from "#lib/contracts/store-ports";
import { createLogger } from "#lib/platform/logger";
import { type CopiedState, copyState } from "#lib/store/copy-state";
import { openPostgresStore } from "#lib/store/postgres-store";
import { openStore } from "#lib/store/store";
import { now } from "./aged-traces.ts";
import { fillWhole, readWhole } from "./copying/whole-state.ts";
import { writeEarlierState } from "./earlier-state.ts";
import { knownSteps } from "./postgres/known-steps.ts";
import { lackingPostgres, startPostgres, type TestServer } from "./postgres/server.ts";
import { refusal } from "./refusal.ts";
import { sampleAnswer } from "./sample-answer.ts";
import { ids } from "./sample-rows.ts";

/** Tables of this database alone. */
const ofDatabase = ["migrations", "outcomes", "servers", "claims", "events"];
const log = createLogger("test", "silent");
const clock = { now: () => now, monotonic: () => performance.now() };
let server: TestServer;
beforeAll(async () => {
  if (lackingPostgres === undefined) server = await startPostgres();
});
afterAll(() => server?.stop());

let folder: string;
let file: string;
let url: string;
let databases = 0;
const opened: Store[] = [];
beforeEach(async (context) => {
  context.skip(lackingPostgres !== undefined, lackingPostgres);
  folder = mkdtempSync(path.join(os.tmpdir(), "docent-copy-"));
  file = path.join(folder, "docent.db");
  url = await newDatabase();
});
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
});

async function newDatabase(): Promise<string> {
  const name = `docent_copy_${process.pid}_${++databases}`;
  await asked(`CREATE DATABASE ${name}`, server.url);
  return server.urlOf(name);
}

async function asked(sql: string, at = url): Promise<Record<string, unknown>[]> {
  const getTypeParser = (oid: number) => (oid === 20 ? Number : pg.types.getTypeParser(oid));
  const client = new pg.Client({ connectionString: at, types: { getTypeParser } });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

function sqlite(at = file): Store {
  const store = openStore({ file: at, clock, log });
  opened.push(store);
  return store;
}
async function postgres(): Promise<Store> {
  const store = await openPostgresStore({ url, clock, log, apply: false });
  opened.push(store);
  return store;
}
const copy = (signal = new AbortController().signal, tell: TellCopy = () => undefined) =>
  copyState({ file, url, log, tell, signal });
type TellCopy = Parameters<typeof copyState>[0]["tell"];

/** What SQLite has, past the store. */
function change(work: (db: Database.Database) => void): void {
  const db = new Database(file);
  work(db);
  db.close();
}
/** The file is read by a store of its own, in a copy: what opens it writes to it. */
function bothAs(name: string): Store {
  const at = path.join(folder, name);
  copyFileSync(file, at);
  return sqlite(at);
}
const bytes = () => readFileSync(file).toString("base64");
const rowsOf = ({ tables }: CopiedState) =>
  Object.fromEntries(tables.map(({ name, rows }) => [name, rows]));

async function whole(texts?: string[]): Promise<void> {
  const store = openStore({ file, clock, log });
  await fillWhole(store, texts);
  await store.close();
}

describe("copying a state into PostgreSQL", () => {
  it("takes every table, and every reading method of the store says the same afterwards", async () => {
    await whole();
    const before = bytes();
    const copied = await copy();
    expect(bytes()).toBe(before);
    const counted = rowsOf(copied);
    const empty = Object.entries(counted).filter(([, rows]) => rows === 0);
    expect(empty).toEqual([]); // or the state below shows nothing of a table
    expect(copied.audit).toMatchObject({ broken: [], removed: { rows: 4 } });
    expect(await readWhole(await postgres())).toEqual(await readWhole(bothAs("read.db")));
  });

  it("leaves out no table of the file but those of the full-text index", async () => {
    await whole();
    const names = Object.keys(rowsOf(await copy())).sort();
    let there: string[] = [];
    change((db) => {
      const all = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name";
      there = db.prepare<[], string>(all).pluck().all();
    });
    const own = /^(sqlite_|__drizzle|trace_words)/;
    expect(names).toEqual(there.filter((name) => !own.test(name)));
    const here = await asked("SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
    expect(here.map(({ tablename }) => tablename).sort()).toEqual(
      [...names, ...ofDatabase.map((one) => `docent_${one}`)].sort(),
    );
  });

  it("goes on as the file would have: numbers that were given are not given again, and the chain holds", async () => {
    await whole();
    change((db) => db.exec("DELETE FROM messages WHERE id = (SELECT max(id) FROM messages)"));
    await copy();
    const both = [bothAs("on.db"), await postgres()];
    const found: unknown[] = [];
    for (const store of both) {
      store.trace.read({
        ...{ at: now.toISOString(), trace_id: "later", agent_id: "person", tool_id: "docs_read" },
        relative_path: "later.md",
      });
      await store.saveAnswer(sampleAnswer({ ...ids(500), thread_id: "later" }));
      const answer = await store.activity.answer("trace_500");
      found.push([answer?.message_id, await store.activity.checkAudit()]);
    }
    expect(found[1]).toEqual(found[0]);
    expect(found[1]).toMatchObject([expect.any(Number), { broken: [] }]);
  });

  it("keeps whatever texts there are", { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: "binary", maxLength: 20 }), { minLength: 1, maxLength: 12 }),
        async (texts) => {
          rmSync(file, { force: true });
          url = await newDatabase();
          await whole(texts);
          await copy();
          const one = await postgres();
          const other = bothAs(`texts-${databases}.db`);
          expect(await readWhole(one)).toEqual(await readWhole(other));
          for (const store of opened.splice(0)) await store.close();
        },
      ),
      { numRuns: 4 },
    );
  });

  it("takes over what an earlier version had written", async () => {
    await writeEarlierState(file);
    expect(rowsOf(await copy())).toMatchObject({ threads: 1, messages: 7, citations: 20 });
    expect(await readWhole(await postgres())).toEqual(await readWhole(bothAs("read.db")));
  });

  it("says where an audit was changed, and copies it as it is", async () => {
    await whole();
    change((db) => db.exec("UPDATE reads SET relative_path = 'other' WHERE id = 10"));
    const { audit } = await copy();
    expect(audit?.broken).toEqual([{ table: "reads", row_id: 10, what: "changed" }]);
    expect((await (await postgres()).activity.checkAudit())?.broken).toEqual(audit?.broken);
  });

  it("finds a row that became another, is missing or is too much in the copy", async () => {
    await whole();
    const refused: string[] = [];
    for (const sql of [
      "UPDATE claims SET text = text || ' ' WHERE message_id = 2",
      "UPDATE messages SET confidence = confidence + 1e-15 WHERE id = 2",
      "UPDATE episodes SET vector = '\\x00' WHERE message_id = 2",
      "UPDATE spans SET rowid = rowid + 1000 WHERE span_id = 'span_9'",
      "UPDATE approvals SET note = NULL WHERE id = 'approval_c'",
      "DELETE FROM gaps WHERE message_id = 2",
      "INSERT INTO accepted_skills VALUES ('z', 'h', 'now')",
    ]) {
      url = await newDatabase();
      let changed = false;
      const tampered = () =>
        copy(undefined, async ({ what }) => {
          if (what === "copied" || changed) return;
          changed = true;
          await asked(sql);
        });
      refused.push((await refusal(tampered)).message);
    }
    expect(refused).toMatchObject([
      expect.stringContaining("of claims is not the same"),
      expect.stringContaining("Row 2 of messages is not the same"),
      expect.stringContaining("of episodes is not the same"),
      expect.stringContaining("of spans is not the same"),
      expect.stringContaining("of approvals is not the same"),
      expect.stringContaining("of gaps is not the same"),
      expect.stringContaining("accepted_skills has 3 rows in the file and 4 in the copy"),
    ]);
  });
});

describe("a copy that is broken off", () => {
  async function many(answers: number): Promise<void> {
    const store = openStore({ file, clock, log });
    const markdown = "x".repeat(30_000);
    for (let n = 1; n <= answers; n++) {
      await store.saveAnswer(sampleAnswer({ ...ids(n), thread_id: `t${n % 7}`, markdown }));
    }
    await store.close();
  }

  it("is taken for whole by no server, and goes on where it was after kill -9, with no row twice", async () => {
    await many(120);
    const script = path.join(import.meta.dirname, "copying", "copy-until-killed.ts");
    for (const at of ["threads", "messages", "claims"]) {
      const child = spawn(process.execPath, [script, file, url], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      const ended = once(child, "close");
      for await (const line of createInterface({ input: child.stdout })) {
        if (line.includes(`"copied","table":"${at}"`)) child.kill("SIGKILL");
      }
      await ended;
      const sentence = (await refusal(postgres)).message;
      expect(sentence).toContain("unfinished copy");
    }
    const [there] = await asked("SELECT count(*) AS n FROM messages");
    expect(there?.n).toBe(120);
    expect(rowsOf(await copy())).toMatchObject({ messages: 120, claims: 120 });
    expect(await readWhole(await postgres())).toEqual(await readWhole(bothAs("read.db")));
  });

  it("names the rows of which the database does not take one, and goes on behind those before them", async () => {
    await many(150);
    const sql = `CREATE FUNCTION refuses() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN IF NEW.id = 140 THEN RAISE SQLSTATE ''23514''; END IF; RETURN NEW; END';
      CREATE TRIGGER refuses BEFORE INSERT ON messages FOR EACH ROW EXECUTE FUNCTION refuses()`;
    const tell: TellCopy = ({ table }) => table === "threads" && asked(sql);
    const refused = await refusal(() => copy(undefined, tell));
    expect(refused.message).toMatch(
      /does not take a row of messages between \d+ and 150 \(23514\)/,
    );
    const [there] = await asked("SELECT count(*) AS n FROM messages");
    expect(there?.n).toBeGreaterThan(0);
    expect(there?.n).toBeLessThan(140);
    await asked("DROP TRIGGER refuses ON messages; DROP FUNCTION refuses");
    expect(rowsOf(await copy())).toMatchObject({ messages: 150, claims: 150 });
  });

  it("does not go on with a state that was changed meanwhile, or with another", async () => {
    await many(20);
    const stop = new AbortController();
    const stopped = copy(stop.signal, ({ table }) => table === "messages" && stop.abort());
    await expect(stopped).rejects.toThrow("aborted");
    const store = openStore({ file, clock, log });
    await store.saveAnswer(sampleAnswer(ids(900)));
    await store.close();
    expect((await refusal(copy)).message).toContain("unfinished copy of another state");
  });
});

describe("copying is refused", () => {
  it("into a database that holds rows, its own of before among them", async () => {
    await whole();
    await copy();
    const refused = await refusal(copy);
    expect(refused.code).toBe("conflict");
    expect(refused.message).toMatch(/holds rows already: \w+ has \d+ rows?/);
  });

  it("into one with tables of another program, and leaves it as it is", async () => {
    await whole();
    await asked("CREATE TABLE messages (id int)");
    expect((await refusal(copy)).message).toContain("tables of another program, messages");
    expect(await asked("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")).toEqual([
      { tablename: "messages" },
    ]);
  });

  it("into one whose tables are of another step, and says which", async () => {
    await whole();
    await (await openPostgresStore({ url, clock, log, apply: true })).close();
    await asked("INSERT INTO docent_migrations (name) VALUES ('9999_later.sql')");
    expect((await refusal(copy)).message).toMatch(
      new RegExp(
        `newer version.*step ${knownSteps.length + 1}, and this version knows ${knownSteps.length}`,
      ),
    );
  });

  it("from a file of another step, and says which", async () => {
    await whole();
    const step = (n: number) => change((db) => db.pragma(`user_version = ${n}`));
    step(12);
    expect((await refusal(copy)).message).toMatch(/older version.*step 12 of 16/);
    step(17);
    expect((await refusal(copy)).message).toContain("newer version");
    step(16);
    for (const begun of ["unsure_traces", "trace_index"]) {
      change((db) => db.prepare("DELETE FROM upkeep WHERE name = ?").run(begun));
      expect((await refusal(copy)).message).toContain("not brought up to date whole");
    }
    expect(await asked("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);
  });

  it("where there is no file, or one that is damaged or held", async () => {
    expect((await refusal(copy)).message).toContain("There is no docent.db");
    await whole();
    const holder = new Database(file);
    holder.pragma("locking_mode = EXCLUSIVE");
    holder.exec("BEGIN EXCLUSIVE");
    expect((await refusal(copy)).message).toContain("in use by another program");
    holder.close();
    const damaged = readFileSync(file).fill(0xff, 4096, 4096 + 200_000);
    rmSync(file);
    await import("node:fs/promises").then(({ writeFile }) => writeFile(file, damaged));
    expect((await refusal(copy)).message).toContain("is damaged");
  });

  it("while a server uses the database, and a server is while it is copied into", async () => {
    await whole();
    let during: string | undefined;
    await copy(undefined, async () => {
      during ??= (await refusal(copy)).message;
    });
    expect(during).toContain(`Another Docent program uses this database (process ${process.pid}`);
  });

  it("where somebody wrote to the file meanwhile", async () => {
    await whole();
    const refused = await refusal(() =>
      copy(undefined, ({ what, table }) => {
        if (what === "compared" && table === "threads") {
          change((db) => db.exec("UPDATE threads SET title = 'other'"));
        }
      }),
    );
    expect(refused.message).toContain("Another program wrote to docent.db");
  });
});
