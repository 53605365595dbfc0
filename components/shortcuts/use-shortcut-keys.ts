"use client";
import { useHotkeys } from "react-hotkeys-hook";
import { isComposing } from "../parts/is-composing.ts";
import { keysOf, shortcuts } from "./shortcut-list.ts";
import { useShortcutsOn } from "./shortcuts-on.ts";
import { actOf } from "./use-shortcut.ts";

const typed = shortcuts.filter(({ keys }) => keys.length === 1);

/**
 * The page's one ear for shortcuts. A character counts only where nothing is being written, with no modifier that makes
 * it a command of the browser, and never while a word is being composed. A shortcut without an act is left to the browser.
 */
export function useShortcutKeys(): void {
  const enabled = useShortcutsOn();
  useHotkeys(
    typed.map(({ keys }) => keys),
    (event) => {
      const act = actOf(typed.find(({ keys }) => keys === event.key.toLowerCase())?.id ?? "help");
      if (act === undefined) return;
      event.preventDefault();
      act();
    },
    // What a character needs to be typed (Shift, AltGr) differs from keyboard to keyboard.
    { enabled, useKey: true, ignoreModifiers: true, ignoreEventWhen: isNotForThePage },
  );
  useHotkeys(
    keysOf("palette"),
    (event) => {
      const act = actOf("palette");
      if (act === undefined) return;
      event.preventDefault();
      act();
    },
    {
      enabled,
      enableOnFormTags: true,
      enableOnContentEditable: true,
      ignoreEventWhen: (event) => isComposing(event) || inDialog(event),
    },
  );
}

function isNotForThePage(event: KeyboardEvent): boolean {
  const command =
    (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState("AltGraph");
  return event.defaultPrevented || isComposing(event) || event.repeat || command || inDialog(event);
}

/** A dialog has the page's attention until it is closed; a sheet is a pane like the others. */
function inDialog(event: KeyboardEvent): boolean {
  return event.target instanceof Element && event.target.closest(".dialog") !== null;
}
