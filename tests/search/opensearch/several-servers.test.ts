import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { detectLang } from "#lib/language/words";
import { wordTable } from "#lib/meaning/word-table";
import { readWords } from "#lib/search/engines/document-words";
import { createEmbeddedEngine } from "#lib/search/engines/embedded";
import type { EngineDocument, EngineQuery, SearchEngine } from "#lib/search/engines/engine";
import { readFile } from "#lib/search/reading/read-file";
import {
  createTestEngine,
  newPrefix,
  openTestCluster,
  removeTestIndexes,
  search_url,
  why,
} from "./test-server.ts";

const never = new AbortController().signal;
beforeEach(({ skip }) => skip(search_url === undefined, why));
afterAll(removeTestIndexes);

function page(key: string, text: string, name = `${key}.md`): EngineDocument {
  const passage = { line: 1, heading: "", section: "", body: text, code: "" };
  const words = readWords({ title: "", path: "", passages: [passage] });
  return { key, name, order: name, words };
}

async function found(engine: SearchEngine, text: string, more: Partial<EngineQuery> = {}) {
  const { hits } = await engine.search({ text, limit: 20, lang: "en", ...more }, never);
  return hits.map(({ key, passage }) => `${key}#${passage}`);
}

async function recordsOf(prefix: string): Promise<number> {
  const cluster = await openTestCluster();
  const { body } = await cluster.ask("GET", `/${prefix}-*/_count`);
  return (body as { count: number }).count; // what `_count` answers
}

describe("several servers on one index", () => {
  it("put a folder there once, and each finds it under its own names", async () => {
    const prefix = newPrefix();
    const [one, other] = [createTestEngine({ prefix }), createTestEngine({ prefix })];
    const given = (keys: string[]) =>
      keys.map((key, i) => page(key, `The falcon ${i} nests.`, `n${i}.md`));
    // At the same moment, as after a change that both are told of.
    await Promise.all([one.update(given(["a", "b"])), other.update(given(["x", "y"]))]);
    expect(await recordsOf(prefix)).toBe(4);
    expect(await found(one, "falcon")).toEqual(["a#0", "b#0"]);
    expect(await found(other, "falcon")).toEqual(["x#0", "y#0"]);
  });

  it("that read different bytes of a file each find their own, and are told of the other's once", async () => {
    const prefix = newPrefix();
    const [one, other] = [createTestEngine({ prefix }), createTestEngine({ prefix })];
    await one.update([page("a", "The falcon nests on the tower.", "birds.md")]);
    await other.update([page("x", "The falcon nests on the cliff.", "birds.md")]);
    expect(await found(one, "falcon tower")).toEqual(["a#0"]);
    expect(await found(one, "cliff")).toEqual([]);
    const query = { text: "falcon", limit: 5, lang: "en" } as const;
    expect((await other.search(query, never)).elsewhere).toEqual(["birds.md"]);
    expect((await other.search(query, never)).elsewhere).toBeUndefined();
    await one.update([page("a", "The owl hunts.", "birds.md")]);
    expect(await found(other, "cliff")).toEqual(["x#0"]);
  });

  it("know what they gave when another has taken it away, and give it again", async () => {
    const prefix = newPrefix();
    const [one, other] = [createTestEngine({ prefix }), createTestEngine({ prefix })];
    await one.update([page("a", "The falcon nests.", "birds.md")]);
    await other.update([page("x", "The falcon nests.", "birds.md")]);
    await one.remove(["a"]);
    expect(await found(one, "falcon")).toEqual([]);
    await expect(found(other, "falcon")).rejects.toThrow("lacks 1 document of 1");
    expect(await other.lost?.()).toEqual(["x"]);
    await other.update([page("x", "The falcon nests.", "birds.md")]);
    expect(await found(other, "falcon")).toEqual(["x#0"]);
  });

  it("say so when the index was deleted, and make it anew", async () => {
    const prefix = newPrefix();
    const engine = createTestEngine({ prefix });
    await engine.update([page("a", "The falcon nests.")]);
    await (await openTestCluster()).ask("DELETE", `/${prefix}-*`);
    await expect(found(engine, "falcon")).rejects.toThrow(/gone/);
    await expect(found(engine, "falcon")).rejects.toThrow(/lacks 1 document of 1/);
    expect(await engine.lost?.()).toEqual(["a"]);
    await engine.update([page("a", "The falcon nests.")]);
    expect(await found(engine, "falcon")).toEqual(["a#0"]);
  });

  it("of two versions search side by side, each its own index", async () => {
    const prefix = newPrefix();
    const { table } = wordTable();
    const [older, newer] = [
      createTestEngine({ prefix }),
      createTestEngine({ prefix, ...(table && { table }) }),
    ];
    await older.update([page("a", "The falcon nests.")]);
    expect(await found(newer, "falcon")).toEqual([]);
    await newer.update([page("a", "The falcon nests.")]);
    await older.remove(["a"]);
    expect(await found(newer, "falcon")).toEqual(["a#0"]);
  });

  it("find their own though documents of others fill the list", async () => {
    const prefix = newPrefix();
    const [one, other] = [createTestEngine({ prefix }), createTestEngine({ prefix })];
    await other.update(
      Array.from({ length: 300 }, (_, i) => page(`x${i}`, "The falcon nests.", `other/${i}.md`)),
    );
    await one.update([page("a", "On the old tower in the north the grey falcon nests.", "own.md")]);
    expect(await found(one, "falcon nests")).toEqual(["a#0"]);
  });
});

describe("an index on a search server beside the one in this process", () => {
  const { table } = wordTable();
  const meanings = table === undefined ? {} : { table };

  it("gives the same lists, scores, words and mentions over the golden library", async () => {
    const folder = path.resolve("fixtures/golden/library");
    const documents = globSync("**/*.md", { cwd: folder })
      .sort()
      .map((relative_path): EngineDocument => {
        const bytes = readFileSync(path.join(folder, relative_path));
        const file = { bytes, mtime_ms: 0, relative_path, words: true, front_matter: true };
        const { words } = readFile(file, () => undefined);
        if (words === undefined) throw new Error("the words were asked for");
        return { key: relative_path, order: relative_path, words };
      });
    const here = createEmbeddedEngine(table);
    const there = createTestEngine(meanings);
    await here.update(documents);
    await there.update(documents);
    const questions = readFileSync("fixtures/golden/library.jsonl", "utf8").trim().split("\n");
    for (const line of questions) {
      const { question } = JSON.parse(line) as { question: string }; // a line of our own
      const query = { text: question, limit: 10, lang: detectLang(question) };
      expect(await there.search(query, never), question).toEqual(await here.search(query, never));
    }
    const keys = new Set(documents.slice(0, 3).map(({ key }) => key));
    const narrowed = { text: "how heavy may a boat be", limit: 10, lang: "en", keys } as const;
    expect(await there.search(narrowed, never)).toEqual(await here.search(narrowed, never));
    const others = new Set(documents.slice(1).map(({ key }) => key));
    const without = { ...narrowed, keys: others };
    expect(await there.search(without, never)).toEqual(await here.search(without, never));
    const nearest = new Map(
      [...others].slice(0, 4).map((key, i) => [key, new Map([[0, 0.9 - i / 10]])]),
    );
    const embedded = { ...narrowed, nearest, keys: others };
    expect(await there.search(embedded, never)).toEqual(await here.search(embedded, never));
    for (const wording of ["boat", "the office", "eleven tonnes", "船", "called off for weather"]) {
      const sorted = async (engine: SearchEngine) =>
        (await engine.mentions(wording)).sort((a, b) => (a.key < b.key ? -1 : 1));
      expect(await sorted(there), wording).toEqual(await sorted(here));
    }
    for (const written of ["wether", "offise", "granite", "hoistt", "weatherr"]) {
      const unknown = { term: written, written };
      expect(await there.nearest(unknown), written).toBe(await here.nearest(unknown));
    }
  });
});
