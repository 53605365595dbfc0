import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { isAlive } from "./lock.mjs";
import { runtimeDir } from "./project.mjs";
import { sentences } from "./sentences.mjs";
import { Refusal } from "./tell.mjs";

const marks = path.join(runtimeDir, "running");

/** A server that runs from this folder's packages and build says so until it ends. */
export function markRunning() {
  mkdirSync(marks, { recursive: true });
  const mark = path.join(marks, String(process.pid));
  writeFileSync(mark, "");
  process.on("exit", () => rmSync(mark, { force: true }));
}

/** Packages and build are not taken away under a server that uses them. Marks of killed servers are cleared. */
export function refuseWhileRunning() {
  mkdirSync(marks, { recursive: true });
  for (const pid of readdirSync(marks)) {
    if (isAlive(Number(pid))) throw new Refusal(sentences.inUse(pid));
    rmSync(path.join(marks, pid), { force: true });
  }
}
