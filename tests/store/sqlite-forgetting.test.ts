import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { EmbeddingIdentity } from "#lib/contracts/embedding";
import { asQuestion } from "#lib/contracts/question";
import type { Store } from "#lib/contracts/store-ports";
import { wordTable } from "#lib/meaning/word-table";
import { embeddedAs, episodeVector } from "#lib/memory/episode-vector";
import { createLogger } from "#lib/platform/logger";
import { vectorBytes } from "#lib/platform/sqlite-vectors";
import { openStore } from "#lib/store/store";
import { sampleAnswer } from "./sample-answer.ts";

const { table } = wordTable();
const clock = { now: () => new Date("2026-11-29T10:00:00.000Z"), monotonic: () => 0 };
const log = createLogger("test", "silent");
const word = "Zanzibarle";
let dir: string;
let file: string;
let store: Store;
beforeEach(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), "docent-forgetting-"));
  file = path.join(dir, "docent.db");
  store = openStore({ file, clock, log });
});
afterEach(async () => {
  await store.close();
  rmSync(dir, { recursive: true, force: true });
});

async function keep(n: number, question: string): Promise<void> {
  const answer = sampleAnswer({
    ...{ trace_id: `trace_${n}`, run_id: `run_${n}`, thread_id: `thread_${n}` },
    ...{ question: asQuestion(question), searched: [asQuestion(question)] },
  });
  await store.saveAnswer(answer, { episodeOf: (one) => table && episodeVector(one, table) });
}
const filesWith = (text: string | Buffer) =>
  readdirSync(dir).filter((name) => readFileSync(path.join(dir, name)).includes(text));
/** What the program does at its start. */
async function finish(): Promise<number> {
  const left = await store.memory.forgetting.unfinished();
  for (const { id, scope } of left) {
    if (scope !== undefined) await store.memory.forgetting.rows(id, scope);
    expect(await store.memory.forgetting.end(id)).toBe(true);
  }
  return left.length;
}

describe("forgetting in a file", () => {
  it("takes the vector of a question out of the file as well", async () => {
    await keep(1, `Who holds the key of ${word}?`);
    const vector =
      table &&
      episodeVector({ question: asQuestion(`Who holds the key of ${word}?`), searched: [] }, table)
        ?.vector;
    const bytes = Buffer.from(vector?.buffer ?? new ArrayBuffer(1));
    expect(filesWith(bytes)).not.toEqual([]);
    const scope = { thread_id: "thread_1" };
    await store.memory.forgetting.begin("forget_1", scope);
    await store.memory.forgetting.rows("forget_1", scope);
    expect(await store.memory.forgetting.end("forget_1")).toBe(true);
    expect(filesWith(bytes)).toEqual([]);
    expect(filesWith(word)).toEqual([]);
    expect(await store.memory.forgetting.unfinished()).toEqual([]);
  });

  it("takes the vector of an embedding model out of the file as well, with or without its question", async () => {
    const model: EmbeddingIdentity = {
      ...{ provider: "compatible", name: "m", address: "http://127.0.0.1:1/v1" },
      ...{ dimensions: null, query_prefix: "", passage_prefix: "" },
    };
    const vectors = [1, 2].map((n) => Array.from({ length: 64 }, (_, i) => Math.sin(n * 100 + i)));
    await keep(1, `Who holds the key of ${word}?`);
    await keep(2, "Where are the log files?");
    const { embedded, forgetting } = store.memory;
    const rows = (await embedded.missing(model, 10)).map(({ message_id, text }) => {
      const vector = vectors[text.includes(word) ? 0 : 1] ?? null;
      return { message_id, hash: embeddedAs(text).hash, vector };
    });
    await embedded.put(model, rows);
    const [bytes, others] = vectors.map(vectorBytes);
    if (bytes === undefined || others === undefined) throw new Error("There are two.");
    expect(filesWith(bytes)).not.toEqual([]);
    const scope = { thread_id: "thread_1" };
    await forgetting.begin("forget_1", scope);
    await forgetting.rows("forget_1", scope);
    expect(await forgetting.end("forget_1")).toBe(true);
    expect(filesWith(bytes)).toEqual([]);
    expect(filesWith(others)).not.toEqual([]);
    expect(await embedded.background(model, vectors[1] ?? [], 10)).toHaveLength(1);
    await embedded.forget();
    expect(filesWith(others)).toEqual([]);
    expect(await embedded.missing(model, 10)).toHaveLength(1);
  });

  it("is not at its end while another program reads in the log of changes", async () => {
    await keep(1, `Who holds the key of ${word}?`);
    const reader = new Database(file, { readonly: true });
    const scope = { thread_id: "thread_1" };
    await store.memory.forgetting.begin("forget_1", scope);
    const rows = reader.prepare("SELECT * FROM messages").iterate();
    rows.next();
    await store.memory.forgetting.rows("forget_1", scope);
    expect(await store.memory.forgetting.end("forget_1")).toBe(false);
    expect(await store.memory.forgetting.unfinished()).toEqual([
      { id: "forget_1", owner: "person" },
    ]);
    rows.return?.();
    reader.close();
    expect(await finish()).toBe(1);
    expect(filesWith(word)).toEqual([]);
  });

  it.each(["begun", "rows", "ended"])(
    "is finished at the next start after kill -9: %s",
    async (step) => {
      for (let n = 1; n <= 20; n++)
        await keep(n, `Who holds key ${n} of ${n === 7 ? word : "the harbour"}?`);
      await store.close();
      const child = spawn(
        process.execPath,
        ["tests/store/forget-until-killed.ts", file, JSON.stringify({ thread_id: "thread_7" })],
        { stdio: ["ignore", "pipe", "inherit"] },
      );
      let told = "";
      child.stdout.on("data", (text: Buffer) => {
        told += text.toString();
        if (told.includes(step)) child.kill("SIGKILL");
      });
      await new Promise((resolve) => child.once("exit", resolve));
      expect(told).toContain(step);
      store = openStore({ file, clock, log });
      await finish();
      expect(await store.memory.forgetting.unfinished()).toEqual([]);
      expect(filesWith(word)).toEqual([]);
      expect(await store.threadIds()).toHaveLength(19);
      expect((await store.memory.vectors()).count).toBe(19);
    },
  );
});
