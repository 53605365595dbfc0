import { and, desc, eq, gte, lt } from "drizzle-orm";
import { CallRow, type CallsPage, type CallsQuery } from "#lib/contracts/records";
import type { ActedCall } from "#lib/contracts/store-ports";
import type { Db } from "./dialect.ts";
import { told } from "./owner.ts";
import { PAGE, pageOf, readCursor, utc } from "./page-cursor.ts";
import { tool_calls } from "./schema.ts";
import { all, type Statements } from "./statements.ts";

/** The audit of tool calls, newest first, as far as the filters let it through. The cursor is the last row's number. */
export function* listCalls(db: Db, query: CallsQuery): Statements<CallsPage> {
  const { tool, status, rule, agent, trace, task, since, until, cursor } = query;
  const filters = [
    told(db, tool_calls),
    cursor === undefined ? undefined : lt(tool_calls.id, readCursor(cursor)),
    tool === undefined ? undefined : eq(tool_calls.tool_id, tool),
    status === undefined ? undefined : eq(tool_calls.status, status),
    rule === undefined ? undefined : eq(tool_calls.deny_reason, rule),
    agent === undefined ? undefined : eq(tool_calls.agent_id, agent),
    trace === undefined ? undefined : eq(tool_calls.trace_id, trace),
    task === undefined ? undefined : eq(tool_calls.task_id, task),
    since === undefined ? undefined : gte(tool_calls.started_at, utc(since)),
    until === undefined ? undefined : lt(tool_calls.started_at, utc(until)),
  ];
  const found = yield* all(
    db
      .select()
      .from(tool_calls)
      .where(and(...filters))
      .orderBy(desc(tool_calls.id))
      .limit(PAGE + 1),
  );
  return pageOf(found, shown);
}

/** The rows of one call: of one that may change something there are two. */
export function* callsOfInvocation(db: Db, invocation_id: string): Statements<CallRow[]> {
  return (yield* all(
    db
      .select()
      .from(tool_calls)
      .where(and(told(db, tool_calls), eq(tool_calls.invocation_id, invocation_id)))
      .orderBy(tool_calls.id),
  )).map(shown);
}

/** Those of one asking, in their order: they alone are told before they begin. One that a rule ended did nothing. */
export function* actedCalls(db: Db, trace_id: string): Statements<ActedCall[]> {
  const rows = yield* all(
    db
      .select()
      .from(tool_calls)
      .where(and(told(db, tool_calls), eq(tool_calls.trace_id, trace_id)))
      .orderBy(tool_calls.id),
  );
  const begun = rows.filter(({ status }) => status === "unknown");
  return begun.flatMap((began) => {
    const { invocation_id, tool_id, approval_id, started_at } = began;
    const ended = rows.findLast((row) => row.invocation_id === invocation_id) ?? began;
    const ms = Math.max(0, Date.parse(ended.ended_at) - Date.parse(started_at));
    const call = { invocation_id, tool_id, approval_id, status: ended.status, ms };
    return ended.status === "denied" ? [] : [call];
  });
}

/** What the database has as null is not there. */
function shown({ requested, granted, ...row }: typeof tool_calls.$inferSelect): CallRow {
  const present = Object.entries(row).filter(([, value]) => value !== null);
  return CallRow.parse({
    ...Object.fromEntries(present),
    granted: JSON.parse(granted) as unknown,
    ...(requested === null ? {} : { requested: JSON.parse(requested) as unknown }),
  });
}
