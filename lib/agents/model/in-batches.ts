/**
 * Work in the order in which it comes, one batch at a time: what comes while a batch is worked on waits, and goes together
 * in the next. After `most_batches` nothing is begun before `drain`, so that however much comes, the batches stay few.
 */
export type Batches<T> = {
  add(item: T): void;
  /** Resolves when all that came is done. Throws what `work` threw; nothing is begun after that. */
  drain(): Promise<void>;
};

export function inBatches<T>(deps: {
  work: (batch: readonly T[]) => Promise<void>;
  most_together: number;
  most_batches: number;
}): Batches<T> {
  const { work, most_together, most_batches } = deps;
  let waiting: T[] = [];
  let begun = 0;
  let draining = false;
  let fault: { error: unknown } | undefined;
  let working: Promise<void> | undefined;

  async function workOff(): Promise<void> {
    await Promise.resolve(); // what comes in the same moment goes together
    while (waiting.length > 0 && fault === undefined && (draining || begun < most_batches)) {
      const batch = waiting.slice(0, most_together);
      waiting = waiting.slice(most_together);
      begun += 1;
      try {
        await work(batch);
      } catch (error) {
        fault = { error };
      }
    }
    working = undefined;
  }

  return {
    add(item) {
      waiting.push(item);
      if (begun < most_batches) working ??= workOff();
    },
    async drain() {
      await working;
      draining = true;
      working = workOff();
      await working;
      draining = false;
      if (fault !== undefined) throw fault.error;
    },
  };
}
