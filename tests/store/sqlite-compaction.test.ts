import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Store } from "#lib/contracts/store-ports";
import { createLogger } from "#lib/platform/logger";
import { openStore } from "#lib/store/store";
import { verifyAudit } from "#lib/store/verify-audit";
import { asking, compact, daysAgo, now, readRow } from "./aged-traces.ts";
import { sampleAnswer } from "./sample-answer.ts";

/** What is past its time, in a file: the room that it took, and a program that is killed over it. */
let dir: string;
let file: string;
const opened: Store[] = [];
beforeEach(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), "docent-activity-"));
  file = path.join(dir, "docent.db");
});
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  rmSync(dir, { recursive: true, force: true });
});

function open(): Store {
  const clock = { now: () => now, monotonic: () => performance.now() };
  const store = openStore({ file, clock, log: createLogger("test", "silent") });
  opened.push(store);
  return store;
}

async function closed(store: Store): Promise<void> {
  await store.close();
  opened.length = 0;
}

/** As another program changes it. */
function change(...statements: string[]): void {
  const db = new Database(file);
  for (const statement of statements) db.exec(statement);
  db.close();
}

describe("what is past its time", () => {
  it("gives room back to the disk", async () => {
    const store = open();
    const long = "word ".repeat(700);
    for (let n = 0; n < 2000; n++) {
      store.trace.preview({ span_id: `s${n}`, trace_id: "t", at: daysAgo(200), arguments: long });
    }
    await store.requireAudit("act");
    await store.activity.compaction.checkpoint();
    const before = (await store.activity.bytes()).file;
    expect(await compact(store, {}, 500)).toBe(2000);
    while ((await store.activity.compaction.release(500)) > 0);
    await store.activity.compaction.checkpoint();
    const { file: after, free } = await store.activity.bytes();
    expect(before - after).toBeGreaterThan(6_000_000);
    expect(free).toBe(0);
  });

  it("survives kill -9 in the middle of a pass", async () => {
    const store = open();
    for (let n = 0; n < 600; n++) asking(store, n, 800);
    await store.requireAudit("act");
    await closed(store);
    for (let round = 0; round < 2; round++) {
      const child = spawn(process.execPath, ["tests/store/compact-until-killed.ts", file], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      const ended = new Promise((resolve) => child.once("exit", resolve));
      let pieces = 0;
      child.stdout.on("data", (text: Buffer) => {
        pieces += text.toString().split("\n").length - 1;
        if (pieces > 4 + round) child.kill("SIGKILL");
      });
      await ended;
      expect(verifyAudit(file)?.broken).toEqual([]);
    }
    const again = open();
    await compact(again, {}, 500);
    expect((await again.activity.list({})).rows).toEqual([]);
    expect(verifyAudit(file)?.broken).toEqual([]);
    expect(verifyAudit(file)?.removed?.rows).toBe(600);
  });

  it("is exported without a hold on the file between two pieces", async () => {
    const store = open();
    for (let n = 1; n <= 1200; n++) readRow(store, n, 1);
    await store.requireAudit("act");
    const pieces = store.activity.exportAudit(now);
    await pieces.next();
    await pieces.next();
    for (let n = 2000; n < 2500; n++) readRow(store, n, 1);
    await store.requireAudit("act");
    await store.activity.compaction.checkpoint();
    expect(statSync(`${file}-wal`).size).toBe(0); // nobody reads in it
    await pieces.return();
  });
});

describe("a database of before there was a list of traces", () => {
  it("has one, made from its spans and answers", async () => {
    const store = open();
    for (let n = 0; n < 5; n++) asking(store, n, 1);
    await store.saveAnswer(sampleAnswer());
    await closed(store);
    change("DELETE FROM traces", "DELETE FROM trace_marks", "DELETE FROM upkeep");
    const again = open();
    expect((await again.activity.list({ folder: "notes" })).rows).toHaveLength(5);
    const found = await again.activity.list({
      tool: "mcp.docs.docs_search",
      status: "no_evidence",
    });
    expect(found.rows).toHaveLength(2);
  });
});

describe("a list of traces of before unsure answers were told apart", () => {
  it("tells them apart once it is opened, and keeps the figures that were counted", async () => {
    const store = open();
    asking(store, 1, 1);
    await store.saveAnswer(sampleAnswer({ status: "answered", outcome: "may_be" }));
    const counted = () => store.activity.figures("answers", "day", "2026-01-01", "2027-01-01");
    const before = await counted();
    await closed(store);
    change(
      "UPDATE traces SET status = 'answered'",
      "DELETE FROM upkeep WHERE name = 'unsure_traces'",
    );
    const again = open();
    const { rows } = await again.activity.list({ status: "unsure" });
    expect(rows.map(({ trace_id }) => trace_id)).toEqual(["trace_1"]);
    expect(before.map(({ key }) => key)).toEqual(["answered"]);
    const kept = await again.activity.figures("answers", "day", "2026-01-01", "2027-01-01");
    expect(kept).toEqual(before);
  });
});
