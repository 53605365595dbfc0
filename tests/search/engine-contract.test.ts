import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { readWords } from "../../lib/search/engines/document-words.ts";
import type { EngineDocument, SearchEngine } from "../../lib/search/engines/engine.ts";
import { engines } from "../../lib/search/engines/list.ts";
import { headingsOf } from "../../lib/search/packed-outline.ts";
import { readFile } from "../../lib/search/reading/read-file.ts";
import { createMiniSearchEngine } from "./minisearch-engine.ts";
import { createTestEngine, removeTestIndexes, search_url, why } from "./opensearch/test-server.ts";

const never = new AbortController().signal;

function page(key: string, ...passages: string[]): EngineDocument {
  const words = readWords({
    title: `Page ${key}`,
    path: `${key}.md`,
    passages: passages.map((body, i) => ({
      line: 1 + i * 2,
      heading: `Page ${key}`,
      section: "",
      body,
      code: "",
    })),
  });
  return { key, order: `0000/${key}.md`, words };
}

async function found(engine: SearchEngine, text: string, more: object = {}): Promise<string[]> {
  const { hits } = await engine.search({ text, limit: 20, lang: "en", ...more }, never);
  return hits.map((hit) => `${hit.key}#${hit.passage}`);
}

afterAll(removeTestIndexes);

/** Any engine behind the port, whatever it is made of and wherever its index is. */
describe.each<[string, () => SearchEngine]>([
  ...Object.entries(engines),
  ["minisearch, the oracle", createMiniSearchEngine],
  ["opensearch", createTestEngine],
])("the search engine %s", (name, create) => {
  beforeEach(({ skip }) => skip(name === "opensearch" && search_url === undefined, why));

  it("finds the passage that holds the words, and no other", async () => {
    const engine = create();
    await engine.update([
      page("a", "The falcon nests on the tower.", "The pike waits in the reeds."),
      page("b", "The rowan grows on the hill."),
    ]);
    expect(await found(engine, "Where does the falcon nest?")).toEqual(["a#0"]);
    expect(await found(engine, "reeds")).toEqual(["a#1"]);
    expect(await found(engine, "granite")).toEqual([]);
    expect(engine.stats()).toMatchObject({ documents: 2, passages: 3 });
  });

  it("explains each hit by parts that sum to its score, best first, the same each time", async () => {
    const engine = create();
    await engine.update(
      Array.from({ length: 30 }, (_, i) =>
        page(`p${i}`, `The cache of shelf ${i} holds ${i % 3 ? "apples" : "pears and pears"}.`),
      ),
    );
    const query = { text: "which shelf holds pears", limit: 12, lang: "en" as const };
    const { hits } = await engine.search(query, never);
    expect(hits).toHaveLength(12);
    for (const [i, hit] of hits.entries()) {
      expect(hit.breakdown.reduce((sum, s) => sum + s.value, 0)).toBe(hit.score);
      expect(hit.reason).not.toBe("");
      expect(hit.score).toBeLessThanOrEqual(hits[i - 1]?.score ?? Number.POSITIVE_INFINITY);
    }
    expect((await engine.search(query, never)).hits).toEqual(hits);
  });

  it("puts a new version in the place of the old one, and forgets what is removed", async () => {
    const engine = create();
    await engine.update([page("a", "The falcon nests."), page("b", "The heron stands.")]);
    await engine.update([page("a", "The owl hunts.", "It sleeps by day.")]);
    expect(await found(engine, "falcon")).toEqual([]);
    expect(await found(engine, "owl")).toEqual(["a#0"]);
    await engine.remove(["b", "never there"]);
    expect(await found(engine, "heron")).toEqual([]);
    expect(engine.stats()).toMatchObject({ documents: 1, passages: 2 });
  });

  it("searches only the documents it is asked to, and as many as wanted", async () => {
    const engine = create();
    await engine.update(["a", "b", "c", "d"].map((key) => page(key, "The falcon nests.")));
    expect(await found(engine, "falcon", { keys: new Set(["b", "d"]) })).toEqual(["b#0", "d#0"]);
    expect(await found(engine, "falcon", { limit: 3 })).toEqual(["a#0", "b#0", "c#0"]);
  });

  it("tells which words of the question it does not know, and stops when it is cancelled", async () => {
    const engine = create();
    await engine.update([page("a", "The falcon nests.")]);
    const { unknown } = await engine.search(
      { text: "falcon granite", limit: 5, lang: "en" },
      never,
    );
    expect(unknown).toEqual([{ term: "granit", written: "granite" }]);
    const cancelled = engine.search({ text: "falcon", limit: 5, lang: "en" }, AbortSignal.abort());
    await expect(cancelled).rejects.toThrow();
  });

  it("answers after many changes like one that was given the last state alone", async () => {
    const words = ["falcon", "heron", "owl", "kite", "tower", "reed", "hill", "pond"];
    let seed = 20_261_120;
    const random = (below: number) => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      return (seed >>> 8) % below;
    };
    const sentence = () => Array.from({ length: 9 }, () => words[random(words.length)]).join(" ");
    const changed = create();
    const last = new Map<string, EngineDocument>();
    for (let i = 0; i < 120; i++) {
      const key = `k${random(25)}`;
      if (random(4) === 0) {
        last.delete(key);
        await changed.remove([key]);
      } else {
        const document = page(key, sentence(), sentence());
        last.set(key, document);
        await changed.update([document]);
      }
      if (i % 40 === 39) await changed.kept?.tidy();
    }
    const fresh = create();
    await fresh.update([...last.values()]);
    const restored = create();
    if (changed.kept !== undefined) restored.kept?.restore(changed.kept.parts());
    else await restored.update([...last.values()]);
    for (const question of ["falcon tower", "owl", "kite on the hill", "heron reed pond"]) {
      const query = { text: question, limit: 20, lang: "en" as const };
      const { hits } = await fresh.search(query, never);
      const near = hits.map((hit) => ({
        ...hit,
        score: expect.closeTo(hit.score, 9),
        breakdown: expect.anything(),
      }));
      expect((await changed.search(query, never)).hits).toEqual(near);
      expect((await restored.search(query, never)).hits).toEqual(near);
    }
  });
});

describe("the embedded engine beside MiniSearch", () => {
  it("names the same documents first for most questions about the handbook", async () => {
    const folder = path.resolve("handbook/en");
    const own = engines.explainable();
    const oracle = createMiniSearchEngine();
    const questions: string[] = [];
    for (const name of readdirSync(folder)) {
      const bytes = readFileSync(path.join(folder, name));
      const file = { bytes, mtime_ms: 0, relative_path: name, words: true, front_matter: true };
      const { words, facts } = readFile(file, () => undefined);
      if (words === undefined) throw new Error("the words were asked for");
      questions.push(
        ...headingsOf(facts.outline)
          .filter((h) => h.level === 2)
          .map((h) => h.text),
      );
      await own.update([{ key: name, order: name, words }]);
      await oracle.update([{ key: name, order: name, words }]);
    }
    let shared = 0;
    for (const text of questions) {
      const query = { text, limit: 20, lang: "en" as const };
      const top = async (engine: SearchEngine) =>
        [...new Set((await engine.search(query, never)).hits.map((hit) => hit.key))].slice(0, 3);
      const theirs = await top(oracle);
      if (theirs.slice(0, 2).includes((await top(own))[0] ?? "")) shared += 1;
    }
    expect(questions.length).toBeGreaterThan(100);
    expect(shared / questions.length).toBeGreaterThan(0.8);
  });
});

describe("an index in this process", () => {
  it("lets go of merged segments, also where a document had no passage", async () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void; // what the flag puts there
    const engine = engines.explainable();
    await engine.update([page("empty"), page("a", "The falcon nests on the tower.")]);
    const before = new WeakRef(engine.kept?.parts().segments[0] ?? {});
    await engine.update([page("a", "The pike waits in the reeds.")]);
    expect(await engine.kept?.tidy()).toBe(true);
    await new Promise((resolve) => setImmediate(resolve)); // a reference lives on to the end of its turn
    collect();
    expect(before.deref()).toBeUndefined();
    expect(engine.stats()).toMatchObject({ documents: 2, passages: 1 });
    expect(await found(engine, "pike")).toEqual(["a#0"]);
    await engine.remove(["empty"]);
    expect(engine.stats()).toMatchObject({ documents: 1, passages: 1 });
  });

  it("makes one segment of the batches of a slow first reading, when there is time", async () => {
    const engine = engines.explainable();
    const passages = Array.from({ length: 10_000 }, (_, i) => `Shelf ${i % 97}.`);
    for (const key of ["a", "b", "c", "d"]) {
      expect(await engine.kept?.tidy()).toBe(false);
      await engine.update([page(key, ...passages, `The falcon nests on tower ${key}.`)]);
    }
    expect(await engine.kept?.tidy()).toBe(true);
    expect(engine.kept?.parts().segments).toHaveLength(1);
    expect(await found(engine, "falcon")).toHaveLength(4);
    expect(await engine.kept?.tidy()).toBe(false);
  });

  it("makes one segment of many small ones and never copies a large one for their sake", async () => {
    const engine = engines.explainable();
    const passages = Array.from({ length: 10_000 }, (_, i) => `Shelf ${i % 97}.`);
    await engine.update([page("large", ...passages), page("a", "The falcon nests on the tower.")]);
    const [large] = engine.kept?.parts().segments ?? [];
    for (let i = 0; i < 9; i++) await engine.update([page(`b${i}`, `The pike ${i} waits.`)]);
    expect(await engine.kept?.tidy()).toBe(true);
    const after = engine.kept?.parts().segments ?? [];
    expect(after).toHaveLength(2);
    expect(after[0]).toBe(large);
    expect(await engine.kept?.tidy()).toBe(false);
    for (let i = 0; i < 80; i++) await engine.update([page("c", `The owl ${i} sleeps.`)]);
    const segments = engine.kept?.parts().segments ?? [];
    expect(segments.length).toBeLessThan(70);
    expect(segments[0]).toBe(large);
    expect(await found(engine, "owl")).toEqual(["c#0"]);
  });
});

it("reads an unknown word as the same one of equals, whichever came first", async () => {
  for (const order of [
    ["harbour", "harbouk"],
    ["harbouk", "harbour"],
  ]) {
    const engine = engines.explainable();
    for (const word of order) await engine.update([page(word, `The ${word} is full.`)]);
    const unknown = { term: "harboun", written: "harboun" };
    expect(await engine.nearest(unknown)).toBe("harbouk");
  }
});
