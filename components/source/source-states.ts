"use client";
import { createContext, useContext, useSyncExternalStore } from "react";
import type { Citation } from "#lib/contracts/citation";
import type { Preview } from "#lib/contracts/http";
import { api } from "../api/client.ts";

/**
 * How each citation stands on disk, as far as this page has looked. A fresh answer was verified when it was made; one
 * from the store is looked at again, one citation after the other, and the pane reports what it finds as well.
 */
export type SourceState = {
  state: "verified" | "moved" | "changed" | "missing";
  /** Where moved text stands now. */
  now?: { line_start: number; line_end: number };
};

export type SourceStates = {
  subscribe(listener: () => void): () => void;
  get(citation: Citation): SourceState;
  /** Grows with every report. */
  revision(): number;
  /** Takes over what a preview of this citation has shown. */
  report(citation: Citation, preview: Preview): void;
  /** Looks at the citations again, each once in the life of the page. */
  check(citations: readonly Citation[], signal: AbortSignal): Promise<void>;
};

const verified: SourceState = { state: "verified" };

export function createSourceStates(): SourceStates {
  const known = new Map<string, SourceState>();
  const checked = new Set<string>();
  const listeners = new Set<() => void>();
  let revision = 0;
  let queue: Promise<void> = Promise.resolve();
  const report = (citation: Citation, preview: Preview) => {
    if (preview.state === "current") return;
    checked.add(keyOf(citation));
    known.set(keyOf(citation), {
      state: preview.state,
      ...(preview.state === "moved" && preview.cited !== undefined ? { now: preview.cited } : {}),
    });
    revision += 1;
    for (const listener of listeners) listener();
  };
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get: (citation) => known.get(keyOf(citation)) ?? verified,
    revision: () => revision,
    report,
    check(citations, signal) {
      queue = queue.then(async () => {
        for (const citation of citations) {
          if (signal.aborted || checked.has(keyOf(citation))) continue;
          // A file that may no longer be read, or a server that is away, is told when the source is opened.
          const preview = await api.source(citation, signal).catch(() => undefined);
          if (preview !== undefined) report(citation, preview);
        }
      });
      return queue;
    },
  };
}

function keyOf({ root_id, relative_path, locator, sha256 }: Citation): string {
  return [root_id, relative_path, locator.line_start, locator.line_end, sha256].join("\n");
}

export const SourceStatesContext = createContext<SourceStates>(createSourceStates());

export function useSourceState(citation: Citation): SourceState {
  const states = useContext(SourceStatesContext);
  return useSyncExternalStore(
    states.subscribe,
    () => states.get(citation),
    () => verified,
  );
}

/** Changes whenever any state does; for parts that count over many citations. */
export function useSourceStates(): SourceStates {
  const states = useContext(SourceStatesContext);
  useSyncExternalStore(
    states.subscribe,
    () => states.revision(),
    () => 0,
  );
  return states;
}
