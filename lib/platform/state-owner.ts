import {
  chmodSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { beganAt, isRunning } from "./running-process.ts";

/**
 * A state folder has one owner at a time: the process that stores conversations and audit. A file in the folder tells
 * others who it is and where it answers. It stays behind when its owner is killed, and is then taken over. Pure Node and
 * synchronous, so that `npm start` can look before anything is installed.
 */
export type Owner = {
  pid: number;
  /** Where it answers, as `http://host:port`; a command that answers one question has none. */
  address?: string;
  /** When the process began, as far as the system tells: a number that is given out again is not the same process. */
  began?: string;
};
export type Claim = { kind: "owned"; release(): void } | { kind: "taken"; owner: Owner };

const fileName = "owner.json";
const TRIES = 20;

/** Makes the folder when it is missing, so that only its user may enter it. */
export function makeState(home: string): void {
  if (mkdirSync(home, { recursive: true, mode: 0o700 }) !== undefined) chmodSync(home, 0o700);
}

/** Takes the folder, which is there. Again by the same process is no conflict. Throws when it cannot write. */
export function claimState(home: string, address?: string): Claim {
  const file = path.join(home, fileName);
  const began = beganAt(process.pid);
  const mine: Owner = {
    pid: process.pid,
    ...(address === undefined ? {} : { address }),
    ...(began === undefined ? {} : { began }),
  };
  const text = JSON.stringify(mine);
  const owned: Claim = { kind: "owned", release: () => release(file, text) };
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, text, { mode: 0o600 });
    for (let attempt = 0; attempt < TRIES; attempt++) {
      try {
        linkSync(draft, file); // whole or not at all, and never over another
        return owned;
      } catch (error) {
        if (!hasCode(error, "EEXIST")) throw error;
      }
      const held = read(file);
      if (held?.text === text) return owned;
      const owner = held?.owner;
      // Who left this process's own number behind is gone, or was this process under another address.
      if (owner && owner.pid !== process.pid && isRunning(owner)) return { kind: "taken", owner };
      if (held) takeAway(file, held.text);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  throw new Error(`the owner of ${home} keeps changing`);
}

/** Who owns the folder now; undefined when nobody does that is alive. */
export function readOwner(home: string): Owner | undefined {
  const owner = read(path.join(home, fileName))?.owner;
  return owner && isRunning(owner) ? owner : undefined;
}

function release(file: string, mine: string): void {
  if (read(file)?.text === mine) rmSync(file, { force: true });
}

/** Undefined when there is no file; one that is not ours has no owner. */
function read(file: string): { text: string; owner?: Owner } | undefined {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
  try {
    const { pid, address, began } = JSON.parse(text) as Record<string, unknown>; // or it throws
    if (typeof pid !== "number" || !Number.isSafeInteger(pid) || pid < 1) return { text };
    const owner: Owner = { pid };
    if (typeof address === "string") owner.address = address;
    if (typeof began === "string") owner.began = began;
    return { text, owner };
  } catch {
    return { text };
  }
}

/** Removes a file judged stale. If another process took the folder in between, its fresh file is put back. */
function takeAway(file: string, judged: string): void {
  const aside = `${file}.${process.pid}.old`;
  try {
    renameSync(file, aside);
    if (readFileSync(aside, "utf8") !== judged) linkSync(aside, file);
  } catch (error) {
    if (!hasCode(error, "ENOENT") && !hasCode(error, "EEXIST")) throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
