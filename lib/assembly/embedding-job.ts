import type {
  DocsEmbedNextOutput,
  DocsEmbedPutInput,
  PassageToEmbed,
} from "#lib/contracts/embedding";
import { mostAtOnce } from "#lib/contracts/embedding";
import { AppError } from "#lib/contracts/errors";
import type { Clock, TraceSink } from "#lib/contracts/ports";
import type { ConfiguredEmbedding } from "#lib/models/embedding";
import { ModelFailure } from "#lib/models/failure";
import { faultOf } from "#lib/platform/fault";
import type { NewId } from "#lib/platform/ids";
import type { Logger } from "#lib/platform/logger";
import { saidError } from "#lib/platform/said-error";
import {
  embedTexts,
  isOfServer,
  type ReadyEmbedding,
  type TextToEmbed,
  tellRead,
} from "./embed-passages.ts";
import type { EmbeddedQuestions } from "./embedded-questions.ts";
import type { EmbeddingRecord, Sent } from "./embedding-record.ts";
import type { EmbeddingTools } from "./embedding-tools.ts";

/**
 * The work behind the questions: passages that have no vector are fetched from the docs server, sent to the embedding
 * model, and their vectors handed back, one batch after the other; then the questions that are kept. It goes on by itself when documents change, waits longer
 * after each failure, and before every try it asks whether it still may. What was answered is kept until the docs server
 * has it, so that nothing is sent twice unless it failed, was stopped, or this very process died in between.
 */
export type EmbeddingJob = {
  begin(): void;
  /**
   * Something has changed: a setting, an agreement, a pause. A batch under way that may not be sent any more is broken
   * off; what failed is tried again now.
   */
  wake(): void;
  /** How many passages there are and have a vector, as they were told last. */
  counted(): DocsEmbedNextOutput | undefined;
  /** Asked now. Throws AppError when the documents server does not tell. */
  count(signal: AbortSignal): Promise<DocsEmbedNextOutput | undefined>;
  /** A batch under way is broken off; what was answered and not handed back yet is of no use any more. */
  forget(): void;
  /** Why it waits, and until when by the wall clock; without a time until a person acts. */
  waiting(): Waiting | undefined;
  close(): Promise<void>;
};

type Waiting = { error: AppError; until?: Date };

/** A batch was broken off because a person has said otherwise. */
class Stopped extends Error {}

export function createEmbeddingJob(deps: {
  model: () => ConfiguredEmbedding;
  /** Whether a person has agreed to it and has not paused it, as things are now. */
  mayWork: () => boolean;
  /** The folders whose text may be sent. */
  agreed: () => ReadonlySet<string>;
  tools: EmbeddingTools;
  /** Questions that are kept, which are found again by such a vector too. */
  questions: Pick<EmbeddedQuestions, "next" | "put">;
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
  let waiting: Waiting | undefined;
  /** Vectors that the docs server has not taken yet. */
  let held: DocsEmbedPutInput | undefined;
  let forgotten = 0;
  let ending = false;
  /** The batch under way. */
  let under: { look: () => void; stop: () => void } | undefined;
  /** The passages at which the server failed the last time. */
  let failedAt: string | undefined;

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
      if (waiting !== undefined && waiting.until === undefined) return restMs;
      const model = deps.model();
      const may = model.kind === "ready" && deps.mayWork();
      const more = may && ((await batch(model)) || (await askedBefore(model)));
      settle();
      if (!may) return restMs;
      return more ? 0 : lookMs;
    } catch (error) {
      if (signal.aborted || error instanceof Stopped) return 0;
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
    const why = known ?? saidError("unknown", "error.unknown", {});
    // What the docs server refuses it refuses again, and each try would be paid for.
    const refused = why.code === "validation";
    waiting = { error: why, ...(refused ? {} : { until: new Date(clock.now().getTime() + ms) }) };
    // Not the sentence: a provider may repeat what it was sent.
    const kind = error instanceof ModelFailure ? error.kind : why.code;
    log.warn({ kind, failures, ...(refused ? {} : { wait_ms: ms }) }, "embedding waits");
    return refused ? restMs : ms;
  }

  /** Whether there may be more. */
  async function batch(model: ReadyEmbedding): Promise<boolean> {
    const { identity } = model;
    const output = await tools.next({ model: identity, limit: mostAtOnce }, signal);
    counts = { of: JSON.stringify(identity), output };
    if (output.unavailable !== undefined) throw unusable(output.unavailable);
    const agreed = deps.agreed();
    const passages = output.passages.filter(({ root_id }) => agreed.has(root_id));
    if (passages.length === 0) return false;
    await deps.beforeReading();
    const roots = new Set(passages.map(({ root_id }) => root_id));
    const before = forgotten;
    const trace_id = ids("trace");
    const vectors: DocsEmbedPutInput["vectors"] = [];
    const isAgreed = () => {
      const now = deps.agreed();
      return [...roots].every((id) => now.has(id));
    };
    try {
      await send(model, passages, { kind: "passages", trace_id, isAgreed, vectors });
    } finally {
      // What was answered before something failed is kept too.
      if (forgotten === before && vectors.length > 0) held = { model: identity, vectors };
    }
    await handBack();
    return true;
  }

  /** The same of questions that are kept. Whether there may be more. */
  async function askedBefore(model: ReadyEmbedding): Promise<boolean> {
    const { identity } = model;
    const texts = await deps.questions.next(identity, mostAtOnce);
    if (texts.length === 0) return false;
    const before = forgotten;
    const vectors: DocsEmbedPutInput["vectors"] = [];
    const isAgreed = () => true;
    try {
      await send(model, texts, { kind: "questions", trace_id: ids("trace"), isAgreed, vectors });
    } finally {
      if (forgotten === before) await deps.questions.put(identity, vectors);
    }
    return true;
  }

  /** Sends some texts; breaks off as soon as a person says otherwise. */
  async function send(
    model: ReadyEmbedding,
    texts: readonly (TextToEmbed | PassageToEmbed)[],
    of: {
      kind: "passages" | "questions";
      trace_id: string;
      isAgreed: () => boolean;
      vectors: DocsEmbedPutInput["vectors"];
    },
  ): Promise<void> {
    const { kind, trace_id, isAgreed, vectors } = of;
    const stopped = new AbortController();
    const stop = () => stopped.abort(new Stopped());
    /** A person may have said otherwise meanwhile. */
    const look = () => {
      if (!deps.mayWork() || deps.model() !== model || !isAgreed()) stop();
    };
    const these = texts.map(({ hash }) => hash).join();
    under = { look, stop };
    try {
      look();
      stopped.signal.throwIfAborted();
      const passages = texts.filter((one): one is PassageToEmbed => "root_id" in one);
      tellRead(passages, trace_id, { trace, clock });
      await embedTexts(
        texts,
        {
          ...{ model, trace_id, kind },
          signal: AbortSignal.any([signal, stopped.signal]),
          check: look,
          count: (more) => count(model, more),
          again: failedAt === these,
        },
        vectors,
        { trace, clock, ids },
      );
      failedAt = undefined;
    } catch (error) {
      if (error instanceof ModelFailure && isOfServer(error.kind)) failedAt = these;
      throw error;
    } finally {
      under = undefined;
    }
  }

  function count({ identity }: ReadyEmbedding, more: Sent): void {
    try {
      record.add(identity, more);
    } catch (error) {
      log.warn(faultOf(error), "what is sent to the embedding model could not be counted");
    }
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

  return {
    begin() {
      running ??= run();
    },
    wake() {
      settle();
      under?.look();
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
      under?.stop();
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

const putMs = 10_000;
const graceMs = 1_500;
/** So long until documents that changed meanwhile are asked for. */
const lookMs = 15_000;
/** So long where there is nothing to do until somebody says so. */
const restMs = 60_000;
const firstWaitMs = 5_000;
const longestWaitMs = 30 * 60_000;
