import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { detectLang } from "#lib/language/words";
import { openWordTable, type WordTable, wordTable } from "#lib/meaning/word-table";
import { sha256 } from "#lib/platform/hash";
import { readWords } from "#lib/search/engines/document-words";
import { createEmbeddedEngine } from "#lib/search/engines/embedded";
import type { EngineDocument, SearchEngine } from "#lib/search/engines/engine";
import { readFile } from "#lib/search/reading/read-file";
import { documentsIn } from "../../bench/corpus/folder-corpus.ts";
import { removeTable, writeTable } from "../meaning/scratch-table.ts";

const never = new AbortController().signal;

function page(key: string, ...bodies: readonly string[]): EngineDocument {
  const passages = bodies.map((body, i) => ({
    ...{ line: i + 1, heading: "", section: "", body, code: "" },
  }));
  return { key, order: key, words: readWords({ title: key, path: `${key}.md`, passages }) };
}

const ask = async (engine: SearchEngine, text: string, more: object = {}) =>
  (await engine.search({ text, limit: 20, lang: detectLang(text), ...more }, never)).hits;

let folder = "";
let table: WordTable;
beforeAll(() => {
  folder = writeTable([
    ["exceed", "big"],
    ["session", "登录"],
    ["falcon"],
    ["tower"],
    ["end", "terminat"],
  ]);
  table = (openWordTable(folder) as { table: WordTable }).table;
});
afterAll(() => removeTable(folder));

const pages = () => [
  page("limits", "A file that exceeds the maximum is refused.", "Falcons nest on the tower."),
  page("session", "The session ends at midnight.", "A file is read once."),
  page("other", "A file may have any name.", "The tower has a file of names."),
];

describe("ranking by words and by the table of word meanings", () => {
  it("puts a passage that says it in other words before those that share fewer words", async () => {
    const engine = createEmbeddedEngine(table);
    await engine.update(pages());
    const [first] = await ask(engine, "Is the file too big?");
    expect(first?.key).toBe("limits");
    expect(first?.similar).toMatchObject([{ written: "big", term: "exceed" }]);
    const named = first?.breakdown.find(({ signal }) => signal === "similar_words");
    expect(named?.params).toEqual({ pairs: ["big ≈ exceed"] });
  });

  it("finds a page in the other language that shares no word with the question", async () => {
    const engine = createEmbeddedEngine(table);
    await engine.update(pages());
    const [first] = await ask(engine, "登录多久");
    expect(first).toMatchObject({ key: "session", passage: 0 });
    expect(await ask(createEmbeddedEngine(), "登录多久")).toEqual([]);
  });

  it("gives parts that sum to the score, best first", async () => {
    const engine = createEmbeddedEngine(table);
    await engine.update(pages());
    const hits = await ask(engine, "When does a big session end?");
    expect(hits.length).toBeGreaterThan(1);
    for (const { score, breakdown } of hits)
      expect(breakdown.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(score, 12);
    expect(hits.map(({ score }) => score)).toEqual(
      hits.map(({ score }) => score).toSorted((a, b) => b - a),
    );
  });

  it("gives the same list whatever way the index came about, and after it was kept", async () => {
    const at_once = createEmbeddedEngine(table);
    await at_once.update(pages());
    const piecemeal = createEmbeddedEngine(table);
    await piecemeal.update([page("session", "An older version.", "Of this page.")]);
    for (const one of pages().toReversed()) await piecemeal.update([one]);
    await piecemeal.update([page("gone", "The session of a falcon is too big.")]);
    await piecemeal.remove(["gone"]);
    await piecemeal.kept?.tidy();
    const kept = createEmbeddedEngine(table);
    const parts = piecemeal.kept?.parts();
    expect(parts).toBeDefined();
    if (parts !== undefined) kept.kept?.restore(parts);
    for (const text of ["Is the file too big?", "登录 terminates", "falcon tower"]) {
      const expected = await ask(at_once, text);
      expect(await ask(piecemeal, text)).toEqual(expected);
      expect(await ask(kept, text)).toEqual(expected);
    }
  });

  it("looks in the documents that may be searched and in no other", async () => {
    const engine = createEmbeddedEngine(table);
    await engine.update(pages());
    const hits = await ask(engine, "Is the file too big?", { keys: new Set(["other"]) });
    expect(new Set(hits.map(({ key }) => key))).toEqual(new Set(["other"]));
  });

  it("ranks a folder in a language that the table does not know as without it", async () => {
    const texts = [page("a", "Сокол живёт на башне."), page("b", "Щука ждёт в камышах.")];
    const [by_words, by_both] = [createEmbeddedEngine(), createEmbeddedEngine(table)];
    await by_words.update(texts);
    await by_both.update(texts);
    expect(await ask(by_both, "Где живёт сокол?")).toEqual(await ask(by_words, "Где живёт сокол?"));
  });
});

describe("ranking with what an embedding model finds near", () => {
  it("brings passages in that share no word, and says so", async () => {
    const engine = createEmbeddedEngine();
    await engine.update(pages());
    const nearest = new Map([
      [
        "session",
        new Map([
          [0, 0.91],
          [7, 0.99],
        ]),
      ],
      ["other", new Map([[1, 0.85]])],
      ["unknown", new Map([[0, 0.9]])],
    ]);
    const [first, ...rest] = await ask(engine, "sign me out", { nearest });
    expect(first).toMatchObject({ key: "session", passage: 0 });
    expect(first?.breakdown.map(({ signal }) => signal)).toEqual(["embedding"]);
    expect(rest.map(({ key }) => key)).toEqual(["other"]);
    expect(await ask(engine, "sign me out", { nearest, keys: new Set(["limits"]) })).toEqual([]);
  });
});

const sentences = new Set(["reason", "detail"]);

describe("ranking by words alone", () => {
  it("gives the lists of before there was a table, bit for bit", async () => {
    const root = "fixtures/golden/library";
    const documents = documentsIn(root).flatMap((relative_path) => {
      const bytes = readFileSync(path.join(root, relative_path));
      const file = { bytes, mtime_ms: 0, relative_path, words: true, front_matter: true };
      const { words } = readFile(file, () => undefined);
      return words === undefined ? [] : [{ key: relative_path, order: relative_path, words }];
    });
    const before = JSON.parse(readFileSync("fixtures/golden/ranked-by-words.json", "utf8"));
    const [by_words, by_both] = [createEmbeddedEngine(), createEmbeddedEngine(wordTable().table)];
    await by_words.update(documents);
    await by_both.update(documents);
    const lists: Record<string, string> = {};
    let others = 0;
    for (const line of readFileSync("fixtures/golden/library.jsonl", "utf8").trim().split("\n")) {
      const { id, question } = JSON.parse(line) as { id: string; question: string };
      const hits = await ask(by_words, question);
      // The sentences in it are worded anew now and then; what they are made of is not.
      lists[id] = sha256(
        JSON.stringify(hits, (key, value) => (sentences.has(key) ? undefined : value)),
      ).slice(0, 16);
      if (JSON.stringify(await ask(by_both, question)) !== JSON.stringify(hits)) others += 1;
    }
    expect(lists).toEqual(before);
    expect(others).toBeGreaterThan(0);
  });
});
