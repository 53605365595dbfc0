"use client";
import { useSyncExternalStore } from "react";

/** Whether our server answered the last call. One bit for the whole page; the bar at the top is its only reader. */
let reachable = true;
const listeners = new Set<() => void>();

export function setReachable(next: boolean): void {
  if (next === reachable) return;
  reachable = next;
  for (const listener of listeners) listener();
}

export function useReachable(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => reachable,
    () => true,
  );
}
