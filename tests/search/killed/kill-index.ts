import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import Database from "better-sqlite3";
import { DocsSearchInput } from "#lib/contracts/docs-tools";
import { systemClock } from "#lib/platform/clock";
import { createLogger } from "#lib/platform/logger";
import { createDocsIndex, type DocsIndex } from "#lib/search/docs-index";
import { killedSettings } from "./killed-settings.ts";

/** What was found after a kill. `as_made_anew`: the same list and hits as an index that knows nothing of the past. */
export type AfterKill = {
  integrity: string;
  as_made_anew: boolean;
  kept: boolean;
  ready_ms: number;
};

const program = fileURLToPath(new URL("./index-until-killed.ts", import.meta.url));
const questions = ["falcon round1", "number7", "falcon of round3 and number12", "tower of granite"];

export function makeDocuments(dir: string): void {
  mkdirSync(path.join(dir, "docs"), { recursive: true });
  for (let i = 0; i < 150; i++) {
    const text = `# File ${i}\n\n## Tower\n\nThe tower of granite${i % 7} stands over number${i}.\n`;
    writeFileSync(path.join(dir, "docs", `f${i}.md`), text.repeat(4));
  }
}

/** Kills the process `turns` turns of this one after it has said for the `nth` time that it begins with that. */
export function killWhile(
  dir: string,
  what: "reading" | "keeping",
  nth: number,
  turns: number,
): Promise<void> {
  const child = spawn(process.execPath, [program, dir], { stdio: ["ignore", "pipe", "inherit"] });
  let told = "";
  child.stdout.on("data", async (data: Buffer) => {
    const before = told.split(what).length - 1;
    told += data;
    if (before >= nth || told.split(what).length - 1 < nth) return;
    for (let i = 0; i < turns; i++) await new Promise((resolve) => setImmediate(resolve));
    child.kill("SIGKILL");
  });
  return new Promise((resolve) => child.on("exit", () => resolve()));
}

export async function lookAfterKill(dir: string): Promise<AfterKill> {
  const { access, config, home } = killedSettings(dir);
  const given = { access, config, clock: systemClock, log: createLogger("test", "silent") };
  const integrity = checkFile(home);
  const began = performance.now();
  const after = createDocsIndex({ ...given, home });
  await after.refresh();
  const ready_ms = performance.now() - began;
  const fresh = createDocsIndex(given);
  try {
    await fresh.refresh();
    const as_made_anew = (await tell(after)) === (await tell(fresh));
    await after.keep();
    return { integrity, as_made_anew, kept: checkFile(home) === "ok", ready_ms };
  } finally {
    after.close();
    fresh.close();
  }
}

/** "none" when nothing was kept before the kill. */
function checkFile(home: string): string {
  const shelf = path.join(home, "index");
  const [name] = existsSync(shelf) ? readdirSync(shelf) : [];
  const file = path.join(shelf, name ?? "", "index.sqlite");
  if (name === undefined || !existsSync(file)) return "none";
  const db = new Database(file);
  try {
    return String(db.pragma("integrity_check", { simple: true }));
  } finally {
    db.close();
  }
}

async function tell(index: DocsIndex): Promise<string> {
  const hits = [];
  for (const query of questions) {
    const found = await index.search(
      DocsSearchInput.parse({ query }),
      new AbortController().signal,
    );
    hits.push(found.hits);
  }
  return JSON.stringify([index.list({}), hits]);
}
