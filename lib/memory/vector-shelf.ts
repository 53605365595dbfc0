import type { VectorRow } from "#lib/contracts/ports";
import { recallLimits } from "./limits.ts";
import { productOf } from "./question-vector.ts";

/**
 * All vectors one behind the other, in the order of their messages. What was added since is read before each look; what was
 * taken away is found out by whoever reads the messages, and gone after `clear`.
 */
export function createVectorShelf(deps: {
  dimensions: number;
  /** Those behind a message, in order. */
  after: (message_id: number, limit: number) => Promise<VectorRow[]>;
}) {
  const { dimensions, after } = deps;
  let ids: number[] = [];
  let vectors = new Int8Array(0);
  let last = 0;
  let clearings = 0;
  let reading: Promise<unknown> = Promise.resolve();

  /** The next of those that were added since, one reading after the other; whether there may be more. */
  function readSome(): Promise<boolean> {
    const next = reading.then(readNext);
    reading = next.catch(() => undefined); // whoever waits for `next` hears of it
    return next;
  }

  async function readNext(): Promise<boolean> {
    const before = clearings;
    const rows = await after(last, recallLimits.read_at_once);
    if (clearings !== before) return true; // what was read may have been taken away meanwhile
    const needed = (ids.length + rows.length) * dimensions;
    if (needed > vectors.length) {
      const larger = new Int8Array(Math.max(needed, vectors.length * 2));
      larger.set(vectors);
      vectors = larger;
    }
    for (const { message_id, vector } of rows) {
      last = message_id;
      if (vector.length !== dimensions) continue;
      vectors.set(vector, ids.length * dimensions);
      ids.push(message_id);
    }
    return rows.length === recallLimits.read_at_once;
  }

  return {
    readSome,
    /** The messages whose vectors have the largest product with it, largest first. */
    async nearest(vector: Int8Array, count: number): Promise<number[]> {
      while (await readSome());
      const best: { id: number; product: number }[] = [];
      let least = Number.NEGATIVE_INFINITY;
      for (let i = 0; i < ids.length; i++) {
        const product = productOf(vector, vectors, i * dimensions);
        if (product <= least && best.length === count) continue;
        // Few of many get here: to put one in its place costs less than a heap of them.
        let at = best.length;
        while (at > 0 && (best[at - 1]?.product ?? 0) < product) at -= 1;
        best.splice(at, 0, { id: ids[i] ?? 0, product });
        if (best.length > count) best.pop();
        least = best.at(-1)?.product ?? least;
      }
      return best.map(({ id }) => id);
    },
    clear(): void {
      clearings += 1;
      ids = [];
      last = 0;
      vectors = new Int8Array(0);
    },
  };
}
