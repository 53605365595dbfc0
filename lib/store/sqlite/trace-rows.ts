import { sql } from "drizzle-orm";
import type { Citation } from "#lib/contracts/citation";
import type { Evidence, TaskRequest, TaskResult } from "#lib/contracts/envelope";
import type { ReadAudit, Span, ToolCallAudit } from "#lib/contracts/ports";
import { type AuditChain, continueChain } from "./audit-chain.ts";
import { insertRow } from "./insert-row.ts";
import type { Db } from "./open-database.ts";
import { reads, spans, tasks, tool_calls } from "./schema.ts";

const SPANS_KEPT_MS = 90 * 24 * 60 * 60 * 1000;

export type TraceRow =
  | { kind: "span"; span: Span }
  | { kind: "read"; read: ReadAudit }
  | { kind: "call"; call: ToolCallAudit }
  | { kind: "task"; request: TaskRequest; result: TaskResult; stored_at: string };

/** Writes rows in the order they came; the caller holds the transaction. A span or task told again replaces itself. */
export function insertTraceRows(db: Db, rows: readonly TraceRow[]): void {
  const chain = continueChain(db);
  for (const row of rows) {
    if (row.kind === "span") insertSpan(db, row.span);
    else if (row.kind === "read") chain.add("reads", insertRow(db, reads, row.read), row.read);
    else if (row.kind === "call") insertCall(db, chain, row.call);
    else insertTask(db, row.request, row.result, row.stored_at);
  }
  chain.end();
}

/**
 * Spans serve to understand what was slow or failed lately; the record of reads stays. Of the oldest so many as `most` are
 * looked at, so that it costs the same however many there are.
 */
export function dropOldSpans(db: Db, now: Date, most: number): void {
  const before = new Date(now.getTime() - SPANS_KEPT_MS).toISOString();
  db.run(sql`DELETE FROM spans WHERE started_at < ${before}
    AND rowid IN (SELECT rowid FROM spans ORDER BY rowid LIMIT ${most})`);
}

function insertSpan(db: Db, span: Span): void {
  const values = { ...span, attributes: JSON.stringify(span.attributes) };
  insertRow(db, spans, values, spans.span_id);
}

function insertCall(db: Db, chain: AuditChain, call: ToolCallAudit): void {
  const values = {
    ...call,
    requested: call.requested === undefined ? null : JSON.stringify(call.requested),
    granted: JSON.stringify(call.granted),
  };
  chain.add("tool_calls", insertRow(db, tool_calls, values), values);
}

function insertTask(db: Db, request: TaskRequest, result: TaskResult, stored_at: string): void {
  const values = {
    task_id: request.task_id,
    trace_id: request.trace_id,
    run_id: request.run_id,
    parent_task_id: request.parent_task_id ?? null,
    status: result.status,
    stored_at,
    request: JSON.stringify(request),
    result: JSON.stringify(withoutText(result)),
  };
  insertRow(db, tasks, values, tasks.task_id);
}

/** The result as a record of what was found where: lines and hashes stay, the documents' words go. */
function withoutText(result: TaskResult): TaskResult {
  const { summary: _, ...output } = result.output;
  return {
    ...result,
    output: {
      ...output,
      ...bareEvidence(output),
      ...(output.further === undefined ? {} : { further: bareEvidence(output.further) }),
    },
  };
}

const bareEvidence = ({ citations }: Evidence): Evidence => ({
  citations: citations.map(bareCitation),
  passages: [],
});

function bareCitation(citation: Citation): Citation {
  return { ...citation, snippet: "", matched: [], breakdown: [] };
}
