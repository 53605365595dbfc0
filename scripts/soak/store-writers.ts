import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { floors, isAtLeast } from "#lib/platform/version-floors";
import type { Figure } from "../../bench/results-file.ts";
import { writeTogether } from "../../tests/store/four-writers.ts";

/** R08: four processes write, a fifth moves the log into the database all the time, and all are killed at the end. */
export async function soakStoreWriters(seconds: number): Promise<Figure[]> {
  const dir = mkdtempSync(path.join(os.tmpdir(), "docent-soak-"));
  try {
    const written = await writeTogether(path.join(dir, "docent.db"), { ms: seconds * 1000 });
    const what = `four writers and checkpoints, ${seconds} s, then kill -9`;
    const figure = (
      name: string,
      value: number | string,
      limit?: string,
      ok?: boolean,
    ): Figure => ({
      row: "R08",
      what: `${what}: ${name}`,
      value,
      unit: "",
      ...(limit === undefined ? {} : { limit }),
      ...(ok === undefined ? {} : { ok }),
    });
    const { sqlite, integrity, acknowledged, missing, checkpoints, failed } = written;
    return [
      figure("SQLite", sqlite, `≥ ${floors.sqlite}`, isAtLeast(sqlite, floors.sqlite)),
      figure("turns acknowledged", acknowledged, "≥ 100", acknowledged >= 100),
      figure("whole checkpoints", checkpoints, "≥ 100", checkpoints >= 100),
      figure("acknowledged and lost", missing.length, "0", missing.length === 0),
      figure("writers that failed", failed, "0", failed === 0),
      figure("PRAGMA integrity_check", integrity, "ok", integrity === "ok"),
    ];
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
