import type { z } from "zod";
import { ModelFailure } from "#lib/models/failure";
import { createMasker } from "#lib/platform/secrets";
import type { PartDeps } from "../answer-part.ts";
import { meterModel } from "./metered.ts";
import type { ReadyModel } from "./ready-model.ts";

export type AskModel = Pick<ReadyModel, "model" | "provider" | "name" | "cost">;

/**
 * One small question to a model, answered in labelled lines: "Q1: …". Gives them, each with the number of its label, as the
 * schema has them, or undefined where they do not fit it, the model fails or takes too long: whoever asks goes on without. Throws what the signal throws.
 */
export async function askLines<T>(
  asked: { instructions: string; text: string; schema: z.ZodType<T> },
  deps: Pick<
    PartDeps,
    "request" | "spans" | "clock" | "signal" | "span_id" | "deadline" | "beside"
  > & { ready: AskModel },
): Promise<T | undefined> {
  const { ready, request, spans, clock, signal, span_id, beside } = deps;
  if (beside.failed !== undefined) return undefined;
  const { trace_id, run_id } = request;
  const { model } = meterModel(ready.model, {
    ...{ provider: ready.provider, name: ready.name, cost: ready.cost, spans, clock, signal },
    ...{ agent_id: "primary", parent: { trace_id, run_id, parent_span_id: span_id } },
  });
  const left = Math.min(longestMs, (deps.deadline - clock.monotonic()) / 3);
  const runaway = new AbortController();
  let letters = 0;
  try {
    const reply = await model.reply({
      instructions: asked.instructions,
      turns: [{ from: "agent", text: createMasker().mask(asked.text).value }],
      tools: [],
      onText: (piece) => {
        letters += piece.length;
        if (letters > mostLetters) runaway.abort();
      },
      signal: AbortSignal.any([
        ...[signal, runaway.signal],
        AbortSignal.timeout(Math.max(1, Math.ceil(left))),
      ]),
    });
    const read = asked.schema.safeParse(linesOf(reply.text));
    beside.tokens += reply.tokens;
    return read.success ? read.data : undefined;
  } catch (error) {
    signal.throwIfAborted();
    // It was tried as often as it may be; who is merely slow may still answer.
    if (error instanceof ModelFailure) beside.failed = error;
    return undefined;
  }
}

/** Longer than this nobody waits for a search to begin. */
const longestMs = 8_000;
/** Some questions are no longer; a model that goes on writes something else. */
const mostLetters = 8_000;

/** In their order; what is no labelled line is not there. */
function linesOf(text: string): { number: number; line: string }[] {
  const lines = text.slice(0, mostLetters).matchAll(/^\s*Q(\d{1,2})\s*[:：]\s*(\S.*)$/gm);
  return [...lines].map(([, number, line = ""]) => ({ number: Number(number), line: line.trim() }));
}
