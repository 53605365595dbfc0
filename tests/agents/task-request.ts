import type { Citation } from "#lib/contracts/citation";
import type { DocsHit } from "#lib/contracts/docs-tools";
import type { TaskRequest, TaskResult } from "#lib/contracts/envelope";
import { asQuestion } from "#lib/contracts/question";
import { hashLines } from "#lib/platform/lines";

export function taskRequest(more: Partial<TaskRequest> = {}): TaskRequest {
  return {
    trace_id: "t1",
    run_id: "r1",
    task_id: "k1",
    sender: "primary",
    recipient: "doc_retrieval",
    intent: "search_and_extract_evidence",
    input: { query: asQuestion("where is the key?"), target_roots: [] },
    auth_scope: ["docs.search", "docs.read"],
    idempotency_key: "t1:1",
    deadline_ms: 5000,
    ...more,
  };
}

export function citation(more: Partial<Citation> = {}): Citation {
  const text = "The key hangs behind the door.";
  return {
    id: 1,
    root_id: "notes",
    relative_path: "house.md",
    path: "/r/notes/house.md",
    display_path: "notes/house.md",
    title: "House",
    breadcrumb: ["House"],
    locator: { line_start: 3, line_end: 3 },
    snippet: text,
    truncated: false,
    sha256: hashLines([text]),
    file: { bytes: 10, mtime_ms: 1, sha256: "f", encoding: "utf-8" },
    score: 1,
    reason: "it holds the words",
    breakdown: [],
    matched: ["key"],
    ...more,
  };
}

export function hit(
  file: string,
  start: number,
  end: number,
  more: Partial<DocsHit> = {},
): DocsHit {
  return {
    ...citation({
      relative_path: file,
      display_path: `notes/${file}`,
      locator: { line_start: start, line_end: end },
    }),
    text: "words",
    kind: "prose",
    ...more,
  };
}

export function okResult(request: TaskRequest): TaskResult {
  return {
    trace_id: request.trace_id,
    task_id: request.task_id,
    status: "ok",
    output: {
      query: request.input.query,
      target_roots: [],
      citations: [citation()],
      passages: [{ citation_id: 1, text: citation().snippet, kind: "prose" }],
      terms: [{ term: "key", passages: 1, weight: 1 }],
    },
  };
}
