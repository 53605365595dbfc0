import { saidError } from "#lib/platform/said-error";

/** How long a call on the web may take. */
export type WebTimes = {
  signal: AbortSignal;
  /** For all that others take: looking names up, the site's rules, redirects, the body. */
  timeout_ms: number;
  /** For all of it, with the time that the call waits for its turn at a host. */
  longest_ms: number;
};

export type Timed = {
  /** Ends with the caller's, or with `timeout` when the time is over. */
  signal: AbortSignal;
  /** The time stands still until what is returned is called: nobody is slow while a call waits its turn. */
  pause(): () => void;
  /** Whoever began it ends it. */
  end(): void;
};

export function timedCall({ signal, timeout_ms, longest_ms }: WebTimes, host: string): Timed {
  const over = new AbortController();
  const endAfter = (ms: number) => () => {
    const seconds = Math.round(ms / 100) / 10;
    over.abort(saidError("timeout", "web.failed.timeout", { host, seconds }, { retryable: true }));
  };
  let left = timeout_ms;
  let since = 0;
  let timer: NodeJS.Timeout | undefined;
  const go = () => {
    since = performance.now();
    timer = setTimeout(endAfter(timeout_ms), Math.max(0, left));
  };
  const longest = setTimeout(endAfter(longest_ms), longest_ms);
  go();
  return {
    signal: AbortSignal.any([signal, over.signal]),
    pause() {
      clearTimeout(timer);
      left -= performance.now() - since;
      return go;
    },
    end() {
      clearTimeout(timer);
      clearTimeout(longest);
    },
  };
}
