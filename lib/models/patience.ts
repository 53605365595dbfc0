import type { Clock } from "#lib/contracts/ports";
import type { Explained } from "./explain-failure.ts";
import { ModelFailure } from "./failure.ts";

/** How long a model is waited for, and by which clock. */
export type Patience = {
  /** Resolves after so long; rejects when the signal fires. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** From 0 to 1, so that many who were refused at once do not come back at once. */
  random: () => number;
  clock: Clock;
  /** The longest without a sign of life, the first one included. */
  idle_ms: number;
  /** For the reply as a whole, with every try. */
  total_ms: number;
};

/**
 * Waits for a reply as long as it is worth it, and asks again where that may help: at most twice, and only as long as
 * nothing of the reply was handed on. Throws ModelFailure, or the signal's reason once it fires.
 */
export async function patiently<T>(
  asked: {
    signal: AbortSignal;
    explain: (error: unknown) => Explained;
    host: string;
    patience: Patience;
    /** What was handed on of the reply so far. */
    said?: () => string;
  },
  attempt: (signal: AbortSignal, onSign: () => void) => Promise<T>,
): Promise<T> {
  const { explain, host, patience, said = () => "" } = asked;
  const wait = watch(asked.signal, host, patience);
  try {
    for (let tries = 1; ; tries += 1) {
      try {
        return await attempt(wait.signal, wait.sign);
      } catch (error) {
        asked.signal.throwIfAborted();
        const late = wait.late();
        if (late !== undefined)
          throw new ModelFailure(late.kind, late.params, { said: said(), tries });
        const explained = explain(error);
        const pauseFor =
          explained.after_ms ?? shortest * 2 ** (tries - 1) * (0.5 + patience.random() / 2);
        const mayTry = explained.again && said() === "" && tries < mostTries;
        if (!mayTry || pauseFor > longestPause) throw failed(explained, said(), tries);
        wait.sign();
        await wait.pause(pauseFor).catch(() => {
          asked.signal.throwIfAborted();
          throw failed(explained, said(), tries);
        });
      }
    }
  } finally {
    wait.end();
  }
}

function failed(explained: Explained, said: string, tries: number): ModelFailure {
  const { kind, params, status, after_ms } = explained;
  const seconds = Math.ceil((after_ms ?? 0) / 1000);
  const numbers = { tries, ...(status === undefined ? {} : { status }) };
  return new ModelFailure(kind, { ...params, seconds }, { said, ...numbers });
}

/** Fires `signal` when there was no sign of life for too long, or no end. */
function watch(outer: AbortSignal, host: string, patience: Patience) {
  const { pause, clock } = patience;
  const ended = new AbortController();
  const over = new AbortController();
  const signal = AbortSignal.any([outer, over.signal]);
  const resting = AbortSignal.any([signal, ended.signal]);
  const began = clock.monotonic();
  let last = began;
  let resumes = 0;
  let late: { kind: "stalled" | "too_slow"; params: Record<string, string | number> } | undefined;

  const giveUp = (kind: "stalled" | "too_slow", ms: number) => {
    late = { kind, params: { host, seconds: Math.round(ms / 1000) } };
    over.abort(new Error(kind));
  };
  const look = async (): Promise<void> => {
    for (;;) {
      const now = clock.monotonic();
      const total = began + patience.total_ms - now;
      const idle = Math.max(last, resumes) + patience.idle_ms - now;
      if (total <= 0) return giveUp("too_slow", patience.total_ms);
      if (idle <= 0) return giveUp("stalled", patience.idle_ms);
      await pause(Math.min(total, idle), resting);
    }
  };
  look().catch(() => {}); // ended, or given up by the one who asked
  return {
    signal,
    sign: () => {
      last = clock.monotonic();
    },
    late: () => late,
    /** A wait of our own is no silence of the model. */
    pause: async (ms: number) => {
      resumes = clock.monotonic() + ms;
      await pause(ms, resting);
    },
    end: () => ended.abort(),
  };
}

const mostTries = 3;
const shortest = 500;
const longestPause = 20_000;
