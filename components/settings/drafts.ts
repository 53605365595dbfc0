"use client";
import { useSyncExternalStore } from "react";
import type { SettingsPageId } from "./settings-index.ts";

/** What is typed and not saved, by page and form. It outlives a change of the page; a reload asks before it is lost. */
const drafts = new Map<DraftKey, unknown>();
type DraftKey = `${SettingsPageId}/${string}`;
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

function keep(key: DraftKey, draft: unknown) {
  if (draft === undefined) drafts.delete(key);
  else drafts.set(key, draft);
  if (drafts.size === 0) window.removeEventListener("beforeunload", ask);
  else window.addEventListener("beforeunload", ask);
  for (const listener of listeners) listener();
}

/**
 * Like `useState`, for what a form holds until it is saved: set back to `initial`, nothing is left to save. `saved` says that
 * what it held then is saved; what was typed since stays.
 */
export function useDraft<T>(
  key: DraftKey,
  initial: T,
): [held: T, hold: (next: T) => void, saved: () => void] {
  const draft = useSyncExternalStore(
    subscribe,
    () => drafts.get(key) as T | undefined,
    () => undefined,
  );
  const same = JSON.stringify(initial);
  const set = (next: T) => keep(key, JSON.stringify(next) === same ? undefined : next);
  const saved = () => {
    if (drafts.get(key) === draft) keep(key, undefined);
  };
  return [draft ?? initial, set, saved];
}

/** Whether something on a page is typed and not saved. */
export function useUnsaved(page: SettingsPageId): boolean {
  return useSyncExternalStore(
    subscribe,
    () => [...drafts.keys()].some((key) => key.startsWith(`${page}/`)),
    () => false,
  );
}

/** Of what a form holds, what is not as it is saved. */
export function differing<T extends object>(saved: T, held: Partial<T>): Partial<T> {
  const same = (key: string, value: unknown) =>
    JSON.stringify(value) === JSON.stringify(saved[key as keyof T]);
  const left = Object.entries(held).filter(([key, value]) => !same(key, value));
  return Object.fromEntries(left) as Partial<T>;
}
