import type { WaterfallSpan } from "#lib/contracts/activity";
import type { TraceNode } from "#lib/contracts/records";

/** A span with the one it hangs below. */
export type FlatSpan = Omit<TraceNode, "children"> & { parent_span_id?: string };

/**
 * Spans in the order in which they are looked at: each before what was done below it, these by their start. A span that
 * others hang below and that was never written is there too: its work was broken off. Times come from a clock that may be
 * set back: nothing begins before what it belongs to.
 */
export function layWaterfall(spans: readonly FlatSpan[]): WaterfallSpan[] {
  const known = new Map(spans.map((span) => [span.span_id, span]));
  const below = new Map<string | undefined, FlatSpan[]>();
  const open = new Map<string, FlatSpan>();
  for (const span of spans) {
    const above = span.parent_span_id;
    if (above !== undefined && !known.has(above)) {
      open.set(above, widened(open.get(above), span, above));
    }
    const siblings = below.get(above) ?? [];
    siblings.push(span);
    below.set(above, siblings);
  }
  const tops = [...open.values(), ...(below.get(undefined) ?? [])];
  const base = [...spans, ...tops].reduce(
    (first, span) => Math.min(first, startOf(span)),
    Number.POSITIVE_INFINITY,
  );
  const laid: WaterfallSpan[] = [];
  const done = new Set<string>();
  const lay = (from: readonly FlatSpan[]) => {
    const waiting = from
      .toSorted(byStart)
      .reverse()
      .map((span) => ({ span, depth: 0, least: 0 }));
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { span, depth, least } = next;
      if (done.has(span.span_id)) continue;
      done.add(span.span_id);
      const children = (below.get(span.span_id) ?? []).toSorted(byStart);
      const raw = startOf(span) - base;
      const offset_ms = Math.max(raw, least);
      laid.push({
        ...span,
        ...{ depth, offset_ms, children: children.length },
        open: open.has(span.span_id),
        clock_back: raw < least,
      });
      for (const child of children.reverse()) {
        waiting.push({ span: child, depth: depth + 1, least: offset_ms });
      }
    }
  };
  lay(tops);
  // Spans that name each other as their parents are below nothing; they are told all the same.
  for (const span of spans) if (!done.has(span.span_id)) lay([span]);
  return laid;
}

/** The first of a waterfall as a tree. */
export function treeOf(laid: readonly WaterfallSpan[]): TraceNode[] {
  const roots: TraceNode[] = [];
  const path: TraceNode[] = [];
  for (const span of laid) {
    const {
      depth,
      offset_ms: _o,
      children: _c,
      open: _p,
      clock_back: _b,
      parent_span_id: _s,
      ...own
    } = span;
    const node: TraceNode = { ...own, children: [] };
    path.length = depth;
    (path.at(-1)?.children ?? roots).push(node);
    path.push(node);
  }
  return roots;
}

/** What is known of a span that never ended: what was done below it. */
function widened(before: FlatSpan | undefined, child: FlatSpan, span_id: string): FlatSpan {
  const { run_id, started_at, ms, task_id } = child;
  if (before === undefined) {
    const name = task_id === undefined ? "request" : "task";
    return { span_id, run_id, kind: name, name, started_at, ms, status: "open", attributes: {} };
  }
  const start = Math.min(startOf(before), startOf(child));
  const end = Math.max(startOf(before) + before.ms, startOf(child) + ms);
  return { ...before, started_at: new Date(start).toISOString(), ms: Math.max(0, end - start) };
}

function startOf({ started_at }: Pick<FlatSpan, "started_at">): number {
  const at = Date.parse(started_at);
  return Number.isNaN(at) ? 0 : at;
}

/** Those of one moment keep their order. */
function byStart(a: FlatSpan, b: FlatSpan): number {
  return startOf(a) - startOf(b);
}
