import { lstat } from "node:fs";
import path from "node:path";
import glob from "fast-glob";
import type { HealthyRoot } from "#lib/access/resolve-root";

/** A name below a root that looks like a document, as the walk saw it; nothing was opened. */
export type Sighting = {
  relative_path: string;
  /** Changes whenever the file does: time in nanoseconds, size, inode, change of rights. */
  signature: string;
  bytes: number;
  link: boolean;
};

/**
 * Every document's name below a root, in no order, without following links. Folders that cannot be read are passed
 * over. Whether a sighting may be read is for Access to say.
 */
export async function* walkRoot(root: HealthyRoot, signal?: AbortSignal): AsyncGenerator<Sighting> {
  const stream = glob.stream(
    root.patterns.filter((pattern) => !pattern.startsWith("!") && staysInside(pattern)),
    {
      cwd: root.real_path,
      dot: root.hidden,
      followSymbolicLinks: false,
      onlyFiles: false,
      stats: true,
      suppressErrors: true,
      caseSensitiveMatch: false,
      extglob: false,
      unique: true,
      fs: {
        // Nanoseconds tell apart two saves within one millisecond.
        lstat: ((path: string, done: (...found: unknown[]) => void) =>
          lstat(path, { bigint: true }, done)) as unknown as typeof lstat, // the walk hands the stats on without reading numbers from them
      },
    },
  );
  for await (const found of stream) {
    signal?.throwIfAborted();
    // With `stats` the stream gives entries; its type only knows strings.
    const entry = found as unknown as { path: string; stats?: StatsLike };
    const stats = entry.stats;
    if (stats === undefined || stats.isDirectory() || !staysInside(entry.path)) continue;
    yield {
      relative_path: entry.path,
      signature: `${stats.mtimeNs}:${stats.ctimeNs}:${stats.size}:${stats.ino}`,
      bytes: Number(stats.size),
      link: stats.isSymbolicLink(),
    };
  }
}

type StatsLike = {
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
  mtimeNs: bigint;
  ctimeNs: bigint;
  size: bigint;
  ino: bigint;
};

/** A pattern or path that climbs out or starts elsewhere names no document of the root, and is not walked either. */
function staysInside(pattern: string): boolean {
  return (
    !path.isAbsolute(pattern) && !/^[a-z]:/i.test(pattern) && !pattern.split(/[/\\]/).includes("..")
  );
}
