import { statfsSync } from "node:fs";
import type { Access } from "#lib/access/access";
import { compileFolders } from "#lib/access/document-patterns";
import { dependencyFoldersTouched } from "#lib/access/judge-path";
import type { HealthyRoot } from "#lib/access/resolve-root";
import type { Logger } from "#lib/platform/logger";
import type { FolderWatch, WatchFolder } from "#lib/platform/watch-folder";
import type { Place } from "./inventory.ts";

/**
 * Watches the roots and hands over what changed when it has been quiet for a moment. A root that cannot be watched is
 * looked at from time to time; one that can is too, though seldom, because a system under a storm of changes may lose
 * some without a word.
 */
export type RootWatch = {
  /** The roots as they are now; those that came are watched, those that went are not any more. */
  follow(roots: readonly HealthyRoot[], access: Access): void;
  /** Resolves when all that were begun to be watched are; a look that walks from then on misses nothing. */
  standing(): Promise<void>;
  /** Does not wait for quiet. */
  hurry(): Promise<void>;
  /**
   * There are changes that a look at everything, due or under way, has yet to take in, or that somebody who hurried
   * still waits for.
   */
  behind(): boolean;
  /** Each of these roots is watched where it stands now, so that nothing in it has changed but what was told. */
  covers(roots: readonly HealthyRoot[]): boolean;
  /** The system's reasons, by root, for looking from time to time instead. */
  rescanned(): ReadonlyMap<string, string>;
  close(): void;
};

const quietMs = 40;
/** Under changes without an end it is handed over all the same. */
const longestMs = 400;
/** So many changes at once are not gone through one by one. */
const mostPaths = 200;
const rescanMs = 5_000;
const surelyMs = 5 * 60_000;
/** A look at everything that nothing calls for takes at most this part of the time. */
const share = 20;
/** One that changes call for rests as long as the last one took before it begins, and no longer than this. */
const longestRestMs = 10_000;
const longestRescanMs = 60 * 60_000;

export function watchRoots(deps: {
  watch: WatchFolder;
  log: Logger;
  /** Brings these paths to what stands on disk; false when that takes a look at everything. Never rejects. */
  update(paths: readonly Place[]): Promise<boolean>;
  /** Looks at everything, beginning now. Never rejects. */
  look(): Promise<void>;
  /** Whether a look at everything is walking or has ended, with none to come that sees what stands now. */
  looked(): boolean;
  /** How long the last look at everything took and how long ago it ended; undefined before the first. */
  lastLook(): { ms: number; ago: number } | undefined;
}): RootWatch {
  const { log } = deps;
  const watches = new Map<string, { watch: FolderWatch; identity: string; path: string }>();
  const failed = new Map<string, { reason: string; identity: string }>();
  let changes = new Map<string, Place>();
  /** A look at everything is due. */
  let everything = false;
  /** … because of changes, not for fear of some, and one for their sake is under way. */
  let missed = false;
  let catching = false;
  /** So many times it was handed over and is not taken in yet; so many wait for that. */
  let handed = 0;
  let hurrying = 0;
  let first = 0;
  let timer: NodeJS.Timeout | undefined;
  let rested: NodeJS.Timeout | undefined;
  let working: Promise<void> = Promise.resolve();
  let rescan: NodeJS.Timeout | undefined;
  let closed = false;

  function note(place: Place): void {
    if (closed) return;
    if (timer === undefined) first = performance.now();
    if (place.relative_path === "") everything = true;
    else if (changes.size >= mostPaths) missAll();
    else changes.set(`${place.root_id}\0${place.relative_path}`, place);
    clearTimeout(timer);
    const waited = performance.now() - first;
    timer = setTimeout(() => void hand(), Math.max(0, Math.min(quietMs, longestMs - waited)));
    timer.unref();
  }

  function missAll(): void {
    everything = true;
    missed = true;
  }

  function hand(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (closed || (changes.size === 0 && !everything)) return working;
    // What a look sees that begins at once need not be gone through by itself.
    const paths = everything && restMs() === 0 ? [] : [...changes.values()];
    changes = new Map();
    handed += 1;
    working = working.then(() => takeIn(paths)).finally(() => (handed -= 1));
    return working;
  }

  async function takeIn(paths: readonly Place[]): Promise<void> {
    if (closed) return;
    if (paths.length > 0 && !(await deps.update(paths))) missAll();
    await lookWhenRested();
  }

  /** Under changes without an end a large folder would be walked through without one. */
  async function lookWhenRested(): Promise<void> {
    clearTimeout(rested);
    if (closed || !everything) return;
    const ms = restMs();
    if (ms > 0) {
      rested = setTimeout(() => void hand(), ms).unref();
      return;
    }
    catching = missed;
    everything = false;
    missed = false;
    await deps.look();
    catching = false;
  }

  function restMs(): number {
    const last = deps.lastLook();
    return last === undefined ? 0 : Math.max(0, Math.min(longestRestMs, last.ms) - last.ago);
  }

  function rescanLater(): void {
    clearTimeout(rescan);
    if (closed) return;
    const every = failed.size > 0 ? rescanMs : surelyMs;
    const ms = Math.max(every, (deps.lastLook()?.ms ?? 0) * share);
    rescan = setTimeout(
      async () => {
        await deps.look();
        rescanLater();
      },
      Math.min(ms, longestRescanMs),
    ).unref();
  }

  function begin(root: HealthyRoot, access: Access): void {
    const { id: root_id, identity, real_path: path } = root;
    const fail = (reason: string) => {
      watches.delete(root_id);
      failed.set(root_id, { reason, identity });
      log.warn(
        { root_id, reason },
        "the folder cannot be watched: it is looked at from time to time",
      );
      rescanLater();
    };
    const silent = silentFileSystem(path);
    if (silent !== undefined) {
      fail(silent);
      return;
    }
    const mayHold = compileFolders(root.patterns);
    const watch = deps.watch(path, {
      changed: (relative_path) => note({ root_id, relative_path }),
      failed: fail,
      enters: (relative_path) =>
        mayHold(relative_path) && access.screen(root, relative_path, "folder") === undefined,
      turns: dependencyFoldersTouched,
    });
    if (failed.has(root_id)) return;
    watches.set(root_id, { watch, identity, path });
    void watch.standing.then(() => {
      // A look that walked before may have missed files that came meanwhile.
      if (watches.get(root_id)?.watch === watch && deps.looked())
        note({ root_id, relative_path: "" });
    });
  }

  return {
    follow(roots, access) {
      if (closed) return;
      const there = new Map(roots.map((root) => [root.id, root]));
      for (const [id, { watch, identity, path }] of watches) {
        const root = there.get(id);
        if (root?.identity === identity && root.real_path === path) continue;
        watch.close();
        watches.delete(id);
      }
      for (const [id, { identity }] of failed) {
        if (there.get(id)?.identity !== identity) failed.delete(id);
      }
      for (const root of roots) {
        if (!watches.has(root.id) && !failed.has(root.id)) begin(root, access);
      }
      if (rescan === undefined) rescanLater();
    },
    async standing() {
      await Promise.all([...watches.values()].map(({ watch }) => watch.standing));
    },
    async hurry() {
      // What the system has told already stands in the event loop.
      await new Promise((resolve) => setImmediate(resolve));
      await new Promise((resolve) => setImmediate(resolve));
      const taking = hand();
      if (handed === 0) return;
      hurrying += 1;
      await taking.finally(() => (hurrying -= 1));
    },
    behind: () => missed || catching || hurrying > 0,
    covers: (roots) =>
      watches.size === roots.length &&
      roots.every((root) => watches.get(root.id)?.identity === root.identity),
    rescanned: () => new Map([...failed].map(([id, { reason }]) => [id, reason])),
    close() {
      closed = true;
      clearTimeout(timer);
      clearTimeout(rested);
      clearTimeout(rescan);
      for (const { watch } of watches.values()) watch.close();
      watches.clear();
    },
  };
}

/** File systems over a network or through another program tell nothing of what others change. */
const silentTypes = new Map([
  [0x6969, "nfs"],
  [0xff534d42, "cifs"],
  [0xfe534d42, "smb2"],
  [0x517b, "smb"],
  [0x65735546, "fuse"],
  [0x01021997, "9p"],
]);

function silentFileSystem(path: string): string | undefined {
  if (process.platform !== "linux") return undefined;
  try {
    return silentTypes.get(statfsSync(path).type);
  } catch {
    return undefined; // the watch says what is wrong
  }
}
