"use client";
import { useSyncExternalStore } from "react";

/** Whether the panel of tools is open in the left pane: its own button says so, and the palette. */
let open = false;
let focus = false;
const listeners = new Set<() => void>();

export function showKit(next: boolean): void {
  open = next;
  for (const listener of listeners) listener();
}

/** Opens it for somebody whose focus is elsewhere: the panel takes it. */
export function goToKit(): void {
  const panel = document.getElementById("kit");
  panel?.focus();
  focus = panel === null;
  showKit(true);
}

/** Whether the panel was asked for from elsewhere, once. */
export function takeKitFocus(): boolean {
  const taken = focus;
  focus = false;
  return taken;
}

export function useKit(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
    () => false,
  );
}
