import PQueue from "p-queue";
import { toldStatus } from "#lib/contracts/activity";
import type { Answer } from "#lib/contracts/answer";
import type { Config } from "#lib/contracts/config";
import { AppError, type ErrorCode } from "#lib/contracts/errors";
import type { AskBody } from "#lib/contracts/http";
import { modelNames } from "#lib/contracts/model-names";
import { onePerson } from "#lib/contracts/people";
import type { Clock, PrimaryAgent, Span, Work } from "#lib/contracts/ports";
import { asQuestion } from "#lib/contracts/question";
import type { StoredRun } from "#lib/contracts/store-ports";
import { type AskEvent, type RunEvent, shownEvents } from "#lib/contracts/stream";
import { actingId, forWhomItIs } from "#lib/platform/acting";
import { faultOf } from "#lib/platform/fault";
import { sha256 } from "#lib/platform/hash";
import type { NewId } from "#lib/platform/ids";
import type { Logger } from "#lib/platform/logger";
import { saidError } from "#lib/platform/said-error";
import { orAborted } from "#lib/tools/wait";
import { brokenOff, doneForGood } from "./broken-off.ts";
import type { KeptStore } from "./keep-store.ts";
import type { MemoryOfAskings } from "./memory-of-askings.ts";
import type { Metrics } from "./metrics.ts";
import { createUnkeptAskings } from "./unkept-askings.ts";

export type Asking = {
  trace_id: string;
  /** Of the Idempotency-Key header. */
  key?: string;
  emit: (event: AskEvent) => void;
  /** A run of its own begins and is written down; what is told again from an earlier one is not. */
  onRun?: (run: { run_id: string; thread_id: string }) => void;
  /** Somebody is there to be asked about what a tool would do. */
  attended?: boolean;
  signal: AbortSignal;
};

/** The reason of a signal that fires because the server ends: the next one finds what is left of the run. */
export const shutDown = Symbol("shut down");
/** How far back a follow-up may point. */
const REMEMBERED_TURNS = 3;
/**
 * So many questions are worked on at a time; the others wait, and their time counts from their turn. Answering is work of
 * this process more than waiting: what is done for hundreds at once is done for nobody, the page and `/api/health` included.
 */
const workedOnAtOnce = 4;

/**
 * One question on its way: ids, deadline, idempotency, and the answer stored before anyone is told it is done. Throws
 * AppError when there is no answer: `cancelled`, `not_found` (thread), `idempotency_mismatch`, `audit_unavailable`.
 */
export function createAsking(deps: {
  primary: PrimaryAgent;
  store: KeptStore;
  config: () => Config;
  metrics: Metrics;
  /** What is remembered of earlier questions and of what the person stated. */
  remembered: MemoryOfAskings;
  clock: Clock;
  ids: NewId;
  log: Logger;
  /** Told of every answer before its span is. */
  answered?: (answer: Answer, kept: boolean) => void;
}) {
  const { primary, store, config, metrics, remembered, clock, ids, log } = deps;
  const unkeptAskings = createUnkeptAskings({ store, clock });
  /** By key. `earlier`: what stands under it from before. */
  const underWay = new Map<
    string,
    { fingerprint: string; earlier: Promise<Earlier>; done: Promise<unknown> }
  >();
  const turns = new PQueue({ concurrency: workedOnAtOnce });

  /** Whether an answer is being worked on. */
  const busy = () => turns.pending > 0;

  async function ask(body: AskBody, asking: Asking): Promise<Answer> {
    await refuseOthersThread(body.thread_id);
    await store.everyone.patiently((opened) => opened.requireAudit("read"));
    if (asking.key === undefined) return inTurn(body, asking, undefined, undefined);
    // One key of two people is two keys.
    return once(asking.key, sha256(JSON.stringify(body)), body, asking);
  }

  /** A conversation is gone on with by its own person; one that nobody has begun is none of anybody's. */
  async function refuseOthersThread(id: string | undefined): Promise<void> {
    if (id === undefined || actingId() === onePerson) return;
    if (remembered.unkeptTurns(id).length > 0) return;
    if (await store.patiently((opened) => opened.holdsThread(id))) return;
    throw saidError("not_found", "error.thread_not_found");
  }

  /**
   * The first caller with a key works, on whichever server; the others wait for it and get its answer, or their own turn if it
   * had none.
   */
  async function once(
    key: string,
    fingerprint: string,
    body: AskBody,
    asking: Asking,
  ): Promise<Answer> {
    const place = `${actingId()} ${key}`;
    for (;;) {
      const first = underWay.get(place);
      if (first !== undefined) {
        if (first.fingerprint !== fingerprint) {
          const earlier = await first.earlier.catch(passElsewhere);
          if (earlier !== undefined) refuseOther(earlier, fingerprint);
        }
        await settled(first.done, asking.signal);
        continue;
      }
      // The key is taken before anything is waited for: of askings at the same moment one looks and works.
      const work: Work = { kind: "key", id: place };
      const claimed = store.queue.claim(work);
      const earlier = claimed.then((mine) => {
        if (!mine) throw new KeyElsewhere();
        return lookUnder(key);
      });
      const done = whileClaimed(work, claimed, () => goOn(earlier));
      underWay.set(place, { fingerprint, earlier, done });
      try {
        return await done;
      } catch (error) {
        // Another program was quicker, or another server works under it.
        if (!(error instanceof KeyTaken || error instanceof KeyElsewhere)) throw error;
      } finally {
        underWay.delete(place);
      }
      // Not before: whoever waits here for the key would find it taken by somebody who waits, too.
      await settled(store.queue.free(work, asking.signal), asking.signal);
    }

    async function goOn(before: Promise<Earlier>): Promise<Answer> {
      const earlier = await before;
      const { kept, cut } = earlier;
      if (kept !== undefined || cut !== undefined) refuseOther(earlier, fingerprint);
      if (kept) return replay(kept.answer, asking.emit);
      const unkept = await unkeptAskings.again({ key, fingerprint }, body);
      if (unkept.answer !== undefined) return replay(unkept.answer, asking.emit);
      // Attempted before, by a server that died over it: the same asking goes on as a new run, if nothing was done by then.
      const over = cut && (await store.patiently((open) => doneForGood(open, cut)));
      if (over !== undefined) return replay(over, asking.emit);
      return inTurn(body, asking, { key, fingerprint, unkept: unkept.run_id }, cut);
    }
  }

  /** Let go of before the key is free here: the next one claims it anew. */
  async function whileClaimed(
    work: Work,
    claimed: Promise<boolean>,
    answering: () => Promise<Answer>,
  ): Promise<Answer> {
    try {
      return await answering();
    } finally {
      if (await claimed.catch(() => false)) await store.queue.release(work).catch(notReleased);
    }
  }

  function notReleased(error: unknown): void {
    log.warn(faultOf(error), "that work is over could not be told to other servers");
  }

  /** Kept or begun under a key before now. */
  async function lookUnder(key: string): Promise<Earlier> {
    return store.patiently(async (open) => {
      const [kept, cut] = await Promise.all([open.keptAnswer(key), open.runs.find({ key })]);
      return { kept, cut };
    });
  }

  /** One that is given up while it waits leaves nothing behind: nothing was begun. */
  async function inTurn(...asked: Parameters<typeof work>): Promise<Answer> {
    const [, { signal }] = asked;
    const waiting = new AbortController();
    const giveUp = () => waiting.abort();
    if (signal.aborted) giveUp();
    signal.addEventListener("abort", giveUp);
    // The queue goes on where another's question has ended, and is not to go on as that one.
    const taken = forWhomItIs(() => {
      signal.removeEventListener("abort", giveUp); // from here on it ends as its work ends
      return work(...asked);
    });
    try {
      return await turns.add(taken, { signal: waiting.signal });
    } catch (cause) {
      if (!waiting.signal.aborted) throw cause;
      metrics.ended("cancelled");
      throw saidError("cancelled", "error.cancelled", {}, { cause });
    }
  }

  async function work(
    body: AskBody,
    asking: Asking,
    under: { key: string; fingerprint: string; unkept: string | undefined } | undefined,
    cut: StoredRun | undefined,
  ): Promise<Answer> {
    const { signal, emit } = asking;
    const mode = modeOf(body, config());
    const started_at = clock.now().toISOString();
    const began = clock.monotonic();
    const run = {
      trace_id: cut?.trace_id ?? asking.trace_id,
      run_id: ids("run"),
      thread_id: cut?.thread_id ?? threadId(body.thread_id, ids),
    };
    const mine: Work = { kind: "run", id: run.run_id };
    const span_id = ids("span");
    const limit = config().limits.max_wall_time_ms;
    let firstWords: number | undefined;
    if (!body.store) (await store.get()).keepNoWordOf(run.trace_id);

    function ended(status: string, rule?: ErrorCode, answer?: Answer): void {
      const ms = Math.round(clock.monotonic() - began);
      const { trace_id, run_id } = run;
      const denied = rule === undefined ? {} : { deny_reason: rule };
      store.trace.span({
        span_id,
        trace_id,
        run_id,
        kind: "request",
        name: "ask",
        started_at,
        ms,
        status: spanStatus(status),
        ...denied,
        attributes: {
          answer: answer === undefined ? status : toldStatus(answer),
          stored: body.store,
          ...(firstWords === undefined ? {} : { first_ms: Math.round(firstWords - began) }),
        },
      });
      const told = answer === undefined ? {} : figuresOf(answer);
      log.info(
        { ...run, agent_id: "primary", latency_ms: ms, status, ...denied, ...told },
        "answer",
      );
    }

    const earlier =
      body.thread_id === undefined
        ? []
        : [
            ...(await store.patiently((open) => open.recentTurns(run, REMEMBERED_TURNS))),
            // What is kept of this question holds no word of one of which nothing is.
            ...(body.store ? [] : remembered.unkeptTurns(run.thread_id)),
          ].slice(-REMEMBERED_TURNS);
    const memory =
      mode === "model" && body.thread_id !== undefined
        ? await store.patiently((open) => open.conversationMemory(run))
        : undefined;
    if (body.store) {
      const { question, lang = null } = body;
      const { key = null, fingerprint = null } = under ?? {};
      const begins = { ...run, key, fingerprint, question, lang, asked_at: started_at };
      await store.queue.claim(mine, run.thread_id); // first: one that nobody has is held to be left by a server that is gone
      try {
        const begun = await store.patiently(({ runs }) => {
          refuseGivenUp(signal);
          return runs.begin(begins, cut?.run_id);
        });
        if (!begun) throw new KeyTaken();
      } catch (error) {
        void store.queue.release(mine).catch(notReleased);
        throw error;
      }
      asking.onRun?.(run);
    }
    const unkept = body.store ? undefined : under;
    if (unkept !== undefined) {
      const asked = { ...run, asked_at: started_at };
      if (!(await unkeptAskings.begin(unkept, asked, unkept.unkept))) throw new KeyTaken();
    }
    emit({ kind: "started", data: run });
    let answer: Answer;
    const told: RunEvent[] = [];
    // A model takes so long that what is found now may be forgotten by then.
    const alone = mode === "quote" && earlier.length === 0;
    const ahead = alone ? remembered.lookAhead(asQuestion(body.question)) : undefined;
    let stopped = false;
    const place = createPlace();
    try {
      answer = await primary.ask(
        {
          ...run,
          parent_span_id: span_id,
          question: body.question,
          roots: body.roots ?? [],
          store: body.store,
          earlier,
          ...(memory === undefined ? {} : { memory }),
          ...(await remembered.facts(body)),
          ...(body.lang === undefined ? {} : { lang: body.lang }),
          ...(body.model === undefined ? {} : { model: body.model }),
          ...(body.web === true ? { web: true } : {}),
          mode,
          asking: asking.attended === true ? "wait" : "refuse",
          deadline_ms: Math.min(body.deadline_ms ?? limit, limit),
        },
        (event) => {
          if (event.kind === "approval") place.waits(event.data.state === "pending");
          // `started` is told above; the answer is told below, once it is stored.
          if (event.kind === "started" || event.kind === "answer") return;
          if (words.has(event.kind)) firstWords ??= clock.monotonic();
          told.push(event);
          emit(event);
        },
        signal,
      );
      const caller = { agent_id: "person" as const, trace_id: answer.trace_id, signal };
      const before = await remembered.earlierAnswer(answer, caller, ahead);
      if (before !== undefined) answer = { ...answer, earlier: before };
      refuseGivenUp(signal);
    } catch (cause) {
      const left = isGivenUp(signal) ? await leftBehind() : undefined;
      if (left === undefined) throw without(cause);
      answer = left;
    } finally {
      place.waits(false);
    }
    deps.answered?.(answer, body.store);
    ended(answer.status, answer.gaps.find((gap) => gap.rule !== null)?.rule ?? undefined, answer);
    if (body.store) {
      const kept = under && isFinal(answer) ? under : undefined;
      const { episodeOf } = remembered;
      const saving = store.patiently(({ saveAnswer }) => {
        if (isGivenUp(signal) && !stopped) return false;
        // Whether its run is still there is decided with the storing: one that was deleted meanwhile does not come back.
        return saveAnswer(answer, { under: kept, episodeOf, of_run: true });
      });
      const saved = await saving.catch((cause: unknown) => {
        ended("error");
        metrics.ended("error");
        throw cause;
      });
      if (!saved) throw without(saidError("cancelled", "error.cancelled"));
      void store.queue.release(mine).catch(notReleased);
    }
    if (unkept !== undefined) unkeptAskings.ended(unkept, answer);
    remembered.answered(answer, body.store);
    metrics.answered(answer);
    emit({ kind: "answer", data: answer });
    return answer;

    /** Of an asking that is given up after something was done: what was done is not taken back by forgetting it. */
    async function leftBehind(): Promise<Answer | undefined> {
      if (!body.store && unkept === undefined) return undefined;
      const acted = await store.patiently((open) => open.actedCalls(run.trace_id)).catch(() => []);
      if (acted.length === 0) return undefined;
      stopped = true;
      const { question, lang = null } = body;
      return brokenOff({ ...run, question, lang, asked_at: started_at }, told, acted, "stopped");
    }

    /** Ends an asking without an answer, and tells what to throw. */
    function without(cause: unknown): unknown {
      const cancelled = signal.aborted || (cause instanceof AppError && cause.code === "cancelled");
      const outcome = cancelled ? "cancelled" : "error";
      ended(outcome);
      metrics.ended(outcome);
      if (body.store && signal.reason !== shutDown) drop(run);
      return cancelled ? saidError("cancelled", "error.cancelled", {}, { cause }) : cause;
    }
  }

  /** While a question waits for a person another one is worked on in its place. */
  function createPlace() {
    let given = false;
    return {
      waits(now: boolean): void {
        if (now === given) return;
        given = now;
        turns.concurrency += now ? 1 : -1;
      },
    };
  }

  /** A question that was given up leaves nothing behind; where the database is held, the next start finds it interrupted. */
  function drop(run: { run_id: string; trace_id: string }): void {
    store
      .patiently(({ runs }) => runs.drop(run))
      .then(() => store.queue.release({ kind: "run", id: run.run_id }))
      .catch((error: unknown) => log.warn(faultOf(error), "a run could not be taken back"));
  }

  return Object.assign(ask, { busy });
}

type Earlier = {
  kept: { fingerprint: string; answer: Answer } | undefined;
  cut: StoredRun | undefined;
};

/** Another program began under the key between the look and the beginning. */
class KeyTaken extends Error {}

/** Another server works under the key. */
class KeyElsewhere extends Error {}

function passElsewhere(error: unknown): undefined {
  if (!(error instanceof KeyElsewhere)) throw error;
}

/** One key is for one request. */
function refuseOther({ kept, cut }: Earlier, fingerprint: string): void {
  if ((kept ?? cut)?.fingerprint === fingerprint) return;
  throw saidError("idempotency_mismatch", "error.idempotency_mismatch");
}

/** Events by which a reader sees something of the answer itself. */
const words: ReadonlySet<string> = new Set(["claim", "block", "report", "gap"]);

/** Nobody wants the answer any more; at the end of the server it is still wanted, if it is done. */
function isGivenUp(signal: AbortSignal): boolean {
  return signal.aborted && signal.reason !== shutDown;
}

function refuseGivenUp(signal: AbortSignal): void {
  if (isGivenUp(signal)) throw saidError("cancelled", "error.cancelled");
}

/** What the log line of an answer tells beside its status: numbers alone. */
function figuresOf(answer: Answer): Record<string, unknown> {
  const { retrieval_ms, files_scanned, hits, steps, withheld } = answer.metrics;
  return {
    ...{ retrieval_ms, files_scanned, hits, steps },
    ...(withheld === undefined ? {} : { withheld }),
    claims: answer.claims.length,
    citations: answer.citations.length,
    outcome: answer.outcome,
    gaps: answer.gaps.map((gap) => gap.cause),
    ...(answer.parts === undefined ? {} : { parts: answer.parts.map((part) => part.status) }),
    confidence: answer.confidence,
  };
}

/** Throws `validation` or `not_found` for a model that cannot be asked for by its name. */
function modeOf(body: AskBody, config: Config): "quote" | "model" {
  const { model, mode } = body;
  if (model === undefined) return mode ?? config.answer.mode;
  if (mode === "quote") throw saidError("validation", "error.model_for_quotes", { model });
  const names = modelNames(config.model);
  if (names.includes(model)) return "model";
  const key = names.length === 0 ? "error.no_model_to_name" : "error.model_not_configured";
  throw saidError("not_found", key, { model, names: names.slice(0, mostNamed).join(", ") });
}

/** In one sentence. */
const mostNamed = 10;

/** An id that was given out may come back before its first answer was stored; any other is of no conversation. */
function threadId(given: string | undefined, ids: NewId): string {
  if (given === undefined) return ids("thread");
  if (/^thread_[0-9a-f]{24}$/.test(given)) return given;
  throw saidError("not_found", "error.thread_not_found");
}

/** What would come out the same an hour later; a time-out or a failure is worth another try under the same key. */
function isFinal(answer: Answer): boolean {
  return answer.status !== "timeout" && answer.status !== "error";
}

function replay(answer: Answer, emit: Asking["emit"]): Answer {
  const { trace_id, run_id, thread_id } = answer;
  emit({ kind: "started", data: { trace_id, run_id, thread_id } });
  for (const event of shownEvents(answer)) emit(event);
  for (const data of answer.actions ?? []) emit({ kind: "action", data });
  for (const data of answer.report ?? []) emit({ kind: "report", data });
  for (const data of answer.gaps) emit({ kind: "gap", data });
  for (const data of answer.notices) emit({ kind: "notice", data });
  emit({ kind: "answer", data: answer });
  return answer;
}

function spanStatus(status: string): Span["status"] {
  switch (status) {
    case "no_evidence":
      return "no_hit";
    case "denied":
    case "timeout":
    case "error":
    case "cancelled":
      return status;
    default:
      return "ok";
  }
}

async function settled(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  const ended = work.then(
    () => undefined,
    () => undefined, // the first caller hears of it; this one takes its turn
  );
  try {
    await orAborted(ended, signal);
  } catch (cause) {
    throw saidError("cancelled", "error.cancelled", {}, { cause });
  }
}
