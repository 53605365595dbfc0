import type { Statements } from "../rows/statements.ts";
import { hasUpkeep, setUpkeep } from "../rows/upkeep-rows.ts";
import type { OpenDatabase } from "./open-database.ts";

/**
 * The list of askings and tasks beside their spans, made from the spans where it is not there yet: of an older version. One
 * of a version that called unsure answers answered is put right.
 */
export function* beginTraceIndex({ db, client }: OpenDatabase): Statements<void> {
  if (!(yield* hasUpkeep(db, "trace_index"))) {
    client.exec(fromAskings);
    client.exec(fromTasks);
    client.exec(markAll);
    yield* setUpkeep(db, "trace_index", {});
  }
  if (yield* hasUpkeep(db, "unsure_traces")) return;
  client.exec(tellUnsure);
  yield* setUpkeep(db, "unsure_traces", {});
}

const fromAskings = `
  INSERT OR IGNORE INTO traces (trace_id, kind, run_id, thread_id, title, status, deny_reason, agent_id, started_at, ms, tokens, cost, model)
  SELECT s.trace_id, 'ask', s.run_id, m.thread_id, m.question,
    coalesce(m.status, json_extract(s.attributes, '$.answer'), s.status), s.deny_reason, 'primary',
    CAST(unixepoch(s.started_at, 'subsec') * 1000 AS INTEGER), s.ms,
    coalesce(json_extract(m.answer, '$.metrics.tokens'), 0),
    json_extract(m.answer, '$.metrics.model.cost'), json_extract(m.answer, '$.metrics.model.name')
  FROM spans s LEFT JOIN messages m ON m.trace_id = s.trace_id
  WHERE s.kind = 'request' AND s.name = 'ask' ORDER BY s.rowid`;

const fromTasks = `
  INSERT OR IGNORE INTO traces (trace_id, kind, run_id, thread_id, task_id, title, status, agent_id, started_at, ms, tokens, cost)
  SELECT trace_id, 'task', run_id, thread_id, task_id, type, state, 'task.' || type,
    CAST(unixepoch(created_at, 'subsec') * 1000 AS INTEGER),
    (unixepoch(ended_at, 'subsec') - unixepoch(started_at, 'subsec')) * 1000,
    coalesce(json_extract(spent, '$.tokens'), 0), json_extract(spent, '$.cost')
  FROM work_tasks WHERE true ORDER BY number`;

const tellUnsure = `
  UPDATE traces SET status = 'unsure' WHERE kind = 'ask' AND status = 'answered' AND trace_id IN
    (SELECT trace_id FROM messages WHERE json_extract(answer, '$.outcome') = 'may_be')`;

/** Adds what traces are found by. */
const marked = (
  [
    ["tool", "tool_id", "spans"],
    ["agent", "agent_id", "spans"],
    ["rule", "deny_reason", "spans"],
    ["rule", "rule", "reads"],
    ["folder", "root_id", "reads"],
  ] as const
).map(
  ([kind, column, table]) => `SELECT trace_id, '${kind}' AS kind, ${column} AS value
    FROM ${table} WHERE ${column} IS NOT NULL`,
);
const markAll = `INSERT OR IGNORE INTO trace_marks
  SELECT f.kind, f.value, t.started_at, t.number
  FROM (${marked.join(" UNION ")}) f CROSS JOIN traces t ON t.trace_id = f.trace_id`;
