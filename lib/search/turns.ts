import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * Long work in the one thread that also answers: whoever does it asks now and then whether it has taken long, and gives
 * the event loop its turn.
 */
export type Turns = {
  over(): boolean;
  next(): Promise<void>;
  /** The loop's turn if it is due; whether it was. */
  take(): Promise<boolean>;
};

const turnMs = 15;

export function openTurns(): Turns {
  let since = performance.now();
  const over = () => performance.now() - since > turnMs;
  const next = async () => {
    await nextTurn();
    since = performance.now();
  };
  return {
    over,
    next,
    async take() {
      if (!over()) return false;
      await next();
      return true;
    },
  };
}

/** Does work that pauses at each `yield`, with the event loop's turns in these pauses when they are due. */
export async function inPieces<T>(work: Generator<void, T>): Promise<T> {
  const turns = openTurns();
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    if (turns.over()) await turns.next();
  }
}
