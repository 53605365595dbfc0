import type { Answer } from "#lib/contracts/answer";
import { placeOf } from "#lib/contracts/blocks";
import type { Citation } from "#lib/contracts/citation";
import { asQuestion } from "#lib/contracts/question";

export function sampleCitation(over: Partial<Citation> = {}): Citation {
  return {
    id: 1,
    root_id: "notes",
    relative_path: "api/keys.md",
    path: "/somewhere/notes/api/keys.md",
    display_path: "Notes/api/keys.md",
    title: "Keys",
    breadcrumb: ["Keys", "Rotation"],
    locator: { line_start: 12, line_end: 14, heading: "Rotation" },
    snippet: "Rotate the key every ninety days.",
    truncated: false,
    sha256: "a".repeat(64),
    file: { bytes: 900, mtime_ms: 1_790_000_000_000, sha256: "b".repeat(64), encoding: "utf-8" },
    score: 3,
    reason: "holds 2 of 2 words",
    breakdown: [{ signal: "body", value: 3, detail: "2 words", params: {} }],
    matched: ["Rotate", "key"],
    ...over,
  };
}

export function sampleAnswer(over: Partial<Answer> = {}): Answer {
  return {
    trace_id: "trace_1",
    run_id: "run_1",
    thread_id: "thread_1",
    question: asQuestion("How often is the key rotated?"),
    searched: [asQuestion("How often is the key rotated?")],
    asked_at: "2026-11-20T10:00:00.000Z",
    lang: "en",
    status: "partial",
    mode: "quote",
    claims: [
      {
        id: "c1",
        text: "Rotate the key every ninety days.",
        citations: [1],
        support: "verbatim",
        spans: [{ citation: 1, line: 12, start: 0, end: 33 }],
        kind: "sentence",
      },
    ],
    blocks: [{ kind: "answer", place: placeOf(sampleCitation()), claims: ["c1"] }],
    outcome: "sure",
    citations: [sampleCitation()],
    folders: [{ root_id: "notes", label: "Notes" }],
    also_read: [],
    gaps: [
      {
        about: "the person who does it",
        cause: "no_hit",
        rule: null,
        message: "Nothing was found about the person who does it.",
        tried: ["person"],
        searched: [{ root_id: "notes", label: "Notes", files: 3 }],
        nearest: [],
        next_steps: [{ action: "rephrase", label: "Ask in other words", value: null }],
      },
    ],
    notices: [],
    markdown: "Rotate the key every ninety days. [1]",
    confidence: 0.9,
    coverage: { files_searchable: 3, files_known: 3, state: "ready" },
    metrics: { latency_ms: 12, retrieval_ms: 8, files_scanned: 3, hits: 1, tokens: 0 },
    ...over,
  };
}
