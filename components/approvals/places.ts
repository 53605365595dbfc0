"use client";
import { useSyncExternalStore } from "react";

/**
 * Where approvals are shown: one that stands in the place where it was asked is not shown a second time above the page,
 * and one that a person asked to see comes first there, with the focus.
 */
type Places = {
  inPlace: ReadonlySet<string>;
  /** Decided where they were asked: what came of them stands there, and the list of those that wait may not know yet. */
  decided: ReadonlySet<string>;
  lookedAt: { id: string } | undefined;
};

const nowhere: Places = { inPlace: new Set(), decided: new Set(), lookedAt: undefined };
let places = nowhere;
const listeners = new Set<() => void>();

function change(next: Partial<Places>): void {
  places = { ...places, ...next };
  for (const listener of listeners) listener();
}

/** Keeps an approval for the place that calls; gives it back when what is returned is called. */
export function keepInPlace(id: string): () => void {
  change({ inPlace: new Set(places.inPlace).add(id) });
  return () => {
    const inPlace = new Set(places.inPlace);
    inPlace.delete(id);
    change({ inPlace });
  };
}

export function decidedInPlace(id: string): void {
  change({ decided: new Set(places.decided).add(id) });
}

export function lookAt(id: string): void {
  change({ lookedAt: { id } });
}

export function usePlaces(): Places {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => places,
    () => nowhere,
  );
}
