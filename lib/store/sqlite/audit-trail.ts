import { type SQL, sql } from "drizzle-orm";
import { AuditEntry, type AuditTrailPage, type AuditTrailQuery } from "#lib/contracts/activity";
import { saidError } from "#lib/platform/said-error";
import type { Db } from "./open-database.ts";
import { PAGE, utc } from "./page-cursor.ts";
import type { reads, tool_calls } from "./schema.ts";

/**
 * Reads, refusals, acts and tool calls in one list, newest first by the time they began. The cursor is the place of the
 * last row: nothing is told twice and nothing is left out, whatever comes in meanwhile and whatever the clock did.
 */
export function listAudit(db: Db, query: AuditTrailQuery): AuditTrailPage {
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor);
  const found = [...readsOf(db, query, after), ...callsOf(db, query, after)].sort(newestFirst);
  const rows = found.slice(0, PAGE);
  const last = rows.at(-1);
  return {
    rows: rows.map(({ entry }) => entry),
    ...(found.length > PAGE && last ? { next_cursor: `${last.at}_${last.kind}_${last.id}` } : {}),
  };
}

type Kind = "read" | "call";
type Place = { at: string; kind: Kind; id: number };
type Found = Place & { entry: AuditEntry };

/** Of one moment calls come first: what they read is told below them. */
const order: Record<Kind, number> = { call: 0, read: 1 };

function newestFirst(a: Place, b: Place): number {
  if (a.at !== b.at) return a.at < b.at ? 1 : -1;
  return a.kind === b.kind ? b.id - a.id : order[a.kind] - order[b.kind];
}

function readsOf(db: Db, query: AuditTrailQuery, after: Place | undefined): Found[] {
  const { kind, status, approval, root, path, rule, agent, tool, trace, task } = query;
  if (kind === "call" || status !== undefined || approval !== undefined) return [];
  const rows = page<typeof reads.$inferSelect>(db, "reads", "at", "read", after, query, [
    is("root_id", root),
    is("relative_path", path),
    is("rule", rule),
    is("agent_id", agent),
    is("tool_id", tool),
    is("trace_id", trace),
    is("task_id", task),
  ]);
  return rows.map((row) => ({ at: row.at, kind: "read", id: row.id, entry: entryOf("read", row) }));
}

function callsOf(db: Db, query: AuditTrailQuery, after: Place | undefined): Found[] {
  const { kind, status, approval, root, path, rule, agent, tool, trace, task } = query;
  if (kind === "read" || root !== undefined || path !== undefined) return [];
  const rows = page<typeof tool_calls.$inferSelect>(
    ...([db, "tool_calls", "started_at", "call", after, query] as const),
    [
      is("deny_reason", rule),
      is("agent_id", agent),
      is("tool_id", tool),
      is("status", status),
      is("trace_id", trace),
      is("task_id", task),
      is("approval_id", approval),
    ],
  );
  return rows.map((row) => {
    const { requested, granted, approval_required, redacted } = row;
    const entry = entryOf("call", {
      ...row,
      granted: JSON.parse(granted) as unknown,
      requested: requested === null ? null : (JSON.parse(requested) as unknown),
      // A query that is not made of the schema gives numbers for truth.
      approval_required: Boolean(approval_required),
      redacted: Boolean(redacted),
    });
    return { at: row.started_at, kind: "call", id: row.id, entry };
  });
}

function is(column: string, value: string | undefined): SQL[] {
  return value === undefined ? [] : [sql`${sql.raw(column)} = ${value}`];
}

/** One more than a page, so that it is known whether another follows. */
function page<Row>(
  db: Db,
  table: "reads" | "tool_calls",
  time: "at" | "started_at",
  kind: Kind,
  after: Place | undefined,
  { since, until }: AuditTrailQuery,
  equal: readonly SQL[][],
): Row[] {
  const at = sql.raw(time);
  const filters = [
    ...equal.flat(),
    ...(since === undefined ? [] : [sql`${at} >= ${utc(since)}`]),
    ...(until === undefined ? [] : [sql`${at} < ${utc(until)}`]),
    ...(after === undefined ? [] : [behind(at, kind, after)]),
  ];
  const where = filters.length === 0 ? sql`` : sql`WHERE ${sql.join(filters, sql` AND `)}`;
  return db.all<Row>(
    sql`SELECT * FROM ${sql.raw(table)} ${where} ORDER BY ${at} DESC, id DESC LIMIT ${PAGE + 1}`,
  );
}

function behind(at: SQL, kind: Kind, after: Place): SQL {
  if (kind === after.kind) return sql`(${at}, id) < (${after.at}, ${after.id})`;
  return order[kind] > order[after.kind] ? sql`${at} <= ${after.at}` : sql`${at} < ${after.at}`;
}

function readCursor(cursor: string): Place {
  const found = /^([0-9T:.Z-]{20,30})_(read|call)_([0-9]{1,15})$/.exec(cursor);
  const [, at, kind] = found ?? [];
  if (at === undefined || (kind !== "read" && kind !== "call")) {
    throw saidError("validation", "error.bad_cursor");
  }
  return { at, kind, id: Number(found?.[3]) };
}

/** What the database has as null is not there. */
function entryOf(kind: Kind, row: Record<string, unknown>): AuditEntry {
  const present = Object.entries(row).filter(([, value]) => value !== null);
  return AuditEntry.parse({ kind, ...Object.fromEntries(present) });
}
