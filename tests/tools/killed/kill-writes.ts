import { spawn } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import Database from "better-sqlite3";
import { keepStore } from "#lib/assembly/keep-store";
import { systemClock } from "#lib/platform/clock";
import { createLogger } from "#lib/platform/logger";
import { beforeAll, versionIn } from "./file-versions.ts";

/** What a program told until it was killed: the last step that ended, and the one whose tool was at work then. */
export type Told = { done: number | undefined; inside: number | undefined };

/** What was found after a kill and a start. */
export type AfterKill = {
  /** The files as after the last step that ended, or as after the one that was under way; or neither. */
  files: "old" | "new" | "broken";
  /** Unfinished files beside them: before the start, and after it. */
  unfinished: { before: number; after: number };
  /** How the record of the last call ends. */
  record: string;
  /** Calls that the record calls successful, and steps that the files have seen. */
  recorded_ok: number;
  steps: number;
  /** Approvals that still count as under way. */
  under_way: number;
};

const program = fileURLToPath(new URL("./write-until-killed.ts", import.meta.url));

export function makeWorkplace(dir: string): void {
  mkdirSync(path.join(dir, "home", "workspace"), { recursive: true });
}

/** Kills the program some while after the `nth` tool call of it has begun its work. */
export function killWhileWriting(
  dir: string,
  nth: number,
  wait: () => Promise<unknown>,
): Promise<Told> {
  const child = spawn(process.execPath, [program, dir], { stdio: ["ignore", "pipe", "inherit"] });
  let told = "";
  const last = (what: string) =>
    [...told.matchAll(new RegExp(`^${what} (\\d+)$`, "gm"))].at(-1)?.[1];
  child.stdout.on("data", async (data: Buffer) => {
    const calls = () => told.split("inside").length - 1;
    const before = calls();
    told += data;
    if (before >= nth || calls() < nth) return;
    await wait();
    child.kill("SIGKILL");
  });
  return new Promise((resolve, reject) =>
    child.on("close", (code) => {
      if (code !== null) return reject(new Error(`the program ended by itself, with ${code}`));
      const [done, inside] = [last("done"), last("inside")];
      resolve({
        done: done === undefined ? undefined : Number(done),
        inside: inside === done || inside === undefined ? undefined : Number(inside),
      });
    }),
  );
}

/** `before`: the step that the files had seen when the program began. */
export async function lookAfterKill(dir: string, before: number, told: Told): Promise<AfterKill> {
  const home = path.join(dir, "home");
  const unfinishedBefore = countUnfinished(home);
  const store = keepStore({
    home,
    tenancy: { kind: "owner" },
    clock: systemClock,
    log: createLogger("test", "silent"),
  });
  const under_way = (await (await store.get()).approvals.inState(["allowed", "running"])).length;
  await store.close();
  const version = versionIn(path.join(home, "workspace"));
  const old = told.done ?? before;
  const files = version === old ? "old" : version === told.inside ? "new" : "broken";
  return {
    files,
    unfinished: { before: unfinishedBefore, after: countUnfinished(home) },
    ...recordIn(path.join(home, "docent.db")),
    steps: (version ?? Number.NaN) - beforeAll,
    under_way,
  };
}

export const stepsSeen = (dir: string): number =>
  versionIn(path.join(dir, "home", "workspace")) ?? Number.NaN;

function countUnfinished(home: string): number {
  const names = (folder: string) => readdirSync(folder, { recursive: true }).map(String);
  return names(path.join(home, "workspace")).filter((name) => name.includes(".docent-")).length;
}

function recordIn(file: string): Pick<AfterKill, "record" | "recorded_ok"> {
  const db = new Database(file, { readonly: true });
  try {
    const rows = db
      .prepare<[], { status: string }>("SELECT status FROM tool_calls ORDER BY id")
      .all();
    return {
      record: rows.at(-1)?.status ?? "none",
      recorded_ok: rows.filter(({ status }) => status === "ok").length,
    };
  } finally {
    db.close();
  }
}
