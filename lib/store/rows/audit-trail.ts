import { type SQL, sql } from "drizzle-orm";
import { AuditEntry, type AuditTrailPage, type AuditTrailQuery } from "#lib/contracts/activity";
import { saidError } from "#lib/platform/said-error";
import type { Db } from "./dialect.ts";
import { toldIn } from "./owner.ts";
import { PAGE, utc } from "./page-cursor.ts";
import type { reads, tool_calls } from "./schema.ts";
import { raw, type Statements } from "./statements.ts";

/**
 * Reads, refusals, acts and tool calls in one list, newest first by the time they began. The cursor is the place of the
 * last row: nothing is told twice and nothing is left out, whatever comes in meanwhile and whatever the clock did.
 */
export function* listAudit(db: Db, query: AuditTrailQuery): Statements<AuditTrailPage> {
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor);
  const found = [...(yield* readsOf(db, query, after)), ...(yield* callsOf(db, query, after))];
  found.sort(newestFirst);
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

function* readsOf(db: Db, query: AuditTrailQuery, after: Place | undefined): Statements<Found[]> {
  const { kind, status, approval } = query;
  if (kind === "call" || status !== undefined || approval !== undefined) return [];
  const rows = yield* raw<typeof reads.$inferSelect>(auditRows(db, "reads", query, after));
  return rows.map((row) => ({ at: row.at, kind: "read", id: row.id, entry: entryOf("read", row) }));
}

function* callsOf(db: Db, query: AuditTrailQuery, after: Place | undefined): Statements<Found[]> {
  const { kind, root, path } = query;
  if (kind === "read" || root !== undefined || path !== undefined) return [];
  const rows = yield* raw<typeof tool_calls.$inferSelect>(
    auditRows(db, "tool_calls", query, after),
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

type Table = "reads" | "tool_calls";
type Equal = readonly (readonly [column: string, value: string | undefined])[];

/** By which column each table answers a filter, and which column has its time. */
const places: Record<
  Table,
  { kind: Kind; time: string; equal: (query: AuditTrailQuery) => Equal }
> = {
  reads: {
    ...{ kind: "read", time: "at" },
    equal: ({ root, path, rule, agent, tool, trace, task }) => [
      ...([
        ["root_id", root],
        ["relative_path", path],
        ["rule", rule],
      ] as const),
      ...([
        ["agent_id", agent],
        ["tool_id", tool],
      ] as const),
      ...([
        ["trace_id", trace],
        ["task_id", task],
      ] as const),
    ],
  },
  tool_calls: {
    ...{ kind: "call", time: "started_at" },
    equal: ({ rule, agent, tool, status, trace, task, approval }) => [
      ...([
        ["deny_reason", rule],
        ["agent_id", agent],
        ["tool_id", tool],
      ] as const),
      ...([
        ["status", status],
        ["trace_id", trace],
      ] as const),
      ...([
        ["task_id", task],
        ["approval_id", approval],
      ] as const),
    ],
  },
};

/** One more than a page, so that it is known whether another follows. */
export function auditRows(db: Db, table: Table, query: AuditTrailQuery, after?: Place): SQL {
  const { kind, time, equal } = places[table];
  const { since, until } = query;
  const at = sql.raw(time);
  const bounds = [
    ...(since === undefined ? [] : [sql`${at} >= ${utc(since)}`]),
    ...(until === undefined ? [] : [sql`${at} < ${utc(until)}`]),
    ...(after === undefined ? [] : [behind(at, kind, after)]),
    ...toldIn(db),
  ];
  const wanted = equal(query).flatMap(([column, value]) =>
    value === undefined ? [] : [[column, value] as const],
  );
  const filters = [...db.sqlDialect.equal(table, wanted, bounds), ...bounds];
  const where = filters.length === 0 ? sql`` : sql`WHERE ${sql.join(filters, sql` AND `)}`;
  return sql`SELECT * FROM ${sql.raw(table)} ${where}
    ORDER BY ${at} DESC, id DESC LIMIT ${PAGE + 1}`;
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
