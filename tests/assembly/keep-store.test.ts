import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type KeptStore, keepStore, type Tenancy } from "#lib/assembly/keep-store";
import { systemClock as clock } from "#lib/platform/clock";
import { createLogger } from "#lib/platform/logger";
import { sampleAnswer } from "../store/sample-answer.ts";
import { readRow } from "../store/sample-trace.ts";

const log = createLogger("test", "silent");
let home: string;
const kept: KeptStore[] = [];
const keep = (tenancy: Tenancy = { kind: "owner" }) => {
  const store = keepStore({ home, tenancy, clock, log });
  kept.push(store);
  return store;
};
beforeEach(() => {
  home = path.join(mkdtempSync(path.join(os.tmpdir(), "docent-keep-")), "home");
});
afterEach(async () => {
  for (const store of kept.splice(0)) await store.close();
  rmSync(path.dirname(home), { recursive: true, force: true });
});

/** A database with answers in it, and a page of it turned over. */
async function damage(): Promise<void> {
  const store = keep();
  for (let n = 0; n < 60; n++)
    await (await store.get()).saveAnswer(sampleAnswer({ run_id: `run_${n}` }));
  await store.close();
  const file = path.join(home, "docent.db");
  const bytes = readFileSync(file);
  const at = Math.floor(bytes.indexOf("run_30") / 4096) * 4096;
  writeFileSync(file, bytes.fill(0xff, at, at + 64));
}

/** Another program has the database for itself, or writes in one that others read, until it is told to stop. */
function hold(what: "all of it" | "its writing"): () => void {
  const other = new Database(path.join(home, "docent.db"));
  if (what === "all of it") other.pragma("locking_mode = EXCLUSIVE");
  other.exec("BEGIN IMMEDIATE");
  return () => other.close();
}

describe("the store of a process", () => {
  it("begins without what a replay left that its predecessor died over, unless it is a guest", async () => {
    const left = path.join(home, "replays", "replay_1");
    mkdirSync(left, { recursive: true });
    writeFileSync(path.join(left, "docent.db"), "words");
    await keep({ kind: "guest" }).get();
    expect(readdirSync(left)).toEqual(["docent.db"]);
    await keep().get();
    expect(readdirSync(home)).not.toContain("replays");
  });

  it("is in a folder that only its owner may enter, which it owns until it is closed", async () => {
    const store = keep({ kind: "owner", address: "http://127.0.0.1:3000" });
    expect(await store.problem()).toBeUndefined();
    expect(statSync(home).mode & 0o777).toBe(0o700);
    const owner = path.join(home, "owner.json");
    expect(statSync(owner).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(owner, "utf8"))).toMatchObject({
      pid: process.pid,
      address: "http://127.0.0.1:3000",
    });
    await store.close();
    expect(readdirSync(home)).toEqual(["docent.db"]);
  });

  it("is refused while another process owns the folder, which is named; a guest stores beside it", async () => {
    await keep().get();
    const owner = { pid: process.ppid, address: "http://127.0.0.1:3000" };
    writeFileSync(path.join(home, "owner.json"), JSON.stringify(owner));
    const problem = await keep().problem();
    expect(problem?.code).toBe("busy");
    expect(problem?.message).toContain(`process ${process.ppid}, http://127.0.0.1:3000`);
    const guest = keep({ kind: "guest" });
    await (await guest.get()).saveAnswer(sampleAnswer());
    await guest.close();
    expect(JSON.parse(readFileSync(path.join(home, "owner.json"), "utf8"))).toEqual(owner);
  });

  it("goes on with what can be read of a damaged database, and says in both languages where the copy is", async () => {
    await damage();
    const store = keep();
    expect((await (await store.get()).readThread("thread_1"))?.turns).toBeGreaterThan(40);
    expect(await store.problem()).toBeUndefined();
    const name = readdirSync(home).find((file) => file.startsWith("docent-damaged-"));
    expect(store.notice("en")).toMatch(/damaged.* answers could be recovered/);
    expect(store.notice("zh-CN")).toMatch(/已损坏/);
    for (const lang of ["en", "zh-CN"] as const) expect(store.notice(lang)).toContain(name);
  });

  it("is asked again a second after another program held it, not at every look", async () => {
    await (await keep().get()).saveAnswer(sampleAnswer());
    await kept.pop()?.close();
    let ms = 0;
    const store = keepStore({
      home,
      tenancy: { kind: "owner" },
      clock: { ...clock, monotonic: () => ms },
      log,
    });
    kept.push(store);
    const release = hold("all of it");
    expect((await store.problem())?.message).toContain("docent.db");
    release();
    ms = 999;
    expect((await store.problem())?.code).toBe("busy");
    ms = 1000;
    expect(await store.problem()).toBeUndefined();
  });

  it("leaves the process in peace for a while when a damaged database could not be made anew, and no copies behind", async () => {
    await damage();
    let ms = 0;
    const monotonic = () => (ms += 100); // every look at the clock is that much later
    const store = keepStore({
      home,
      tenancy: { kind: "owner" },
      clock: { ...clock, monotonic },
      log,
    });
    kept.push(store);
    const inTheWay = path.join(home, "docent.db.rebuilding");
    mkdirSync(inTheWay);
    expect((await store.problem())?.code).toBe("audit_unavailable");
    rmSync(inTheWay, { recursive: true });
    expect((await store.problem())?.code).toBe("audit_unavailable"); // not tried again yet
    expect(readdirSync(home).filter((name) => name.includes("damaged"))).toEqual([]);
    ms += 2000; // twenty times as long as the try took
    expect(await store.problem()).toBeUndefined();
    expect((await (await store.get()).readThread("thread_1"))?.turns).toBeGreaterThan(40);
  });

  it("lets the process go on while it waits for another program", async () => {
    const store = keep();
    await store.get();
    const release = hold("its writing");
    const answer = sampleAnswer();
    const saved = store.patiently(({ saveAnswer }) => saveAnswer(answer));
    expect(await store.problem()).toBeUndefined(); // the first try has failed, and nobody stands still
    expect(await (await store.get()).readThread(answer.thread_id)).toBeUndefined();
    release();
    await saved;
    expect((await (await store.get()).readThread(answer.thread_id))?.turns).toBe(1);
  });

  it("keeps what it is told before the database is open, and writes it once it is", async () => {
    await keep().get();
    await kept.pop()?.close();
    const release = hold("all of it");
    const store = keep();
    store.trace.read(readRow);
    expect((await store.problem())?.code).toBe("busy");
    store.trace.read({ ...readRow, trace_id: "trace_2" });
    release();
    await store.usable();
    const { rows } = await (await store.get()).listReads({});
    expect(rows.map(({ trace_id }) => trace_id)).toEqual(["trace_2", "trace_1"]);
    expect(store.state()).toBeUndefined(); // nobody has looked yet
    expect(await store.problem()).toBeUndefined();
    expect(store.state()).toMatchObject({ database: "sqlite", step: 16 });
  });

  it("says how much it was told is lost where it is closed before the database ever opened", async () => {
    await keep().get();
    await kept.pop()?.close();
    const release = hold("all of it");
    const said: unknown[] = [];
    const error = (...told: unknown[]) => void said.push(told);
    const store = keepStore({ home, tenancy: { kind: "owner" }, clock, log: { ...log, error } });
    store.trace.read(readRow);
    store.trace.read({ ...readRow, trace_id: "trace_2" });
    expect((await store.problem())?.code).toBe("busy");
    await store.close();
    await store.close();
    release();
    expect(said).toEqual([[{ rows: 2 }, "the program ends with trace rows that were not stored"]]);
  });

  it("leaves a damaged database alone as a guest", async () => {
    await damage();
    const before = readFileSync(path.join(home, "docent.db"));
    expect((await keep({ kind: "guest" }).problem())?.message).toContain("damaged");
    expect(readFileSync(path.join(home, "docent.db")).equals(before)).toBe(true);
  });
});
