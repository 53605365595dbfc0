"use client";
import { useSyncExternalStore } from "react";

/** Whether our server answers: `slow` where it takes calls and says nothing, as one does that is frozen or very busy. */
export type Reach = "here" | "slow" | "gone";

/** One for the whole page; the bar at the top is its only reader but for who waits until the server is back. */
let reach: Reach = "here";
const listeners = new Set<() => void>();

export function setReach(next: Reach): void {
  // Who was found gone is not slow again before it has answered.
  if (next === reach || (next === "slow" && reach === "gone")) return;
  reach = next;
  for (const listener of listeners) listener();
}

export function useReach(): Reach {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => reach,
    () => "here",
  );
}
