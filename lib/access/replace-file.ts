import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
} from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { AppError } from "#lib/contracts/errors";
import { saidError } from "#lib/platform/said-error";
import { codeOf, type HeldFolder } from "./hold-folder.ts";
import { readWhole } from "./open-judged.ts";
import type { WriteJournal } from "./write-journal.ts";

/**
 * A file read and replaced in one step: whoever looks sees the old bytes or the new ones, whole, whenever the program ends.
 * The new file is written beside the old one, brought to the disk, and given its name; a link in that name is replaced and
 * not followed. What somebody else did to the file since it was read refuses the step.
 */
export type Target = { bytes: Buffer; stat: BigIntStats };

export const MOST_BYTES = 8 * 1024 * 1024;

/** Undefined where there is none. Throws AppError for whatever may not be replaced. */
export function readTarget(
  folder: HeldFolder,
  name: string,
  mostBytes = MOST_BYTES,
): Target | undefined {
  // Windows has neither flag; there they are undefined and count as 0.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  let descriptor: number;
  try {
    descriptor = openSync(folder.at(name), flags);
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT") return undefined;
    if (code === "ELOOP" || code === "EMLINK" || code === "ENOTDIR") throw changed(error);
    if (code === "ENXIO") throw saidError("not_regular_file", "tool_path.not_regular_file");
    throw systemRefusal(error);
  }
  try {
    const stat = fstatSync(descriptor, { bigint: true });
    if (!stat.isFile()) throw saidError("not_regular_file", "tool_path.not_regular_file");
    if (stat.nlink > 1n) throw saidError("not_regular_file", "tool_write.hard_link");
    if ((stat.mode & 0o222n) === 0n) throw saidError("unreadable", "tool_write.protected");
    if (stat.size > BigInt(mostBytes)) throw tooLarge(mostBytes);
    const bytes = readWhole(descriptor, Number(stat.size));
    if (BigInt(bytes.length) !== stat.size) throw changed();
    return { bytes, stat };
  } catch (error) {
    throw error instanceof AppError ? error : systemRefusal(error);
  } finally {
    closeSync(descriptor);
  }
}

/** `target`: what the new bytes stand in place of; a file that has come since is not replaced. */
export async function replaceFile(step: {
  folder: HeldFolder;
  name: string;
  target: Target | undefined;
  bytes: Buffer;
  journal: WriteJournal;
  signal: AbortSignal;
}): Promise<void> {
  const { folder, name, target, bytes, journal, signal } = step;
  const unfinished = journal.begin(folder.path);
  const temporary = folder.at(unfinished);
  try {
    await writeTemporary(temporary, bytes, target);
    // Nothing else of this program comes between these looks and the new name.
    if (signal.aborted) throw new AppError("cancelled", "The call was cancelled before it wrote.");
    folder.check();
    const now = readTarget(folder, name);
    if (!isSame(target, now)) throw changed();
    if (target === undefined) giveName(temporary, folder.at(name));
    else renameSync(temporary, folder.at(name));
    folder.sync();
  } catch (error) {
    throw error instanceof AppError ? error : systemRefusal(error);
  } finally {
    rmSync(temporary, { force: true });
    journal.end(unfinished);
  }
}

/** A whole new file beside the one it is to replace, on the disk and with its rights. */
export async function writeTemporary(path: string, bytes: Buffer, target: Target | undefined) {
  const flags =
    constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
  // Until it has the rights of what it replaces, nobody else reads it; a new file gets the usual ones.
  const file = await open(path, flags, target === undefined ? 0o666 : 0o600);
  try {
    await file.writeFile(bytes);
    if (target !== undefined) await likeTarget(file, target.stat);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Owner and group as far as the system lets, then the rights; without the owner none that act in the owner's name. */
async function likeTarget(file: FileHandle, stat: BigIntStats): Promise<void> {
  const own = await file.stat({ bigint: true });
  let alike = own.uid === stat.uid && own.gid === stat.gid;
  if (!alike) alike = await given(file, Number(stat.uid), Number(stat.gid));
  if (!alike && own.gid !== stat.gid) await given(file, Number(own.uid), Number(stat.gid));
  await file.chmod(Number(stat.mode) & (alike ? 0o7777 : 0o777));
}

async function given(file: FileHandle, uid: number, gid: number): Promise<boolean> {
  try {
    await file.chown(uid, gid);
    return true;
  } catch {
    return false; // only the system's owner may give files away
  }
}

/** A second name in place of the first fails where a file has come meanwhile; where there are none, a look has to do. */
function giveName(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    const code = codeOf(error);
    if (code === "EEXIST") throw changed(error);
    if (!noSecondNames.has(code)) throw error;
    renameSync(from, to);
  }
}
const noSecondNames: ReadonlySet<string | undefined> = new Set(["EPERM", "ENOTSUP", "ENOSYS"]);

/** By its bytes, because a file that is written twice within a tick of the clock keeps its times. */
export function isSame(then: Target | undefined, now: Target | undefined): boolean {
  if (then === undefined || now === undefined) return then === now;
  const { dev, ino, mode } = then.stat;
  const alike = dev === now.stat.dev && ino === now.stat.ino && mode === now.stat.mode;
  return alike && then.bytes.equals(now.bytes);
}

export function tooLarge(mostBytes = MOST_BYTES): AppError {
  const mib = Math.round((mostBytes / 1024 / 1024) * 100) / 100;
  return saidError("too_large", "tool_write.too_large", { mib });
}

function changed(cause?: unknown): AppError {
  return saidError("path_changed", "tool_write.file_changed", {}, { cause, retryable: true });
}

/** The sentence for what the system refused; of anything else the thing itself. */
export function systemRefusal(error: unknown): unknown {
  const code = codeOf(error);
  if (code === undefined) return error;
  if (code === "ENOSPC" || code === "EDQUOT") {
    return saidError("tool_exec", "tool_write.disk_full", {}, { cause: error });
  }
  return saidError("unreadable", "tool_write.not_let", { code }, { cause: error });
}
