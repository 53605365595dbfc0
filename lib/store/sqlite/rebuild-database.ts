import { copyFileSync, existsSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { Answer } from "#lib/contracts/answer";
import type { OpenDatabase } from "./open-database.ts";
import { insertAnswer } from "./thread-rows.ts";

/** What became of a damaged database: the name of the copy that was kept, and how much could be read of it. */
export type Rebuilt = { set_aside: string; answers: number; rows: number };

/** Rows that stand for themselves; everything of an answer is made again from the answer. */
const plainTables = ["tasks", "spans", "reads"] as const;

/**
 * Puts a new database in the place of a damaged one, with everything that can still be read. Before that the damaged one
 * is copied as it is, and until the last step it stays where it is: a crash in between costs nothing. The caller is the
 * only one that has the file.
 */
export function rebuildDatabase(
  file: string,
  now: Date,
  open: (file: string) => OpenDatabase,
): Rebuilt {
  const stamp = now.toISOString().replace(/[-:]|\.\d+/g, "");
  const aside = path.join(path.dirname(file), `docent-damaged-${stamp}.db`);
  copyFileSync(file, aside);
  if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${aside}-wal`);

  const fresh = `${file}.rebuilt`;
  for (const end of ["", "-wal", "-shm"]) rmSync(fresh + end, { force: true });
  const damaged = new Database(file, { readonly: true });
  const made = open(fresh);
  let kept: Omit<Rebuilt, "set_aside">;
  try {
    kept = { answers: copyAnswers(damaged, made), rows: copyRows(damaged, made) };
  } finally {
    damaged.close();
    made.client.close(); // its log goes into the file
  }
  for (const end of ["-wal", "-shm"]) rmSync(file + end, { force: true });
  renameSync(fresh, file);
  return { set_aside: path.basename(aside), ...kept };
}

function copyAnswers(damaged: Database.Database, { db, client }: OpenDatabase): number {
  const found = new Map<number, Answer>();
  for (const { rowid_, answer } of readable(damaged, "messages")) {
    const parsed = Answer.safeParse(parseJson(answer));
    if (parsed.success) found.set(Number(rowid_), parsed.data);
  }
  let kept = 0;
  for (const [, answer] of [...found].sort(([a], [b]) => a - b)) {
    const insert = client.transaction(() => insertAnswer(db, answer, answer.asked_at));
    if (succeeds(() => insert.immediate())) kept += 1;
  }
  return kept;
}

function copyRows(damaged: Database.Database, { client }: OpenDatabase): number {
  let kept = 0;
  const copy = client.transaction((table: string) => {
    const columns = client
      .prepare<[string], string>("SELECT name FROM pragma_table_info(?)")
      .pluck()
      .all(table);
    const insert = client.prepare(
      `INSERT OR IGNORE INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
    );
    for (const row of readable(damaged, table)) {
      succeeds(() => {
        kept += insert.run(columns.map((name) => row[name] ?? null)).changes;
      });
    }
  });
  for (const table of plainTables) copy(table);
  return kept;
}

/** From the front until a page cannot be read, then from the back: a row may come twice. */
function* readable(
  damaged: Database.Database,
  table: string,
): Generator<Record<string, unknown>, void> {
  for (const order of ["ASC", "DESC"]) {
    try {
      yield* damaged
        .prepare<[], Record<string, unknown>>(
          `SELECT rowid AS rowid_, * FROM ${table} ORDER BY rowid ${order}`,
        )
        .iterate();
    } catch (error) {
      if (!(error instanceof Database.SqliteError)) throw error;
    }
  }
}

function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined; // this row is part of the damage
  }
}

/** A row that does not fit any more is left out; it is in the copy. */
function succeeds(work: () => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if (error instanceof Database.SqliteError) return false;
    throw error;
  }
}
