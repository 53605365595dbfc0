import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { runtimeDir } from "./project.mjs";
import { sentences } from "./sentences.mjs";
import { Refusal } from "./tell.mjs";

const inRuntime = path.join(runtimeDir, "running");

/** A server that runs from this folder's packages and build says so until it ends, and when it began. */
export async function markRunning(marks = inRuntime) {
  const { beganAt } = await processes();
  mkdirSync(marks, { recursive: true });
  const mark = path.join(marks, String(process.pid));
  writeFileSync(mark, beganAt(process.pid) ?? "");
  process.on("exit", () => rmSync(mark, { force: true }));
}

/**
 * Packages and build are not taken away under a server that uses them. Marks of killed servers are cleared, also when
 * their number was given out again: to another program, or to this one, which runs no server yet.
 */
export async function refuseWhileRunning(marks = inRuntime) {
  const { isRunning } = await processes();
  mkdirSync(marks, { recursive: true });
  for (const name of readdirSync(marks)) {
    const mark = path.join(marks, name);
    const pid = Number(name);
    const began = readMark(mark) || undefined;
    if (pid !== process.pid && isRunning({ pid, began })) throw new Refusal(sentences.inUse(name));
    rmSync(mark, { force: true });
  }
}

/** Empty where the system does not tell when a process began, and for a server that has just ended. */
function readMark(mark) {
  try {
    return readFileSync(mark, "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return "";
    throw error;
  }
}

/** Not before it is used: the Node that begins a start may be one that does not run TypeScript. */
function processes() {
  return import("../../lib/platform/running-process.ts");
}
