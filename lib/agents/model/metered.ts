import type { ModelMetrics } from "#lib/contracts/answer";
import type { Clock } from "#lib/contracts/ports";
import type { ModelReply, ModelUsage } from "#lib/models/conversation";
import type { Model } from "#lib/models/model";
import { onBehalfOf } from "#lib/platform/on-behalf-of";
import { openSpan, type SpanDeps } from "../open-span.ts";

type Spent = Pick<
  ModelMetrics,
  "turns" | "input_tokens" | "cached_tokens" | "output_tokens" | "first_token_ms" | "cost"
>;

/** The same model, each of its turns a row of the trace with what it cost; and what all of them came to. */
export function meterModel(
  model: Model,
  deps: {
    provider: string;
    name: string;
    cost: (usage: ModelUsage) => number | undefined;
    agent_id: string;
    parent: { trace_id: string; run_id: string; parent_run_id?: string; parent_span_id: string };
    spans: SpanDeps;
    clock: Clock;
    signal: AbortSignal;
  },
): { model: Model; spent: Spent } {
  const { provider, name, spans, clock } = deps;
  const spent: Spent = { turns: 0, input_tokens: 0, cached_tokens: 0, output_tokens: 0 };
  const began = clock.monotonic();
  return {
    spent,
    model: {
      async reply(asked) {
        const span = openSpan(spans, {
          ...deps.parent,
          ...{ kind: "model", name, agent_id: deps.agent_id },
        });
        spent.turns += 1;
        const turn = spent.turns;
        const before = clock.monotonic() - began;
        try {
          const { trace_id, run_id } = deps.parent;
          const reply = await onBehalfOf({ trace_id }, () => model.reply(asked));
          const { usage, first_token_ms, calls, stopped } = reply;
          spent.input_tokens += usage.input;
          spent.cached_tokens += usage.cached;
          spent.output_tokens += usage.output;
          const cost = deps.cost(usage);
          if (cost !== undefined) spent.cost = (spent.cost ?? 0) + cost;
          if (first_token_ms !== undefined)
            spent.first_token_ms ??= Math.round(before + first_token_ms);
          span.end("ok", {
            ...{ provider, turn, calls: calls.length, ...usage },
            ...(first_token_ms === undefined ? {} : { first_token_ms: Math.round(first_token_ms) }),
            ...(cost === undefined ? {} : { cost }),
            ...(stopped === undefined ? {} : { stopped }),
            ...(reply.problem === undefined ? {} : { problem: true }),
          });
          spans.trace.reply?.({
            ...{ span_id: span.id, trace_id, run_id, agent_id: deps.agent_id },
            at: clock.now().toISOString(),
            reply: kept(reply),
          });
          return reply;
        } catch (error) {
          const kind = error instanceof Error && "kind" in error ? { cause: error.kind } : {};
          span.end(deps.signal.aborted ? "cancelled" : "error", { provider, turn, ...kind });
          throw error;
        }
      },
    },
  };
}

/** Without what only its provider can read. */
function kept({ own: _, first_token_ms: _f, ...reply }: ModelReply): Omit<ModelReply, "own"> {
  return reply;
}
