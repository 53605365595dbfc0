import type { Clock } from "#lib/contracts/ports";
import type { ModelQuestion, ModelReply } from "./conversation.ts";
import type { Explained } from "./explain-failure.ts";
import { ModelFailure } from "./failure.ts";
import type { Model } from "./model.ts";

/**
 * A model that is waited for as long as it is worth it, and asked again where that may help: at most twice, and only as long
 * as nothing of its reply was handed on. What was, stays said; a second reply would begin anew and say something else.
 */
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

export function createPatientModel(deps: {
  model: Model;
  explain: (error: unknown) => Explained;
  host: string;
  patience: Patience;
}): Model {
  const { model, explain, host, patience } = deps;
  const { pause, random, clock } = patience;
  return { reply };

  async function reply(asked: ModelQuestion): Promise<ModelReply> {
    const began = clock.monotonic();
    const wait = watch(asked.signal);
    let said = "";
    let first: number | undefined;
    const heard = (): void => {
      first ??= clock.monotonic() - began;
      wait.sign();
    };
    try {
      for (let tries = 1; ; tries += 1) {
        try {
          const reply = await model.reply({
            ...asked,
            signal: wait.signal,
            onText: (piece) => {
              said += piece;
              asked.onText?.(piece);
            },
            onSign: () => {
              heard();
              asked.onSign?.();
            },
          });
          return { ...reply, ...(first === undefined ? {} : { first_token_ms: first }) };
        } catch (error) {
          asked.signal.throwIfAborted();
          const late = wait.late();
          if (late !== undefined) throw new ModelFailure(late.kind, late.params, { said, tries });
          const explained = explain(error);
          const pauseFor = explained.after_ms ?? shortest * 2 ** (tries - 1) * (0.5 + random() / 2);
          const mayTry = explained.again && said === "" && tries < mostTries;
          if (!mayTry || pauseFor > longestPause) throw failed(explained, said, tries);
          wait.sign();
          await wait.pause(pauseFor).catch(() => {
            asked.signal.throwIfAborted();
            throw failed(explained, said, tries);
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
  function watch(outer: AbortSignal) {
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
}

const mostTries = 3;
const shortest = 500;
const longestPause = 20_000;
