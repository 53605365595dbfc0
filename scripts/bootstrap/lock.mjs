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
 * the holder's process id and that of the program it runs. It is left behind by a holder that was killed: then it is
 * taken over, but not before the program that the holder had started is gone too.
 */
export async function withLock(file, work) {
  await acquire(file);
  const write = (child) => writeFileSync(file, JSON.stringify({ pid: process.pid, child }));
  const beat = setInterval(() => touch(file), beatEvery);
  const release = () => rmSync(file, { force: true });
  process.on("exit", release);
  try {
    return await work({ started: write });
  } finally {
    clearInterval(beat);
    process.off("exit", release);
    release();
  }
}

async function acquire(file) {
  mkdirSync(path.dirname(file), { recursive: true });
  let told = false;
  for (;;) {
    try {
      writeFileSync(file, JSON.stringify({ pid: process.pid }), { flag: "wx" });
      return;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    const held = read(file);
    if (held === undefined) continue;
    if (isHeld(held)) {
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

function isHeld({ pid, child, silent }) {
  if (pid === undefined) return silent < 5000;
  if (isAlive(pid) && silent < silentAfter) return true;
  return child !== undefined && isAlive(child) && silent < childAtMost;
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
