import type { TaskRequest, TaskResult } from "#lib/contracts/envelope";
import type { Connection } from "#lib/contracts/network";
import type {
  CallPreview,
  ModelReplyKept,
  ReadAudit,
  Span,
  ToolCallAudit,
} from "#lib/contracts/ports";
import { type AuditRow, addToChain } from "./audit-chain.ts";
import type { Db } from "./dialect.ts";
import { addFigures, takeBackFigures } from "./figure-rows.ts";
import { insertConnection } from "./network-rows.ts";
import { insertCallPreview, insertReply } from "./preview-rows.ts";
import { spans, tasks, type tool_calls } from "./schema.ts";
import { type Conflict, insert, insertAll, type Statements } from "./statements.ts";
import { endTrace } from "./trace-index.ts";

export type TraceRow =
  | { kind: "span"; span: Span }
  | { kind: "read"; read: ReadAudit }
  | { kind: "call"; call: ToolCallAudit }
  | { kind: "task"; request: TaskRequest; result: TaskResult; stored_at: string }
  | { kind: "connection"; connection: Connection }
  | { kind: "preview"; preview: CallPreview }
  | { kind: "reply"; reply: ModelReplyKept };

/**
 * Writes rows as they are, those of the audit in the order they came; the caller holds the transaction. A span or task told
 * again replaces itself.
 */
export function* insertTraceRows(db: Db, rows: readonly TraceRow[]): Statements<void> {
  const told = new Map<string, Span>();
  const audited: AuditRow[] = [];
  for (const row of rows) {
    switch (row.kind) {
      case "span":
        told.set(row.span.span_id, row.span);
        break;
      case "read":
        audited.push({ table: "reads", row: row.read });
        break;
      case "call":
        audited.push({ table: "tool_calls", row: callOf(row.call) });
        break;
      case "task":
        yield* insertTask(row.request, row.result, row.stored_at);
        break;
      case "connection":
        yield* insertConnection(row.connection);
        break;
      case "preview":
        yield* insertCallPreview(row.preview);
        break;
      case "reply":
        yield* insertReply(row.reply);
    }
  }
  const all = [...told.values()];
  yield* insertSpans(db, all);
  yield* addToChain(db, audited);
  yield* addFigures(all);
  // Once everything below them is there.
  for (const span of all) if (span.kind === "request") yield* endTrace(db, span);
}

/**
 * A request is told again where its answer could not be stored after it had been told as answered; what was counted of it
 * then is taken back. Other spans are told once.
 */
function* insertSpans(db: Db, told: readonly Span[]): Statements<void> {
  for (const { kind, span_id } of told) {
    if (kind === "request") yield* takeBackFigures(db, span_id);
  }
  const rows = told.map((span) => ({ ...span, attributes: JSON.stringify(span.attributes) }));
  yield* insertAll(spans, rows, again.span);
}

/** What is told again takes the place of what was told. */
const again = {
  span: { key: spans.span_id, set: "all" },
  task: { key: tasks.task_id, set: "all" },
} satisfies Record<string, Conflict>;

function callOf(call: ToolCallAudit): typeof tool_calls.$inferInsert {
  return {
    ...call,
    requested: call.requested === undefined ? null : JSON.stringify(call.requested),
    granted: JSON.stringify(call.granted),
  };
}

function* insertTask(
  request: TaskRequest,
  result: TaskResult,
  stored_at: string,
): Statements<void> {
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
  yield* insert(tasks, values, again.task);
}
