"use client";
import { useEffect, useRef, useSyncExternalStore } from "react";
import type { ShortcutId } from "./shortcut-list.ts";

/** What each shortcut does now. Parts of the page put their acts in while they are there; the newest one counts. */
type Act = () => void;
let acts: readonly { id: ShortcutId; act: Act }[] = [];
const listeners = new Set<() => void>();

/**
 * Says what a shortcut does as long as the calling part is on the page. Without an act the key is left alone: it is in
 * nobody's way, and the palette does not offer it. Acts need not be stable; the newest one is called.
 */
export function useShortcut(id: ShortcutId, act: Act | undefined): void {
  const newest = useRef(act);
  useEffect(() => {
    newest.current = act;
  });
  const there = act !== undefined;
  useEffect(() => {
    if (!there) return;
    const entry = { id, act: () => newest.current?.() };
    change([...acts, entry]);
    return () => change(acts.filter((other) => other !== entry));
  }, [id, there]);
}

export function actOf(id: ShortcutId): Act | undefined {
  return acts.findLast((entry) => entry.id === id)?.act;
}

/** The shortcuts that do something now, for whoever lists them. */
export function useActiveShortcuts(): ReadonlySet<ShortcutId> {
  const now = useSyncExternalStore(subscribe, () => acts, noActs);
  return new Set(now.map(({ id }) => id));
}

const none: typeof acts = [];
const noActs = () => none;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: typeof acts): void {
  acts = next;
  for (const listener of listeners) listener();
}
