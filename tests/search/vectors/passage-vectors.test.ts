import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Config } from "#lib/contracts/config";
import type { EmbeddingIdentity } from "#lib/contracts/embedding";
import type { Clock } from "#lib/contracts/ports";
import { createLogger } from "#lib/platform/logger";
import { loadSqliteVec } from "#lib/platform/sqlite-vectors";
import { createDocumentReader } from "#lib/search/document-reader";
import { createIndexLife, type IndexLife } from "#lib/search/index-life";
import type { Entry } from "../../../lib/search/inventory.ts";
import {
  createPassageVectors,
  type PassageVectors,
} from "../../../lib/search/vectors/passage-vectors.ts";
import { openVectorFile } from "../../../lib/search/vectors/vector-file.ts";
import { vectorOf } from "../../models/embedding/embedding-server.ts";
import { createScratchIndex, type ScratchIndex } from "../scratch-index.ts";

const model: EmbeddingIdentity = {
  provider: "compatible",
  name: "m",
  address: "http://127.0.0.1:1/v1",
  dimensions: null,
  query_prefix: "",
  passage_prefix: "",
};
const { signal } = new AbortController();
const dayMs = 24 * 60 * 60_000;
const quiet = createLogger("test", "silent");

let scratch: ScratchIndex;
let life: IndexLife;
let vectors: PassageVectors;
let now = 1000 * dayMs;
/** How often all documents were looked at. */
let looks = 0;
const clock: Clock = { now: () => new Date(now), monotonic: () => now };
const home = () => path.join(scratch.dir, "state");
const file = () => path.join(home(), "index/vectors.sqlite");

async function open(load = loadSqliteVec): Promise<void> {
  const reader = createDocumentReader({ log: quiet });
  life = createIndexLife({
    access: scratch.border({ notes: "notes" }),
    settings: Config.parse({}),
    clock,
    log: quiet,
    reader,
  });
  await life.refresh();
  vectors = createPassageVectors({
    home: home(),
    open: openVectorFile,
    shelves: {
      access: life.shelves.access,
      inventory: {
        ...life.shelves.inventory,
        entries: () => {
          looks += 1;
          return life.shelves.inventory.entries();
        },
      },
    },
    generation: life.generation,
    building: () => false,
    placing: () => ({ at: "", placeOf: (entry: Entry) => entry.places[0] }),
    clock,
    load,
  });
  const { close } = vectors;
  vectors.close = () => {
    close();
    life.close({ forget: false });
    reader.close();
  };
}

async function again(): Promise<void> {
  vectors.close();
  await open();
}

const next = (limit = 64, of = model) =>
  vectors.next({ model: of, limit, max_chars: 60_000 }, signal);
async function embedAll(of = model): Promise<string[]> {
  const texts: string[] = [];
  for (;;) {
    const { passages } = await next(2, of);
    if (passages.length === 0) return texts;
    texts.push(...passages.map(({ text }) => text));
    const made = passages.map(({ hash, text }) => ({ hash, vector: vectorOf(text) }));
    vectors.put({ model: of, vectors: made });
  }
}

/** The vectors as they stand in the file. */
function keptVectors(): Buffer[] {
  const db = new Database(file(), { readonly: true });
  const rows = db.prepare<[], { vector: Buffer }>("SELECT vector FROM vectors").all();
  db.close();
  return rows.map(({ vector }) => vector);
}

/** The files beside the indexes that hold these bytes. */
function filesWith(bytes: Buffer | undefined): string[] {
  const folder = path.dirname(file());
  return readdirSync(folder).filter((name) =>
    readFileSync(path.join(folder, name)).includes(bytes ?? ""),
  );
}

beforeEach(async () => {
  now = 1000 * dayMs;
  scratch = createScratchIndex();
  scratch.write(
    "notes/fruit.md",
    "# Fruit\n\n## Red\n\nThe apple is red.\n\n## Yellow\n\nThe banana is yellow.\n",
  );
  scratch.write("notes/boats.md", "# Boats\n\nA canoe needs a paddle.\n");
  await open();
});
afterEach(() => {
  vectors.close();
  scratch.remove();
});

describe("passages that have no vector", () => {
  it("are handed out once, with title and headings, until each has one", async () => {
    const before = await next(0);
    expect(before).toMatchObject({ passages: [], total: 3, done: 0, left_out: 0 });
    expect(before.bytes_left).toBeGreaterThan(60);
    const texts = await embedAll();
    expect(texts.sort()).toEqual([
      "Boats\n\nA canoe needs a paddle.",
      expect.stringMatching(/^Fruit > Red\n\n\s*.*apple/),
      expect.stringMatching(/^Fruit > Yellow\n\n\s*.*banana/),
    ]);
    expect(await next()).toMatchObject({ passages: [], total: 3, done: 3, bytes_left: 0 });
  });

  it("are not handed out again after a new start, a new reading or another name of the file", async () => {
    await embedAll();
    await again();
    expect(await next()).toMatchObject({ passages: [], done: 3 });
    renameSync(path.join(scratch.dir, "notes/boats.md"), path.join(scratch.dir, "notes/ships.md"));
    scratch.write(
      "notes/copies/fruit.md",
      readFileSync(path.join(scratch.dir, "notes/fruit.md"), "utf8"),
    );
    await life.refresh({ again: true });
    expect(await next()).toMatchObject({ passages: [], total: 3, done: 3 });
  });

  it("are the changed ones of a file that was changed, and all for another model", async () => {
    await embedAll();
    scratch.write(
      "notes/fruit.md",
      "# Fruit\n\n## Red\n\nThe cherry is red.\n\n## Yellow\n\nThe banana is yellow.\n",
    );
    await life.refresh({ again: true });
    expect((await next()).passages.map(({ text }) => text)).toEqual([
      expect.stringMatching(/cherry/),
    ]);
    for (const other of [
      { ...model, name: "n" },
      { ...model, address: "http://127.0.0.1:2/v1" },
      { ...model, address: "https://127.0.0.1:1/v1" },
      { ...model, address: "http://127.0.0.1:1/v2" },
      { ...model, dimensions: 16 },
      { ...model, passage_prefix: "passage: " },
    ])
      expect((await next(0, other)).done).toBe(0);
  });

  it("are never those that hold a secret, wherever it stands", async () => {
    const secret = `sk-ant-api03-${"Ab3".repeat(30)}AA`;
    scratch.write(
      "notes/keys.md",
      `# Keys\n\n## Ours\n\nThe key is ${secret}.\n\n## Theirs\n\nNobody knows theirs.\n`,
    );
    scratch.write("notes/title.md", `# The key ${secret}\n\nIt is old.\n`);
    await life.refresh({ again: true });
    const texts = await embedAll();
    expect(texts.join("\n")).not.toContain("sk-ant");
    expect(texts.join("\n")).toContain("Nobody knows theirs");
    const { total, done, left_out } = await next();
    expect([total - done, left_out]).toEqual([2, 2]);
  });

  it("are not those that the model never takes", async () => {
    const [first, ...others] = (await next()).passages;
    vectors.put({ model, vectors: [{ hash: first?.hash ?? "", vector: null }] });
    await again();
    const then = await next();
    expect(then.passages.map(({ hash }) => hash)).toEqual(others.map(({ hash }) => hash));
    expect(then).toMatchObject({ done: 0, left_out: 1 });
  });
});

describe("vectors of passages", () => {
  it("find the nearest passages of the documents that are asked", async () => {
    await embedAll();
    const asked = { model, vector: vectorOf("apple red fruit") };
    const found = vectors.nearest(asked)(() => true);
    const nameOf = (key: string) =>
      path.basename(life.shelves.inventory.byKey(key)?.real_path ?? "");
    const named = new Map([...(found ?? [])].map(([key, near]) => [nameOf(key), near]));
    expect([...named.keys()].sort()).toEqual(["boats.md", "fruit.md"]);
    const [best = 0, second = 0] = named.get("fruit.md")?.values() ?? [];
    expect(best).toBeGreaterThan(second);
    expect(best).toBeLessThanOrEqual(1);
    const boats = vectors.nearest(asked)((entry) => entry.real_path.endsWith("boats.md"));
    expect([...(boats ?? [])]).toHaveLength(1);
  });

  it("are none of another model, or of another length", async () => {
    await embedAll();
    expect(
      vectors.nearest({ model: { ...model, name: "n" }, vector: vectorOf("apple") })(() => true)
        ?.size,
    ).toBe(0);
    expect(vectors.nearest({ model, vector: [1, 2, 3] })(() => true)?.size).toBe(0);
  });

  it("are at most a hundred, however many texts of other folders are nearer", async () => {
    const many = Array.from(
      { length: 150 },
      (_, i) => `# Apple ${i}\n\nAn apple of kind ${i} is red.\n`,
    );
    for (const [i, text] of many.entries()) scratch.write(`notes/many/${i}.md`, text);
    await life.refresh({ again: true });
    await embedAll();
    const asked = { model, vector: vectorOf("apple red kind") };
    expect(vectors.nearest(asked)(() => true)?.size).toBe(100);
    expect(vectors.nearest(asked)((entry) => entry.real_path.endsWith("boats.md"))?.size).toBe(1);
  });

  it("of another length than those that are kept are refused, and nothing of them is kept", async () => {
    await embedAll();
    const put = () => vectors.put({ model, vectors: [{ hash: "0".repeat(32), vector: [1, 2] }] });
    expect(put).toThrow(/vectors of length 2, but the saved ones have 16/);
    expect((await next()).done).toBe(3);
  });

  it("are kept for a month after their text is gone, and then taken away", async () => {
    await embedAll();
    await next(0);
    rmSync(path.join(scratch.dir, "notes/boats.md"));
    await life.refresh({ again: true });
    now += 29 * dayMs;
    await next(0);
    scratch.write("notes/boats.md", "# Boats\n\nA canoe needs a paddle.\n");
    await life.refresh({ again: true });
    expect((await next()).passages).toEqual([]);
    rmSync(path.join(scratch.dir, "notes/boats.md"));
    await life.refresh({ again: true });
    now += 31 * dayMs;
    await next(0);
    scratch.write("notes/boats.md", "# Boats\n\nA canoe needs a paddle.\n");
    await life.refresh({ again: true });
    expect((await next()).passages).toHaveLength(1);
    expect(await next()).toMatchObject({ done: 2 });
  });

  it("stand in a file that its owner alone reads and that holds no word of a document", async () => {
    await embedAll();
    vectors.close();
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    const bytes = readFileSync(file(), "latin1");
    for (const word of ["apple", "banana", "canoe", "fruit.md"]) expect(bytes).not.toContain(word);
    await open();
  });

  it("can be forgotten, all of them, and no byte of them stays", async () => {
    expect(vectors.kept()).toBe(false);
    await embedAll();
    const [first] = keptVectors();
    await embedAll({ ...model, name: "n" });
    const other = new Database(file()); // else the log of changes is taken away with the last connection
    expect(filesWith(first)).not.toEqual([]);
    expect(vectors.kept()).toBe(true);
    expect(vectors.forget()).toBe(6);
    expect(filesWith(first)).toEqual([]);
    other.close();
    expect(vectors.kept()).toBe(false);
    expect(await next(0)).toMatchObject({ done: 0, total: 3 });
  });

  it("are not compared again for other documents, nor counted again while nothing changes", async () => {
    await embedAll();
    const find = vectors.nearest({ model, vector: vectorOf("apple red fruit") });
    const all = find(() => true);
    expect(all?.size).toBe(2);
    expect(find((entry) => entry.real_path.endsWith("boats.md"))?.size).toBe(1);
    vectors.forget();
    expect(find(() => true)).toEqual(all);
    await next(0);
    looks = 0;
    const { passages, total } = await next(1);
    vectors.put({ model, vectors: passages.map(({ hash }) => ({ hash, vector: [1, 2] })) });
    expect(await next(0)).toMatchObject({ total, done: 1 });
    expect((await next(2)).passages.map(({ hash }) => hash)).not.toContain(passages[0]?.hash);
    expect(looks).toBe(0);
    scratch.write("notes/more.md", "# More\n\nA pear.\n");
    await life.refresh({ again: true });
    expect(await next(0)).toMatchObject({ total: total + 1, done: 1 });
    expect(looks).toBe(1);
  });

  it("that hold numbers beyond what can be compared are near to nothing", async () => {
    const { passages } = await next();
    const made = passages.map(({ hash }, i) => ({
      hash,
      vector: i === 0 ? [1, 1] : [1e39, -1e39],
    }));
    vectors.put({ model, vectors: made });
    const found = vectors.nearest({ model, vector: [1, 1] })(() => true);
    const near = [...(found?.values() ?? [])].flatMap((of) => [...of.values()]);
    expect(near).toEqual([expect.closeTo(1)]);
  });
});

describe("where vectors cannot be kept", () => {
  it("it is said what to do, and nothing is handed out", async () => {
    vectors.close();
    await open(() => {
      throw new Error("Cannot find module 'sqlite-vec'");
    });
    const { unavailable, passages } = await next();
    expect(unavailable).toBe("Cannot find module 'sqlite-vec'");
    expect(passages).toEqual([]);
    expect(vectors.nearest({ model, vector: [1, 2] })(() => true)).toBeUndefined();
    expect(() =>
      vectors.put({ model, vectors: [{ hash: "0".repeat(32), vector: [1, 2] }] }),
    ).toThrow(/sqlite-vec/);
  });

  it("those of before can be forgotten all the same", async () => {
    await embedAll();
    vectors.close();
    await open(() => {
      throw new Error("Cannot find module 'sqlite-vec'");
    });
    expect(vectors.kept()).toBe(true);
    expect(vectors.forget()).toBe(3);
    expect(vectors.kept()).toBe(false);
  });

  it("a damaged file, and one that was set aside, are forgotten too", async () => {
    await embedAll();
    const [first] = keptVectors();
    vectors.close();
    const whole = readFileSync(file());
    writeFileSync(file(), Buffer.concat([Buffer.alloc(100), whole.subarray(100)]));
    writeFileSync(file().replace(".sqlite", "-damaged.sqlite"), whole);
    expect(filesWith(first)).toHaveLength(2);
    await open(() => {
      throw new Error("Cannot find module 'sqlite-vec'");
    });
    expect(vectors.kept()).toBe(true);
    vectors.forget();
    expect(filesWith(first)).toEqual([]);
    expect(vectors.kept()).toBe(false);
  });

  it("a damaged file is set aside, and one that was taken away is made anew", async () => {
    await embedAll();
    vectors.close();
    writeFileSync(file(), "no database at all, and longer than a header would be ".repeat(100));
    await open();
    expect(await next(0)).toMatchObject({ done: 0, total: 3 });
    expect(existsSync(file().replace(".sqlite", "-damaged.sqlite"))).toBe(true);
    await embedAll();
    rmSync(file());
    expect(await next(0)).toMatchObject({ done: 0 });
    await embedAll();
    await again();
    expect(await next(0)).toMatchObject({ done: 3 });
  });
});
