import type { Clock } from "#lib/contracts/ports";

/** The tool calls that have begun and not ended, for `docs_status` and for an orderly end. */
export type CallsUnderWay = {
  begin(tool: string): number;
  end(id: number): void;
  /** In the order they began, without the one that asks. */
  list(asking?: number): { tool: string; started_at: string }[];
  /** Resolves when none is under way. */
  idle(): Promise<void>;
};

export function createCallsUnderWay(clock: Clock): CallsUnderWay {
  const calls = new Map<number, { tool: string; started_at: string }>();
  let waiting: (() => void)[] = [];
  let last = 0;
  return {
    begin(tool) {
      last += 1;
      calls.set(last, { tool, started_at: clock.now().toISOString() });
      return last;
    },
    end(id) {
      calls.delete(id);
      if (calls.size > 0) return;
      for (const resolve of waiting) resolve();
      waiting = [];
    },
    list: (asking) => [...calls].filter(([id]) => id !== asking).map(([, call]) => call),
    idle: () =>
      calls.size === 0
        ? Promise.resolve()
        : new Promise((resolve) => {
            waiting.push(resolve);
          }),
  };
}
