import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import type { Worker } from "node:worker_threads";
import type { Logger } from "#lib/platform/logger";
import { type Claim, claimState, makeState } from "#lib/platform/state-owner";
import type { EngineParts, TermChunk } from "../engines/engine.ts";
import type { Segment } from "../engines/segment.ts";
import type { Entry, Inventory, Skipped } from "../inventory.ts";
import { contentFingerprint } from "./fingerprint.ts";
import { type Change, type IndexFile, openIndexFile } from "./index-file.ts";
import { type Kept, readKept } from "./read-kept.ts";
import { DamagedIndex } from "./read-rows.ts";

/**
 * Keeps one index in a folder of its own below the state folder. One process writes it; others read what it has
 * written and keep their own changes in memory, until the writer is gone and one of them takes over. The index is a
 * cache: whatever goes wrong here is said in the log, and costs the time of reading the folders again.
 */
export type Keeping = {
  /** What was kept, once, at the start. Never rejects. */
  load(): Promise<Kept | undefined>;
  /**
   * Brings the file to what the index is when its turn has come; only what changed since is written. Calls that overlap
   * follow each other: `now` is asked when no other write is under way, so that words and segments are of one moment.
   * Never rejects.
   */
  save(now: () => State): Promise<void>;
  /** A write under way is given up. */
  close(): void;
  /** Closes, and takes the file away when no other process writes it: nobody asks about these folders any more. */
  forget(): void;
};

export type State = {
  inventory: Inventory;
  parts: EngineParts;
  /** The folder that the files of a root were found in. */
  homes: Record<string, string>;
};

const fileName = "index.sqlite";
const damagedName = "index-damaged.sqlite";
/** An index that nobody has written for so long is taken away. */
const longestUnusedMs = 30 * 24 * 60 * 60_000;

/** What stands in the file, by identity: entries, words and segments are never changed but replaced. */
type Written = {
  entries: Map<string, Entry>;
  skipped: Map<string, ReadonlyMap<string, Skipped>>;
  terms: readonly TermChunk[];
  segments: Map<Segment, { number: number; gone: number }>;
  homes: string;
};

/** Two indexes of one process over the same folders are two processes to each other. */
const heldHere = new Set<string>();

export function createKeeping(deps: {
  home: string;
  name: string;
  log: Logger;
  /** Names the table of word meanings that the index is made with. */
  table: string;
  /** A thread that was started to read what was kept. */
  standby?: Worker;
}): Keeping {
  const { log } = deps;
  const shelf = path.join(deps.home, "index");
  const folder = path.join(shelf, deps.name);
  const file = path.join(folder, fileName);
  let open: { file: IndexFile; claim: Extract<Claim, { kind: "owned" }> } | undefined;
  let written = nothing();
  let highest = 0;
  let saving: Promise<void> = Promise.resolve();
  let closed = false;
  let said = "";

  /** Takes the folder and opens the file; undefined while another writes it. Throws what keeps it from being used. */
  function take(): IndexFile | undefined {
    if (open?.file.isThere()) return open.file;
    letGo();
    if (heldHere.has(folder)) return undefined;
    makeState(deps.home);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const claim = claimState(folder);
    if (claim.kind === "taken") return undefined;
    try {
      open = { file: openOrReplace(), claim };
    } catch (error) {
      claim.release();
      throw error;
    }
    heldHere.add(folder);
    written = nothing();
    return open.file;
  }

  function openOrReplace(): IndexFile {
    const fingerprint = contentFingerprint(deps.table);
    try {
      return openIndexFile(file, { fingerprint });
    } catch (error) {
      if (!(error instanceof DamagedIndex)) throw error;
      setAside(error);
      return openIndexFile(file, { fingerprint });
    }
  }

  function letGo(): void {
    if (open === undefined) return;
    heldHere.delete(folder);
    open.file.close();
    open.claim.release();
    open = undefined;
  }

  /** Only who owns the folder does this. */
  function setAside(error: DamagedIndex): void {
    log.warn(
      { reason: error.message },
      "the kept index is damaged: it is set aside, and the folders are read again",
    );
    renameSync(file, path.join(folder, damagedName));
    for (const end of ["-wal", "-shm"]) rmSync(file + end, { force: true });
  }

  /** Once for each reason: a full disk would fill the log too. */
  function complain(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    if (reason !== said) log.warn({ reason }, "the index is in memory only: it cannot be kept");
    said = reason;
  }

  async function readOwn(): Promise<Kept | undefined> {
    const before = existsSync(file);
    const mine = take();
    if (mine !== undefined) {
      const kept = await readKept(file, contentFingerprint(deps.table), deps.standby);
      if (kept === undefined) {
        if (before)
          log.info("the kept index was made by another version: the folders are read again");
        return undefined;
      }
      written.entries = new Map(kept.entries.map((entry) => [entry.real_path, entry]));
      written.skipped = new Map(kept.skipped);
      written.homes = JSON.stringify(kept.homes);
      written.terms = [...kept.parts.terms];
      for (const [i, segment] of kept.parts.segments.entries()) {
        const number = kept.numbers[i] ?? 0;
        highest = Math.max(highest, number);
        written.segments.set(segment, { number, gone: segment.gone });
      }
      return kept;
    }
    return before ? await readKept(file, contentFingerprint(deps.table), deps.standby) : undefined;
  }

  function changeTo({ inventory, parts, homes }: State): Change {
    const change: Change = {
      anew: written.entries.size === 0 && written.segments.size === 0,
      entries: [],
      dropped: [],
      skipped: new Map(),
      terms: new Map(),
      segments: [],
      tombstones: [],
      dissolved: [],
      ...(JSON.stringify(homes) === written.homes ? {} : { homes: JSON.stringify(homes) }),
    };
    for (const entry of inventory.entries()) {
      if (written.entries.get(entry.real_path) !== entry) change.entries.push(entry);
    }
    for (const path of written.entries.keys()) {
      if (inventory.byPath(path) === undefined) change.dropped.push(path);
    }
    for (const [root_id, skipped] of inventory.allSkipped()) {
      if (written.skipped.get(root_id) !== skipped) change.skipped.set(root_id, skipped);
    }
    for (const [i, chunk] of parts.terms.entries()) {
      if (written.terms[i] !== chunk) change.terms.set(i, chunk.text());
    }
    const segments = new Set(parts.segments);
    for (const segment of segments) {
      const known = written.segments.get(segment);
      const alive = segment.alive;
      if (known === undefined) {
        change.segments.push({ number: ++highest, segment, alive: alive.slice() });
      } else if (known.gone !== segment.gone) {
        change.tombstones.push({ number: known.number, alive: alive.slice() });
      }
    }
    for (const [segment, { number }] of written.segments) {
      if (!segments.has(segment)) change.dissolved.push(number);
    }
    return change;
  }

  /** Notes as written what `changeTo` found; a write that fails makes all of it unknown. */
  function note({ parts }: State, change: Change): void {
    written.homes = change.homes ?? written.homes;
    for (const entry of change.entries) written.entries.set(entry.real_path, entry);
    for (const path of change.dropped) written.entries.delete(path);
    for (const [root_id, skipped] of change.skipped) written.skipped.set(root_id, skipped);
    written.terms = parts.terms;
    const numbers = new Map(change.segments.map(({ segment, number }) => [segment, number]));
    const before = written.segments;
    written.segments = new Map();
    for (const segment of parts.segments) {
      const number = numbers.get(segment) ?? before.get(segment)?.number ?? 0;
      written.segments.set(segment, { number, gone: segment.gone });
    }
  }

  async function write(now: () => State): Promise<void> {
    if (closed) return;
    const mine = take();
    if (mine === undefined) return;
    const state = now();
    const change = changeTo(state);
    if (isEmpty(change)) return;
    note(state, change);
    await mine.write(change);
    said = "";
  }

  return {
    async load() {
      try {
        if (existsSync(shelf)) removeUnused(shelf, deps.name);
        return await readOwn();
      } catch (error) {
        if (error instanceof DamagedIndex && open !== undefined) {
          open.file.close();
          setAside(error);
          letGo();
        } else complain(error);
        return undefined;
      } finally {
        void deps.standby?.terminate(); // a small file was read without it
      }
    },
    save(now) {
      saving = saving.then(() =>
        write(now).catch((error: unknown) => {
          if (closed) return;
          complain(error);
          letGo();
        }),
      );
      return saving;
    },
    close() {
      closed = true;
      letGo();
    },
    forget() {
      const mine = open !== undefined;
      closed = true;
      letGo();
      if (mine) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function nothing(): Written {
  return { entries: new Map(), skipped: new Map(), terms: [], segments: new Map(), homes: "{}" };
}

function isEmpty({ anew: _, homes, ...lists }: Change): boolean {
  const none = Object.values(lists).every(
    (list) => (Array.isArray(list) ? list.length : list.size) === 0,
  );
  return none && homes === undefined;
}

/** Indexes of folders that nobody has asked about for a month. */
function removeUnused(shelf: string, own: string): void {
  const oldest = Date.now() - longestUnusedMs;
  for (const name of readdirSync(shelf)) {
    const folder = path.join(shelf, name);
    if (name === own || newest(folder) > oldest) continue;
    rmSync(folder, { recursive: true, force: true });
  }
}

function newest(folder: string): number {
  try {
    return Math.max(
      ...readdirSync(folder).map((name) => statSync(path.join(folder, name)).mtimeMs),
    );
  } catch {
    return Number.POSITIVE_INFINITY; // not ours to judge
  }
}
