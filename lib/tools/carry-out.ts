import PQueue from "p-queue";
import { AppError } from "#lib/contracts/errors";
import type { Clock } from "#lib/contracts/ports";
import type { ToolInfo, ToolProgress } from "#lib/contracts/tools";
import { type Admitted, createBreaker } from "./breaker.ts";
import type { ProviderResult, ToolProvider } from "./provider.ts";

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
    onProgress?: (progress: ToolProgress) => void;
  },
) => Promise<ProviderResult>;

/**
 * The call itself, once it may be made: waits for a free place at the provider, ends at the time-out whatever the provider
 * does, and makes a call that changes nothing a second time when it failed in passing. Throws AppError, or what a
 * provider throws unforeseen.
 */
export function createCarryOut(deps: { clock: Clock; timeout_ms: number }): CarryOut {
  const { clock, timeout_ms } = deps;
  const breaker = createBreaker({ clock });
  const queues = new WeakMap<ToolProvider, PQueue>();

  function queueOf(provider: ToolProvider, concurrency: number): PQueue {
    const known = queues.get(provider);
    if (known) return known;
    const queue = new PQueue({ concurrency });
    queues.set(provider, queue);
    return queue;
  }

  const carryOut: CarryOut = async (provider, tool, args, call) => {
    const most = Math.min(tool.timeout_ms, timeout_ms);

    async function once(): Promise<ProviderResult> {
      if (call.signal.aborted) throw cancelled(tool.id);
      const left = call.deadline - clock.monotonic();
      if (left <= 0) throw late(tool.id);
      const admitted = provider.ours ? unjudged : breaker.admit(provider.id);
      const ms = Math.min(left, most);
      try {
        const work = provider.invoke(tool, args, {
          signal: call.signal,
          timeout_ms: ms,
          ...(call.onProgress === undefined ? {} : { onProgress: call.onProgress }),
        });
        const result = await within(work, ms + GRACE_MS, call.signal, tool.id);
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
      const work = queueOf(provider, provider.concurrency).add(once, { signal: call.signal });
      return within(work, left + GRACE_MS, call.signal, tool.id);
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
      if (!again) throw error;
      return inPlace();
    }
  };
  return carryOut;
}

/** Waits no longer than so, whatever becomes of the work. */
function within<T>(work: Promise<T>, ms: number, signal: AbortSignal, toolId: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(cancelled(toolId));
    const timer = setTimeout(() => reject(late(toolId)), ms);
    signal.addEventListener("abort", onAbort, { once: true });
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
    });
    if (signal.aborted) onAbort();
  });
}

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
