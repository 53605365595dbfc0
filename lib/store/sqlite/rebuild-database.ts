import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import type { Answer } from "#lib/contracts/answer";
import { onePerson } from "#lib/contracts/people";
import type { Rebuilt } from "#lib/contracts/store-ports";
import { StoredAnswer } from "#lib/contracts/upgrade-answer";
import { boundTo } from "../rows/owner.ts";
import { insertAnswer } from "../rows/thread-rows.ts";
import type { OpenDatabase } from "./open-database.ts";
import { runTransaction } from "./run-statements.ts";

/** Rows that stand for themselves, or beside an answer that was kept; everything of an answer is made again from the answer. */
const plainTables = [
  "feedback",
  "tasks",
  "agent_turns",
  "spans",
  "reads",
  "tool_calls",
  "approvals",
  "standing_permissions",
  "work_tasks",
  "work_steps",
  "work_artifacts",
  "work_events",
  "accepted_skills",
  "connections",
  "previews",
  "replay_cases",
  "figures",
  "concepts",
  "people",
  "access_tokens",
] as const;
const PAGE_BYTES = 4096;
/** What damage looks like to who reads: broken pages, or a table that is missing. */
const UNREADABLE = /^SQLITE_(CORRUPT|NOTADB|ERROR$)/;
/** What damage looks like to who writes it down: a number that is there already, text where there should be some. */
const UNFIT = /^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG)/;

const ends = ["", "-wal", "-shm"] as const;
const halfMade = (file: string) => `${file}.rebuilding`;
const whole = (file: string) => `${file}.rebuilt`;

/**
 * Puts a new database in the place of a damaged one, with everything that can still be read. Before that the damaged one
 * is copied as it is, and until the last step it stays where it is: a crash in between costs nothing, and so does a disk
 * that fills up, of which this throws and keeps no copy. The caller is the only one that has the file.
 */
export function rebuildDatabase(
  file: string,
  now: Date,
  open: (file: string) => OpenDatabase,
): Rebuilt {
  const stamp = now.toISOString().replace(/[-:]|\.\d+/g, "");
  const aside = path.join(path.dirname(file), `docent-damaged-${stamp}.db`);
  const fresh = halfMade(file);
  try {
    for (const end of ["", "-wal"]) copyFlushed(file + end, aside + end);
    remove(fresh);
    const kept = copyReadable(file, fresh, open);
    renameSync(fresh, whole(file));
    finishRebuild(file);
    return { set_aside: path.basename(aside), ...kept };
  } catch (error) {
    // Once there is a whole new one, the copy belongs to it.
    if (!existsSync(whole(file))) remove(aside);
    remove(fresh);
    throw error;
  }
}

/**
 * The last step, also after a crash in the middle of it: the damaged file's log must be gone before another file has its
 * name, or SQLite would write it into that one. Does nothing when no new database waits.
 */
export function finishRebuild(file: string): void {
  if (!existsSync(whole(file))) return;
  for (const end of ["-wal", "-shm"]) rmSync(file + end, { force: true });
  renameSync(whole(file), file);
}

function copyReadable(
  from: string,
  to: string,
  open: (file: string) => OpenDatabase,
): Omit<Rebuilt, "set_aside"> {
  // SQLite deletes the log of an empty file; with a page in it, all that is in the log can be read.
  if (statSync(from).size === 0) truncateSync(from, PAGE_BYTES);
  const damaged = new Database(from, { readonly: true });
  let made: OpenDatabase | undefined;
  try {
    made = open(to);
    const kept = { answers: copyAnswers(damaged, made), rows: copyRows(damaged, made) };
    copyTitles(damaged, made);
    copyKeptAnswers(damaged, made);
    closeWhole(made, to);
    return kept;
  } finally {
    damaged.close();
    made?.client.close();
  }
}

/** Everything goes into the one file, or this throws. */
function closeWhole({ client }: OpenDatabase, file: string): void {
  client.pragma("wal_checkpoint(TRUNCATE)");
  client.close();
  if (existsSync(`${file}-wal`)) throw new Error("the log of the new database did not go into it");
}

/** On the disk, not only on its way there: the original goes soon after. */
function copyFlushed(from: string, to: string): void {
  if (!existsSync(from)) return;
  copyFileSync(from, to);
  const handle = openSync(to, "r+");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function remove(file: string): void {
  for (const end of ends) rmSync(file + end, { force: true });
}

function copyAnswers(damaged: Database.Database, made: OpenDatabase): number {
  const found = new Map<number, { answer: Answer; owner: string }>();
  for (const { rowid_, owner, answer } of readable(damaged, "messages")) {
    const parsed = StoredAnswer.safeParse(parseJson(answer));
    if (parsed.success) {
      found.set(Number(rowid_), { answer: parsed.data, owner: ownerIn(owner) });
    }
  }
  let kept = 0;
  for (const [, { answer, owner }] of [...found].sort(([a], [b]) => a - b)) {
    const insert = () => insertAnswer(boundTo(made.db, owner), answer, answer.asked_at);
    if (succeeds(() => void runTransaction(made, insert))) kept += 1;
  }
  return kept;
}

/** A conversation made again from its answers has its first question as title; what a person called it is given back. */
function copyTitles(damaged: Database.Database, { client }: OpenDatabase): void {
  const rename = client.prepare("UPDATE threads SET title = ? WHERE id = ?");
  for (const { id, title } of readable(damaged, "threads")) {
    if (typeof title === "string" && title !== "") succeeds(() => rename.run(title, id));
  }
}

/** Who asks again under a key of the last day is told the same answer, not asked for again. */
function copyKeptAnswers(damaged: Database.Database, { client }: OpenDatabase): void {
  const insert = client.prepare(
    "INSERT OR IGNORE INTO kept_results (owner, scope, key, fingerprint, body, expires_at) VALUES (?, ?, ?, ?, ?, ?)",
  );
  for (const row of readable(damaged, "kept_results")) {
    const { scope, key, fingerprint, body, expires_at } = row;
    if (scope !== "answer" || !StoredAnswer.safeParse(parseJson(body)).success) continue;
    succeeds(() => insert.run(ownerIn(row.owner), scope, key, fingerprint, body, expires_at));
  }
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
        kept += insert.run(
          columns.map((name) => (name === "owner" ? ownerIn(row[name]) : (row[name] ?? null))),
        ).changes;
      });
    }
  });
  for (const table of plainTables) copy(table);
  return kept;
}

/** Rows of before there were people are those of the one person. */
const ownerIn = (value: unknown): string => (typeof value === "string" ? value : onePerson);

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
      if (!isOneOf(error, UNREADABLE)) throw error;
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

/** A row that does not fit any more is left out; it is in the copy. A disk that is full or fails is no reason to. */
function succeeds(work: () => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if (isOneOf(error, UNFIT)) return false;
    throw error;
  }
}

function isOneOf(error: unknown, codes: RegExp): boolean {
  return error instanceof Database.SqliteError && codes.test(error.code);
}
