import { beforeEach, expect, it } from "vitest";
import type { EmbeddingIdentity } from "#lib/contracts/embedding";
import { asQuestion } from "#lib/contracts/question";
import type { Store } from "#lib/contracts/store-ports";
import { describeStores } from "./implementations.ts";
import { refusal } from "./refusal.ts";
import { sampleAnswer } from "./sample-answer.ts";
import { ids, moment, sampleConcept, sampleTask } from "./sample-rows.ts";

const model: EmbeddingIdentity = {
  ...{ provider: "compatible", name: "m", address: "http://127.0.0.1:1/v1" },
  ...{ dimensions: null, query_prefix: "", passage_prefix: "" },
};

describeStores("memory", ({ open, rows, at }) => {
  let store: Store;
  beforeEach(async () => {
    store = await open();
  });
  const ask = (n: number, over: object = {}) =>
    store.saveAnswer(
      sampleAnswer({
        ...{ ...ids(n), asked_at: `2026-11-20T10:00:0${n}.000Z` },
        ...{ question: asQuestion(`Question ${n}?`), ...over },
      }),
    );
  const vector = (...numbers: number[]) => Int8Array.from(numbers);

  it("gives earlier questions a vector, and finds each again with it", async () => {
    await ask(1);
    await ask(2, { status: "chat" });
    await ask(3);
    const unread = await store.memory.unread("table", 10);
    expect(unread.map(({ question }) => question)).toEqual(["Question 1?", "Question 3?"]);
    const made = unread.map(({ message_id }, i) => ({
      ...{ message_id, made_by: "table", reading: '{"lang":"en"}' },
      ...{ vector: vector(-128, i, 127), asked: asQuestion(`Asked ${i}`) },
    }));
    await store.memory.putVectors([...made, { ...made[0], message_id: 999 } as never]);
    expect(await store.memory.unread("table", 10)).toEqual([]);
    expect(await store.memory.unread("other", 10)).toHaveLength(2);
    const [first, second] = await store.memory.vectorsAfter("table", 0, 10);
    expect(first).toEqual({ message_id: made[0]?.message_id, vector: vector(-128, 0, 127) });
    expect(await store.memory.vectorsAfter("table", first?.message_id ?? 0, 10)).toEqual([second]);
    const [found] = await store.memory.episodes([first?.message_id ?? 0]);
    expect(found).toMatchObject({
      reading: '{"lang":"en"}',
      episode: {
        ...{ run_id: "run_1", thread_title: "Question 1?", asked: "Asked 0" },
        sources: [{ root_id: "notes", relative_path: "api/keys.md" }],
      },
    });
    expect(await store.memory.vectors()).toEqual({ count: 2, bytes: 6 });
    expect(await store.memory.claimsOf("run_1")).toEqual(["Rotate the key every ninety days."]);
  });

  it("lists earlier questions page by page, newest first", async () => {
    for (let n = 1; n <= 5; n++) await ask(n);
    const first = await store.memory.listEpisodes({ limit: 3 });
    expect(first.episodes.map(({ run_id }) => run_id)).toEqual(["run_5", "run_4", "run_3"]);
    const next = await store.memory.listEpisodes({ limit: 3, cursor: first.next_cursor });
    expect(next.episodes.map(({ run_id }) => run_id)).toEqual(["run_2", "run_1"]);
    expect(next.next_cursor).toBeUndefined();
    const page = { limit: 3, cursor: "x" };
    expect((await refusal(() => store.memory.listEpisodes(page))).code).toBe("validation");
  });

  it("compares the vectors of an embedding model, the nearest first", async () => {
    for (let n = 1; n <= 4; n++) await ask(n);
    const { embedded } = store.memory;
    const unread = await store.memory.unread("table", 10);
    await store.memory.putVectors(
      unread.map(({ message_id }, i) => ({
        ...{ message_id, made_by: "table", vector: vector(1) },
        reading: JSON.stringify({ lang: i === 1 ? "zh-CN" : "en" }),
      })),
    );
    const missing = await embedded.missing(model, 10);
    expect(missing.map(({ text }) => text)).toEqual([4, 3, 2, 1].map((n) => `Question ${n}?`));
    const [four, three, two, one] = missing.map(({ message_id }) => message_id);
    const put = (message_id: number | undefined, hash: string, numbers: number[] | null) =>
      embedded.put(model, [{ message_id: message_id ?? 0, hash, vector: numbers }]);
    await put(one, "h1", [1, 0]);
    await put(two, "h2", [1, 1]);
    await put(three, "h1", [1, 0]);
    await put(four, "h4", null);
    await put(999, "h9", [1, 0]);
    expect(await embedded.missing(model, 10)).toEqual([]);
    expect(await embedded.known(model, ["h1", "h4", "h9"])).toEqual([
      { hash: "h1", vector: [1, 0] },
      { hash: "h4", vector: null },
    ]);
    const near = await embedded.nearest(model, [1, 0], { limit: 10 });
    expect(near.map(({ message_id }) => message_id)).toEqual([three, one, two]);
    expect(near[2]?.cosine).toBeCloseTo(Math.SQRT1_2, 5);
    expect(await embedded.nearest(model, [1, 0], { limit: 1 })).toHaveLength(1);
    const among = await embedded.nearest(model, [1, 0], { among: [two ?? 0, four ?? 0] });
    expect(among.map(({ message_id }) => message_id)).toEqual([two]);
    expect(await embedded.nearest(model, [1, 0, 0], { limit: 10 })).toEqual([]);
    const background = await embedded.background(model, [1, 0], 10);
    expect(background.map(({ lang }) => lang).sort()).toEqual(["en", "zh-CN"]);
    expect(await embedded.any(model)).toBe(true);
    expect(await embedded.any({ ...model, name: "other" })).toBe(false);
    await embedded.forget();
    expect(await embedded.any()).toBe(false);
  });

  it("keeps facts, what they mean now and how often they were used", async () => {
    const { concepts } = store.memory;
    await concepts.add(sampleConcept(1, { kind: "means", term: "bell", value: "gong" }), 10);
    await concepts.add(sampleConcept(2, { partition: "primary" }), 10);
    const later = "2026-11-20T11:00:00.000Z";
    const reading = { kind: "note" } as const;
    expect(
      await concepts.change("concept_1", { text: "other", reading: reading as never, at: later }),
    ).toBe(true);
    expect(await concepts.change("concept_2", { shared: true, at: later })).toBe(true);
    expect(await concepts.change("concept_9", { shared: true, at: later })).toBe(false);
    await concepts.used(["concept_1", "concept_1"], later);
    expect(await concepts.list()).toEqual([
      sampleConcept(1, { text: "other", updated_at: later, uses: 2, used_at: later }),
      sampleConcept(2, { updated_at: later }),
    ]);
  });

  it("names what goes of a time span: whole conversations, single turns, tasks", async () => {
    await ask(1, { thread_id: "whole" });
    await ask(2, { thread_id: "part", asked_at: moment });
    await ask(3, { thread_id: "part", asked_at: "2026-11-21T10:00:00.000Z" });
    await store.tasks.add(sampleTask(1, { thread_id: "whole" }));
    const scope = { since: "2026-11-20T00:00:00.000Z", until: "2026-11-21T00:00:00.000Z" };
    expect(await store.memory.forgetting.names(scope)).toEqual({
      ...{ threads: ["whole"], tasks: ["task_1"] },
      runs: [{ run_id: "run_2", thread_id: "part", invocation_ids: [] }],
    });
    await store.memory.concepts.add(sampleConcept(1), 10);
    await store.memory.forgetting.begin("f", scope);
    expect(await store.memory.forgetting.rows("f", scope)).toEqual({
      ...{ conversations: 1, turns: 2, concepts: 1 },
    });
    expect(await store.memory.forgetting.end("f")).toBe(true);
    const left = await store.readThread("part");
    expect(left).toMatchObject({ turns: 1, title: "Question 3?", messages: [{ run_id: "run_3" }] });
    expect(await rows("SELECT count(*) AS n FROM threads")).toEqual([{ n: 1 }]);
  });

  it("says how much is kept of each kind, and since when", async () => {
    await ask(1);
    await store.memory.concepts.add(sampleConcept(1), 10);
    await store.tasks.add(sampleTask(1));
    const sizes = await store.memory.sizes();
    expect(sizes).toMatchObject([
      { kind: "conversations", count: 1, oldest: "2026-11-20T10:00:01.000Z" },
      { kind: "concepts", count: 1, oldest: moment },
      { kind: "tasks", count: 1, oldest: moment },
    ]);
    for (const { bytes } of sizes) expect(bytes).toBeGreaterThan(0);
    const all = await store.activity.sizes();
    expect(all.find(({ kind }) => kind === "figures")).toMatchObject({ rows: 0 });
    expect((await store.activity.bytes()).file).toBeGreaterThan(0);
    at(moment);
  });
});
