import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import pg from "pg";
import { afterAll, afterEach, beforeEach, describe } from "vitest";
import type { Clock } from "#lib/contracts/ports";
import type { Store } from "#lib/contracts/store-ports";
import { createLogger } from "#lib/platform/logger";
import { openPostgresStore } from "#lib/store/postgres-store";
import { openStore } from "#lib/store/store";
import { lackingPostgres, startPostgres, type TestServer } from "./postgres/server.ts";

/** A place to keep things in. `open` may be called several times: each is a program of its own over the same place. */
type TestPlace = {
  open(clock: Clock): Promise<Store>;
  /** As another program reads and changes it, past the store. Truth is 0 or 1 in it. */
  rows(sql: string): Promise<Record<string, unknown>[]>;
  change(...statements: string[]): Promise<void>;
  /** The names of its tables, in their order. */
  tables(): Promise<string[]>;
  remove(): Promise<void>;
};

/**
 * Every implementation of the store, for the suites that ask of each the same. What is of one database alone (its files, its
 * locks, a disk that is full) is tested beside it. To add one: one line. `lacking`: why it cannot be tested here.
 */
const implementations: readonly {
  name: string;
  lacking?: string | undefined;
  place: () => Promise<TestPlace>;
}[] = [
  { name: "SQLite", place: sqlitePlace },
  { name: "PostgreSQL", lacking: lackingPostgres, place: postgresPlace },
];

/** What a suite is given: a place for each of its tests, what opens it, and the time there. */
export type Kept = Omit<TestPlace, "open" | "remove"> & {
  open(): Promise<Store>;
  /** Closes all that is open. */
  close(): Promise<void>;
  at(time: string): void;
  now(): Date;
};

/** The same suite for each implementation; where one is not there, each of its tests is skipped and says why. */
export function describeStores(title: string, suite: (kept: Kept) => void): void {
  for (const { name, lacking, place } of implementations) {
    describe(`${title}: ${name}`, () => {
      let time = new Date();
      let here: TestPlace | undefined;
      const opened: Store[] = [];
      const there = () => {
        if (here === undefined) throw new Error("no test is running");
        return here;
      };
      const close = async () => {
        for (const store of opened.splice(0)) await store.close();
      };
      beforeEach(async (context) => {
        context.skip(lacking !== undefined, lacking);
        time = new Date("2026-11-20T10:00:00.000Z");
        here = await place();
      });
      afterEach(async () => {
        await close();
        await here?.remove();
        here = undefined;
      });
      suite({
        async open() {
          const clock = { now: () => time, monotonic: () => performance.now() };
          const store = await there().open(clock);
          opened.push(store);
          return store;
        },
        close,
        rows: (sql) => there().rows(sql),
        change: (...statements) => there().change(...statements),
        tables: () => there().tables(),
        at: (text) => {
          time = new Date(text);
        },
        now: () => time,
      });
    });
  }
}

const log = createLogger("test", "silent");

async function sqlitePlace(): Promise<TestPlace> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "docent-store-"));
  const file = path.join(folder, "docent.db");
  const beside = <T>(work: (db: Database.Database) => T): T => {
    const db = new Database(file);
    try {
      return work(db);
    } finally {
      db.close();
    }
  };
  const rows = async (sql: string) =>
    beside((db) => db.prepare<[], Record<string, unknown>>(sql).all());
  return {
    open: async (clock) => openStore({ file, clock, log }),
    rows,
    tables: async () => {
      const plain = "type = 'table' AND name NOT LIKE '\\_\\_%' ESCAPE '\\'"; // not of migrations
      const found = await rows(`SELECT name FROM sqlite_schema WHERE ${plain} ORDER BY name`);
      return found.map(({ name }) => String(name));
    },
    change: async (...statements) =>
      beside((db) => {
        for (const statement of statements) db.exec(statement);
      }),
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** One for all tests of the file that imports this. */
let server: Promise<TestServer> | undefined;
afterAll(async () => {
  await (await server)?.stop();
});
let databases = 0;

async function postgresPlace(): Promise<TestPlace> {
  server ??= startPostgres();
  const { url, urlOf } = await server;
  const name = `docent_test_${process.pid}_${++databases}`;
  await asked(url, `CREATE DATABASE ${name}`);
  const own = urlOf(name);
  return {
    open: (clock) => openPostgresStore({ url: own, clock, log, apply: true }),
    rows: (sql) => asked(own, sql),
    tables: async () => {
      const found = await asked(own, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
      return found.map(({ tablename }) => String(tablename)).sort();
    },
    change: async (...statements) => {
      for (const statement of statements) await asked(own, statement);
    },
    remove: async () => void (await asked(url, `DROP DATABASE ${name} WITH (FORCE)`)),
  };
}

async function asked(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const { builtins } = pg.types;
  const getTypeParser = (oid: number) =>
    oid === builtins.INT8 ? Number : pg.types.getTypeParser(oid);
  const client = new pg.Client({ connectionString: url, types: { getTypeParser } });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
