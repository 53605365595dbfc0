import type {
  AuditEntry,
  NetworkRow,
  ReplayComparison,
  Series,
  SeriesKind,
  TraceDetail,
  TraceStatus,
  TraceSummary,
  WaterfallSpan,
} from "#lib/contracts/activity";

/** Activity as the server would tell it where it cannot be had by asking: a long trace, one that broke off, a year of figures. */
export const at = (minute: number) => new Date(Date.UTC(2026, 10, 28, 10, minute)).toISOString();

export function summary(n: number, more: Partial<TraceSummary> = {}): TraceSummary {
  return {
    ...{ trace_id: `trace_${n}`, kind: "ask", run_id: `run_${n}`, thread_id: "thread_1" },
    ...{ title: `Question ${n}: how is the signing key rotated?`, status: "answered" },
    ...{ agent_id: "primary", started_at: at(0), ms: 240 + n, tokens: 0 },
    ...more,
  };
}

const statuses: TraceStatus[] = [
  ...(["answered", "unsure", "partial", "no_evidence", "denied"] as const),
  ...(["timeout", "error", "chat"] as const),
  ...(["running", "waiting_approval", "failed", "cancelled", "interrupted"] as const),
];
/** One of every status, with figures in some. */
export const everyStatus = statuses.map((status, n) => {
  const { ms, ...unended } = summary(n, { status });
  return {
    ...unended,
    ...(status === "running" ? {} : { ms }),
    ...(status === "denied" ? { deny_reason: "denylisted" as const } : {}),
    ...(status === "partial" ? { model: "small", tokens: 12_345, cost: 0.0042 } : {}),
    ...(status === "failed"
      ? {
          kind: "task" as const,
          title: "check_docs",
          task_id: "task_1",
          agent_id: "task.check_docs",
        }
      : {}),
  } satisfies TraceSummary;
});

export function span(n: number, more: Partial<WaterfallSpan> = {}): WaterfallSpan {
  return {
    ...{ span_id: `span_${n}`, run_id: "run_1", kind: "tool_call", name: "docs_read" },
    ...{ tool_id: "mcp.docs.docs_read", agent_id: "doc_retrieval", started_at: at(0), ms: 3 },
    ...{ status: "ok", attributes: {}, depth: 1, offset_ms: n, children: 0 },
    ...{ open: false, clock_back: false },
    ...more,
  };
}

export function detail(more: Partial<TraceDetail> = {}): TraceDetail {
  return {
    ...{
      trace_id: "trace_1",
      trace: summary(1),
      roots: [],
      reads: [],
      spans: 1,
      left_out: 0,
      open: 0,
    },
    ...{ replay: { recorded: true, live: false }, kept_as_case: false },
    ...more,
  };
}

const place = { root_id: "notes", relative_path: "keys.md", line_start: 3, line_end: 5 };
const moved = { ...place, line_start: 9, line_end: 11 };
/** A page was edited: one outcome of every kind. */
export const changedReplay: ReplayComparison = {
  ...{ trace_id: "trace_1", kind: "ask", model: "recorded", verdict: "different" },
  ...{ message: "2 of 4 claims are as they were.", asked_at: at(0), replayed_at: at(30), ms: 180 },
  status: { before: "answered", after: "partial" },
  claims: [
    ...[
      {
        change: "same" as const,
        before: claim("The key is rotated."),
        after: claim("The key is rotated."),
      },
    ],
    {
      change: "moved",
      before: claim("Ask the vault."),
      after: { text: "Ask the vault.", places: [moved] },
    },
    { change: "changed", before: claim("Every ninety days."), after: claim("Every thirty days.") },
    { change: "new", after: claim("By two people.") },
    { change: "gone", before: claim("By one person.") },
  ],
  citations: [
    { change: "same", before: { ...place, rank: 1 }, after: { ...place, rank: 2 } },
    { change: "moved", before: { ...place, rank: 2 }, after: { ...moved, rank: 1 } },
    { change: "gone", before: { ...moved, rank: 3 } },
  ],
  artifacts: [],
  first_difference: {
    ...{ step: "search", before: "keys.md 3–5", after: "keys.md 9–11" },
    message: "The search found other lines first.",
  },
  ...{ stood_in: 1, effects: 0, notices: ["The skill “keys” has another version now."] },
};

function claim(text: string) {
  return { text, places: [place] };
}

const days = Array.from({ length: 31 }, (_, day) =>
  new Date(Date.UTC(2026, 9, 29 + day)).toISOString(),
);
const kinds: Record<SeriesKind, Pick<Series, "unit" | "keys"> & { warning?: number }> = {
  answers: {
    unit: "count",
    keys: ["answered", "unsure", "partial", "no_evidence", "denied", "error"],
  },
  ask_ms: { unit: "ms", keys: ["p50", "p95"], warning: 500 },
  search_ms: { unit: "ms", keys: ["p50", "p95"], warning: 300 },
  first_ms: { unit: "ms", keys: ["p50", "p95"], warning: 500 },
  hit_rate: { unit: "ratio", keys: ["hit_rate", "unsure"] },
  refusals: { unit: "count", keys: ["denylisted", "traversal", "symlink_escape"] },
  timeouts: { unit: "count", keys: [] },
  calls: { unit: "count", keys: ["mcp.docs", "builtin"] },
  tokens: { unit: "tokens", keys: ["small", "large"] },
  cost: { unit: "cost", keys: ["small"] },
  index_size: { unit: "count", keys: ["files", "sections", "skipped"] },
  index_age: { unit: "seconds", keys: ["age"] },
};
/** A month of figures, with a day of nothing in it; the same every time. */
export function series(kind: SeriesKind): Series {
  const { unit, keys, warning } = kinds[kind];
  const scale = { count: 40, ms: 300, ratio: 0.5, tokens: 9000, cost: 0.4, seconds: 7200 }[unit];
  const points = days.map((day, i) => ({
    at: day,
    values:
      i === 12
        ? {}
        : Object.fromEntries(
            keys.map((key, k) => [
              key,
              rounded(((1 + ((i * 7 + k * 3) % 11) / 11) * scale) / (k + 1)),
            ]),
          ),
  }));
  return {
    ...{ kind, step: "day", unit, keys, points, total: {}, counting: false },
    ...(warning === undefined ? {} : { warning, measured: { at: at(0), p95: 210 } }),
  };
}

const rounded = (value: number) => (value > 2 ? Math.round(value) : value);

export const connections: NetworkRow[] = [
  {
    ...{ id: 3, at: at(2), purpose: "mcp", host: "tools.example.org", port: 443, method: "POST" },
    ...{ state: "open", bytes_sent: 0, bytes_received: 0, ms: 0 },
  },
  {
    ...{ id: 2, at: at(1), purpose: "model", host: "api.example.org", port: 443, method: "POST" },
    ...{ trace_id: "trace_1", status: 200, bytes_sent: 5200, bytes_received: 90_100, ms: 1240 },
    state: "ended",
  },
  {
    ...{ id: 1, at: at(0), purpose: "web_fetch", host: "10.0.0.8", port: 80, rule: "ssrf_address" },
    ...{ bytes_sent: 0, bytes_received: 0, ms: 2, state: "ended" },
  },
];

/** So many reads, newest first. */
export const reads = (count: number, from = 0): AuditEntry[] =>
  Array.from({ length: count }, (_, i) => ({
    ...{ kind: "read", id: from + count - i, at: at(0), trace_id: "trace_1", run_id: "run_1" },
    ...{ task_id: "task_9", agent_id: "doc_retrieval", tool_id: "mcp.docs.docs_read" },
    ...{ root_id: "notes", relative_path: `page-${from + i}.md`, line_start: 1, line_end: 9 },
    ...{ length: 420, sha256: "0".repeat(64), invocation_id: "span_1" },
  }));

export const call: AuditEntry = {
  ...{ kind: "call", id: 7, invocation_id: "inv_7", trace_id: "trace_1", run_id: "run_1" },
  ...{ task_id: "task_9", step_id: "step_2", agent_id: "primary", tool_id: "bash" },
  ...{ provider_id: "builtin", approval_required: true, approval_result: "deny" },
  requested: {
    level: "L2",
    risk: "unsafe",
    resource: { kind: "command", prefix: ["git", "push"] },
  },
  granted: {
    ...{ grant_id: "grant_3", level: "L2", resources: "any", expires_at: at(59) },
  },
  ...{ started_at: at(2), ended_at: at(3), status: "denied", deny_reason: "approval_denied" },
  ...{ arguments_bytes: 40, arguments_sha256: "a".repeat(64) },
  ...{ result_bytes: 0, result_sha256: "b".repeat(64), redacted: true },
};
