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
import { boundTo, personOf } from "./owner.ts";
import { insertCallPreview, insertReply } from "./preview-rows.ts";
import { spans, tasks, type tool_calls } from "./schema.ts";
import { type Conflict, insert, insertAll, type Statements } from "./statements.ts";
import { endTrace } from "./trace-index.ts";

/** `owner`: whose work it tells of. */
export type TraceRow = { owner: string } & (
  | { kind: "span"; span: Span }
  | { kind: "read"; read: ReadAudit }
  | { kind: "call"; call: ToolCallAudit }
  | { kind: "task"; request: TaskRequest; result: TaskResult; stored_at: string }
  | { kind: "connection"; connection: Connection }
  | { kind: "preview"; preview: CallPreview }
  | { kind: "reply"; reply: ModelReplyKept }
);

/**
 * Writes rows as they are, those of the audit in the order they came; the caller holds the transaction. A span or task told
 * again replaces itself.
 */
export function* insertTraceRows(db: Db, rows: readonly TraceRow[]): Statements<void> {
  const told = new Map<string, Span & { owner: string }>();
  const audited: AuditRow[] = [];
  for (const row of rows) {
    switch (row.kind) {
      case "span":
        told.set(row.span.span_id, { ...row.span, owner: row.owner });
        break;
      case "read":
        audited.push({ table: "reads", row: { ...row.read, person: personOf(row.owner) } });
        break;
      case "call":
        audited.push({
          table: "tool_calls",
          row: { ...callOf(row.call), person: personOf(row.owner) },
        });
        break;
      case "task":
        yield* insertTask(row.owner, row.request, row.result, row.stored_at);
        break;
      case "connection":
        yield* insertConnection(row.connection, personOf(row.owner));
        break;
      case "preview":
        yield* insertCallPreview(row.preview, row.owner);
        break;
      case "reply":
        yield* insertReply(row.reply, row.owner);
    }
  }
  const all = [...told.values()];
  yield* insertSpans(db, all);
  yield* addToChain(db, audited);
  yield* addFigures(all);
  // Once everything below them is there.
  for (const span of all) {
    if (span.kind === "request") yield* endTrace(boundTo(db, span.owner), span);
  }
}

/**
 * A request is told again where its answer could not be stored after it had been told as answered; what was counted of it
 * then is taken back. Other spans are told once.
 */
function* insertSpans(db: Db, told: readonly (Span & { owner: string })[]): Statements<void> {
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
  owner: string,
  request: TaskRequest,
  result: TaskResult,
  stored_at: string,
): Statements<void> {
  const values = {
    owner,
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
