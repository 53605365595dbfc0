import { beforeEach, expect, it } from "vitest";
import type { Store } from "#lib/contracts/store-ports";
import { describeStores } from "./implementations.ts";

const titles = [
  "How is the harbour bell rung?",
  "熊猫吃什么竹子？",
  "Where is 100% of C:\\keys_1?",
];

describeStores("the titles of traces", ({ open }) => {
  let store: Store;
  beforeEach(async () => {
    store = await open();
    for (let n = 0; n < 6; n++) {
      await store.runs.begin({
        ...{ trace_id: `trace_${n}`, run_id: `run_${n}`, thread_id: `thread_${n}`, lang: null },
        ...{ question: `${titles[n % 3]} ${n}`, asked_at: `2026-11-01T00:00:0${n}.000Z` },
        ...{ key: null, fingerprint: null },
      });
    }
  });
  const found = async (text: string) => (await store.activity.list({ text })).rows.length;

  it.each<[string, number]>([
    ["HARBOUR bell", 2],
    ["bell 2", 0],
    ["熊猫", 2],
    ["熊猫吃什么", 2],
    ["100%", 2],
    ["keys_1", 2],
    ["keys-1", 0],
    ["c:\\KEYS", 2],
    ["zeppelin", 0],
  ])("finds every title with %s", async (text, n) => {
    expect(await found(text)).toBe(n);
  });

  it("are gone with their conversation, and new with a question that is asked anew", async () => {
    await store.deleteThreads("thread_0");
    expect(await found("harbour")).toBe(1);
    await store.runs.begin({
      ...{ trace_id: "trace_3", run_id: "run_again", thread_id: "thread_3", lang: null },
      ...{ question: "Is there a zeppelin?", asked_at: "2026-11-01T00:00:09.000Z" },
      ...{ key: null, fingerprint: null },
    });
    expect(await found("harbour")).toBe(0);
    expect(await found("zeppelin")).toBe(1);
    await store.deleteThreads();
    expect(await found("zeppelin")).toBe(0);
    expect((await store.activity.list({})).rows).toHaveLength(6);
  });
});
