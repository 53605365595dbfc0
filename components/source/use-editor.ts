"use client";
import { useSyncExternalStore } from "react";
import { editorHref, usualEditor } from "./editor-link.ts";

const key = "docent_editor";
const listeners = new Set<() => void>();
/** For a browser that keeps nothing: the choice holds until the page is left. */
let unkept: string | undefined;

/** The editor that this browser opens files in, as a link template; empty for none. It stays on this machine. */
export function useEditor(): string {
  return useSyncExternalStore(subscribe, read, () => usualEditor);
}

export function chooseEditor(template: string): void {
  try {
    localStorage.setItem(key, template);
  } catch {
    unkept = template;
  }
  for (const listener of listeners) listener();
}

/** The address that opens a file there; undefined when none is wanted. */
export function useEditorHref(path: string, line: number): string | undefined {
  return editorHref(useEditor(), path, line);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

function read(): string {
  try {
    return unkept ?? localStorage.getItem(key) ?? usualEditor;
  } catch {
    return usualEditor;
  }
}
