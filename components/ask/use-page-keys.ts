"use client";
import type { RefObject } from "react";
import { useHotkeys } from "react-hotkeys-hook";

/** `/` to the box, `[` and `]` along the citations, Escape out of the source. None works while somebody types. */
export function usePageKeys(keys: {
  box: RefObject<HTMLTextAreaElement | null>;
  walk: (by: 1 | -1) => void;
  close: (() => void) | undefined;
}) {
  useHotkeys("/", () => keys.box.current?.focus(), { preventDefault: true, useKey: true });
  useHotkeys("[", () => keys.walk(-1), { useKey: true });
  useHotkeys("]", () => keys.walk(1), { useKey: true });
  useHotkeys("escape", () => keys.close?.(), {
    enabled: keys.close !== undefined,
    enableOnFormTags: ["textarea"],
  });
}
