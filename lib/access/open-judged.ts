import {
  type BigIntStats,
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
} from "node:fs";
import { AppError, type PathRule } from "#lib/contracts/errors";
import { say } from "#lib/platform/say";
import { errno } from "./resolve-root.ts";

/**
 * Opens what was judged, and only that: without following a link and without waiting for a pipe, and the open descriptor
 * is compared with the judged path before anything is read from it. All throw AppError with the path rule: `path_changed`
 * when something else stands there now.
 */
export type JudgedFile = {
  descriptor: number;
  stat: BigIntStats;
  close(): void;
};

/** Whoever calls closes it. */
export function openJudgedFile(real_path: string): JudgedFile {
  const descriptor = openNoFollow(real_path, 0);
  const close = () => closeSync(descriptor);
  try {
    const stat = fstatSync(descriptor, { bigint: true });
    if (!stat.isFile()) throw refusal("not_regular_file");
    if (!isWhatWasJudged(descriptor, real_path)) throw refusal("path_changed");
    return { descriptor, stat, close };
  } catch (error) {
    close();
    throw asRefusal(error);
  }
}

/** What `work` throws is the system's word on this file, unless it is an AppError. */
export function withJudgedFile<T>(real_path: string, work: (file: JudgedFile) => T): T {
  const file = openJudgedFile(real_path);
  try {
    return work(file);
  } catch (error) {
    throw asRefusal(error);
  } finally {
    file.close();
  }
}

/** The same for work that lets others have their turn. */
export async function withJudgedFileInTurns<T>(
  real_path: string,
  work: (file: JudgedFile) => Promise<T>,
): Promise<T> {
  const file = openJudgedFile(real_path);
  try {
    return await work(file);
  } catch (error) {
    throw asRefusal(error);
  } finally {
    file.close();
  }
}

/**
 * The bytes of an open file; of one that grows, one more than its size, so that it is noticed, and of one that shrinks fewer.
 */
export function readWhole(descriptor: number, size: number): Buffer {
  const buffer = Buffer.allocUnsafe(size + 1);
  let length = 0;
  while (length < buffer.length) {
    const read = readSync(descriptor, buffer, length, buffer.length - length, length);
    if (read === 0) break;
    length += read;
    if (length === size) break; // it gave less than there was room for: that was its end
  }
  return buffer.subarray(0, length);
}

/** The entries of a folder, as it lists them, with the bytes of their names: not every name is text. */
export function listJudgedFolder(real_path: string): Dirent<Buffer>[] {
  const descriptor = openNoFollow(real_path, constants.O_DIRECTORY ?? 0);
  try {
    if (!isWhatWasJudged(descriptor, real_path)) throw refusal("path_changed");
    const named = nameOf(descriptor) !== undefined;
    // By its descriptor, so that a folder swapped for a link in this moment is not followed.
    const entries = readdirSync(named ? `/proc/self/fd/${descriptor}` : real_path, {
      withFileTypes: true,
      encoding: "buffer",
    });
    if (!named && !isWhatWasJudged(descriptor, real_path)) throw refusal("path_changed");
    return entries;
  } catch (error) {
    throw asRefusal(error);
  } finally {
    closeSync(descriptor);
  }
}

function asRefusal(error: unknown): AppError {
  return error instanceof AppError ? error : refusal("unreadable", error);
}

function openNoFollow(path: string, more: number): number {
  // Windows has neither flag; there they are undefined and count as 0.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  try {
    return openSync(path, flags | more);
  } catch (error) {
    const code = errno(error);
    if (code === "ELOOP" || code === "EMLINK" || code === "ENOENT" || code === "ENOTDIR") {
      throw refusal("path_changed", error);
    }
    if (code === "ENXIO") throw refusal("not_regular_file", error); // a socket
    throw refusal("unreadable", error);
  }
}

/** Linux names the file behind a descriptor; where nothing does, path and descriptor must be one inode. */
function isWhatWasJudged(descriptor: number, path: string): boolean {
  try {
    const named = nameOf(descriptor);
    if (named !== undefined) return named === path;
    if (realpathSync.native(path) !== path) return false;
    const there = lstatSync(path, { bigint: true });
    const opened = fstatSync(descriptor, { bigint: true });
    return there.ino === opened.ino && there.dev === opened.dev;
  } catch {
    return false; // it vanished in between, so it is not what was judged
  }
}

function nameOf(descriptor: number): string | undefined {
  if (process.platform !== "linux") return undefined;
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return undefined; // no /proc here
  }
}

export function refusal(rule: PathRule, cause?: unknown): AppError {
  return new AppError(rule, say("en", `rule.${rule}`), {
    retryable: rule === "path_changed",
    ...(cause === undefined ? {} : { cause }),
  });
}
