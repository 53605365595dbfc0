import { and, asc, desc, eq, isNull, lt, sql } from "drizzle-orm";
import type { TraceNode, TracesPage, TraceTree } from "#lib/contracts/records";
import type { Db } from "./open-database.ts";
import { PAGE, pageOf, readCursor } from "./page-cursor.ts";
import { spans } from "./schema.ts";

/** More than this is no trace that anybody reads. */
const mostSpans = 5000;

/** Everything that was done in one asking, as a tree; undefined where nothing is known of it. */
export function readTrace(db: Db, trace_id: string): TraceTree | undefined {
  const rows = db
    .select()
    .from(spans)
    .where(eq(spans.trace_id, trace_id))
    .orderBy(asc(spans.started_at), asc(sql`rowid`))
    .limit(mostSpans)
    .all();
  if (rows.length === 0) return undefined;
  const nodes = new Map(rows.map((row): [string, TraceNode] => [row.span_id, nodeOf(row)]));
  const roots: TraceNode[] = [];
  for (const row of rows) {
    const node = nodes.get(row.span_id);
    const parent = row.parent_span_id === null ? undefined : nodes.get(row.parent_span_id);
    if (node !== undefined) (parent?.children ?? roots).push(node);
  }
  return { trace_id, roots };
}

/** Requests, newest first. */
export function listTraces(db: Db, { cursor }: { cursor?: string | undefined }): TracesPage {
  const found = db
    .select({ id: sql<number>`rowid`, span: spans })
    .from(spans)
    .where(
      and(
        isNull(spans.parent_span_id),
        eq(spans.kind, "request"),
        cursor === undefined ? undefined : lt(sql`rowid`, readCursor(cursor)),
      ),
    )
    .orderBy(desc(sql`rowid`))
    .limit(PAGE + 1)
    .all();
  return pageOf(found, ({ span }) => {
    const { trace_id, run_id, name, started_at, ms, status, deny_reason } = span;
    const denied = deny_reason === null ? {} : { deny_reason };
    // Only codes of ours are written as reasons.
    return {
      trace_id,
      run_id,
      name,
      started_at,
      ms,
      status,
      ...denied,
    } as TracesPage["rows"][number];
  });
}

function nodeOf({
  trace_id: _,
  parent_span_id: _above,
  attributes,
  ...row
}: typeof spans.$inferSelect) {
  const present = Object.entries(row).filter(([, value]) => value !== null);
  return {
    ...Object.fromEntries(present),
    attributes: JSON.parse(attributes) as unknown,
    children: [],
    // The columns are its fields; only optional ones may be null, and attributes are written as an object.
  } as unknown as TraceNode;
}
