import {
  type PartialOutput,
  type TaskProgress,
  TaskRequest,
  TaskResult,
} from "#lib/contracts/envelope";
import { AppError } from "#lib/contracts/errors";
import type { Clock, IdempotencyStore, TraceSink } from "#lib/contracts/ports";
import { faultOf } from "#lib/platform/fault";
import type { NewId } from "#lib/platform/ids";
import type { Logger } from "#lib/platform/logger";
import { fingerprint } from "./fingerprint.ts";
import { openSpan } from "./open-span.ts";
import type { SubAgent } from "./sub-agent.ts";
import { failedResult } from "./task-results.ts";

/**
 * Sends an envelope to a sub-agent and brings its result back. Whatever the sub-agent does, the caller gets a result that
 * fits its schema, in time: a scope the recipient does not hold is `denied` unasked, a passed deadline is `timeout`, an
 * exception or a result that breaks its schema is `error` with `agent_failed`. One idempotency key is worked on once.
 */
export type Dispatch = {
  /** Throws AppError: `cancelled`, `idempotency_mismatch`, or `validation` for an envelope that is none. */
  send(request: TaskRequest, options: SendOptions): Promise<Delivery>;
};

export type SendOptions = {
  signal: AbortSignal;
  parent_span_id?: string;
  onProgress?: (progress: TaskProgress) => void;
  /** False: the envelope and its result, which hold the question and evidence, are handed to no store. */
  store?: boolean;
};

/** `agent_failed`: the sub-agent itself broke, as against the tools it used. */
export type Delivery = { result: TaskResult; agent_failed: boolean };

const keptStatuses: readonly TaskResult["status"][] = ["ok", "no_hit", "denied"];

export function createDispatch(deps: {
  agents: readonly SubAgent[];
  idempotency: IdempotencyStore;
  trace: TraceSink;
  clock: Clock;
  ids: NewId;
  log: Logger;
}): Dispatch {
  const { agents, idempotency, trace, clock, log } = deps;
  /** `kept`: what stands under the key from before. */
  type UnderWay = { print: string; kept: ReturnType<typeof recall>; work: Promise<Delivery> };
  const underWay = new Map<string, UnderWay>();

  async function send(given: TaskRequest, options: SendOptions): Promise<Delivery> {
    const parsed = TaskRequest.safeParse(given);
    if (!parsed.success) {
      throw new AppError(
        "validation",
        "The task request does not fit its schema; nothing was sent.",
        {
          cause: parsed.error,
        },
      );
    }
    const request = parsed.data;
    const print = fingerprint(request);
    const deadline = clock.monotonic() + request.deadline_ms;
    for (;;) {
      if (options.signal.aborted) throw cancelled();
      const first = underWay.get(request.idempotency_key);
      if (!first) break;
      if (first.print !== print) {
        const kept = await first.kept;
        if (kept?.fingerprint !== print) throw mismatch();
        return { result: kept.result, agent_failed: false };
      }
      const outcome = await inTime(first.work, deadline, options.signal, () => {});
      if (outcome.kind === "done") return outcome.value;
      if (outcome.kind === "cancelled") throw cancelled();
      if (outcome.kind === "late") return { result: late(request), agent_failed: false };
      // The first caller gave up or broke: this one does the work.
    }
    // The key is taken before anything is waited for: of callers at the same moment one looks and works.
    const kept = recall(request.idempotency_key);
    const work = carryOutOnce(request, deadline, options, { print, kept });
    underWay.set(request.idempotency_key, { print, kept, work });
    try {
      return await work;
    } finally {
      underWay.delete(request.idempotency_key);
    }
  }

  async function carryOutOnce(
    request: TaskRequest,
    deadline: number,
    options: SendOptions,
    { print, kept: before }: Omit<UnderWay, "work">,
  ): Promise<Delivery> {
    const kept = await before;
    if (kept) {
      if (kept.fingerprint !== print) throw mismatch();
      return { result: kept.result, agent_failed: false };
    }
    const delivery = await carryOut(request, deadline, options);
    if (options.store !== false && keptStatuses.includes(delivery.result.status)) {
      await keep(request.idempotency_key, print, delivery.result);
    }
    return delivery;
  }

  async function carryOut(
    request: TaskRequest,
    deadline: number,
    options: SendOptions,
  ): Promise<Delivery> {
    const span = openSpan(deps, {
      trace_id: request.trace_id,
      run_id: request.run_id,
      ...(options.parent_span_id === undefined ? {} : { parent_span_id: options.parent_span_id }),
      task_id: request.task_id,
      kind: "task",
      name: request.intent,
      agent_id: request.recipient,
    });
    const tell = (progress: Omit<TaskProgress, "trace_id" | "task_id">) =>
      options.onProgress?.({ trace_id: request.trace_id, task_id: request.task_id, ...progress });

    tell({ status: "running" });
    let delivery: Delivery;
    try {
      delivery = await perform(request, deadline, span.id, options, tell);
    } catch (error) {
      span.end("cancelled");
      tell({ status: "cancelled" });
      throw error;
    }
    const { result, agent_failed } = delivery;
    if (options.store !== false) trace.task(request, result);
    span.end(
      result.status,
      {
        ...{ citations: result.output.citations.length, agent_failed },
        ...{ strategy: result.output.strategy, model_failed: result.output.model_failed },
      },
      result.status === "denied" ? result.errors?.find((e) => e.rule)?.rule : undefined,
    );
    tell({
      status:
        result.status === "timeout" || result.status === "error" ? result.status : "completed",
      ...(result.metrics === undefined ? {} : { metrics: result.metrics }),
    });
    return delivery;
  }

  async function perform(
    request: TaskRequest,
    deadline: number,
    spanId: string,
    options: SendOptions,
    tell: (progress: Omit<TaskProgress, "trace_id" | "task_id">) => void,
  ): Promise<Delivery> {
    const agent = agents.find((a) => a.id === request.recipient);
    if (!agent) {
      return failed(request, "not_found", `There is no agent "${request.recipient}".`);
    }
    const beyond = request.auth_scope.filter((s) => !agent.grant.some((g) => g === s));
    if (beyond.length > 0) {
      const error = {
        code: "tool_not_granted" as const,
        rule: "tool_not_granted" as const,
        message: `The agent ${agent.id} does not hold ${beyond.join(", ")}. No tool was called.`,
        retryable: false,
      };
      return { result: failedResult(request, "denied", error), agent_failed: false };
    }
    const stop = new AbortController();
    let found: PartialOutput | undefined;
    const work = (async () =>
      agent.run(request, {
        deadline,
        signal: stop.signal,
        span_id: spanId,
        tell: (event, partial_output) => {
          found = partial_output ?? found;
          const partial = partial_output === undefined ? {} : { partial_output };
          tell({ status: "running", events: [event], ...partial });
        },
      }))();
    const outcome = await inTime(work, deadline, options.signal, () => stop.abort());
    switch (outcome.kind) {
      case "cancelled":
        throw cancelled();
      case "late":
        return { result: late(request, found), agent_failed: false };
      case "threw":
        log.error(
          { trace_id: request.trace_id, agent_id: agent.id, ...faultOf(outcome.error) },
          "agent fault",
        );
        return failed(
          request,
          "unknown",
          `The agent ${agent.id} failed in a way that is not foreseen.`,
        );
      case "done": {
        const result = TaskResult.safeParse(outcome.value);
        if (
          result.success &&
          result.data.task_id === request.task_id &&
          result.data.trace_id === request.trace_id
        ) {
          return { result: result.data, agent_failed: false };
        }
        return failed(
          request,
          "validation",
          `The agent ${agent.id} answered with a result that breaks its schema; it was refused.`,
        );
      }
    }
  }

  type Outcome<T> =
    | { kind: "done"; value: T }
    | { kind: "threw"; error: unknown }
    | { kind: "late" }
    | { kind: "cancelled" };

  /** Waits for `work` until the deadline or the signal; then calls `stop` and no longer waits. */
  function inTime<T>(
    work: Promise<T>,
    deadline: number,
    signal: AbortSignal,
    stop: () => void,
  ): Promise<Outcome<T>> {
    return new Promise((resolve) => {
      const end = (outcome: Outcome<T>) => {
        clearTimeout(timer);
        signal.removeEventListener("abort", onAbort);
        resolve(outcome);
      };
      const giveUp = (kind: "late" | "cancelled") => {
        end({ kind });
        stop();
      };
      const onAbort = () => giveUp("cancelled");
      const timer = setTimeout(() => giveUp("late"), Math.max(0, deadline - clock.monotonic()));
      signal.addEventListener("abort", onAbort, { once: true });
      work.then(
        (value) => end({ kind: "done", value }),
        (error: unknown) => end({ kind: "threw", error }),
      );
      if (signal.aborted) onAbort();
    });
  }

  async function recall(key: string) {
    try {
      return await idempotency.get(key);
    } catch (error) {
      log.warn(faultOf(error), "stored results could not be read; the work is done again");
      return undefined;
    }
  }

  async function keep(key: string, print: string, result: TaskResult): Promise<void> {
    try {
      await idempotency.put(key, print, result);
    } catch (error) {
      log.warn(faultOf(error), "the result could not be stored");
    }
  }

  return { send };
}

function failed(
  request: TaskRequest,
  code: "not_found" | "unknown" | "validation",
  message: string,
) {
  const error = { code, message, retryable: false };
  return { result: failedResult(request, "error", error), agent_failed: true };
}

function late(request: TaskRequest, found?: PartialOutput): TaskResult {
  const result = failedResult(request, "timeout", {
    code: "timeout",
    message: `The task was not done within ${request.deadline_ms} ms.`,
    retryable: true,
  });
  return { ...result, output: { ...result.output, ...found } };
}

function cancelled(): AppError {
  return new AppError("cancelled", "The question was cancelled.");
}

function mismatch(): AppError {
  return new AppError(
    "idempotency_mismatch",
    "This idempotency key was used for another request. Use a new key for a new request.",
  );
}
