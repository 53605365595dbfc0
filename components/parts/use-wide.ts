"use client";
import { useSyncExternalStore } from "react";

const query = "(min-width: 900px)";

/** True where three panes fit side by side. The server and the first paint assume so; CSS hides what does not fit. */
export function useWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(query);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    () => window.matchMedia(query).matches,
    () => true,
  );
}
