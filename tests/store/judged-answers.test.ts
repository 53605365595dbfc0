import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Store } from "#lib/contracts/store-ports";
import { createLogger } from "#lib/platform/logger";
import { openStore } from "#lib/store/store";
import { sampleAnswer } from "./sample-answer.ts";

let folder: string;
let file: string;
let store: Store;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "docent-judged-"));
  file = path.join(folder, "docent.db");
  const clock = { now: () => new Date("2026-11-20T12:00:00Z"), monotonic: () => 0 };
  store = openStore({ file, clock, log: createLogger("test", "silent") });
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

test("judged answers come in order, over all pages; one that cannot be read is left out alone", async () => {
  const ids = Array.from({ length: 120 }, (_, i) => `run_${i}`);
  for (const run_id of ids) {
    const answer = sampleAnswer({ run_id });
    await store.saveAnswer(answer);
    await store.judgeAnswer(answer.thread_id, { run_id, verdict: "right" });
  }
  const db = new Database(file);
  db.prepare("UPDATE messages SET answer = ? WHERE run_id = ?").run('{"half": ', "run_7");
  db.prepare("UPDATE messages SET answer = ? WHERE run_id = ?").run("{}", "run_119");
  db.close();
  const judged: string[] = [];
  for await (const { said } of store.judgedAnswers()) judged.push(said.run_id);
  expect(judged).toEqual(ids.filter((id) => id !== "run_7" && id !== "run_119"));
});
