import { eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { onePerson } from "#lib/contracts/people";
import type { Db } from "./dialect.ts";
import { everyone, type Owner } from "./whose.ts";

/**
 * Whose rows a piece of work sees and makes. Every `Db` has one: the functions of this folder put it into each condition
 * (`mine`) and each row (`ownerOf`), so that whoever asks a store that is bound to a person cannot be given another's row,
 * whatever id is named. `everyone` sees all rows: for what a server does for all, and for who looks after it.
 */
/** The same database for another. */
export function boundTo(db: Db, owner: Owner): Db {
  return Object.assign(Object.create(db) as Db, { owner });
}

/** The condition that a row is the owner's; none where it may be anybody's. */
export function mine(db: Db, table: { owner: SQLiteColumn }): SQL | undefined {
  return db.owner === everyone ? undefined : eq(table.owner, db.owner);
}

/** The same in a statement that is written out, of a table or a name of one. */
export function mineIn({ owner }: Pick<Db, "owner">, table: string): SQL {
  if (owner === everyone) return sql`true`;
  return sql`${sql.raw(table)}.owner = ${owner}`;
}

/** Of the steps, files and events of tasks: those of the owner's tasks. */
export function ofMine(
  db: Db,
  table: "work_steps" | "work_artifacts" | "work_events",
): SQL | undefined {
  if (db.owner === everyone) return undefined;
  // Written out: within the brackets a name without its table would be taken for one of the inner table.
  return sql`EXISTS (SELECT 1 FROM work_tasks AS own
    WHERE own.task_id = ${sql.raw(table)}.task_id AND own.owner = ${db.owner})`;
}

/** Of the audit: rows of before there were people are of the one person. */
export function told(db: Db, table: { person: SQLiteColumn }): SQL | undefined {
  if (db.owner === everyone) return undefined;
  if (db.owner === onePerson) return sql`${table.person} IS NULL`;
  return eq(table.person, db.owner);
}

/** The same in a statement that is written out. */
export function toldIn({ owner }: Db): SQL[] {
  if (owner === everyone) return [];
  return [owner === onePerson ? sql`person IS NULL` : sql`person = ${owner}`];
}

/** Whose a new row is. What is nobody's is not kept for anybody: that is a fault of the program. */
export function ownerOf({ owner }: Db): string {
  if (owner === everyone)
    throw new Error("a row that belongs to a person was to be kept for nobody");
  return owner;
}

/** Whose doing a row of the trace is; what the server does for all is nobody's. */
export const tellerOf = ({ owner }: Pick<Db, "owner">): string =>
  owner === everyone ? nobody : owner;
const nobody = "";

/** As the audit names it: the one person of a Docent without sign-in goes without a name. */
export const personOf = (owner: string): string | null => (owner === onePerson ? null : owner);
