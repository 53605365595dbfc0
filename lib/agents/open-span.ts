import type { Clock, Span, TraceSink } from "#lib/contracts/ports";
import type { NewId } from "#lib/platform/ids";

/** An interval of work that has begun: its id is known to its children before it ends. End it exactly once. */
export type OpenSpan = {
  readonly id: string;
  end(
    status: Span["status"],
    attributes?: Record<string, unknown>,
    denyReason?: Span["deny_reason"],
  ): void;
};

export type SpanDeps = { trace: TraceSink; clock: Clock; ids: NewId };

export function openSpan(
  deps: SpanDeps,
  about: Omit<Span, "span_id" | "started_at" | "ms" | "status" | "attributes" | "deny_reason">,
): OpenSpan {
  const id = deps.ids("span");
  const began = deps.clock.monotonic();
  const startedAt = deps.clock.now().toISOString();
  return {
    id,
    end: (status, attributes = {}, denyReason) =>
      deps.trace.span({
        ...about,
        span_id: id,
        started_at: startedAt,
        ms: Math.round(deps.clock.monotonic() - began),
        status,
        ...(denyReason === undefined ? {} : { deny_reason: denyReason }),
        attributes,
      }),
  };
}
