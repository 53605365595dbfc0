import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import Database from "better-sqlite3";

export type WrittenTogether = {
  sqlite: string;
  /** What SQLite says of the file afterwards. */
  integrity: string;
  acknowledged: number;
  /** Turns that were acknowledged and are not there. */
  missing: string[];
  checkpoints: number;
  /** Writers that ended by themselves with a fault. */
  failed: number;
};

/**
 * R08: four processes store turns in one database while a fifth moves its log back all the time. Each stores so many
 * turns, or all are killed in the middle of it after so many milliseconds.
 */
export async function writeTogether(
  file: string,
  until: { turns: number } | { ms: number },
): Promise<WrittenTogether> {
  const acknowledged: string[] = [];
  const writers = ["a", "b", "c", "d"].map((name) => {
    const turns = "turns" in until ? [String(until.turns)] : [];
    return start("write-turns.ts", [file, name, ...turns], (line) => acknowledged.push(line));
  });
  await Promise.race(writers.map(({ child }) => once(child.stdout ?? child, "data"))); // the tables are there
  let checkpoints = 0;
  const checkpointer = start("checkpoint-log.ts", [file], () => {
    checkpoints += 1;
  });
  const timer =
    "ms" in until
      ? setTimeout(() => writers.forEach(({ child }) => void child.kill("SIGKILL")), until.ms)
      : undefined;
  const codes = await Promise.all(writers.map(({ ended }) => ended));
  clearTimeout(timer);
  checkpointer.child.kill("SIGKILL");
  await checkpointer.ended;

  const db = new Database(file);
  try {
    const stored = new Set(db.prepare<[], string>("SELECT run_id FROM messages").pluck().all());
    return {
      sqlite: String(db.prepare("SELECT sqlite_version()").pluck().get()),
      integrity: String(db.pragma("integrity_check", { simple: true })),
      acknowledged: acknowledged.length,
      missing: acknowledged.filter((run_id) => !stored.has(run_id)),
      checkpoints,
      failed: codes.filter((code) => code !== null && code !== 0).length,
    };
  } finally {
    db.close();
  }
}

function start(
  script: string,
  args: string[],
  onLine: (line: string) => void,
): { child: ChildProcess; ended: Promise<number | null> } {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, script), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  createInterface({ input: child.stdout }).on("line", onLine);
  return { child, ended: once(child, "close").then(([code]) => code as number | null) };
}
