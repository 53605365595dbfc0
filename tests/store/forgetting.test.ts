import { beforeEach, expect, it } from "vitest";
import type { EmbeddingIdentity } from "#lib/contracts/embedding";
import { asQuestion } from "#lib/contracts/question";
import type { Store } from "#lib/contracts/store-ports";
import { wordTable } from "#lib/meaning/word-table";
import { embeddedAs, episodeVector } from "#lib/memory/episode-vector";
import { vectorBytes } from "#lib/platform/sqlite-vectors";
import { describeStores } from "./implementations.ts";
import { sampleAnswer } from "./sample-answer.ts";

const { table } = wordTable();
const word = "Zanzibarle";

describeStores("forgetting", ({ open, rows, tables, at }) => {
  let store: Store;
  beforeEach(async () => {
    at("2026-11-29T10:00:00.000Z");
    store = await open();
  });

  async function keep(n: number, question: string): Promise<void> {
    const answer = sampleAnswer({
      ...{ trace_id: `trace_${n}`, run_id: `run_${n}`, thread_id: `thread_${n}` },
      ...{ question: asQuestion(question), searched: [asQuestion(question)] },
    });
    await store.saveAnswer(answer, { episodeOf: (one) => table && episodeVector(one, table) });
  }

  /** The tables in which a text stands, or bytes. */
  async function tablesWith(what: string | Buffer): Promise<string[]> {
    const found: string[] = [];
    for (const name of await tables()) {
      const values = (await rows(`SELECT * FROM "${name}"`)).flatMap((row) => Object.values(row));
      const has = (value: unknown) =>
        typeof value === "string" || Buffer.isBuffer(value) ? value.includes(what as never) : false;
      if (values.some(has)) found.push(name);
    }
    return found;
  }

  /** What the program does at its start. */
  async function finish(): Promise<number> {
    const left = await store.memory.forgetting.unfinished();
    for (const { id, scope } of left) {
      if (scope !== undefined) await store.memory.forgetting.rows(id, scope);
      expect(await store.memory.forgetting.end(id)).toBe(true);
    }
    return left.length;
  }

  it("of everything leaves what came after its rows were gone, however late it ends", async () => {
    await keep(1, `Who holds the key of ${word}?`);
    const scope = { all: true } as const;
    await store.memory.forgetting.begin("forget_1", scope);
    await store.memory.forgetting.rows("forget_1", scope);
    await keep(2, "Who came later?");
    expect(await finish()).toBe(1);
    expect(await store.threadIds()).toEqual(["thread_2"]);
    expect(await tablesWith(word)).toEqual([]);
  });

  it("of a time span ends where it was asked for", async () => {
    const scope = { since: "2026-11-29T09:00:00.000Z" };
    await store.memory.forgetting.begin("forget_1", scope);
    expect(await store.memory.forgetting.unfinished()).toEqual([
      {
        id: "forget_1",
        owner: "person",
        scope: { ...scope, until: "2026-11-29T10:00:00.000Z" },
      },
    ]);
  });

  it("of one turn takes along the summary that was made of it", async () => {
    const at = { thread_id: "thread_1" };
    const turn = (n: number, question: string, more: object = {}) =>
      store.saveAnswer(
        sampleAnswer({
          ...{ trace_id: `trace_${n}`, run_id: `run_${n}`, ...at },
          ...{ question: asQuestion(question), searched: [asQuestion(question)], ...more },
        }),
      );
    await turn(1, `Who holds the key of ${word}?`);
    const place = { run_id: "run_1", number: 1, root_id: "notes", relative_path: "a.md" };
    const lines = { line_start: 1, line_end: 1, sha256: "0" };
    const compaction = {
      ...{ covers: ["run_1"], model: "m", tokens_before: 9, tokens_after: 1 },
      lines: [{ text: `The key of ${word} is held.`, citations: [{ ...place, ...lines }] }],
    };
    await turn(2, "And since when?", { compaction });
    const scope = { run_id: "run_1" };
    await store.memory.forgetting.begin("forget_1", scope);
    await store.memory.forgetting.rows("forget_1", scope);
    expect(await store.memory.forgetting.end("forget_1")).toBe(true);
    expect(await tablesWith(word)).toEqual([]);
    const [left] = (await store.readThread("thread_1"))?.messages ?? [];
    expect(left?.run_id).toBe("run_2");
    expect(left?.compaction).toBeUndefined();
  });

  it("of a conversation leaves no word of it with a like question of another", async () => {
    await keep(1, `Who holds the key of ${word}?`);
    const earlier = {
      ...{ thread_id: "thread_1", run_id: "run_1", asked_at: "2026-11-29T09:00:00.000Z" },
      ...{ question: asQuestion(`Who holds the key of ${word}?`), sources: "unchanged" as const },
    };
    const of = { trace_id: "trace_2", run_id: "run_2", thread_id: "thread_2" };
    await store.saveAnswer(sampleAnswer({ ...of, earlier }), {
      under: { key: "k", fingerprint: "f" },
    });
    const scope = { thread_id: "thread_1" };
    await store.memory.forgetting.begin("forget_1", scope);
    await store.memory.forgetting.rows("forget_1", scope);
    expect(await store.memory.forgetting.end("forget_1")).toBe(true);
    expect(await tablesWith(word)).toEqual([]);
  });

  it("takes along the vectors of a question, of words and of an embedding model", async () => {
    const model: EmbeddingIdentity = {
      ...{ provider: "compatible", name: "m", address: "http://127.0.0.1:1/v1" },
      ...{ dimensions: null, query_prefix: "", passage_prefix: "" },
    };
    const vectors = [1, 2].map((n) => Array.from({ length: 64 }, (_, i) => Math.sin(n * 100 + i)));
    await keep(1, `Who holds the key of ${word}?`);
    await keep(2, "Where are the log files?");
    const { embedded, forgetting } = store.memory;
    const made = (await embedded.missing(model, 10)).map(({ message_id, text }) => {
      const vector = vectors[text.includes(word) ? 0 : 1] ?? null;
      return { message_id, hash: embeddedAs(text).hash, vector };
    });
    await embedded.put(model, made);
    const [bytes, others] = vectors.map(vectorBytes);
    if (bytes === undefined || others === undefined) throw new Error("There are two.");
    expect(await tablesWith(bytes)).toEqual(["episode_embeddings"]);
    const scope = { thread_id: "thread_1" };
    await forgetting.begin("forget_1", scope);
    await forgetting.rows("forget_1", scope);
    expect(await forgetting.end("forget_1")).toBe(true);
    expect(await tablesWith(bytes)).toEqual([]);
    expect(await tablesWith(others)).toEqual(["episode_embeddings"]);
    expect((await store.memory.vectors()).count).toBe(1);
    await embedded.forget();
    expect(await tablesWith(others)).toEqual([]);
    expect(await embedded.missing(model, 10)).toHaveLength(1);
  });
});
