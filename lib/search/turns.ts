import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * Long work in the one thread that also answers: whoever does it asks now and then whether it has taken long, and gives
 * the event loop its turn.
 */
export type Turns = { over(): boolean; next(): Promise<void> };

const turnMs = 15;

export function openTurns(): Turns {
  let since = performance.now();
  return {
    over: () => performance.now() - since > turnMs,
    async next() {
      await nextTurn();
      since = performance.now();
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
