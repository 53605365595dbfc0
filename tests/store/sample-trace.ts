import type { TaskRequest, TaskResult } from "#lib/contracts/envelope";
import type { ReadAudit, Span } from "#lib/contracts/ports";
import { asQuestion } from "#lib/contracts/question";
import { sampleCitation } from "./sample-answer.ts";

export const span: Span = {
  span_id: "span_1",
  trace_id: "trace_1",
  run_id: "run_1",
  kind: "agent",
  name: "primary",
  started_at: "2026-11-20T10:00:00.000Z",
  ms: 4,
  status: "ok",
  attributes: { hits: 1 },
};
export const readRow: ReadAudit = {
  at: "2026-11-20T10:00:00.000Z",
  trace_id: "trace_1",
  agent_id: "doc_retrieval",
  tool_id: "mcp.docs.docs_read",
  relative_path: "../etc/passwd",
  rule: "traversal",
};
export const request: TaskRequest = {
  trace_id: "trace_1",
  run_id: "run_1",
  task_id: "task_1",
  sender: "primary",
  recipient: "doc_retrieval",
  intent: "search_and_extract_evidence",
  input: { query: asQuestion("key"), target_roots: ["notes"] },
  auth_scope: ["docs.search"],
  idempotency_key: "trace_1:0",
  deadline_ms: 1000,
};
export const result: TaskResult = {
  trace_id: "trace_1",
  task_id: "task_1",
  status: "ok",
  output: {
    query: "key",
    target_roots: ["notes"],
    citations: [sampleCitation({ snippet: "SECRET-WORDS of a document" })],
    passages: [{ citation_id: 1, text: "SECRET-WORDS of a document", kind: "prose" }],
    terms: [],
  },
};
