"use client";
import { useSyncExternalStore } from "react";

/**
 * Counts the requests for an empty page. The address alone cannot tell: somebody who stands on "/" with an answer
 * under way and asks for a new question stays on "/".
 */
let count = 0;
const listeners = new Set<() => void>();

export function askAnew(): void {
  count += 1;
  for (const listener of listeners) listener();
}

export function useNewQuestions(): number {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => count,
    () => 0,
  );
}
