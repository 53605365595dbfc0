/**
 * Keeps one of each kind ready, once it was asked for one, so that the next need not wait until it has come up. Each is
 * handed out once. What nobody takes for a while is ended.
 */
export function createSpares<Kind extends string, Spare>(deps: {
  make(kind: Kind): Spare;
  /** Whether it is still good. */
  isAlive(spare: Spare): Promise<boolean>;
  end(spare: Spare): Promise<void>;
  idle_ms: number;
}) {
  const { make, isAlive, end, idle_ms } = deps;
  const kept = new Map<Kind, { spare: Spare; timer: NodeJS.Timeout }>();
  let closed = false;

  function keep(kind: Kind): void {
    if (closed || kept.has(kind)) return;
    const spare = make(kind);
    const timer = setTimeout(() => {
      kept.delete(kind);
      void end(spare);
    }, idle_ms);
    timer.unref();
    kept.set(kind, { spare, timer });
  }

  return {
    /** The spare, or a new one; and another is made to be ready for the next. */
    async take(kind: Kind): Promise<Spare> {
      const held = kept.get(kind);
      kept.delete(kind);
      if (held !== undefined) {
        clearTimeout(held.timer);
        if (await isAlive(held.spare)) return held.spare;
      }
      return make(kind);
    },
    keep,
    async close(): Promise<void> {
      closed = true;
      const all = [...kept.values()];
      kept.clear();
      for (const { timer } of all) clearTimeout(timer);
      await Promise.allSettled(all.map(({ spare }) => end(spare)));
    },
  };
}
