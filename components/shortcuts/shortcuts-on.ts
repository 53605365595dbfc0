"use client";
import { useSyncExternalStore } from "react";

/** Whether the shortcuts work in this browser. They do until somebody switches them off in Settings. */
const key = "docent_shortcuts";
const listeners = new Set<() => void>();
/** Holds where the browser keeps nothing, until the page is left. */
let chosen: boolean | undefined;

export function useShortcutsOn(): boolean {
  return useSyncExternalStore(subscribe, read, () => true);
}

export function switchShortcuts(on: boolean): void {
  chosen = on;
  try {
    localStorage.setItem(key, on ? "on" : "off");
  } catch {
    // storage switched off
  }
  for (const listener of listeners) listener();
}

function read(): boolean {
  if (chosen !== undefined) return chosen;
  try {
    return localStorage.getItem(key) !== "off";
  } catch {
    return true;
  }
}

/** Another window of the same browser follows. */
function subscribe(listener: () => void): () => void {
  const heard = (event: StorageEvent) => {
    if (event.key !== key) return;
    chosen = undefined;
    listener();
  };
  listeners.add(listener);
  window.addEventListener("storage", heard);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", heard);
  };
}
