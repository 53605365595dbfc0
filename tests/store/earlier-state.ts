import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { createLogger } from "#lib/platform/logger";
import { openStore } from "#lib/store/store";

/** A state folder and exports that the program before blocks made, and the folders it was asked over. */
export const earlierFolder = path.join(import.meta.dirname, "fixtures", "earlier");

export const earlierRows: Record<string, Record<string, unknown>[]> = JSON.parse(
  readFileSync(path.join(earlierFolder, "rows.json"), "utf8"),
);

/** Makes a database with its rows, or with those. Answers are objects in the fixture and text in the database. */
export async function writeEarlierState(file: string, tables = earlierRows): Promise<void> {
  mkdirSync(path.dirname(file), { recursive: true });
  const clock = { now: () => new Date("2026-11-24T10:00:00.000Z"), monotonic: () => 0 };
  await openStore({ file, clock, log: createLogger("test", "silent") }).close();
  const db = new Database(file);
  for (const [table, rows] of Object.entries(tables)) {
    for (const row of rows) {
      const names = Object.keys(row);
      const values = Object.values(row).map((value) =>
        typeof value === "object" && value !== null ? JSON.stringify(value) : value,
      );
      const marks = names.map(() => "?").join(",");
      db.prepare(`INSERT INTO ${table} (${names.join(",")}) VALUES (${marks})`).run(values);
    }
  }
  db.close();
}
