import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { EmbeddingIdentity } from "#lib/contracts/embedding";
import { asQuestion } from "#lib/contracts/question";
import type { Store } from "#lib/contracts/store-ports";
import { wordTable } from "#lib/meaning/word-table";
import { embeddedAs, episodeVector, readQuestionsOfBefore } from "#lib/memory/episode-vector";
import { likenessModel } from "#lib/memory/likeness-model";
import { createRecall, type Recall } from "#lib/memory/recall";
import { createLogger } from "#lib/platform/logger";
import { openStore } from "#lib/store/store";
import { sampleAnswer } from "../store/sample-answer.ts";

const { table } = wordTable();
if (table === undefined) throw new Error("The table of word meanings is not there.");
const known = table;
const clock = { now: () => new Date("2026-11-29T10:00:00.000Z"), monotonic: () => 0 };
const log = createLogger("test", "silent");
let dir: string;
let store: Store;
let recall: Recall;
let asked = 0;

beforeEach(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), "docent-recall-"));
  store = openStore({ file: path.join(dir, "docent.db"), clock, log });
  recall = createRecall({ memory: async () => store.memory, table: known, model: likenessModel() });
});
afterEach(async () => {
  await store.close();
  rmSync(dir, { recursive: true, force: true });
});

async function keep(
  question: string,
  more: { searched?: string; vector?: boolean } = {},
): Promise<string> {
  asked += 1;
  const { searched = question, vector = true } = more;
  const answer = sampleAnswer({
    ...{ trace_id: `trace_${asked}`, run_id: `run_${asked}`, thread_id: `thread_${asked}` },
    ...{ question: asQuestion(question), searched: [asQuestion(searched)] },
  });
  await store.saveAnswer(answer, {
    episodeOf: (stored) => (vector ? episodeVector(stored, known) : undefined),
  });
  return answer.thread_id;
}
const like = async (question: string, limit = 3) =>
  (await recall.like(asQuestion(question), limit)).map((found) => found.question);
const best = async (question: string) => (await recall.like(asQuestion(question), 3))[0];

describe("an earlier question", () => {
  it("is found in other words, and in the other language", async () => {
    await keep("How do I reset the administrator's password?");
    await keep("Where are the log files?");
    await keep("怎么导出所有笔记");
    expect((await best("forgot the admin password"))?.question).toContain("administrator");
    expect((await best("日志文件在哪个目录"))?.question).toBe("Where are the log files?");
    expect((await best("How do I export all notes?"))?.question).toBe("怎么导出所有笔记");
  });

  it("is like itself in nearly the same words, and from there on offered", async () => {
    const question = "How many failed logins lock an account?";
    await keep(question);
    const found = await best("how many failed logins lock an account");
    expect(found?.offered_for).toBe("alone");
  });

  it("is not offered where a name or a number is another one", async () => {
    await keep("How do I install it on Windows?");
    await keep("What does status 429 mean?");
    for (const other of ["How do I install it on Debian?", "What does status 403 mean?"])
      expect(["same_lines", undefined]).toContain((await best(other))?.offered_for);
  });

  it("is found by what a follow-up was completed to", async () => {
    await keep("And on Windows?", { searched: "How do I install Docent on Windows?" });
    const found = await best("Installing Docent on Windows");
    expect(found).toMatchObject({ question: "And on Windows?" });
    expect(found?.asked).toBe("How do I install Docent on Windows?");
  });

  it("of before vectors were made is read afterwards, and then found", async () => {
    await keep("Where are the log files?", { vector: false });
    await keep("？？？", { vector: false });
    expect(await like("log files")).toEqual([]);
    expect(await readQuestionsOfBefore(store.memory, known)).toBe(2);
    expect((await best("log files"))?.question).toBe("Where are the log files?");
    expect(await store.memory.unread("another table", 10)).toHaveLength(2);
    expect(await readQuestionsOfBefore(store.memory, known)).toBe(0);
  });

  it("of before is found also where later ones were read first", async () => {
    await keep("Where are the log files?", { vector: false });
    await keep("How do I export all notes?");
    expect((await best("log files"))?.question).toContain("notes");
    expect(await readQuestionsOfBefore(store.memory, known)).toBe(1);
    recall.forget();
    expect((await best("log files"))?.question).toBe("Where are the log files?");
  });

  it("that was forgotten is found no more, also before memory is told", async () => {
    const thread = await keep("Where are the log files?");
    await keep("How do I export all notes?");
    expect((await best("log files"))?.question).toContain("log");
    await store.memory.forgetting.rows("forget_1", { thread_id: thread });
    expect(await like("log files", 5)).toEqual(["How do I export all notes?"]);
    recall.forget();
    expect((await store.memory.vectors()).count).toBe(1);
    expect((await best("log files"))?.question).toContain("notes");
  });

  it("is compared whatever it is made of", async () => {
    for (const text of ["", " ", "？", "the", "\u0000", "🦭", "a".repeat(20_000), "((((("])
      expect(Array.isArray(await like(text))).toBe(true);
  });
});

describe("with an embedding model", () => {
  const model: EmbeddingIdentity = {
    provider: "compatible",
    ...{ name: "m", address: "http://127.0.0.1:1/v1" },
    ...{ dimensions: null, query_prefix: "", passage_prefix: "" },
  };
  const asking = { trace_id: "t", run_id: "r", signal: new AbortController().signal };
  /** Which direction a text has, as the model of this test has it. */
  let means: Record<string, number[]>;

  beforeEach(() => {
    means = {};
    recall = createRecall({
      ...{ memory: async () => store.memory, table: known, model: likenessModel() },
      embedded: async (question) => {
        const vector = means[question];
        if (vector === undefined) return undefined;
        const { embedded } = store.memory;
        return {
          nearest: (which) => embedded.nearest(model, vector, which),
          background: (most) => embedded.background(model, vector, most),
        };
      },
    });
  });

  async function embedAll(): Promise<void> {
    const missing = await store.memory.embedded.missing(model, 100);
    const rows = missing.flatMap(({ message_id, text }) => {
      const vector = means[text];
      return vector === undefined ? [] : [{ message_id, hash: embeddedAs(text).hash, vector }];
    });
    await store.memory.embedded.put(model, rows);
  }
  const first = async (question: string) =>
    (await recall.like(asQuestion(question), 3, asking)).map((found) => found.question);

  it("is found by that where no word and no meaning of the table is near", async () => {
    await keep("Where does the walrus sleep?");
    await keep("How do I export all notes?");
    await keep("Which notes are exported at night?");
    const asked = "Which notes leave at night?";
    const before = await first(asked);
    expect(before[0]).not.toContain("walrus");
    means = {
      "Where does the walrus sleep?": [1, 0.1],
      "How do I export all notes?": [0, 1],
      [asked]: [1, 0],
    };
    await embedAll();
    // One that has no vector yet is found as before.
    expect((await first(asked)).toSorted()).toEqual(before.toSorted());
    means["Which notes are exported at night?"] = [0.2, 1];
    await embedAll();
    expect((await first(asked))[0]).toBe("Where does the walrus sleep?");
    recall.forget();
    expect((await first(asked))[0]).toBe("Where does the walrus sleep?");
  });

  /** Sixty questions about other things, each with a direction of its own. */
  async function keepOthers(): Promise<void> {
    for (let i = 0; i < 60; i++) {
      const other = `Which valve closes pipe ${i}?`;
      await keep(other);
      means[other] = scattered(i);
    }
  }
  const scattered = (seed: number) =>
    Array.from({ length: 16 }, (_, i) => Math.sin(seed * 7.3 + i * 2.1 + seed * i));
  /** The same directions as a model has them whose cosines all lie near 1: each product is another one, scaled and moved. */
  const compressed = (vector: readonly number[]) => {
    const length = Math.hypot(...vector);
    return [...vector.map((one) => one / length), 3];
  };

  it("decides the same by another scale of the same model, and only ever against an offer", async () => {
    const asked = "forgot the admin password";
    const alike = "How do I reset the administrator's password?";
    const farther = "How do I change the administrator's picture?";
    await keep(alike);
    await keep(farther);
    await keepOthers();
    const looked = async () =>
      (await recall.like(asQuestion(asked), 5, asking)).map(({ question, offered_for }) => ({
        ...{ question, offered_for },
      }));
    const byWords = (await looked()).find(({ question }) => question === alike);
    expect(byWords?.offered_for).toBe("same_file");
    const others = { ...means };
    const near = scattered(1000);
    for (const [its, offered_for] of [
      [near.map((one) => one + 0.1), "same_file"],
      [near.map((one) => -one), undefined],
    ] as const) {
      const plain = { ...others, [asked]: near, [alike]: its, [farther]: scattered(2000) };
      const found = [];
      for (const scale of [(vector: number[]) => vector, compressed]) {
        await store.memory.embedded.forget();
        means = Object.fromEntries(
          Object.entries(plain).map(([text, vector]) => [text, scale(vector)]),
        );
        await embedAll();
        found.push(await looked());
      }
      const [first, second] = found;
      expect(first?.find(({ question }) => question === alike)?.offered_for).toBe(offered_for);
      expect(second).toEqual(first);
    }
  });

  it("tells what is usual from the newest, each text once, and of vectors of its length alone", async () => {
    await keepOthers();
    await keep("Which valve closes pipe 7?");
    await keep("哪个阀门关闭管道？");
    means["哪个阀门关闭管道？"] = scattered(3000);
    await embedAll();
    const { embedded } = store.memory;
    const vector = scattered(7);
    const all = await embedded.background(model, vector, 1000);
    expect(all).toHaveLength(61);
    expect(all.filter(({ lang }) => lang === "zh-CN")).toHaveLength(1);
    expect(Math.max(...all.map(({ cosine }) => cosine))).toBeCloseTo(1, 5);
    expect(await embedded.background(model, vector, 10)).toHaveLength(10);
    expect(await embedded.background(model, [1, 0], 1000)).toEqual([]);
    expect(
      await embedded.background(
        model,
        vector.map(() => 0),
        1000,
      ),
    ).toEqual([]);
    expect(await embedded.background({ ...model, name: "other" }, vector, 1000)).toEqual([]);
  });

  it("goes by words where the model has no vector of what is looked for", async () => {
    await keep("Where does the walrus sleep?");
    means = { "Where does the walrus sleep?": [1, 0] };
    await embedAll();
    expect(await first("walrus sleep")).toEqual(["Where does the walrus sleep?"]);
  });

  it("is handed out once, keeps no vector of another model or length, and goes with its question", async () => {
    const thread = await keep("Where does the walrus sleep?");
    await keep("Where does the walrus sleep?");
    await keep("？？？");
    means = { "Where does the walrus sleep?": [1, 0] };
    expect(await store.memory.embedded.missing(model, 100)).toHaveLength(2);
    await embedAll();
    expect(await store.memory.embedded.missing(model, 100)).toEqual([]);
    const { hash } = embeddedAs("Where does the walrus sleep?");
    expect(await store.memory.embedded.known(model, [hash, "none"])).toEqual([
      { hash, vector: [1, 0] },
    ]);
    expect(await store.memory.embedded.nearest(model, [1, 0, 0], { limit: 9 })).toEqual([]);
    const [nearest] = await store.memory.embedded.nearest(model, [0, 1], { limit: 1 });
    expect(nearest?.cosine).toBeCloseTo(0);
    const other = { ...model, name: "other" };
    expect(await store.memory.embedded.any(other)).toBe(false);
    expect(await store.memory.embedded.missing(other, 100)).toHaveLength(2);
    expect(await store.memory.embedded.nearest(model, [1, 0], { limit: 9 })).toHaveLength(2);
    await store.memory.forgetting.rows("forget_1", { thread_id: thread });
    expect(await store.memory.embedded.nearest(model, [1, 0], { limit: 9 })).toHaveLength(1);
    await store.memory.forgetting.rows("forget_2", { all: true });
    expect(await store.memory.embedded.any()).toBe(false);
  });
});
