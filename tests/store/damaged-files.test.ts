import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AppError } from "#lib/contracts/errors";
import type { Store } from "#lib/contracts/store-ports";
import { projectDir } from "#lib/platform/project";
import { floors, isAtLeast } from "#lib/platform/version-floors";
import { openDatabase } from "#lib/store/sqlite/open-database";
import { rebuildDatabase } from "#lib/store/sqlite/rebuild-database";
import { openStore } from "#lib/store/store";
import { verifyAudit } from "#lib/store/verify-audit";
import { recordingLog } from "../tools/recording-log.ts";
import { sampleAnswer } from "./sample-answer.ts";

let folder: string;
let file: string;
const { log, lines } = recordingLog();
const migrations = path.join(projectDir(), "lib/store/migrations");
const clock = { now: () => new Date("2026-11-20T10:00:00.000Z"), monotonic: () => 0 };
const opened: Store[] = [];

function open(): Store {
  const store = openStore({ file, clock, log });
  opened.push(store);
  return store;
}
async function closeAll(): Promise<void> {
  for (const store of opened.splice(0)) await store.close();
}

function refusal(work: () => unknown): AppError {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error("it was not refused");
}

/** What a person is told: which file, and what to do; and the file is as it was. */
function refusedAsItIs(said: RegExp): void {
  const before = readFileSync(file);
  const refused = refusal(open);
  expect(refused.code).toBe("audit_unavailable");
  expect(refused.message).toContain("docent.db");
  expect(refused.message).not.toContain(folder);
  expect(refused.message).toMatch(said);
  expect(readFileSync(file).equals(before)).toBe(true);
}

beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), "docent-damage-"));
  file = path.join(folder, "docent.db");
  lines.length = 0;
  const store = open();
  for (let n = 0; n < 60; n++) await store.saveAnswer(sampleAnswer({ run_id: `run_${n}` }));
  await closeAll();
});
afterEach(async () => {
  await closeAll();
  rmSync(folder, { recursive: true, force: true });
});

const namespaces = spawnSync("unshare", ["-rm", "true"]).status === 0;

describe("a database that was damaged while nobody had it open", () => {
  it("is found out when bytes are flipped in every page of it", () => {
    const bytes = readFileSync(file);
    for (let at = 4096; at < bytes.length; at += 4096) {
      for (let i = 0; i < 64; i++) bytes[at + i] = (bytes[at + i] ?? 0) ^ 0xff;
    }
    writeFileSync(file, bytes);
    refusedAsItIs(/damaged/);
  });

  it("is found out when its header is gone", () => {
    const bytes = readFileSync(file);
    bytes.fill(0, 0, 100);
    writeFileSync(file, bytes);
    refusedAsItIs(/damaged/);
  });

  it.each([0.75, 0.5, 0.1])("is found out when it is cut to %s of its length", (part) => {
    truncateSync(file, Math.floor(readFileSync(file).length * part));
    refusedAsItIs(/damaged/);
  });

  it("is found out when it is somebody's text", () => {
    writeFileSync(file, "Dear diary, ".repeat(2000));
    refusedAsItIs(/damaged/);
  });

  it("is begun anew when it is empty, and the log says that what was in it is gone", async () => {
    writeFileSync(file, "");
    expect((await open().listThreads({ limit: 1 })).total).toBe(0);
    expect(JSON.stringify(lines)).toContain("empty");
  });
});

describe("a damaged database of a process that has it alone", () => {
  const rebuild = () => {
    const store = openStore({ file, clock, log, rebuild: true });
    opened.push(store);
    return store;
  };

  /** Turns over the bytes of one page of a table, found by what stands in it. */
  function breakPageWith(text: string): Buffer {
    const bytes = readFileSync(file);
    const at = Math.floor(bytes.indexOf(text) / 4096) * 4096;
    expect(at).toBeGreaterThan(0);
    for (let i = 0; i < 64; i++) bytes[at + i] = (bytes[at + i] ?? 0) ^ 0xff;
    writeFileSync(file, bytes);
    return bytes;
  }

  it("is kept as it is under another name, and everything that can be read goes on", async () => {
    const damaged = breakPageWith("run_30");
    const store = rebuild();
    const { set_aside = "", answers = 0 } = store.rebuilt ?? {};
    expect(set_aside).toBe("docent-damaged-20261120T100000Z.db");
    expect(readFileSync(path.join(folder, set_aside)).equals(damaged)).toBe(true);
    expect(answers).toBeGreaterThan(40);
    const thread = await store.readThread("thread_1");
    expect(thread?.turns).toBe(answers);
    const runs = thread?.messages.map(({ run_id }) => run_id) ?? [];
    expect(runs).toEqual(expect.arrayContaining(["run_0", "run_59"])); // before the damage and behind it
    expect(JSON.stringify(lines)).toContain(set_aside);
    await store.saveAnswer(sampleAnswer({ run_id: "after" }));
    await closeAll();
    expect(rebuild().rebuilt).toBeUndefined();
    expect((await open().readThread("thread_1"))?.turns).toBe(answers + 1);
  });

  it("keeps the title a person gave a conversation, what was said of answers, and the answers under a key", async () => {
    const before = open();
    const asked = sampleAnswer({ run_id: "under_key", thread_id: "thread_2" });
    await before.saveAnswer(asked, { under: { key: "key", fingerprint: "print" } });
    await before.renameThread("thread_1", "What we call it");
    await before.judgeAnswer("thread_1", { run_id: "run_0", verdict: "wrong", why: "No." });
    await closeAll();
    breakPageWith("run_30");
    const store = rebuild();
    expect(store.rebuilt).toBeDefined();
    expect((await store.readThread("thread_1"))?.title).toBe("What we call it");
    expect((await store.readThread("thread_1"))?.feedback).toMatchObject([
      { run_id: "run_0", why: "No." },
    ]);
    expect(await store.keptAnswer("key")).toEqual({ fingerprint: "print", answer: asked });
  });

  it("keeps the record of reads", async () => {
    const before = open();
    for (let n = 0; n < 300; n++) {
      before.trace.read({
        at: "2026-11-20T10:00:00.000Z",
        trace_id: "trace_1",
        agent_id: "doc_retrieval",
        tool_id: "mcp.docs.docs_read",
        relative_path: `file-${n}.md`,
        rule: "denylisted",
      });
    }
    await closeAll();
    breakPageWith("run_30");
    const rows = await rebuild().listReads({});
    expect(verifyAudit(file)?.broken).toEqual([]);
    expect(rows.rows[0]).toMatchObject({ relative_path: "file-299.md", rule: "denylisted" });
    expect(rows.next_cursor).toBeDefined();
  });

  it("goes on when it was cut in half", async () => {
    truncateSync(file, Math.floor(readFileSync(file).length / 2 / 4096) * 4096);
    const store = rebuild();
    expect(store.rebuilt).toBeDefined();
    await store.saveAnswer(sampleAnswer({ run_id: "after" }));
    expect((await store.listThreads({ limit: 5 })).total).toBe(1);
  });

  it("keeps what stands in its log alone when the rest of it is gone", async () => {
    rmSync(file);
    const store = open();
    for (let n = 0; n < 10; n++) await store.saveAnswer(sampleAnswer({ run_id: `run_${n}` }));
    const logged = readFileSync(`${file}-wal`); // all of it: it is far from being folded in
    await closeAll();
    const left = () => {
      writeFileSync(file, "");
      writeFileSync(`${file}-wal`, logged);
    };
    left();
    refusedAsItIs(/damaged/);
    expect(readFileSync(`${file}-wal`).equals(logged)).toBe(true);
    left();
    const after = rebuild();
    expect(after.rebuilt?.answers).toBe(10);
    expect((await after.readThread("thread_1"))?.turns).toBe(10);
    const copy = path.join(folder, `${after.rebuilt?.set_aside}-wal`);
    expect(readFileSync(copy).equals(logged)).toBe(true);
  });

  it("is left as it is, without another copy of it, when the disk fills up meanwhile", () => {
    const damaged = breakPageWith("run_30");
    const full = (at: string) => {
      const made = openDatabase(at, migrations, 100);
      const pages = Number(made.client.pragma("page_count", { simple: true }));
      made.client.pragma(`max_page_count = ${pages + 30}`); // some turns fit
      return made;
    };
    expect(() => rebuildDatabase(file, clock.now(), full)).toThrow(/full/);
    expect(readFileSync(file).equals(damaged)).toBe(true);
    expect(readdirSync(folder).filter((name) => /damaged|rebuil/.test(name))).toEqual([]);
    expect(rebuild().rebuilt?.answers).toBeGreaterThan(40);
  });

  it.skipIf(!namespaces)(
    "is made anew whole or not at all on a real disk with too little room",
    () => {
      const disk = path.join(folder, "disk");
      mkdirSync(disk);
      const script = path.join(import.meta.dirname, "full-disk.ts");
      const mounted = 'mount -t tmpfs -o size=8m tmpfs "$1" && exec "$2" "$3" "$1"';
      const args = ["-rm", "sh", "-c", mounted, "sh", disk, process.execPath, script];
      const out = execFileSync("unshare", args, { encoding: "utf8" }).trim().split("\n");
      const told = out.map((line) => JSON.parse(line) as Record<string, unknown>); // what the script says
      const left = { said: expect.stringContaining("disk"), same: true, copies: [] };
      expect(told.slice(0, 3)).toEqual([left, left, left]);
      expect(told[3]?.answers).toBeGreaterThan(190);
      expect(told[3]?.turns).toBe(told[3]?.answers);
    },
  );

  it("is not followed by one whose log stayed outside of it", () => {
    const damaged = breakPageWith("run_30");
    let reader: Database.Database | undefined;
    const watched = (at: string) => {
      const made = openDatabase(at, migrations, 100);
      reader = new Database(at);
      reader.exec("BEGIN");
      reader.prepare("SELECT count(*) FROM threads").get(); // it needs the log as it is
      return made;
    };
    try {
      expect(() => rebuildDatabase(file, clock.now(), watched)).toThrow(/log/);
    } finally {
      reader?.close();
    }
    expect(readFileSync(file).equals(damaged)).toBe(true);
    expect(rebuild().rebuilt?.answers).toBeGreaterThan(40);
  });

  it("is replaced at the next start when the last one ended while it was being replaced", async () => {
    const good = path.join(folder, "good.db");
    writeFileSync(good, readFileSync(file));
    breakPageWith("run_30");
    renameSync(good, `${file}.rebuilt`); // whole, and not yet in its place
    const store = rebuild();
    expect((await store.readThread("thread_1"))?.turns).toBe(60);
    await closeAll();
    expect(readdirSync(folder)).toEqual(["docent.db"]);
  });

  it("is not made of a file that is something else", () => {
    writeFileSync(file, "Dear diary, ".repeat(2000));
    const before = readFileSync(file);
    expect(refusal(rebuild).message).toMatch(/damaged/);
    expect(readFileSync(file).equals(before)).toBe(true);
  });
});

describe("a database whose log is gone", () => {
  it("has everything that was written to it before, and says nothing it does not have", async () => {
    const db = new Database(file);
    db.pragma("wal_autocheckpoint = 0");
    db.exec("UPDATE threads SET title = 'only in the log'");
    writeFileSync(`${file}.copy`, readFileSync(file)); // as it stands without its log
    db.close();
    writeFileSync(file, readFileSync(`${file}.copy`));
    const thread = await open().readThread("thread_1");
    expect(thread?.turns).toBe(60);
    expect(thread?.title).not.toBe("only in the log");
  });
});

describe("a database that may not be written", () => {
  it("is refused with what to do", ({ skip }) => {
    skip(process.getuid?.() === 0, "root may write everything");
    chmodSync(file, 0o400);
    chmodSync(folder, 0o500);
    try {
      expect(refusal(open).message).toMatch(/docent\.db.*writable/);
    } finally {
      chmodSync(folder, 0o700);
    }
  });
});

describe("a database of a newer version", () => {
  it("is refused by its number alone, before a byte is written", () => {
    const db = new Database(file);
    db.pragma("user_version = 1000");
    db.pragma("journal_mode = DELETE");
    db.close();
    refusedAsItIs(/newer version/);
  });
});

describe("SQLite", () => {
  it("is not one that loses what was stored when a log is reset", () => {
    const db = new Database(":memory:");
    const version = String(db.prepare("SELECT sqlite_version()").pluck().get());
    db.close();
    expect(isAtLeast(version, floors.sqlite)).toBe(true);
  });

  it.each([
    ["3.51.3", true],
    ["3.54", true],
    ["4.0.0", true],
    ["3.51.2", false],
    ["3.9.99", false],
    ["v24.0.0-rc.1", true],
  ])("%s is new enough: %s", (version, enough) => {
    expect(isAtLeast(version, floors.sqlite)).toBe(enough);
  });
});
