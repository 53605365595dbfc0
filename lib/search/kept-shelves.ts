import nodePath from "node:path";
import type { Worker } from "node:worker_threads";
import type { ResolvedRoot } from "#lib/access/resolve-root";
import type { Config } from "#lib/contracts/config";
import { faultOf } from "#lib/platform/fault";
import { sha256 } from "#lib/platform/hash";
import type { Logger } from "#lib/platform/logger";
import { createKeeping } from "./keeping/keep-index.ts";
import type { Kept } from "./keeping/read-kept.ts";
import { isLedTo } from "./led-to.ts";
import { countPassages } from "./packed-outline.ts";
import type { Shelves } from "./shelves.ts";

/**
 * Puts the shelves into a file when something has changed and there is time, and takes them from there at the start.
 * What is taken is only what once was: a look at the disk must follow. Until then names are told from it, so a file that
 * no root leads to any more, by what the roots are now, is not taken.
 */
export type KeptShelves = {
  /** Once, before anything is read. True when something was found. */
  load(): Promise<boolean>;
  /**
   * Told of every change: what a look at everything has read is worth keeping soon. Single files are read again quickly
   * if they are lost, while the write holds up questions where the disk is slow: they wait for more of their kind.
   */
  changed(what: "look" | "files"): void;
  /** Now. Resolves when it is written, or cannot be. */
  save(): Promise<void>;
  close(): void;
  /** Closes, and takes the file away. */
  forget(): void;
};

const soonMs = { look: 1_000, files: 15_000 };
/** So long nothing must have changed before segments are merged. */
const idleMs = 2_000;

export function keepShelves(deps: {
  shelves: Shelves;
  home: string;
  name: string;
  log: Logger;
  /** Names the table of word meanings that the index is made with. */
  table: string;
  /** A thread that was started to read what was kept. */
  standby?: Worker;
  /** As they are at this moment, by what is known of their homes. */
  roots(): readonly ResolvedRoot[];
  homes: { all(): Record<string, string>; restore(homes: Record<string, string>): void };
  /** Runs the work when nothing else changes the shelves. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  noteKey(key: string): void;
  /** The shelves hold what is to be kept; what was kept before is of no use. */
  loaded: boolean;
}): KeptShelves {
  const { shelves, log } = deps;
  const keeping = createKeeping(deps);
  const { kept: engine } = shelves.engine;
  let due: { timer: NodeJS.Timeout; what: "look" | "files" } | undefined;
  let idle: NodeJS.Timeout | undefined;
  let closed = false;
  /** Before, the shelves are empty because nothing was put there yet. */
  let { loaded } = deps;

  function save(): Promise<void> {
    clearTimeout(due?.timer);
    due = undefined;
    if (engine === undefined || closed || !loaded) return Promise.resolve();
    return keeping.save(() => ({
      inventory: shelves.inventory,
      parts: engine.parts(),
      homes: deps.homes.all(),
    }));
  }

  function tidy(): void {
    if (engine === undefined || closed) return;
    deps
      .inTurn(() => (closed ? Promise.resolve(false) : engine.tidy()))
      .then((merged) => (merged ? save() : undefined))
      .catch((error: unknown) => log.error(faultOf(error), "the index could not be tidied up"));
  }

  function close(): void {
    closed = true;
    clearTimeout(due?.timer);
    clearTimeout(idle);
  }

  async function takeOver(kept: Kept | undefined): Promise<boolean> {
    if (kept === undefined || engine === undefined || closed) return false;
    const words = new Set<string>();
    for (const segment of kept.parts.segments) {
      for (const { key } of segment.documents) words.add(key);
    }
    deps.homes.restore(kept.homes);
    const roots = deps.roots();
    // An entry without its words is read again; words without an entry are struck out.
    const whole = kept.entries.filter(
      (entry) =>
        (words.has(entry.key) || countPassages(entry.facts.outline) === 0) && isLedTo(entry, roots),
    );
    // Roots may have come and gone since: the turn of a root among the others is another one now.
    const firstPlaces = new Map(kept.entries.map(({ key, places }) => [key, places[0]]));
    for (const document of kept.parts.segments.flatMap((segment) => segment.documents)) {
      const place = firstPlaces.get(document.key);
      if (place !== undefined) document.order = shelves.orderOf(place);
    }
    engine.restore(kept.parts);
    for (const entry of whole) {
      shelves.inventory.put(entry);
      words.delete(entry.key);
      deps.noteKey(entry.key);
      shelves.catalogue.put(entry.key, entry.facts, entry.places[0]?.relative_path ?? "");
    }
    for (const key of words) deps.noteKey(key);
    await shelves.engine.remove([...words]);
    for (const [root_id, skipped] of kept.skipped) {
      const root = roots.find(({ id }) => id === root_id);
      const led = [...skipped].filter(([relative_path]) => {
        if (root?.state !== "ok") return true;
        if (kept.homes[root_id] !== root.identity) return false; // names of another folder
        const real_path = nodePath.join(root.real_path, relative_path);
        return isLedTo({ real_path, places: [{ root_id, relative_path }] }, roots);
      });
      shelves.inventory.setSkipped(root_id, led.length === skipped.size ? skipped : new Map(led));
    }
    return true;
  }

  return {
    async load() {
      const kept = engine === undefined ? undefined : await keeping.load();
      try {
        return await takeOver(kept);
      } finally {
        loaded = true;
      }
    },
    save,
    changed(what) {
      if (closed) return;
      if (due === undefined || (due.what === "files" && what === "look")) {
        clearTimeout(due?.timer);
        due = { what, timer: setTimeout(() => void save(), soonMs[what]).unref() };
      }
      clearTimeout(idle);
      idle = setTimeout(tidy, idleMs).unref();
    },
    close() {
      close();
      keeping.close();
    },
    forget() {
      close();
      keeping.forget();
    },
  };
}

/** The same for the same folders under the same rules, whichever process asks and however the folders are called. */
export function nameOfIndex(
  roots: readonly ResolvedRoot[],
  doc_access: Config["doc_access"],
): string {
  const { roots: _, search_timeout_ms: __, ...rules } = doc_access;
  const folders = roots.map(({ id, path, patterns, hidden, include_dependencies }) => [
    ...[id, path, patterns, hidden],
    ...(include_dependencies ? ["include_dependencies"] : []),
  ]);
  return sha256(JSON.stringify([folders, rules])).slice(0, 16);
}
