import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { Lang } from "#lib/contracts/answer";
import type { Config, EmbeddingConfig } from "#lib/contracts/config";
import type { EmbeddingBody, EmbeddingReport, EmbeddingTest, Health } from "#lib/contracts/http";
import type { EmbeddingTrial } from "#lib/contracts/model-trials";
import type { Clock, TraceSink } from "#lib/contracts/ports";
import {
  addressOf,
  type ConfiguredEmbedding,
  createConfiguredEmbedding,
  describeEmbeddingProviders,
  runsHere,
} from "#lib/models/embedding";
import type { ModelKeys } from "#lib/models/endpoint";
import type { NewId } from "#lib/platform/ids";
import { isLoopback, nameOf } from "#lib/platform/listening";
import type { Logger } from "#lib/platform/logger";
import { errorSentence, saidError } from "#lib/platform/said-error";
import type { EmbeddedQuestions } from "./embedded-questions.ts";
import type { FolderToSend } from "./embedding-folders.ts";
import { createEmbeddingJob, unusable } from "./embedding-job.ts";
import { createEmbeddingRecord, type Receiver } from "./embedding-record.ts";
import type { EmbeddingTools } from "./embedding-tools.ts";
import type { PersonAudit } from "./person-audit.ts";
import { createQuestionVectors, type QuestionVectors } from "./question-vectors.ts";
import type { Reader } from "./reader.ts";
import { tryEmbedding } from "./try-embedding.ts";

/** The embedding model of the configuration, the work with it, and what a person sees and decides of both. */
export type EmbeddingDesk = {
  report(reader: Reader): Promise<EmbeddingReport>;
  act(body: EmbeddingBody, reader: Reader): Promise<EmbeddingReport>;
  /** Sends the configured model, or the one that is tried, one sentence of our own: no word of a document. Without a name only models are listed. */
  test(
    reader: Pick<Reader, "lang" | "trace_id" | "signal">,
    tried?: EmbeddingTrial,
  ): Promise<EmbeddingTest>;
  /** Without asking anybody; undefined where no model is set up. */
  brief(lang: Lang): Health["embedding"];
  /** What is searched for, as a vector. */
  question: QuestionVectors;
  begin(): void;
  /** A setting was saved. */
  saved(): void;
  close(): Promise<void>;
};

export function createEmbeddingDesk(deps: {
  config: () => Config;
  /** The folders that are read, whether configured or given. */
  roots: () => readonly FolderToSend[];
  keys: ModelKeys;
  home: string;
  tools: EmbeddingTools;
  questions: EmbeddedQuestions;
  audit: PersonAudit;
  beforeReading: () => Promise<void>;
  trace: TraceSink;
  clock: Clock;
  ids: NewId;
  log: Logger;
  /** How its requests leave. */
  fetch?: typeof globalThis.fetch;
  pause?: (ms: number, signal: AbortSignal) => Promise<void>;
  random?: () => number;
}): EmbeddingDesk {
  const { keys, tools, questions, audit, trace, clock, ids, log } = deps;
  const { pause = rest, random = Math.random } = deps;
  const way = deps.fetch === undefined ? {} : { fetch: deps.fetch };
  const record = createEmbeddingRecord(deps.home);
  let made: { config: EmbeddingConfig; model: ConfiguredEmbedding } | undefined;

  /** The same one until its own settings change. */
  function model(): ConfiguredEmbedding {
    const config = deps.config().retrieval.embedding;
    if (made === undefined || !isDeepStrictEqual(made.config, config)) {
      const patience = { pause, random, clock };
      made = { config, model: createConfiguredEmbedding({ config, keys, patience, ...way }) };
    }
    return made.model;
  }

  /** Who would be sent text, and of which folders; undefined while no model can be asked. */
  function receiver(): Receiver | undefined {
    const now = model();
    if (now.kind !== "ready") return undefined;
    const { provider, address } = now.identity;
    return { provider, address, roots: deps.roots() };
  }

  function isAgreed(): boolean {
    const now = receiver();
    // What stays on this machine is sent to nobody, and nobody is asked.
    return now !== undefined && (isHere() || record.agreedTo(now));
  }

  const isHere = () => runsHere(deps.config().retrieval.embedding.provider);

  const job = createEmbeddingJob({
    ...{ model, tools, questions, record, trace, pause, clock, ids, log },
    mayWork: () => isAgreed() && !record.paused(),
    agreed: () => new Set(isAgreed() ? deps.roots().map(({ id }) => id) : []),
    beforeReading: deps.beforeReading,
  });

  const question = createQuestionVectors({
    ...{ model, trace, pause, clock, ids },
    isAgreed,
    isOfUse: async (signal) => {
      const now = model();
      if (now.kind === "ready" && (await questions.any(now.identity))) return true;
      const counted = job.counted() ?? (await job.count(signal));
      return (counted?.done ?? 0) > 0;
    },
  });

  /** Where the work stands, by what is known without asking. */
  function standing(lang: Lang): Pick<EmbeddingReport, "state" | "message" | "retry_at"> {
    const now = model();
    if (now.kind === "unavailable") {
      const off = deps.config().retrieval.embedding.provider === null;
      return off
        ? { state: "off" }
        : { state: "unavailable", message: errorSentence(now.error, lang) };
    }
    const counted = job.counted();
    if (counted?.unavailable !== undefined) {
      return { state: "unavailable", message: errorSentence(unusable(counted.unavailable), lang) };
    }
    if (!isAgreed()) return { state: "asks" };
    if (record.paused()) return { state: "paused" };
    const waiting = job.waiting();
    if (waiting !== undefined) {
      return {
        state: "waiting",
        message: errorSentence(waiting.error, lang),
        ...(waiting.until === undefined ? {} : { retry_at: waiting.until.toISOString() }),
      };
    }
    const { total = 0, done = 0, left_out = 0, building = true } = counted ?? {};
    return { state: building || done + left_out < total ? "working" : "done" };
  }

  async function report({
    lang,
    signal,
  }: Pick<Reader, "lang" | "signal">): Promise<EmbeddingReport> {
    const config = deps.config().retrieval.embedding;
    const now = model();
    // The documents server may be starting, or gone: what is known without it is told all the same.
    const counted = await job.count(signal).catch(() => job.counted());
    signal.throwIfAborted();
    const sent =
      now.kind === "ready"
        ? record.sent(now.identity)
        : { requests: 0, passages: 0, characters: 0, tokens: 0 };
    const cost = now.kind === "ready" && sent.tokens > 0 ? now.cost(sent.tokens) : undefined;
    const address = addressOf(config);
    const host = address === undefined || isHere() ? undefined : new URL(address).host;
    const stands = standing(lang);
    // Where vectors are of use there is an agreement at least.
    const forgettable =
      !idle.has(stands.state) ||
      (await questions.any()) ||
      (await tools.kept({}, signal).then(
        ({ kept }) => kept,
        () => false,
      ));
    signal.throwIfAborted();
    return {
      ...stands,
      forgettable,
      provider: config.provider,
      name: config.name,
      ...(address === undefined ? {} : { address }),
      ...(host === undefined ? {} : { host, local: isLoopback(nameOf(host)) }),
      ...(isHere() ? { local: true } : {}),
      providers: describeEmbeddingProviders(keys),
      roots: [...deps.roots()],
      ...(counted === undefined
        ? {}
        : {
            passages: {
              total: counted.total,
              done: counted.done,
              left_out: counted.left_out,
              bytes_left: counted.bytes_left,
            },
          }),
      sent: { ...sent, ...(cost === undefined ? {} : { cost }) },
    };
  }

  async function act(body: EmbeddingBody, reader: Reader): Promise<EmbeddingReport> {
    await audit.ready();
    const now = receiver();
    switch (body.action) {
      case "start":
        if (now === undefined || !isShown(body, now)) {
          throw saidError("validation", "embedding.changed");
        }
        record.agree(now, clock.now().toISOString());
        break;
      case "pause":
      case "resume":
        record.pause(body.action === "pause");
        break;
      case "forget":
        record.forget(); // first of all nothing more is sent
        // Nobody has to agree anew, and what was taken away would come back at once.
        if (isHere()) record.pause(true);
        job.forget();
        break;
    }
    const { trace_id } = reader;
    audit.tell({ trace_id, tool_id: `http.embedding.${body.action}`, path: now?.address ?? "" });
    job.wake();
    if (body.action === "forget") {
      await questions.forget();
      await tools.forget({}, reader.signal);
    }
    return report(reader);
  }

  return {
    report,
    act,
    async test({ lang, trace_id, signal }, tried) {
      const config = { ...deps.config().retrieval.embedding, ...tried };
      if (tried !== undefined) {
        await audit.ready();
        audit.tell({ trace_id, tool_id: "http.embedding.test", path: addressOf(config) ?? "" });
      }
      const listOnly = tried !== undefined && (tried.name ?? "").trim() === "";
      const patience = { pause, random, clock };
      return tryEmbedding({ config, keys, patience, listOnly, clock, lang, signal, ...way });
    },
    brief(lang) {
      const { state, message } = standing(lang);
      if (state === "off") return undefined;
      return { state, ...(message === undefined ? {} : { message }) };
    },
    question,
    begin: job.begin,
    saved: job.wake,
    close: job.close,
  };
}

/** What the page showed when the person agreed is what holds now. */
function isShown({ provider, address, roots = [] }: EmbeddingBody, now: Receiver): boolean {
  return (
    provider === now.provider &&
    address === now.address &&
    now.roots.every(({ digest }) => roots.includes(digest))
  );
}

/** Keeps no process alive. */
function rest(ms: number, signal: AbortSignal): Promise<void> {
  return sleep(ms, undefined, { signal, ref: false });
}

/** States in which nobody may be sent text, though there may be vectors from before. */
const idle: ReadonlySet<EmbeddingReport["state"]> = new Set(["off", "unavailable", "asks"]);
