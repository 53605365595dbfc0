"use client";
import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/** So many turns are drawn at once, the latest first: a long conversation opens as fast as a short one. */
const drawnAtOnce = 40;

/**
 * From which of the turns on they are drawn, from 0, and how more are: what was in view stays there. A turn that is `wanted`,
 * from 1, is always among them.
 */
export function useEarlierTurns(
  turns: number,
  wanted: number | undefined,
  scroller: RefObject<HTMLElement | null>,
) {
  // Counted from the beginning once somebody has asked for more, so that none goes as new ones come.
  const [from, setFrom] = useState<number>();
  const latest = Math.max(0, turns - drawnAtOnce);
  // It stays when its source is closed.
  if (wanted !== undefined && wanted - 1 < Math.min(from ?? latest, latest)) setFrom(wanted - 1);
  const first = Math.min(from ?? latest, latest);
  const below = useRef<number>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once they stand above what was in view.
  useLayoutEffect(() => {
    const { current } = scroller;
    if (below.current === undefined || current === null) return;
    current.scrollTop = current.scrollHeight - below.current;
    below.current = undefined;
  }, [first]);
  return {
    first,
    showEarlier() {
      const { current } = scroller;
      below.current = current === null ? undefined : current.scrollHeight - current.scrollTop;
      setFrom(Math.max(0, first - drawnAtOnce));
    },
  };
}
