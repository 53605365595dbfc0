import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
} from "node:fs";
import { AppError, type PathRule } from "#lib/contracts/errors";
import { say } from "#lib/platform/say";
import { errno } from "./resolve-root.ts";
import type { Allowed } from "./verdict.ts";

export type OpenedDocument = {
  bytes: Buffer;
  stat: { size: number; mtime_ms: number; mtime_ns: bigint; ino: bigint };
};

/**
 * Reads a file that was judged, and only that file: it is opened without following a link and without waiting for a
 * pipe, the open descriptor is compared with the judged path, and everything is read from the descriptor. Throws
 * AppError with the path rule: `path_changed` when another file stands there now or it changed while it was read.
 */
export function openDocument(verdict: Allowed, maxBytes: number): OpenedDocument {
  const descriptor = openNoFollow(verdict.real_path);
  try {
    const before = fstatSync(descriptor, { bigint: true });
    if (!before.isFile()) throw refusal("not_regular_file");
    if (before.size > BigInt(maxBytes)) throw refusal("too_large");
    if (!isWhatWasJudged(descriptor, verdict.real_path)) throw refusal("path_changed");
    const bytes = readWhole(descriptor, Number(before.size));
    const after = fstatSync(descriptor, { bigint: true });
    if (after.mtimeNs !== before.mtimeNs || after.size !== BigInt(bytes.length)) {
      throw refusal("path_changed");
    }
    return {
      bytes,
      stat: {
        size: bytes.length,
        mtime_ms: Number(after.mtimeNs / 1_000_000n),
        mtime_ns: after.mtimeNs,
        ino: after.ino,
      },
    };
  } catch (error) {
    throw error instanceof AppError ? error : refusal("unreadable", error);
  } finally {
    closeSync(descriptor);
  }
}

function openNoFollow(path: string): number {
  // Windows has neither flag; there they are undefined and count as 0.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  try {
    return openSync(path, flags);
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

/** One byte more than the size is asked for, so that a file that grows is noticed. */
function readWhole(descriptor: number, size: number): Buffer {
  const buffer = Buffer.allocUnsafe(size + 1);
  let length = 0;
  while (length < buffer.length) {
    const read = readSync(descriptor, buffer, length, buffer.length - length, length);
    if (read === 0) break;
    length += read;
  }
  return buffer.subarray(0, length);
}

function refusal(rule: PathRule, cause?: unknown): AppError {
  return new AppError(rule, say("en", `rule.${rule}`), {
    retryable: rule === "path_changed",
    ...(cause === undefined ? {} : { cause }),
  });
}
