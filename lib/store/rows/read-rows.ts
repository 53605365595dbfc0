import { and, desc, eq, gte, isNull, lt } from "drizzle-orm";
import { CitedLines } from "#lib/contracts/docs-tools";
import type { AuditPage, AuditQuery, AuditRow } from "#lib/contracts/records";
import type { Db } from "./dialect.ts";
import { told } from "./owner.ts";
import { PAGE, pageOf, readCursor, utc } from "./page-cursor.ts";
import { reads } from "./schema.ts";
import { all, type Statements } from "./statements.ts";

/** The audit of reads, newest first, as far as the filters let it through. The cursor is the last row's number. */
export function* listReads(db: Db, query: AuditQuery): Statements<AuditPage> {
  const { root, path, rule, agent, trace, task, since, until, cursor } = query;
  const filters = [
    told(db, reads),
    cursor === undefined ? undefined : lt(reads.id, readCursor(cursor)),
    root === undefined ? undefined : eq(reads.root_id, root),
    path === undefined ? undefined : eq(reads.relative_path, path),
    rule === undefined ? undefined : eq(reads.rule, rule),
    agent === undefined ? undefined : eq(reads.agent_id, agent),
    trace === undefined ? undefined : eq(reads.trace_id, trace),
    task === undefined ? undefined : eq(reads.task_id, task),
    since === undefined ? undefined : gte(reads.at, utc(since)),
    until === undefined ? undefined : lt(reads.at, utc(until)),
  ];
  const found = yield* all(
    db
      .select()
      .from(reads)
      .where(and(...filters))
      .orderBy(desc(reads.id))
      .limit(PAGE + 1),
  );
  return pageOf(found, shown);
}

/** The lines that were handed over under a trace, each once; undefined where something of it has no lines or no hash. */
export function* linesRead(db: Db, trace_id: string): Statements<CitedLines[] | undefined> {
  const { root_id, relative_path, line_start, line_end, sha256 } = reads;
  const found = yield* all(
    db
      .selectDistinct({ root_id, relative_path, line_start, line_end, sha256 })
      .from(reads)
      .where(and(told(db, reads), eq(reads.trace_id, trace_id), isNull(reads.rule))),
  );
  return CitedLines.array().safeParse(found).data;
}

/** What the database has as null is not there. */
function shown(row: typeof reads.$inferSelect): AuditRow {
  const present = Object.entries(row).filter(([, value]) => value !== null);
  return Object.fromEntries(present) as AuditRow; // the columns are its fields; only optional ones may be null
}
