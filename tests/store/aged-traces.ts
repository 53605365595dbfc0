import type { PastTime } from "#lib/contracts/activity-store";
import type { Store } from "#lib/contracts/store-ports";

/** Askings of so many days ago, and what goes with their time. */
export const now = new Date("2026-11-29T10:00:00.000Z");

export const daysAgo = (days: number, n = 0) =>
  new Date(now.getTime() - days * 86_400_000 + n * 1000).toISOString();

export function asking(store: Store, n: number, days: number): void {
  const at = { trace_id: `trace_${n}`, run_id: `run_${n}`, started_at: daysAgo(days, n) };
  store.trace.span({
    ...{ ...at, span_id: `call_${n}`, parent_span_id: `span_${n}`, kind: "tool_call" },
    ...{ name: "docs_search", tool_id: "mcp.docs.docs_search", ms: 12, status: "ok" },
    attributes: { provider_id: "mcp.docs" },
  });
  readRow(store, n, days);
  store.trace.span({
    ...{ ...at, span_id: `span_${n}`, kind: "request", name: "ask", ms: 100 + n, status: "ok" },
    attributes: { answer: n % 4 === 0 ? "no_evidence" : "answered", stored: true },
  });
  store.trace.preview({
    ...{ span_id: `call_${n}`, trace_id: at.trace_id, at: at.started_at },
    arguments: "x".repeat(100),
  });
}

export function readRow(store: Store, n: number, days: number): void {
  store.trace.read({
    ...{ at: daysAgo(days, n), trace_id: `trace_${n}`, agent_id: "doc_retrieval" },
    ...{ tool_id: "mcp.docs.docs_search", root_id: "notes", relative_path: `p${n}.md` },
  });
}

const past = (more: Partial<PastTime> = {}): PastTime => ({
  ...{ now, traces_days: 90, audit_days: 730, preview_bytes: 1e9 },
  ...more,
});

export async function compact(
  store: Store,
  more: Partial<PastTime> = {},
  most = 50,
): Promise<number> {
  await store.requireAudit("act"); // nothing waits to be written
  const { compaction } = store.activity;
  let at = compaction.begin();
  for (;;) {
    const next = await compaction.some(past(more), at, most);
    if (next === undefined) return at.rows;
    at = next;
  }
}
