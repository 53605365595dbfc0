import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { type EmbeddingIdentity, identityKey } from "#lib/contracts/embedding";
import { asQuestion } from "#lib/contracts/question";
import { wordTable } from "#lib/meaning/word-table";
import { likenessModel } from "#lib/memory/likeness-model";
import { readQuestion } from "#lib/memory/question-reading";
import { madeBy, vectorOfText } from "#lib/memory/question-vector";
import { createRecall } from "#lib/memory/recall";
import { systemClock } from "#lib/platform/clock";
import { createLogger } from "#lib/platform/logger";
import { projectDir } from "#lib/platform/project";
import { vectorBytes } from "#lib/platform/sqlite-vectors";
import { openStore } from "#lib/store/store";
import { type Figure, rounded } from "./results-file.ts";

/**
 * Recall among many questions of before, made of written ones: how long a look takes, what is held in memory for it, and what
 * forgetting costs. `RECALL_EPISODES` makes it smaller.
 */
const episodes = Number(process.env.RECALL_EPISODES ?? 100_000);
const looks = 200;
/** The same with vectors of an embedding model besides: so many numbers each, made here, for the time is that of any. */
const looksByModel = 50;
const numbers = 384;
const embeddedBy: EmbeddingIdentity = {
  ...{ provider: "compatible", name: "made", address: "http://127.0.0.1/v1" },
  ...{ dimensions: null, query_prefix: "", passage_prefix: "" },
};

export async function measureRecall(): Promise<Figure[]> {
  const { table } = wordTable();
  if (table === undefined) throw new Error("The table of word meanings cannot be used.");
  const dir = mkdtempSync(path.join(os.tmpdir(), "docent-recall-"));
  const file = path.join(dir, "docent.db");
  const open = () => openStore({ file, clock: systemClock, log: createLogger("bench", "silent") });
  await open().close();
  const questions = written();
  const began = performance.now();
  fill(
    file,
    questions,
    (text) => vectorOfText(text, table) ?? new Int8Array(table.dimensions),
    madeBy(table),
  );
  const made = performance.now() - began;
  const store = open();
  try {
    const recall = createRecall({
      memory: async () => store.memory,
      table,
      model: likenessModel(),
    });
    const asked = questions.slice(0, looks).map((text) => asQuestion(`${text} again`));
    const before = process.memoryUsage();
    const [first = 0] = await timed([asked[0] ?? asQuestion("keys")], (one) =>
      recall.like(one, 10),
    );
    const after = process.memoryUsage();
    const took = await timed(asked, (one) => recall.like(one, 10));
    const { bytes } = await store.memory.vectors();
    embed(file);
    const byModel = createRecall({
      ...{ memory: async () => store.memory, table, model: likenessModel() },
      async embedded(question) {
        const vector = directionOf(question.length);
        const { embedded } = store.memory;
        return {
          nearest: (which) => embedded.nearest(embeddedBy, vector, which),
          background: (most) => embedded.background(embeddedBy, vector, most),
        };
      },
    });
    await byModel.like(asked[0] ?? asQuestion("keys"), 10);
    const tookByModel = await timed(asked.slice(0, looksByModel), (one) => byModel.like(one, 10));
    const [one = 0] = await timed(["thread_77"], async (thread_id) => {
      await store.memory.forgetting.begin("forget_1", { thread_id });
      await store.memory.forgetting.rows("forget_1", { thread_id });
      await store.memory.forgetting.end("forget_1");
    });
    const [all = 0] = await timed([{ all: true } as const], async (scope) => {
      await store.memory.forgetting.begin("forget_2", scope);
      await store.memory.forgetting.rows("forget_2", scope);
      await store.memory.forgetting.end("forget_2");
    });
    return [
      figure(`${episodes} questions with their vectors, written in`, made / 1000, "s"),
      figure("their vectors in the database", bytes / 1e6, "MB"),
      figure("the first look, which reads all vectors", first, "ms"),
      figure(
        "… memory that it takes beside the heap",
        (after.arrayBuffers - before.arrayBuffers) / 1e6,
        "MB",
      ),
      figure(`a look, p50 of ${looks}`, quantile(took, 0.5), "ms"),
      figure("a look, p95", quantile(took, 0.95), "ms"),
      figure(
        `a look with vectors of ${numbers} numbers by an embedding model, p50 of ${looksByModel}`,
        quantile(tookByModel, 0.5),
        "ms",
      ),
      figure("… p95", quantile(tookByModel, 0.95), "ms"),
      figure("one conversation forgotten", one, "ms"),
      figure("everything forgotten", all / 1000, "s"),
    ];
  } finally {
    await store.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

function fill(
  file: string,
  questions: readonly string[],
  vectorOf: (text: string) => Int8Array,
  made_by: string,
): void {
  const db = new Database(file);
  const thread = db.prepare(
    "INSERT INTO threads (id, title, created_at, updated_at, turns, last_status, last_message_id) VALUES (?, ?, ?, ?, 1, 'answered', ?)",
  );
  const message = db.prepare(
    `INSERT INTO messages (id, thread_id, trace_id, run_id, asked_at, question, lang, status, mode, confidence, latency_ms, answer)
     VALUES (?, ?, ?, ?, ?, ?, 'en', 'answered', 'quote', 1, 1, '{"searched":[]}')`,
  );
  const episode = db.prepare("INSERT INTO episodes VALUES (?, ?, NULL, ?, ?)");
  // Whose words it is compared by takes a second for each thousand: they are those of one of the two.
  const readings = questions.map((text) => JSON.stringify(readQuestion(asQuestion(text))));
  db.transaction(() => {
    for (let n = 1; n <= episodes; n++) {
      // Each is another one: two written ones in a row, the second by another step each time round.
      const second = questions[(n * 7 + Math.floor(n / questions.length)) % questions.length];
      const text = `${questions[n % questions.length]} ${second}`;
      const at = new Date(1.7e12 + n * 60_000).toISOString();
      thread.run(`thread_${n}`, text, at, at, n);
      message.run(n, `thread_${n}`, `trace_${n}`, `run_${n}`, at, text);
      episode.run(n, made_by, Buffer.from(vectorOf(text).buffer), readings[n % readings.length]);
    }
  })();
  db.close();
}

function embed(file: string): void {
  const db = new Database(file);
  const insert = db.prepare("INSERT INTO episode_embeddings VALUES (?, ?, ?, ?)");
  db.transaction(() => {
    for (let n = 1; n <= episodes; n++)
      insert.run(n, identityKey(embeddedBy), `${n}`, vectorBytes(directionOf(n)));
  })();
  db.close();
}

const directionOf = (seed: number): number[] =>
  Array.from({ length: numbers }, (_, i) => Math.sin(seed * 12.9898 + i * 78.233 + seed * i));

function written(): string[] {
  return ["en", "zh"].flatMap(
    (lang) =>
      readFileSync(path.join(projectDir(), `training/sets/written/${lang}.jsonl`), "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => (JSON.parse(line) as { question: string }).question), // a file of our own
  );
}

async function timed<T>(
  given: readonly T[],
  work: (one: T) => Promise<unknown>,
): Promise<number[]> {
  const took: number[] = [];
  for (const one of given) {
    const began = performance.now();
    await work(one);
    took.push(performance.now() - began);
  }
  return took;
}

function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

const figure = (what: string, value: number, unit: string): Figure => ({
  ...{ row: "Memory", what, value: rounded(value, 1), unit },
});
