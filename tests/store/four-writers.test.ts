import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { floors, isAtLeast } from "#lib/platform/version-floors";
import { writeTogether } from "./four-writers.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "docent-store-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("R08 four processes that write while a fifth moves the log lose no turn and damage nothing", async () => {
  const written = await writeTogether(path.join(folder, "docent.db"), { turns: 15 });
  expect(written).toMatchObject({ integrity: "ok", acknowledged: 60, missing: [], failed: 0 });
  expect(isAtLeast(written.sqlite, floors.sqlite)).toBe(true);
});
