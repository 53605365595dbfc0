"use client";
import { useEffect, useSyncExternalStore } from "react";
import { type ApiProblem, asProblem } from "./problem.ts";

/** A server resource shared by all parts of the page that show it: the last good value stays while a reload runs or fails. */
export type Remote<T> = {
  get(): RemoteState<T>;
  subscribe(listener: () => void): () => void;
  /** Done once what was asked for now, or later than now, stands in `get()`. */
  reload(): Promise<void>;
  /** Puts in what a write has just returned. */
  put(data: T): void;
};
export type RemoteState<T> = { data?: T; problem?: ApiProblem };

export function createRemote<T>(load: () => Promise<T>): Remote<T> {
  let state: RemoteState<T> = {};
  let latest = 0;
  /** The last one, by its number, that stands in `state`: what was asked for before it says nothing any more. */
  let taken = 0;
  const listeners = new Set<() => void>();
  const change = (next: RemoteState<T>) => {
    state = next;
    for (const listener of listeners) listener();
  };
  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async reload() {
      latest += 1;
      const mine = latest;
      const take = (next: RemoteState<T>) => {
        if (mine < taken) return;
        taken = mine;
        change(next);
      };
      try {
        take({ data: await load() });
      } catch (error) {
        take({ ...state, problem: asProblem(error) });
      }
    },
    put(data) {
      latest += 1;
      taken = latest;
      change({ data });
    },
  };
}

const nothing: RemoteState<never> = {};

/** Loads on first use, when the tab comes back into view, and every `every(data)` milliseconds while it is in view. */
export function useRemote<T>(
  remote: Remote<T>,
  every?: (data: T | undefined) => number | undefined,
): RemoteState<T> {
  const state = useSyncExternalStore<RemoteState<T>>(remote.subscribe, remote.get, () => nothing);
  const pause = every?.(state.data);
  useEffect(() => {
    void remote.reload();
    const back = () => {
      if (document.visibilityState === "visible") void remote.reload();
    };
    document.addEventListener("visibilitychange", back);
    return () => document.removeEventListener("visibilitychange", back);
  }, [remote]);
  useEffect(() => {
    if (pause === undefined) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void remote.reload();
    }, pause);
    return () => clearInterval(timer);
  }, [remote, pause]);
  return state;
}
