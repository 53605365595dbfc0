import type { TaskRequest, TaskResult } from "#lib/contracts/envelope";
import type { Connection } from "#lib/contracts/network";
import type {
  CallPreview,
  ModelReplyKept,
  ReadAudit,
  Span,
  ToolCallAudit,
} from "#lib/contracts/ports";
import { type AuditChain, continueChain } from "./audit-chain.ts";
import { addFigures, takeBackFigures } from "./figure-rows.ts";
import { insertRow } from "./insert-row.ts";
import { insertConnection } from "./network-rows.ts";
import type { Db, OpenDatabase } from "./open-database.ts";
import { insertCallPreview, insertReply } from "./preview-rows.ts";
import { reads, spans, tasks, tool_calls } from "./schema.ts";
import { endTrace } from "./trace-index.ts";

type Client = OpenDatabase["client"];

export type TraceRow =
  | { kind: "span"; span: Span }
  | { kind: "read"; read: ReadAudit }
  | { kind: "call"; call: ToolCallAudit }
  | { kind: "task"; request: TaskRequest; result: TaskResult; stored_at: string }
  | { kind: "connection"; connection: Connection }
  | { kind: "preview"; preview: CallPreview }
  | { kind: "reply"; reply: ModelReplyKept };

/** Writes rows in the order they came, as they are; the caller holds the transaction. A span or task told again replaces itself. */
export function insertTraceRows({ db, client }: OpenDatabase, rows: readonly TraceRow[]): void {
  const chain = continueChain(db);
  const told = new Map<string, Span>();
  for (const row of rows) {
    switch (row.kind) {
      case "span":
        insertSpan(db, client, row.span, !told.has(row.span.span_id));
        told.set(row.span.span_id, row.span);
        break;
      case "read":
        chain.add("reads", insertRow(db, reads, row.read), row.read);
        break;
      case "call":
        insertCall(db, chain, row.call);
        break;
      case "task":
        insertTask(db, row.request, row.result, row.stored_at);
        break;
      case "connection":
        insertConnection(db, row.connection);
        break;
      case "preview":
        insertCallPreview(db, row.preview);
        break;
      case "reply":
        insertReply(db, row.reply);
    }
  }
  chain.end();
  addFigures(client, [...told.values()]);
  // Once everything below them is there.
  for (const span of told.values()) if (span.kind === "request") endTrace(client, span);
}

/**
 * A request is told again where its answer could not be stored after it had been told as answered; what was counted of it
 * then is taken back. Other spans are told once.
 */
function insertSpan(db: Db, client: Client, span: Span, first: boolean): void {
  if (first && span.kind === "request") takeBackFigures(client, span.span_id);
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
    result: JSON.stringify(result),
  };
  insertRow(db, tasks, values, tasks.task_id);
}
