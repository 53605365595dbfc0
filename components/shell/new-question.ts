"use client";
import { useSyncExternalStore } from "react";

/**
 * Requests for an empty page, from one conversation to the next without asking the server. They are counted, because the
 * address alone cannot tell: somebody who stands on "/" with an answer under way stays on "/".
 */
let count = 0;
const listeners = new Set<() => void>();

export function askAnew(): void {
  count += 1;
  if (window.location.pathname !== "/") window.history.pushState(null, "", "/");
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
