import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Clock } from "#lib/contracts/ports";
import type { Store } from "#lib/contracts/store-ports";
import { createLogger } from "#lib/platform/logger";
import { openStore } from "#lib/store/store";

/** A place to keep things in. `open` may be called several times: each is a program of its own over the same place. */
export type TestPlace = { open(clock: Clock): Store; remove(): void };

/**
 * Every implementation of the store, for the suites that ask of each the same: `describe.each(implementations)`. What is of
 * one database alone (its files, its locks, a disk that is full) is tested beside it. To add one: one line.
 */
export const implementations: readonly { name: string; place: () => TestPlace }[] = [
  { name: "SQLite", place: sqlitePlace },
];

function sqlitePlace(): TestPlace {
  const folder = mkdtempSync(path.join(os.tmpdir(), "docent-store-"));
  const log = createLogger("test", "silent");
  return {
    open: (clock) => openStore({ file: path.join(folder, "docent.db"), clock, log }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
