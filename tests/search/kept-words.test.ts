import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createLogger } from "#lib/platform/logger";
import { createCatalogue } from "#lib/search/catalogue";
import { engines } from "#lib/search/engines/list";
import { createInventory } from "#lib/search/inventory";
import { keepShelves } from "#lib/search/kept-shelves";
import type { Shelves } from "#lib/search/shelves";
// From outside no update can be made to begin between two writes.
import { createKeeping } from "../../lib/search/keeping/keep-index.ts";
import { readFile } from "../../lib/search/reading/read-file.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(path.join(os.tmpdir(), "docent-kept-words-"));
});
afterEach(() => rmSync(home, { recursive: true }));

const log = createLogger("test", "silent");
const never = new AbortController().signal;

function readPage(name: string, text: string) {
  const bytes = Buffer.from(text);
  const file = { bytes, mtime_ms: 0, relative_path: name, words: true, front_matter: true };
  const { facts, words } = readFile(file, () => undefined);
  if (words === undefined) throw new Error("words were asked for");
  const place = { root_id: "docs", relative_path: name };
  const entry = { key: name, real_path: `/${name}`, signature: "", places: [place], facts };
  return { entry, document: { key: name, order: name, words } };
}

it("holds every word of its segments when documents come while it waits to be written", async () => {
  const engine = engines.explainable();
  const inventory = createInventory();
  const kept = keepShelves({
    // Of the shelves these are what is kept.
    shelves: { engine, inventory, catalogue: createCatalogue() } as unknown as Shelves,
    home,
    name: "words",
    log,
    table: "none",
    roots: () => [],
    homes: { all: () => ({}), restore: () => undefined },
    inTurn: (work) => work(),
    noteKey: () => undefined,
    loaded: true,
  });
  const first = readPage("a.md", "The falcon nests.");
  await engine.update([first.document]);
  inventory.put(first.entry);
  const writes = [kept.save(), kept.save()];
  // More words than a chunk of the list has room for; before the first write has begun.
  const many = Array.from({ length: 5000 }, (_, i) => `bird${i}`).join(" ");
  const second = readPage("b.md", many);
  const update = engine.update([second.document]);
  inventory.put(second.entry);
  await Promise.all([update, ...writes]);
  kept.close();

  const keeping = createKeeping({ home, name: "words", log, table: "none" });
  const read = await keeping.load();
  expect(read?.entries.map(({ key }) => key)).toEqual(["a.md", "b.md"]);
  const again = engines.explainable();
  if (read !== undefined) again.kept?.restore(read.parts);
  // Where reading the second page takes longer than both writes its words are not in the file, and no segment of it is.
  const documents = read?.parts.segments.flatMap((segment) => segment.documents) ?? [];
  const second_kept = documents.some(({ key }) => key === "b.md") ? ["b.md"] : [];
  for (const word of ["falcon", "bird0", "bird4999"]) {
    const { hits } = await again.search({ text: word, limit: 1, lang: "en" }, never);
    expect(hits.map(({ key }) => key)).toEqual(word === "falcon" ? ["a.md"] : second_kept);
  }
  keeping.close();
});
