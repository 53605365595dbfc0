import type { TaskRequest, TaskResult } from "#lib/contracts/envelope";
import type { Connection } from "#lib/contracts/network";
import type {
  CallPreview,
  ModelReplyKept,
  ReadAudit,
  Span,
  ToolCallAudit,
} from "#lib/contracts/ports";
import { continueChain } from "./audit-chain.ts";
import type { Db } from "./dialect.ts";
import { addFigures, takeBackFigures } from "./figure-rows.ts";
import { insertConnection } from "./network-rows.ts";
import { insertCallPreview, insertReply } from "./preview-rows.ts";
import { spans, tasks, type tool_calls } from "./schema.ts";
import { type Conflict, insert, type Rows } from "./statements.ts";
import { endTrace } from "./trace-index.ts";

export type TraceRow =
  | { kind: "span"; span: Span }
  | { kind: "read"; read: ReadAudit }
  | { kind: "call"; call: ToolCallAudit }
  | { kind: "task"; request: TaskRequest; result: TaskResult; stored_at: string }
  | { kind: "connection"; connection: Connection }
  | { kind: "preview"; preview: CallPreview }
  | { kind: "reply"; reply: ModelReplyKept };

/** Writes rows in the order they came, as they are; the caller holds the transaction. A span or task told again replaces itself. */
export function* insertTraceRows(db: Db, rows: readonly TraceRow[]): Rows<void> {
  const chain = continueChain(db);
  const told = new Map<string, Span>();
  for (const row of rows) {
    switch (row.kind) {
      case "span":
        yield* insertSpan(db, row.span, !told.has(row.span.span_id));
        told.set(row.span.span_id, row.span);
        break;
      case "read":
        yield* chain.read(row.read);
        break;
      case "call":
        yield* chain.call(callOf(row.call));
        break;
      case "task":
        yield* insertTask(db, row.request, row.result, row.stored_at);
        break;
      case "connection":
        yield* insertConnection(db, row.connection);
        break;
      case "preview":
        yield* insertCallPreview(db, row.preview);
        break;
      case "reply":
        yield* insertReply(db, row.reply);
    }
  }
  yield* chain.end();
  yield* addFigures(db, [...told.values()]);
  // Once everything below them is there.
  for (const span of told.values()) if (span.kind === "request") yield* endTrace(db, span);
}

/**
 * A request is told again where its answer could not be stored after it had been told as answered; what was counted of it
 * then is taken back. Other spans are told once.
 */
function* insertSpan(db: Db, span: Span, first: boolean): Rows<void> {
  if (first && span.kind === "request") yield* takeBackFigures(db, span.span_id);
  const values = { ...span, attributes: JSON.stringify(span.attributes) };
  yield* insert(spans, values, again.span);
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
  _db: Db,
  request: TaskRequest,
  result: TaskResult,
  stored_at: string,
): Rows<void> {
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
