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
import path from "node:path";
import { saidError } from "#lib/platform/said-error";
import type { SandboxJob, SandboxLimits, SandboxRun } from "../backend.ts";
import { outputNameProblem } from "../judge-outputs.ts";

/** Where the folders of runs lie, below the program's state. Each is named by the process that made it. */
export function sandboxesFolder(home: string): string {
  return path.join(home, "sandboxes");
}

/** A folder of one run, with the code and the files that were handed in. Throws `invalid_path` for a name that is none. */
export function makeWorkFolder(home: string, job: SandboxJob, main: string) {
  const all = sandboxesFolder(home);
  mkdirSync(all, { recursive: true, mode: 0o700 });
  const folder = realpathSync(mkdtempSync(path.join(all, `${process.pid}-${began}-`)));
  const work = path.join(folder, "work");
  mkdirSync(work, { mode: 0o700 });
  for (const { name, content } of job.files) {
    if (outputNameProblem(name) !== undefined) {
      removeFolder(folder);
      throw saidError("invalid_path", "rule.invalid_path");
    }
    const file = path.join(work, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  const taken = new Set(job.files.map(({ name }) => name));
  let program = main;
  for (let n = 2; taken.has(program); n++) program = main.replace(".", `-${n}.`);
  writeFileSync(path.join(work, program), job.code);
  return { folder, work, program, remove: () => removeFolder(folder) };
}

/** Also what code has closed against its own owner. */
function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    openUp(folder);
    rmSync(folder, { recursive: true, force: true });
  }
}

function openUp(folder: string): void {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) openUp(path.join(folder, entry.name));
  }
}

/** Tells this process from an earlier one of the same number, as in a container, where each start has the same. */
const began = Math.round(performance.timeOrigin).toString(36);

/** Takes away what runs of processes left that are no more: those were killed before they could. */
export function removeStaleFolders(home: string): void {
  for (const name of namesIn(sandboxesFolder(home))) {
    const [, number, start] = /^(\d+)-(\w+)-/.exec(name) ?? [];
    if (number === undefined) continue; // what runs left is kept beside them
    const pid = Number(number);
    const inUse = pid === process.pid ? start === began : isAlive(pid);
    if (!inUse) removeFolder(path.join(sandboxesFolder(home), name));
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
): boolean {
  let count = 0;
  let bytes = 0;
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const entries = entriesOf(next);
    if (entries === undefined) return true;
    for (const entry of entries) {
      count++;
      const place = path.join(next, entry.name);
      if (entry.isDirectory()) waiting.push(place);
      else if (entry.isFile()) bytes += lstatSync(place, { throwIfNoEntry: false })?.size ?? 0;
      if (count > limits.files + given.files || bytes > limits.total_bytes + given.bytes)
        return true;
    }
  }
  return false;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ENOENT" || code === "ENOTDIR" ? [] : undefined; // it was taken away meanwhile
  }
}

/** Bytes that are free on the disk of a folder. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
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
