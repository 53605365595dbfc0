import { gt, lte, sql } from "drizzle-orm";
import { sha256 } from "#lib/platform/hash";
import type { Db } from "./dialect.ts";
import { dropIn, listsOf } from "./drop-in.ts";
import { locks } from "./locks.ts";
import { audit_anchor, audit_chain, audit_head, reads, tool_calls } from "./schema.ts";
import {
  all,
  type Conflict,
  get,
  insert,
  insertAll,
  raw,
  type Statements,
  write,
} from "./statements.ts";

/** The tables whose rows are chained. */
export const auditedTables = ["reads", "tool_calls"] as const;
export type AuditedTable = (typeof auditedTables)[number];

/**
 * Each row of the audit has a link: a hash over the row and the link before it. Whoever changes, removes, adds or moves a
 * row breaks the chain there, and the head, which stands apart, tells when its end is cut off. That shows what was done to
 * rows by whatever program; it does not show that somebody made the whole chain anew, which takes this database and no secret.
 *
 * The caller holds the transaction, which keeps every other writer out from the first row to `end`: rows of a table are linked
 * in the order of their numbers.
 */
function continueChain(db: Db) {
  let head: AuditLink | undefined;
  let links: ChainLink[] = [];
  return {
    *begin(): Statements<void> {
      yield* locks.audit();
      head = (yield* headOf(db)) ?? beginning;
    },
    link(audited: AuditedTable, row_id: number, row: AuditedRow): void {
      const before = head ?? beginning;
      head = { seq: before.seq + 1, hash: linkOf(before.hash, audited, row_id, row) };
      links.push({ ...head, audited, row_id });
    },
    *end(): Statements<void> {
      yield* insertAll(audit_chain, links);
      links = [];
      if (head !== undefined) yield* setHead(head);
    },
  };
}

/** A row that is to be audited. */
export type AuditRow =
  | { table: "reads"; row: typeof reads.$inferInsert }
  | { table: "tool_calls"; row: typeof tool_calls.$inferInsert };

/** More rows, in this order, each with its link. The caller holds the transaction. */
export function* addToChain(db: Db, added: readonly AuditRow[]): Statements<void> {
  if (added.length === 0) return;
  const chain = continueChain(db);
  yield* chain.begin();
  for (let from = 0, to = 0; from < added.length; from = to) {
    const table = added[from]?.table;
    while (to < added.length && added[to]?.table === table) to += 1;
    const some = added.slice(from, to);
    // Of one table, as they come.
    const read = some.flatMap((one) => (one.table === "reads" ? [one.row] : []));
    const called = some.flatMap((one) => (one.table === "tool_calls" ? [one.row] : []));
    const numbers = [...(yield* insertAll(reads, read)), ...(yield* insertAll(tool_calls, called))];
    for (const [i, one] of some.entries()) chain.link(one.table, numbers[i] ?? 0, one.row);
  }
  yield* chain.end();
}

/** A place in the chain. */
export type AuditLink = { seq: number; hash: string };
export type ChainLink = AuditLink & { audited: AuditedTable; row_id: number };

function* setHead({ seq, hash }: AuditLink): Statements<void> {
  yield* insert(audit_head, { id: 1, seq, hash }, instead.head);
}

/** Each is the only row of its table. */
const instead = {
  head: { key: audit_head.id, set: "all" },
  anchor: { key: audit_anchor.id, set: "all" },
} satisfies Record<string, Conflict>;

/** The last link. */
export function* headOf(db: Db): Statements<AuditLink | undefined> {
  const { seq, hash } = audit_head;
  return yield* get(db.select({ seq, hash }).from(audit_head));
}

export type AuditAnchor = AuditLink & { until: string };

/** The last link that is gone because its row was past its time. */
export function* anchorOf(db: Db): Statements<AuditAnchor | undefined> {
  const { seq, hash, until } = audit_anchor;
  return yield* get(db.select({ seq, hash, until }).from(audit_anchor));
}

export function* setAnchor({ seq, hash, until }: AuditAnchor): Statements<void> {
  yield* insert(audit_anchor, { id: 1, seq, hash, until }, instead.anchor);
}

/** The rows that these links are of, as far as they are there. */
export function* rowsOf(
  links: readonly ChainLink[],
): Statements<(link: ChainLink) => AuditedRow | undefined> {
  const found = new Map<string, AuditedRow>();
  for (const table of auditedTables) {
    const ids = links.filter(({ audited }) => audited === table).map(({ row_id }) => row_id);
    for (const list of listsOf(ids)) {
      const rows = sql`SELECT * FROM ${sql.identifier(table)} WHERE id IN ${list}`;
      for (const row of yield* raw<AuditedRow>(rows)) found.set(`${table} ${row.id}`, row);
    }
  }
  return ({ audited, row_id }) => found.get(`${audited} ${row_id}`);
}

/** So many of the rows behind a number, in the order of their numbers. */
export function* rowsAfter(
  table: AuditedTable,
  id: number,
  most: number,
): Statements<(AuditedRow & { id: number })[]> {
  return yield* raw(
    sql`SELECT * FROM ${sql.identifier(table)} WHERE id > ${id} ORDER BY id LIMIT ${most}`,
  );
}

/** So many of the links behind a place in the chain. */
export function* linksAfter(db: Db, seq: number, most: number): Statements<ChainLink[]> {
  const which = gt(audit_chain.seq, seq);
  return yield* all(
    db.select().from(audit_chain).where(which).orderBy(audit_chain.seq).limit(most),
  );
}

/** The oldest links with their rows. The caller holds the transaction. */
export function* dropLinks(db: Db, links: readonly ChainLink[]): Statements<void> {
  for (const table of auditedTables) {
    const of = links.filter(({ audited }) => audited === table);
    yield* dropIn(
      table,
      "id",
      of.map(({ row_id }) => row_id),
    );
  }
  const last = links.at(-1)?.seq ?? 0;
  yield* write(db.delete(audit_chain).where(lte(audit_chain.seq, last)));
}

/** Before the first link. */
export const beginning: AuditLink = { seq: 0, hash: "" };
export type AuditedRow = Record<string, unknown>;

/** A chain over what is there already, where there is none: of an older version, or of a database that was made anew. */
export function* beginChain(db: Db): Statements<void> {
  yield* locks.audit();
  if ((yield* headOf(db)) !== undefined) return;
  yield* setHead(beginning);
  const chain = continueChain(db);
  for (const table of auditedTables) {
    for (let last = 0; ; ) {
      const rows = yield* rowsAfter(table, last, pageRows);
      for (const row of rows) chain.link(table, row.id, row);
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
