import type {
  DocsEmbedNextOutput,
  DocsEmbedPutInput,
  EmbeddingIdentity,
  PassageToEmbed,
} from "#lib/contracts/embedding";
import { mostAtOnce } from "#lib/contracts/embedding";
import { AppError } from "#lib/contracts/errors";
import type { Clock, TraceSink } from "#lib/contracts/ports";
import type { ConfiguredEmbedding, Embedded } from "#lib/models/embedding";
import { ModelFailure } from "#lib/models/failure";
import { faultOf } from "#lib/platform/fault";
import type { NewId } from "#lib/platform/ids";
import type { Logger } from "#lib/platform/logger";
import { saidError } from "#lib/platform/said-error";
import type { EmbeddingRecord } from "./embedding-record.ts";
import type { EmbeddingTools } from "./embedding-tools.ts";

/**
 * The work behind the questions: passages that have no vector are fetched from the docs server, sent to the embedding
 * model, and their vectors handed back, one batch after the other. It goes on by itself when documents change, waits longer
 * after each failure, and before every batch it asks whether it still may. What was answered is kept until the docs server
 * has it, so that nothing is sent twice unless this very process dies in between.
 */
export type EmbeddingJob = {
  begin(): void;
  /** Something has changed: a setting, an agreement, a pause. What failed is tried again now. */
  wake(): void;
  /** How many passages there are and have a vector, as they were told last. */
  counted(): DocsEmbedNextOutput | undefined;
  /** Asked now. Throws AppError when the documents server does not tell. */
  count(signal: AbortSignal): Promise<DocsEmbedNextOutput | undefined>;
  /** What was answered and not handed back yet is of no use any more. */
  forget(): void;
  /** Why it waits, and until when by the wall clock. */
  waiting(): { error: AppError; until: Date } | undefined;
  close(): Promise<void>;
};

type Ready = Extract<ConfiguredEmbedding, { kind: "ready" }>;

export function createEmbeddingJob(deps: {
  model: () => ConfiguredEmbedding;
  /** Whether a person has agreed to it and has not paused it, as things are now. */
  mayWork: () => boolean;
  /** Whether text of this folder may be sent. */
  isAgreed: (root_id: string) => boolean;
  tools: EmbeddingTools;
  record: EmbeddingRecord;
  /** Throws unless what is read can be audited. */
  beforeReading: () => Promise<void>;
  trace: TraceSink;
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
  clock: Clock;
  ids: NewId;
  log: Logger;
}): EmbeddingJob {
  const { tools, record, trace, clock, ids, log } = deps;
  const closed = new AbortController();
  const { signal } = closed;
  let woken = new AbortController();
  let running: Promise<void> | undefined;
  let counts: { of: string; output: DocsEmbedNextOutput } | undefined;
  let failures = 0;
  let waiting: { error: AppError; until: Date } | undefined;
  /** Vectors that the docs server has not taken yet. */
  let held: DocsEmbedPutInput | undefined;
  let forgotten = 0;
  let ending = false;

  async function run(): Promise<void> {
    while (!ending) {
      const now = woken;
      const ms = await pass();
      if (ms > 0 && !ending)
        await deps.pause(ms, AbortSignal.any([signal, now.signal])).catch(() => undefined);
      if (now.signal.aborted) woken = new AbortController();
    }
  }

  /** One batch; how long to wait before the next. What was answered is handed back also while nothing may be sent. */
  async function pass(): Promise<number> {
    try {
      await handBack();
      const model = deps.model();
      const may = model.kind === "ready" && deps.mayWork();
      const more = may && (await batch(model));
      settle();
      if (!may) return restMs;
      return more ? 0 : lookMs;
    } catch (error) {
      if (signal.aborted) return 0;
      return failed(error);
    }
  }

  function settle(): void {
    failures = 0;
    waiting = undefined;
  }

  function failed(error: unknown): number {
    failures += 1;
    const known = error instanceof AppError ? error : undefined;
    if (known === undefined) log.error(faultOf(error), "embedding passages failed");
    const again = known?.retryable === true || known === undefined;
    const ms = again ? Math.min(longestWaitMs, firstWaitMs * 2 ** (failures - 1)) : longestWaitMs;
    waiting = {
      error: known ?? saidError("unknown", "error.unknown", {}),
      until: new Date(clock.now().getTime() + ms),
    };
    // Not the sentence: a provider may repeat what it was sent.
    const kind = error instanceof ModelFailure ? error.kind : waiting.error.code;
    log.warn({ kind, failures, wait_ms: ms }, "embedding waits");
    return ms;
  }

  /** Whether there may be more. */
  async function batch(model: Ready): Promise<boolean> {
    const { identity } = model;
    const output = await tools.next({ model: identity, limit: mostAtOnce }, signal);
    counts = { of: JSON.stringify(identity), output };
    if (output.unavailable !== undefined) throw unusable(output.unavailable);
    const passages = output.passages.filter(({ root_id }) => deps.isAgreed(root_id));
    if (passages.length === 0) return false;
    await deps.beforeReading();
    // A person may have said otherwise meanwhile.
    if (!deps.mayWork() || deps.model() !== model) return true;
    const before = forgotten;
    const vectors: DocsEmbedPutInput["vectors"] = [];
    try {
      await send(model, passages, vectors);
    } finally {
      // What was answered before something failed is kept too.
      if (forgotten === before && vectors.length > 0) held = { model: identity, vectors };
    }
    await handBack();
    return true;
  }

  async function handBack(): Promise<void> {
    if (held === undefined) return;
    const { model, vectors } = held;
    try {
      // Also when the program ends: what was paid for is not thrown away.
      await tools.put(held, AbortSignal.timeout(putMs));
    } catch (error) {
      // Refused for good: of another length than those that are kept.
      if (error instanceof AppError && error.code === "validation") held = undefined;
      throw error;
    }
    held = undefined;
    if (counts?.of !== JSON.stringify(model)) return;
    const { output } = counts;
    const done = output.done + vectors.filter(({ vector }) => vector !== null).length;
    counts.output = { ...output, done };
  }

  async function send(
    model: Ready,
    passages: readonly PassageToEmbed[],
    answered: DocsEmbedPutInput["vectors"],
  ): Promise<void> {
    const trace_id = ids("trace");
    const at = clock.now().toISOString();
    for (const { text, root_id, relative_path, line_start, line_end, sha256 } of passages) {
      const lines = { root_id, relative_path, line_start, line_end, sha256 };
      const by = { agent_id: "embedding", tool_id: "mcp.docs.docs_embed_next" };
      trace.read({ at, trace_id, ...by, ...lines, length: text.length });
    }
    await halved(model, passages, trace_id, answered);
  }

  /** The vectors of all texts; null of a text that the model refuses where it takes others. */
  async function halved(
    model: Ready,
    passages: readonly PassageToEmbed[],
    trace_id: string,
    answered: DocsEmbedPutInput["vectors"],
  ): Promise<void> {
    try {
      const vectors = await embed(model, passages, trace_id);
      answered.push(...passages.map(({ hash }, i) => ({ hash, vector: vectors[i] ?? null })));
    } catch (error) {
      if (!(error instanceof ModelFailure) || error.kind !== "rejected") throw error;
      if (passages.length === 1) {
        await model.embed([plainWords], { of: "passage", signal, total_ms: batchMs }); // else nothing is taken
        answered.push(...passages.map(({ hash }) => ({ hash, vector: null })));
        return;
      }
      const middle = Math.ceil(passages.length / 2);
      await halved(model, passages.slice(0, middle), trace_id, answered);
      await halved(model, passages.slice(middle), trace_id, answered);
    }
  }

  async function embed(
    model: Ready,
    passages: readonly PassageToEmbed[],
    trace_id: string,
  ): Promise<number[][]> {
    const texts = passages.map(({ text }) => text);
    const characters = texts.reduce((sum, text) => sum + text.length, 0);
    const about = { passages: texts.length, characters };
    const { vectors, tokens } = await traced(
      model.identity,
      { trace_id, run_id: ids("run"), about },
      () => model.embed(texts, { of: "passage", signal, total_ms: batchMs }),
      deps,
    );
    try {
      record.add(model.identity, { requests: 1, ...about, tokens });
    } catch (error) {
      log.warn(faultOf(error), "what was sent to the embedding model could not be counted");
    }
    return vectors;
  }

  return {
    begin() {
      running ??= run();
    },
    wake() {
      settle();
      woken.abort();
    },
    counted: () => currentCounts(),
    async count(asked) {
      const model = deps.model();
      if (model.kind !== "ready") return undefined;
      const { identity } = model;
      const output = await tools.next({ model: identity, limit: 0 }, asked);
      counts = { of: JSON.stringify(identity), output };
      return output;
    },
    waiting: () => waiting,
    forget() {
      forgotten += 1;
      held = undefined;
      counts = undefined;
    },
    async close() {
      ending = true;
      woken.abort();
      // What is on its way is paid for: it gets a moment.
      const over = new AbortController();
      const late = deps.pause(graceMs, over.signal).catch(() => undefined);
      await Promise.race([running, late]);
      over.abort();
      closed.abort();
      await running;
    },
  };

  function currentCounts(): DocsEmbedNextOutput | undefined {
    const model = deps.model();
    return model.kind === "ready" && counts?.of === JSON.stringify(model.identity)
      ? counts.output
      : undefined;
  }
}

/** Where SQLite cannot compare vectors, and what to do about it. */
export function unusable(reason: string): AppError {
  return saidError("provider_unavailable", "embedding.no_vectors", { reason });
}

/** One request to an embedding model, as a row of the trace: to whom, how much, for how long. Never a text. */
export async function traced(
  { provider, name, address }: EmbeddingIdentity,
  asked: { trace_id: string; run_id: string; about: Record<string, number> },
  work: () => Promise<Embedded>,
  deps: { trace: TraceSink; clock: Clock; ids: NewId },
): Promise<Embedded> {
  const { trace, clock, ids } = deps;
  const { about, ...of } = asked;
  const { host } = new URL(address);
  const span = {
    ...of,
    span_id: ids("span"),
    kind: "model",
    name,
    agent_id: "embedding",
    started_at: clock.now().toISOString(),
  } as const;
  const began = clock.monotonic();
  const end = (status: "ok" | "error", more: Record<string, unknown>) =>
    trace.span({
      ...span,
      status,
      ms: Math.round(clock.monotonic() - began),
      attributes: { provider, host, ...about, ...more },
    });
  try {
    const embedded = await work();
    end("ok", { tokens: embedded.tokens });
    return embedded;
  } catch (error) {
    end("error", error instanceof ModelFailure ? { cause: error.kind } : {});
    throw error;
  }
}

/** What every model takes that takes any text. */
const plainWords = "A text of a few plain words.";
/** For one batch, with every try. */
const batchMs = 120_000;
const putMs = 10_000;
const graceMs = 1_500;
/** So long until documents that changed meanwhile are asked for. */
const lookMs = 15_000;
/** So long where there is nothing to do until somebody says so. */
const restMs = 60_000;
const firstWaitMs = 5_000;
const longestWaitMs = 30 * 60_000;
