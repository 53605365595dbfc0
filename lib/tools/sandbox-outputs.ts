import { randomBytes } from "node:crypto";
import { lstat, mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { onePerson } from "#lib/contracts/people";
import { type SandboxArtifact, type SandboxOutput, SandboxRunRecord } from "#lib/contracts/sandbox";
import { actingId } from "#lib/platform/acting";
import { sha256 } from "#lib/platform/hash";
import { saidError } from "#lib/platform/said-error";

/** To whom what a run left belongs, and with whom it goes: a task, a conversation, or the person who tried the tool. */
export type RunOwner = { kind: "task" | "thread"; id: string } | { kind: "person" };

/**
 * What runs of code left, until somebody collects it or it is deleted with its task or conversation. On the disk every file
 * is called by the hash of its bytes and every owner by a hash of its id, so that no name of a stranger is ever a path.
 *
 *   <home>/sandboxes/task-<hash>/<invocation_id>/run.json, <sha256>, <sha256>, …
 */
export type SandboxOutputs = {
  /**
   * All of it or nothing. Of a conversation, and of what a person tried, the oldest runs make room: `removed` of them were
   * taken away for this one. Throws AppError `tool_exec` with what the disk says.
   */
  keep(owner: RunOwner, run: KeptRun): Promise<{ record: SandboxRunRecord; removed: number }>;
  /** Throws `not_found`. */
  list(owner: RunOwner, invocation_id: string): Promise<SandboxRunRecord>;
  /** Throws `not_found`, and `path_changed` unless the bytes are those with this hash. */
  read(owner: RunOwner, invocation_id: string, hash: string): Promise<Buffer>;
  /** Everything that belongs to it. */
  remove(owner: RunOwner): Promise<void>;
  /** What one run of it left. */
  removeRun(owner: RunOwner, invocation_id: string): Promise<void>;
  /** What belongs to all conversations. */
  removeThreads(): Promise<void>;
  /**
   * Removes what belongs to nobody any more: tasks that have ended, conversations that are gone, and what the person tried.
   * `known` is asked after it was looked at what there is, so that nothing new is taken away.
   */
  sweep(
    known: () => Promise<{ tasks: readonly string[]; threads: readonly string[] }>,
  ): Promise<number>;
};

export type KeptRun = {
  invocation_id: string;
  at: string;
  stdout: string;
  stderr: string;
  files: readonly { name: string; media_type: string; content: Uint8Array }[];
  outcome: Omit<SandboxOutput, "artifacts">;
};

/** Of one conversation, or of all that a person tried by hand. One run may leave a quarter of the bytes. */
export const KEPT_MOST = { runs: 50, bytes: 256_000_000 } as const;

export function createSandboxOutputs(deps: {
  home: string;
  most?: { runs: number; bytes: number };
}): SandboxOutputs {
  const { most = KEPT_MOST } = deps;
  const top = path.join(deps.home, "sandboxes");
  /** Where what is the person's at work lies: another's cannot be named. */
  const here = () => {
    const id = actingId();
    return id === onePerson ? top : path.join(top, "people", sha256(Buffer.from(id)).slice(0, 32));
  };
  /** Conversations that were deleted, by the names of their folders: a run that ends later leaves nothing. */
  const deleted = new Set<string>();
  const folderOf = (owner: RunOwner) => path.join(here(), ownerName(owner));
  const runOf = (owner: RunOwner, invocation_id: string) => {
    if (!invocationName.test(invocation_id)) throw gone();
    return path.join(folderOf(owner), invocation_id);
  };

  async function list(owner: RunOwner, invocation_id: string): Promise<SandboxRunRecord> {
    const file = path.join(runOf(owner, invocation_id), record);
    const text = await readFile(file, "utf8").catch(() => undefined);
    if (text === undefined) throw gone();
    return SandboxRunRecord.parse(JSON.parse(text));
  }

  return {
    async keep(owner, { invocation_id, at, stdout, stderr, files, outcome }) {
      const contents = new Map<string, Uint8Array>();
      const hold = (content: Uint8Array) => {
        const hash = sha256(content);
        contents.set(hash, content);
        return { bytes: content.byteLength, sha256: hash };
      };
      const kept: SandboxRunRecord = {
        ...{ invocation_id, at },
        stdout: hold(Buffer.from(stdout)),
        stderr: hold(Buffer.from(stderr)),
        outcome: {
          ...outcome,
          artifacts: files.map(
            ({ name, media_type, content }): SandboxArtifact => ({
              ...{ name, media_type },
              ...hold(content),
            }),
          ),
        },
      };
      const place = runOf(owner, invocation_id);
      const unfinished = path.join(folderOf(owner), `.part-${randomBytes(12).toString("hex")}`);
      try {
        await mkdir(unfinished, { recursive: true, mode: 0o700 });
        for (const [hash, content] of contents) await write(path.join(unfinished, hash), content);
        await write(path.join(unfinished, record), Buffer.from(JSON.stringify(kept)));
        await rename(unfinished, place);
      } catch (cause) {
        await rm(unfinished, { recursive: true, force: true }).catch(() => undefined);
        const code = cause instanceof Error && "code" in cause ? String(cause.code) : "?";
        throw saidError("tool_exec", "snippet.not_kept", { code }, { cause });
      }
      if (deleted.has(ownerName(owner))) await rm(folderOf(owner), force);
      const removed =
        owner.kind === "task" ? 0 : await removeOldest(folderOf(owner), invocation_id, most);
      return { record: kept, removed };
    },
    list,
    async read(owner, invocation_id, hash) {
      const kept = await list(owner, invocation_id);
      const known = [kept.stdout, kept.stderr, ...kept.outcome.artifacts].some(
        (one) => one.sha256 === hash,
      );
      if (!known) throw gone();
      const file = path.join(runOf(owner, invocation_id), hash);
      const bytes = await readFile(file).catch(() => undefined);
      if (bytes === undefined || sha256(bytes) !== hash) {
        throw saidError("path_changed", "snippet.changed");
      }
      return bytes;
    },
    async remove(owner) {
      if (owner.kind === "thread") deleted.add(ownerName(owner));
      await rm(folderOf(owner), force);
    },
    async removeRun(owner, invocation_id) {
      if (invocationName.test(invocation_id)) await rm(runOf(owner, invocation_id), force);
    },
    async removeThreads() {
      const mine = here();
      for (const name of await namesIn(mine)) {
        if (name.startsWith("thread-")) await rm(path.join(mine, name), force);
      }
    },
    async sweep(known) {
      const people = path.join(top, "people");
      const folders = [
        top,
        ...(await namesIn(people))
          .filter((name) => /^[0-9a-f]{32}$/.test(name))
          .map((name) => path.join(people, name)),
      ];
      const there: { name: string; folder: string }[] = [];
      for (const folder of folders)
        for (const name of await namesIn(folder))
          if (ours.test(name)) there.push({ name, folder: path.join(folder, name) });
      const { tasks, threads } = await known();
      const kept = new Set([
        ...tasks.map((id) => ownerName({ kind: "task", id })),
        ...threads.map((id) => ownerName({ kind: "thread", id })),
      ]);
      const lost = there.filter(({ name }) => !kept.has(name));
      for (const { folder } of lost) await rm(folder, force);
      for (const { folder } of there) {
        for (const part of await namesIn(folder)) {
          if (part.startsWith(".part-")) await rm(path.join(folder, part), force);
        }
      }
      return lost.length;
    },
  };
}

const invocationName = /^inv_[0-9a-f]{24}$/;
const record = "run.json";
const force = { recursive: true, force: true } as const;
/** Folders of this file's making; what backends work in lies beside them. */
const ours = /^(?:task|thread)-[0-9a-f]{32}$|^person$/;

function ownerName(owner: RunOwner): string {
  return owner.kind === "person"
    ? "person"
    : `${owner.kind}-${sha256(Buffer.from(owner.id)).slice(0, 32)}`;
}

async function write(file: string, content: Uint8Array): Promise<void> {
  const handle = await open(file, "wx", 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Until no more is kept than may be; never the newest, which is named. Gives how many were taken away. */
async function removeOldest(
  folder: string,
  newest: string,
  most: { runs: number; bytes: number },
): Promise<number> {
  const earlier: { name: string; at: number; bytes: number }[] = [];
  for (const name of await namesIn(folder)) {
    if (name.startsWith(".") || name === newest) continue;
    const found = await lstat(path.join(folder, name)).catch(() => undefined);
    const bytes = await bytesIn(path.join(folder, name));
    if (found !== undefined) earlier.push({ name, at: found.mtimeMs, bytes });
  }
  let runs = 1;
  let bytes = await bytesIn(path.join(folder, newest));
  const over = earlier
    .toSorted((a, b) => b.at - a.at)
    .filter((run) => {
      runs += 1;
      bytes += run.bytes;
      return runs > most.runs || bytes > most.bytes;
    });
  for (const { name } of over) await rm(path.join(folder, name), force);
  return over.length;
}

async function bytesIn(folder: string): Promise<number> {
  let bytes = 0;
  for (const name of await namesIn(folder)) {
    bytes += (await lstat(path.join(folder, name)).catch(() => undefined))?.size ?? 0;
  }
  return bytes;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch {
    return []; // nothing was ever kept
  }
}

function gone() {
  return saidError("not_found", "snippet.run_gone");
}
