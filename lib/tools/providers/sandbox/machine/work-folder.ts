import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { foldedName } from "#lib/platform/folded-name";
import { saidError } from "#lib/platform/said-error";
import type { SandboxJob, SandboxLimits, SandboxRun } from "../backend.ts";
import { outputNameProblem } from "../judge-outputs.ts";

/** Where the folders of runs lie, below the program's state. Each is named by the process that made it. */
export function sandboxesFolder(home: string): string {
  return path.join(home, "sandboxes");
}

/**
 * A folder of one run, with the code and the files that were handed in. Throws `invalid_path` for a name that is none, and
 * `tool_exec` with what the disk says; nothing of it stays then.
 */
export function makeWorkFolder(home: string, job: SandboxJob, main: string) {
  const all = sandboxesFolder(home);
  if (job.files.some(({ name }) => outputNameProblem(name) !== undefined)) {
    throw saidError("invalid_path", "rule.invalid_path");
  }
  let folder: string | undefined;
  try {
    mkdirSync(all, { recursive: true, mode: 0o700 });
    folder = realpathSync(mkdtempSync(path.join(all, `${process.pid}-${began}-`)));
    const place = folder;
    const work = path.join(place, "work");
    mkdirSync(work, { mode: 0o700 });
    for (const { name, content } of job.files) {
      const file = path.join(work, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, content);
    }
    const taken = new Set(job.files.map(({ name }) => foldedName(name)));
    let program = main;
    for (let n = 2; taken.has(program); n++) program = main.replace(".", `-${n}.`);
    writeFileSync(path.join(work, program), job.code);
    // What cannot be taken away now is at the next start.
    const remove = () => removeFolder(place).catch(() => {});
    return { folder: place, work, program, remove };
  } catch (cause) {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "?";
    throw saidError("tool_exec", "snippet.no_folder", { code }, { cause });
  }
}

/** Also what code has closed against its own owner, or put deeper than a path is long. Rejects where even that fails. */
async function removeFolder(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true });
  } catch {
    openUp(folder);
    rmSync(folder, { recursive: true, force: true });
  }
}

function openUp(folder: string): void {
  try {
    chmodSync(folder, 0o700);
  } catch {
    return; // too deep
  }
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) openUp(path.join(folder, entry.name));
  }
}

/** Tells this process from an earlier one of the same number, as in a container, where each start has the same. */
const began = Math.round(performance.timeOrigin).toString(36);

/** Takes away what runs of processes left that are no more: those were killed before they could. */
export async function removeStaleFolders(home: string): Promise<void> {
  for (const name of namesIn(sandboxesFolder(home))) {
    const [, number, start] = /^(\d+)-(\w+)-/.exec(name) ?? [];
    if (number === undefined) continue; // what runs left is kept beside them
    const pid = Number(number);
    const inUse = pid === process.pid ? start === began : isAlive(pid);
    // What cannot be taken away, as another user's, is left: the program starts all the same.
    if (!inUse) await removeFolder(path.join(sandboxesFolder(home), name)).catch(() => {});
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/**
 * Whether more stands in a folder now than may be left; it is gone through no further than that. What cannot be looked into,
 * closed or deeper than a path is long, could hold anything and counts as too much.
 */
export function isOverfull(
  folder: string,
  limits: Pick<SandboxLimits, "files" | "total_bytes">,
  given: { files: number; bytes: number },
  /** What is beside it on the disk without standing in it. */
  unseen = 0,
): boolean {
  let count = 0;
  let bytes = unseen;
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const entries = entriesOf(next);
    if (entries === undefined) return true;
    for (const entry of entries) {
      count++;
      const place = path.join(next, entry.name);
      if (entry.isDirectory()) waiting.push(place);
      else if (entry.isFile()) {
        const size = sizeOf(place);
        if (size === undefined) return true;
        bytes += size;
      }
      if (count > limits.files + given.files) return true;
      if (bytes > limits.total_bytes + given.bytes) return true;
    }
  }
  return bytes > limits.total_bytes + given.bytes;
}

/** Undefined where it cannot be looked at, as behind a path that is longer than paths are. */
function sizeOf(file: string): number | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false })?.size ?? 0;
  } catch {
    return undefined;
  }
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ENOENT" || code === "ENOTDIR" ? [] : undefined; // it was taken away meanwhile
  }
}

/** Bytes that are free on the disk of a folder; none where it is gone. */
export function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}

/**
 * The regular files that stand in the folder once nothing runs in it any more. Links are not followed, devices and pipes
 * not opened; what is too large is not read. At most one more file than the limits allow, so that it is seen.
 */
export function leftInFolder(
  work: string,
  limits: Pick<SandboxLimits, "files" | "file_bytes" | "total_bytes">,
  given: number,
): { files: SandboxRun["files"]; left_out: SandboxRun["left_out"] } {
  const files: SandboxRun["files"][number][] = [];
  const left_out: SandboxRun["left_out"][number][] = [];
  const refuse = (name: string, rule: string) => {
    if (left_out.length < 100) left_out.push({ name: name.slice(0, 255), rule });
  };
  let total = 0;
  const waiting = [{ folder: work, below: "" }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const entries = bytesIn(next.folder);
    if (entries === undefined) refuse(next.below, "unreadable");
    for (const entry of entries ?? []) {
      const text = entry.name.toString();
      const name = `${next.below}${text}`;
      if (!Buffer.from(text).equals(entry.name)) refuse(name, "invalid_path");
      else if (entry.isDirectory()) {
        if (next.below.split("/").length > deepest) refuse(name, "invalid_path");
        else waiting.push({ folder: path.join(next.folder, text), below: `${name}/` });
      } else if (entry.isSymbolicLink()) refuse(name, "symlink_escape");
      else if (!entry.isFile()) refuse(name, "not_regular_file");
      else if (files.length > limits.files + given) refuse(name, "too_many_files");
      else {
        const content = contentOf(path.join(next.folder, text), limits.file_bytes);
        total += content?.length ?? 0;
        if (content === undefined) refuse(name, "unreadable");
        else if (content === "too_large" || total > 2 * limits.total_bytes)
          refuse(name, "too_large");
        else files.push({ name, content });
      }
    }
  }
  return { files, left_out };
}

const deepest = 32;

function bytesIn(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true, encoding: "buffer" });
  } catch {
    return undefined;
  }
}

function contentOf(file: string, most: number): Uint8Array | "too_large" | undefined {
  let descriptor: number | undefined;
  try {
    const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
    descriptor = openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) return undefined;
    return stat.size > most ? "too_large" : readFileSync(descriptor);
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
