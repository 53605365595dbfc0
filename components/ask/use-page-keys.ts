"use client";
import type { RefObject } from "react";
import { useHotkeys } from "react-hotkeys-hook";
import { isComposing } from "../parts/is-composing.ts";
import { useShortcut } from "../shortcuts/use-shortcut.ts";

/** The keys of a conversation: to the box, along the sources, and Escape, which stops an answer, else closes the source. */
export function usePageKeys(keys: {
  box: RefObject<HTMLTextAreaElement | null>;
  /** Undefined where there is nothing to walk. */
  walk: ((by: 1 | -1) => void) | undefined;
  stop: (() => void) | undefined;
  close: (() => void) | undefined;
}) {
  const { walk } = keys;
  useShortcut("box", () => keys.box.current?.focus());
  useShortcut("previousSource", walk && (() => walk(-1)));
  useShortcut("nextSource", walk && (() => walk(1)));
  const leave = keys.stop ?? keys.close;
  useHotkeys("escape", () => leave?.(), {
    enabled: leave !== undefined,
    enableOnFormTags: ["textarea"],
    // A dialog, a card or a field that took the key has said so; a word that is being composed needs it.
    ignoreEventWhen: (event) => event.defaultPrevented || isComposing(event),
  });
}
