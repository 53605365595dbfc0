import { realpath, stat } from "node:fs/promises";
import type { FolderWatch, WatchFolder } from "#lib/platform/watch-folder";
import type { SkillPlace, SkillsFolder } from "./find-skills.ts";
import { skillLimits } from "./limits.ts";
import { leftOut } from "./reading/contents.ts";

/**
 * Says which skills may have changed, once it has been quiet for a moment. A folder that is not there, or
 * that the system does not watch, is looked at every second; one that was taken away and came back is watched anew.
 */
export type FollowedFolders = {
  /** Watches what stands there now. */
  follow(): Promise<void>;
  close(): void;
};

const quietMs = 50;
/** Under changes without an end it is said all the same. */
const longestMs = 300;
const lookEveryMs = 1_000;
/** A system under a storm of changes may lose some without a word: every so many times all of them are looked at. */
const surelyEvery = 30;
/** More folders than a skill that is loaded may have are not watched each. */
const mostWatched = 4 * skillLimits.files;

export const skillKey = ({ source, entry }: Pick<SkillPlace, "source" | "entry">): string =>
  `${source} ${entry}`;

export function followFolders(deps: {
  folders: readonly SkillsFolder[];
  watch: WatchFolder;
  /** By `source` and `entry`; undefined where it could be any of them. */
  changed: (skills: ReadonlySet<string> | undefined) => void;
}): FollowedFolders {
  const { folders, changed } = deps;
  const watched = new Map<string, { watch: FolderWatch; identity: string }>();
  let touched: Set<string> | undefined = new Set();
  let ticks = 0;
  let first = 0;
  let quiet: NodeJS.Timeout | undefined;
  let closed = false;

  function note(skill?: string): void {
    if (closed) return;
    if (skill === undefined) touched = undefined;
    else touched?.add(skill);
    if (quiet === undefined) first = performance.now();
    clearTimeout(quiet);
    const left = longestMs - (performance.now() - first);
    quiet = setTimeout(
      () => {
        quiet = undefined;
        const skills = touched;
        touched = new Set();
        changed(skills);
      },
      Math.max(0, Math.min(quietMs, left)),
    ).unref();
  }

  async function identityOf(path: string): Promise<string | undefined> {
    try {
      const { dev, ino } = await stat(path, { bigint: true });
      return `${dev}:${ino}:${await realpath(path)}`;
    } catch {
      return undefined;
    }
  }

  async function followOne({ path, source }: SkillsFolder): Promise<void> {
    const identity = await identityOf(path);
    const known = watched.get(path);
    if (closed || known?.identity === identity) return;
    known?.watch.close();
    watched.delete(path);
    if (identity === undefined) return;
    const entered = new Set<string>();
    const watch = deps.watch(identity.split(":").slice(2).join(":"), {
      changed: (below) => {
        const [entry = ""] = below.split("/", 1);
        note(entry === "" ? undefined : skillKey({ source, entry }));
      },
      failed: () => watched.delete(path),
      enters: (below) => {
        const parts = below.split("/");
        if (parts.length > skillLimits.depth + 1 || parts.some((part) => leftOut.has(part))) {
          return false;
        }
        if (entered.size < mostWatched) entered.add(below);
        return entered.has(below);
      },
    });
    watched.set(path, { watch, identity });
    await watch.standing;
  }

  const follow = async () => {
    await Promise.all(folders.map(followOne));
  };
  const timer = setInterval(async () => {
    const before = watched.size;
    await follow();
    ticks += 1;
    const surely = ticks % surelyEvery === 0;
    if (surely || watched.size < folders.length || watched.size !== before) note();
  }, lookEveryMs).unref();

  return {
    follow,
    close() {
      closed = true;
      clearTimeout(quiet);
      clearInterval(timer);
      for (const { watch } of watched.values()) watch.close();
      watched.clear();
    },
  };
}
