import PQueue from "p-queue";
import { AppError } from "#lib/contracts/errors";
import type { Clock } from "#lib/contracts/ports";
import type { ToolInfo, ToolProgress } from "#lib/contracts/tools";
import { forWhomItIs } from "#lib/platform/acting";
import { type Admitted, createBreaker } from "./breaker.ts";
import type { ProviderCall, ProviderResult, ToolProvider, Touches } from "./provider.ts";

/** How much longer than its time-out a provider may take to say so itself before nobody waits for it any more. */
const GRACE_MS = 250;

export type CarryOut = (
  provider: ToolProvider,
  tool: ToolInfo,
  args: Record<string, unknown>,
  call: {
    signal: AbortSignal;
    /** Monotonic milliseconds. */
    deadline: number;
    touches: Touches;
    permits: NonNullable<ProviderCall["permits"]>;
    by: NonNullable<ProviderCall["by"]>;
    onProgress?: (progress: ToolProgress) => void;
  },
) => Promise<ProviderResult>;

/**
 * The call itself, once it may be made: waits for a free place at the provider, ends at the time-out whatever the provider
 * does, and makes a call that changes nothing a second time when it failed in passing. Of any other that began and brought
 * no answer nobody knows what it did: it is never called safe to repeat. Throws AppError, or what a provider throws unforeseen.
 */
export function createCarryOut(deps: { clock: Clock; timeout_ms: number }): CarryOut {
  const { clock, timeout_ms } = deps;
  const breaker = createBreaker({ clock });
  const queues = new WeakMap<ToolProvider, Map<string, PQueue>>();

  /** Of the provider; of the tool where its calls wait for one another. */
  function queueOf(provider: ToolProvider, concurrency: number, tool: ToolInfo): PQueue {
    const single = provider.one_by_one?.includes(tool.name) === true;
    const own = queues.get(provider) ?? new Map<string, PQueue>();
    queues.set(provider, own);
    const name = single ? tool.name : "";
    const queue = own.get(name) ?? new PQueue({ concurrency: single ? 1 : concurrency });
    own.set(name, queue);
    return queue;
  }

  const carryOut: CarryOut = async (provider, tool, args, call) => {
    const { own_time = false, ours = false } = provider;
    const most = own_time ? tool.timeout_ms : Math.min(tool.timeout_ms, timeout_ms);
    let begun = false;

    async function once(): Promise<ProviderResult> {
      if (call.signal.aborted) throw cancelled(tool.id);
      const left = call.deadline - clock.monotonic();
      if (left <= 0) throw late(tool.id);
      const admitted = ours ? unjudged : breaker.admit(provider.id);
      const ms = Math.min(left, most);
      const invoke = (signal: AbortSignal) => {
        begun = true;
        return provider.invoke(tool, args, {
          signal,
          timeout_ms: ms,
          touches: call.touches,
          permits: call.permits,
          ...(ours ? { by: call.by } : {}),
          ...(call.onProgress === undefined ? {} : { onProgress: call.onProgress }),
        });
      };
      try {
        const longest = own_time ? undefined : ms + GRACE_MS;
        const result = await within(invoke, longest, call.signal, tool.id);
        admitted.succeeded();
        return result;
      } catch (error) {
        admitted[tellsOfProvider(error, ms < most)]();
        throw error;
      }
    }

    async function inPlace(): Promise<ProviderResult> {
      if (provider.concurrency === undefined) return once();
      const left = Math.max(0, call.deadline - clock.monotonic());
      const queue = queueOf(provider, provider.concurrency, tool);
      // One that nobody waits for any more does not begin.
      const ours = forWhomItIs(once); // a place that another leaves is not taken as that one
      const place = (signal: AbortSignal) => queue.add(ours, { signal });
      return within(place, left + GRACE_MS, call.signal, tool.id);
    }

    try {
      return await inPlace();
    } catch (error) {
      const again =
        provider.repeats !== false &&
        tool.side_effects === "none" &&
        error instanceof AppError &&
        error.retryable &&
        error.code !== "timeout";
      if (again) return inPlace();
      throw begun && tool.side_effects !== "none" ? uncertain(tool.id, error) : error;
    }
  };
  return carryOut;
}

/** Waits no longer than so, where there is a limit, whatever becomes of the work; the work is told when nobody waits for it any more. */
function within<T>(
  begin: (signal: AbortSignal) => Promise<T>,
  ms: number | undefined,
  signal: AbortSignal,
  toolId: string,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = new AbortController();
    const giveUp = (error: AppError) => {
      reject(error);
      stop.abort(error);
    };
    const onAbort = () => giveUp(cancelled(toolId));
    const timer = ms === undefined ? undefined : setTimeout(() => giveUp(late(toolId)), ms);
    const settle = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
    };
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) return onAbort();
    // What breaks at once breaks like what breaks later.
    (async () => begin(stop.signal))().then(resolve, reject).finally(settle);
  });
}

/** A call that may change something began, and what became of it is not known. */
function uncertain(toolId: string, error: unknown): unknown {
  if (!(error instanceof AppError) || !unanswered.has(error.code)) return error;
  return new AppError(
    error.code,
    `${toolId} began and brought no answer (${error.code}): it may or may not have taken effect. Look first.`,
    { cause: error },
  );
}
const unanswered: ReadonlySet<string> = new Set(["timeout", "cancelled", "provider_unavailable"]);

/** Of our own, which is started again when it is lost, and whose loss says so itself. */
const unjudged: Admitted = {
  succeeded: () => undefined,
  failed: () => undefined,
  saidNothing: () => undefined,
};

/** What a failed call says of its provider: a time-out that the caller's own deadline brought about says nothing. */
function tellsOfProvider(error: unknown, callersDeadline: boolean): keyof Admitted {
  if (!(error instanceof AppError) || error.code === "provider_unavailable") return "failed";
  if (error.code === "cancelled") return "saidNothing";
  if (error.code === "timeout") return callersDeadline ? "saidNothing" : "failed";
  return "succeeded";
}

export function late(toolId: string): AppError {
  return new AppError("timeout", `The deadline passed before ${toolId} could answer. Try again.`, {
    retryable: true,
  });
}

export function cancelled(toolId: string): AppError {
  return new AppError("cancelled", `The call of ${toolId} was cancelled.`);
}
