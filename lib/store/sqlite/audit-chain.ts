import type Database from "better-sqlite3";
import { sha256 } from "#lib/platform/hash";
import { insertRow } from "./insert-row.ts";
import type { Db, OpenDatabase } from "./open-database.ts";
import { audit_anchor, audit_chain, audit_head, reads } from "./schema.ts";

/** The tables whose rows are chained. */
export const auditedTables = ["reads", "tool_calls"] as const;
export type AuditedTable = (typeof auditedTables)[number];

/**
 * Each row of the audit has a link: a hash over the row and the link before it. Whoever changes, removes, adds or moves a
 * row breaks the chain there, and the head, which stands apart, tells when its end is cut off. That shows what was done to
 * rows by whatever program; it does not show that somebody made the whole chain anew, which takes this file and no secret.
 *
 * The caller holds the transaction, which keeps every other writer out from the first link to `end`.
 */
export function continueChain(db: Db) {
  let head: { seq: number; hash: string } | undefined;
  return {
    add(table: AuditedTable, row_id: number, row: AuditedRow): void {
      head ??= db.select().from(audit_head).get() ?? beginning;
      head = { seq: head.seq + 1, hash: linkOf(head.hash, table, row_id, row) };
      insertRow(db, audit_chain, { seq: head.seq, audited: table, row_id, hash: head.hash });
    },
    end(): void {
      if (head !== undefined) setHead(db, head);
    },
  };
}

function setHead(db: Db, head: { seq: number; hash: string }): void {
  insertRow(db, audit_head, { id: 1, ...head }, audit_head.id);
}

/** One more row of the table of reads, and its link. The caller holds the transaction. */
export function addToChain(db: Db, row: typeof reads.$inferInsert): void {
  const chain = continueChain(db);
  chain.add("reads", insertRow(db, reads, row), row);
  chain.end();
}

export type AuditAnchor = { seq: number; hash: string; until: string };

/** The last link that is gone because its row was past its time. */
export function anchorOf(client: Database.Database): AuditAnchor | undefined {
  return client.prepare<[], AuditAnchor>("SELECT seq, hash, until FROM audit_anchor").get();
}

export function setAnchor(db: Db, anchor: AuditAnchor): void {
  insertRow(db, audit_anchor, { id: 1, ...anchor }, audit_anchor.id);
}

export function rowOf(
  client: Database.Database,
  table: AuditedTable,
  id: number,
): AuditedRow | undefined {
  const known = byId.get(client)?.[table];
  const find = known ?? client.prepare<[number], AuditedRow>(`SELECT * FROM ${table} WHERE id = ?`);
  byId.set(client, { ...byId.get(client), [table]: find });
  return find.get(id);
}
type ById = Partial<Record<AuditedTable, Database.Statement<[number], AuditedRow>>>;
const byId = new WeakMap<Database.Database, ById>();

export type AuditChain = ReturnType<typeof continueChain>;

/** Before the first link. */
export const beginning = { seq: 0, hash: "" };
export type AuditedRow = Record<string, unknown>;

/** A chain over what is there already, where there is none: of an older version, or of a database that was made anew. */
export function beginChain({ db, client }: OpenDatabase): void {
  if (db.select().from(audit_head).get() !== undefined) return;
  setHead(db, beginning);
  const chain = continueChain(db);
  for (const table of auditedTables) {
    for (const { id, row } of rowsOf(client, table)) chain.add(table, id, row);
  }
  chain.end();
}

/** By number, a page at a time, so that there may be more than fit into memory and others may be written meanwhile. */
export function* rowsOf(
  client: Database.Database,
  table: AuditedTable,
): Generator<{ id: number; row: AuditedRow }> {
  const page = client.prepare<[number, number], AuditedRow & { id: number }>(
    `SELECT * FROM ${table} WHERE id > ? ORDER BY id LIMIT ?`,
  );
  for (let last = 0; ; ) {
    const rows = page.all(last, pageRows);
    for (const row of rows) yield { id: row.id, row };
    if (rows.length < pageRows) return;
    last = rows.at(-1)?.id ?? last;
  }
}

const pageRows = 1000;

/** Over the columns that hold something, by name: one that is added to the table later changes no link. */
export function linkOf(
  before: string,
  table: AuditedTable,
  row_id: number,
  row: AuditedRow,
): string {
  const values = Object.entries(row)
    .filter(([name, value]) => name !== "id" && value !== null && value !== undefined)
    .map(([name, value]) => [name, asStored(value)])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  return sha256(JSON.stringify([before, table, row_id, values]));
}

/** As the database gives it back: numbers for truth, and no half of a surrogate pair. */
function asStored(value: unknown): unknown {
  if (typeof value === "boolean") return Number(value);
  return typeof value === "string" ? value.toWellFormed() : value;
}
