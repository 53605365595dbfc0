import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createLogOnDisk } from "#lib/store/sqlite/log-on-disk";
import { createLogMover } from "#lib/store/sqlite/move-log";

let dir: string;
let file: string;
let client: Database.Database;
beforeEach(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), "docent-log-"));
  file = path.join(dir, "some.db");
  client = new Database(file);
  client.pragma("journal_mode = WAL");
  client.pragma("wal_autocheckpoint = 0");
  client.exec("CREATE TABLE words (word TEXT)");
});
afterEach(() => {
  vi.useRealTimers();
  client.close();
  rmSync(dir, { recursive: true, force: true });
});

describe("the log of changes", () => {
  it("is flushed for all who wait while a flush is under way by one more", async () => {
    const log = createLogOnDisk(file);
    const first = log.flushed();
    await Promise.resolve(); // the first has begun
    const [second, third] = [log.flushed(), log.flushed()];
    expect(second).toBe(third);
    expect(second).not.toBe(first);
    await Promise.all([first, second]);
    log.close();
  });

  it("is nothing to wait for where there is none", async () => {
    const log = createLogOnDisk(path.join(dir, "other.db"));
    await log.flushed();
    log.close();
  });

  it("tells whoever waits that the disk failed, and tries again for the next", async () => {
    const log = createLogOnDisk(dir);
    mkdirSync(`${dir}-wal`); // a folder in its place
    await expect(log.flushed()).rejects.toThrow("EISDIR");
    rmSync(`${dir}-wal`, { recursive: true });
    await log.flushed();
    log.close();
  });

  it("is moved into the file beside the program, some time after something was written", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const mover = createLogMover(file);
    client.prepare("INSERT INTO words VALUES (?)").run("moor ".repeat(10_000));
    const before = statSync(file).size;
    mover.wrote();
    vi.advanceTimersByTime(2000);
    vi.useRealTimers();
    await vi.waitFor(() => expect(statSync(file).size).toBeGreaterThan(before + 40_000), {
      timeout: 20_000,
    });
    mover.close();
  });
});
