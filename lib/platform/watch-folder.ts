import { type FSWatcher, lstatSync, readdirSync, realpathSync, watch } from "node:fs";
import nodePath from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * Says which names below a folder may have changed, and nothing else: whoever is told looks for himself. Where the
 * system watches a whole tree it is asked to (macOS, Windows); else every folder is watched by itself, without its files
 * and without following a link. Where a folder cannot be watched, for want of watches or rights, all of it is given up
 * with the system's reason, and the caller has to look from time to time.
 */
export type FolderWatch = {
  close(): void;
  /** Resolves when every folder is watched, or when it is given up; what changed before may not have been told. */
  standing: Promise<void>;
};

export type WatchFolder = (
  folder: string,
  tell: {
    /** Path below the folder, joined by `/`; "" when it could be anything. */
    changed(relative_path: string): void;
    /** Once; nothing is told afterwards. */
    failed(reason: string): void;
    /** May a folder below be entered? */
    enters(relative_path: string): boolean;
    /** Folders below that may be entered or no more because something came or went under this name. */
    turns?(relative_path: string): readonly string[];
  },
) => FolderWatch;

const turnMs = 15;

const wholeTrees = process.platform === "darwin" || process.platform === "win32";

export const watchFolder: WatchFolder = (folder, tell) => {
  const watchers = new Map<string, FSWatcher>();
  let closed = false;
  /** Where the folder really is, said when it is first watched. */
  let home: string | undefined;
  /** When the event loop had its last turn while folders are entered: a promise for each would take longer than they do. */
  let since = performance.now();

  function close(): void {
    closed = true;
    for (const watcher of watchers.values()) watcher.close();
    watchers.clear();
  }

  function fail(error: unknown): void {
    if (closed) return;
    close();
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    tell.failed(code);
  }

  function hear(below: string, event: string, name: string | null): void {
    if (closed) return;
    if (name === null) {
      tell.changed("");
      return;
    }
    const path = wholeTrees ? name.split(nodePath.sep).join("/") : join(below, name);
    if (event === "rename" && !wholeTrees) {
      // A folder that came, went or was moved: what was watched there stands elsewhere now.
      forget(path);
      look(path);
      for (const turned of tell.turns?.(path) ?? []) if (turned !== path) look(turned);
    }
    tell.changed(path);
  }

  function look(path: string): void {
    enter(path).then((entered) => entered && tell.changed(path), fail);
  }

  function forget(path: string): void {
    if (!watchers.has(path)) return;
    for (const [known, watcher] of watchers) {
      if (known !== path && !known.startsWith(`${path}/`)) continue;
      watcher.close();
      watchers.delete(known);
    }
  }

  function start(below: string): void {
    const watcher = watch(
      nodePath.join(folder, below),
      { persistent: false, recursive: wholeTrees },
      (event, name) => hear(below, event, name),
    );
    watcher.on("error", (error) => {
      // Windows says so when a watched folder is deleted.
      if (isGone(error) && below !== "") forget(below);
      else fail(error);
    });
    watchers.set(below, watcher);
  }

  /**
   * Watched first and listed then, so that no folder comes in between. True when there was something to enter; what was
   * looked at before may have missed files that came meanwhile.
   */
  async function enter(below: string): Promise<boolean> {
    if (closed || watchers.has(below) || (below !== "" && !tell.enters(below))) return false;
    const place = nodePath.join(folder, below);
    let names: string[];
    try {
      if (!lstatSync(place).isDirectory()) return false;
      start(below);
      if (!isHere(below)) return leave(below);
      const entries = readdirSync(place, { withFileTypes: true });
      if (!isHere(below)) return leave(below);
      names = entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
    } catch (error) {
      if (!isGone(error) || below === "") throw error;
      return leave(below);
    }
    for (const name of names) {
      if (performance.now() - since > turnMs) {
        await nextTurn();
        since = performance.now();
      }
      await enter(join(below, name));
    }
    return true;
  }

  /** A folder above may have been moved away meanwhile, with a link in its place. */
  function isHere(below: string): boolean {
    const real = realpathSync.native(nodePath.join(folder, below));
    if (below === "") home = real;
    return home !== undefined && real === nodePath.join(home, below);
  }

  function leave(below: string): false {
    forget(below);
    return false;
  }

  // The caller has what it waits for before anything is told.
  const begin = async () => {
    if (wholeTrees) start("");
    else await enter("");
  };
  const standing = Promise.resolve().then(begin).catch(fail);

  return { close, standing };
};

function join(below: string, name: string): string {
  return below === "" ? name : `${below}/${name}`;
}

/** Not there any more, no folder, not to be entered, or too far down for the system: nothing below it is read either. */
function isGone(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return (
    code === "ENOENT" ||
    code === "ENOTDIR" ||
    code === "EACCES" ||
    code === "EPERM" ||
    code === "ELOOP" ||
    code === "ENAMETOOLONG"
  );
}
