import { eq, gt, lte, sql } from "drizzle-orm";
import { sha256 } from "#lib/platform/hash";
import type { Db } from "./dialect.ts";
import { locks } from "./locks.ts";
import { audit_anchor, audit_chain, audit_head, reads, tool_calls } from "./schema.ts";
import { all, type Conflict, get, insert, insertAll, type Rows, raw, write } from "./statements.ts";

/** The tables whose rows are chained. */
export const auditedTables = ["reads", "tool_calls"] as const;
export type AuditedTable = (typeof auditedTables)[number];
const tables = { reads, tool_calls };

/**
 * Each row of the audit has a link: a hash over the row and the link before it. Whoever changes, removes, adds or moves a
 * row breaks the chain there, and the head, which stands apart, tells when its end is cut off. That shows what was done to
 * rows by whatever program; it does not show that somebody made the whole chain anew, which takes this database and no secret.
 *
 * The caller holds the transaction, which keeps every other writer out from the first row to `end`: rows of a table are linked
 * in the order of their numbers.
 */
export function continueChain(db: Db) {
  let head: AuditLink | undefined;
  let links: ChainLink[] = [];
  const start = function* (): Rows<AuditLink> {
    yield* locks.audit();
    return (yield* headOf(db)) ?? beginning;
  };
  const link = (before: AuditLink, audited: AuditedTable, row_id: number, row: AuditedRow) => {
    head = { seq: before.seq + 1, hash: linkOf(before.hash, audited, row_id, row) };
    links.push({ ...head, audited, row_id });
  };
  return {
    *read(row: typeof reads.$inferInsert): Rows<void> {
      const before = head ?? (yield* start());
      link(before, "reads", yield* insert(reads, row), row);
    },
    *call(row: typeof tool_calls.$inferInsert): Rows<void> {
      const before = head ?? (yield* start());
      link(before, "tool_calls", yield* insert(tool_calls, row), row);
    },
    /** One that is there already. */
    *addStored(table: AuditedTable, row: AuditedRow & { id: number }): Rows<void> {
      link(head ?? (yield* start()), table, row.id, row);
    },
    *end(): Rows<void> {
      if (head === undefined) return;
      yield* insertAll(audit_chain, links);
      links = [];
      yield* setHead(db, head);
    },
  };
}

/** A place in the chain. */
export type AuditLink = { seq: number; hash: string };
export type ChainLink = AuditLink & { audited: AuditedTable; row_id: number };

function* setHead(_db: Db, { seq, hash }: AuditLink): Rows<void> {
  yield* insert(audit_head, { id: 1, seq, hash }, instead.head);
}

/** Each is the only row of its table. */
const instead = {
  head: { key: audit_head.id, set: "all" },
  anchor: { key: audit_anchor.id, set: "all" },
} satisfies Record<string, Conflict>;

/** The last link. */
export function* headOf(db: Db): Rows<AuditLink | undefined> {
  const { seq, hash } = audit_head;
  return yield* get(db.select({ seq, hash }).from(audit_head));
}

/** One more row of the table of reads, and its link. The caller holds the transaction. */
export function* addToChain(db: Db, row: typeof reads.$inferInsert): Rows<void> {
  const chain = continueChain(db);
  yield* chain.read(row);
  yield* chain.end();
}

export type AuditAnchor = AuditLink & { until: string };

/** The last link that is gone because its row was past its time. */
export function* anchorOf(db: Db): Rows<AuditAnchor | undefined> {
  const { seq, hash, until } = audit_anchor;
  return yield* get(db.select({ seq, hash, until }).from(audit_anchor));
}

export function* setAnchor(_db: Db, { seq, hash, until }: AuditAnchor): Rows<void> {
  yield* insert(audit_anchor, { id: 1, seq, hash, until }, instead.anchor);
}

export function* rowOf(table: AuditedTable, id: number): Rows<AuditedRow | undefined> {
  const [row] = yield* raw<AuditedRow>(sql`SELECT * FROM ${sql.raw(table)} WHERE id = ${id}`);
  return row;
}

/** So many of the rows behind a number, in the order of their numbers. */
export function* rowsAfter(
  table: AuditedTable,
  id: number,
  most: number,
): Rows<(AuditedRow & { id: number })[]> {
  return yield* raw(
    sql`SELECT * FROM ${sql.raw(table)} WHERE id > ${id} ORDER BY id LIMIT ${most}`,
  );
}

/** So many of the links behind a place in the chain. */
export function* linksAfter(db: Db, seq: number, most: number): Rows<ChainLink[]> {
  const which = gt(audit_chain.seq, seq);
  return yield* all(
    db.select().from(audit_chain).where(which).orderBy(audit_chain.seq).limit(most),
  );
}

/** The oldest links with their rows. The caller holds the transaction. */
export function* dropLinks(db: Db, links: readonly ChainLink[]): Rows<void> {
  for (const { audited, row_id } of links) {
    const table = tables[audited];
    yield* write(db.delete(table).where(eq(table.id, row_id)));
  }
  const last = links.at(-1)?.seq ?? 0;
  yield* write(db.delete(audit_chain).where(lte(audit_chain.seq, last)));
}

/** Before the first link. */
export const beginning: AuditLink = { seq: 0, hash: "" };
export type AuditedRow = Record<string, unknown>;

/** A chain over what is there already, where there is none: of an older version, or of a database that was made anew. */
export function* beginChain(db: Db): Rows<void> {
  yield* locks.audit();
  if ((yield* headOf(db)) !== undefined) return;
  yield* setHead(db, beginning);
  const chain = continueChain(db);
  for (const table of auditedTables) {
    for (let last = 0; ; ) {
      const rows = yield* rowsAfter(table, last, pageRows);
      for (const row of rows) yield* chain.addStored(table, row);
      yield* chain.end();
      if (rows.length < pageRows) break;
      last = rows.at(-1)?.id ?? last;
    }
  }
}

/** So that there may be more than fit into memory. */
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
