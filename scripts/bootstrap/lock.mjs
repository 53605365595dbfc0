import {
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sentences } from "./sentences.mjs";
import { tell } from "./tell.mjs";

const beatEvery = 2000;
const silentAfter = 60_000;
const childAtMost = 20 * 60_000;

/**
 * One start at a time does the long work in a folder; the others wait and then find it done. The lock is a file with
 * the holder's process id and that of the program it runs, each with the time at which it began. It is left behind by a
 * holder that was killed: then it is taken over, but not before the program that the holder had started is gone too.
 * Where the system does not tell when a process began, one that is long silent is taken for another with its number.
 */
export async function withLock(file, work) {
  const system = await processes();
  const known = (pid) => ({ pid, began: system.beganAt?.(pid) });
  let mine = JSON.stringify(known(process.pid));
  await acquire(file, mine, system);
  const isMine = () => read(file)?.text === mine;
  const write = (child) => {
    if (!isMine()) return;
    mine = JSON.stringify({ ...known(process.pid), child: known(child) });
    writeFileSync(file, mine);
  };
  const beat = setInterval(() => touch(file), beatEvery);
  const release = () => {
    if (isMine()) rmSync(file, { force: true });
  };
  process.on("exit", release);
  try {
    return await work({ started: write });
  } finally {
    clearInterval(beat);
    process.off("exit", release);
    release();
  }
}

async function acquire(file, mine, system) {
  mkdirSync(path.dirname(file), { recursive: true });
  let told = false;
  for (;;) {
    try {
      writeFileSync(file, mine, { flag: "wx" });
      return;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    const held = read(file);
    if (held === undefined) continue;
    if (isHeld(held, system)) {
      if (!told) tell(sentences.waiting(held.pid ?? "?"));
      told = true;
      await pause(200);
    } else {
      takeAway(file, held);
    }
  }
}

/** The lock as it stands, or undefined when it is gone. A lock that is just being written has no process id yet. */
function read(file) {
  try {
    const text = readFileSync(file, "utf8");
    return { ...parse(text), text, silent: Date.now() - statSync(file).mtimeMs };
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {}; // half written
  }
}

function isHeld({ pid, began, child, silent }, system) {
  if (pid === undefined) return silent < 5000;
  if (isStill({ pid, began }, silent < silentAfter, system)) return true;
  return child !== undefined && isStill(child, silent < childAtMost, system);
}

/** Whether it is the process that wrote its number down; where nothing else tells, it was heard of lately. */
function isStill({ pid, began }, heard, { isRunning }) {
  if (began === undefined || isRunning === undefined) return isAlive(pid) && heard;
  return isRunning({ pid, began });
}

/** Nothing under a Node that may not run TypeScript: it is about to be replaced by one that does. */
async function processes() {
  if (Number(process.versions.node.split(".")[0]) < 24) return {};
  return import("../../lib/platform/running-process.ts");
}

export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM"; // there, but someone else's
  }
}

/** Removes a lock judged stale. If another process took it over in between, its fresh lock is put back. */
function takeAway(file, judged) {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    if (readFileSync(aside, "utf8") !== judged.text) linkSync(aside, file);
  } catch (error) {
    if (error.code !== "ENOENT" && error.code !== "EEXIST") throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function touch(file) {
  const now = new Date();
  try {
    utimesSync(file, now, now);
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
}
