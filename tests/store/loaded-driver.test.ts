import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";

const home = mkdtempSync(path.join(os.tmpdir(), "docent-driver-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Which packages a program has loaded once its store is open, or could not be. */
function loaded(env: Record<string, string>): string[] {
  const script = path.join(import.meta.dirname, "postgres", "loaded-packages.ts");
  const { stdout } = spawnSync(process.execPath, [script, home], {
    env: { PATH: process.env.PATH ?? "", NODE_ENV: "test", ...env },
    encoding: "utf8",
  });
  return JSON.parse(stdout) as string[]; // as the script prints it
}

it("the driver of PostgreSQL is loaded for those alone who have a database there", () => {
  const file = loaded({});
  expect(file).toContain("better-sqlite3");
  expect(file.filter((name) => name.startsWith("pg"))).toEqual([]);
  expect(loaded({ DATABASE_URL: "postgres://127.0.0.1:1/none" })).toContain("pg");
});
