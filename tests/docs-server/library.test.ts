import { readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DocsSearchInput } from "#lib/contracts/docs-tools";
import { onePerson } from "#lib/contracts/people";
import { systemClock } from "#lib/platform/clock";
import { createConfigFile } from "#lib/platform/config-file";
import { createLogger } from "#lib/platform/logger";
import { createLibrary, type Library, type Shelf } from "../../mcp-servers/docs/library.ts";
import { createWorkplace, type Workplace } from "./docs-client.ts";

let place: Workplace;
let library: Library;
const signal = new AbortController().signal;

beforeEach(() => {
  place = createWorkplace();
  place.write("notes/a.md", "# Apples\n\nApples are red.\n");
  place.write("notes/sub/s.md", "# Sloes\n\nSloes are blue.\n");
  place.write("more/b.md", "# Bananas\n\nBananas are yellow.\n");
  place.configure({ roots: [root("notes")] });
  const log = createLogger("test", "silent");
  library = createLibrary({
    config_file: createConfigFile({
      project_dir: place.at("project"),
      home: place.at("home"),
      config_path: place.at("config.json"),
      log,
    }),
    given_roots: [],
    pages_of: onePerson,
    project_dir: place.at("project"),
    home: place.at("home"),
    clock: systemClock,
    log,
  });
});
afterEach(() => {
  library.close();
  place.remove();
});

const root = (id: string, more: object = {}) => ({ id, label: id, path: place.at(id), ...more });

/** The shelf of a call that waited for the crawl and has ended. */
async function shelf(): Promise<Shelf> {
  const borrowed = library.borrow();
  await borrowed.shelf.index.refresh();
  borrowed.release();
  return borrowed.shelf;
}

async function search(query: string): Promise<string[]> {
  const { index } = await shelf();
  const { hits } = await index.search(DocsSearchInput.parse({ query }), signal);
  return hits.map((hit) => `${hit.root_id}/${hit.relative_path}`);
}

describe("a change of the configuration", () => {
  it("keeps what is read when a folder is added behind the others", async () => {
    const before = await shelf();
    place.configure({ roots: [root("notes"), root("more")] });
    const { shelf: during, release } = library.borrow();
    expect(during.index).toBe(before.index);
    expect(during.index.status().roots.map((r) => [r.id, r.state, r.files])).toEqual([
      ["notes", "ready", 2],
      ["more", "waiting", 0],
    ]);
    expect(during.index.status().coverage.state).toBe("building");
    release();
    expect(await search("bananas apples")).toEqual(
      expect.arrayContaining(["more/b.md", "notes/a.md"]),
    );
    expect((await shelf()).index.status().coverage).toEqual({
      files_searchable: 3,
      files_known: 3,
      state: "ready",
    });
  });

  it("forgets a folder that was taken away, at once", async () => {
    place.configure({ roots: [root("notes"), root("more")] });
    expect(await search("bananas")).toEqual(["more/b.md"]);
    place.configure({ roots: [root("notes")] });
    const { shelf: during, release } = library.borrow();
    const { hits } = await during.index.search(DocsSearchInput.parse({ query: "bananas" }), signal);
    release();
    expect(hits).toEqual([]);
    await shelf();
    place.configure({ roots: [root("notes"), root("more")] });
    expect(await search("bananas")).toEqual(["more/b.md"]);
  });

  it("is right whatever changes: patterns, hidden, deny, path, label, pause", async () => {
    place.write("notes/.hidden/h.md", "# Hops\n\nHops are green.\n");
    place.write("notes/t.txt", "Tangerines are orange.\n");
    const cases: [object, object, string, string[]][] = [
      [{}, {}, "apples", ["notes/a.md"]],
      [{ hidden: true }, {}, "hops", ["notes/.hidden/h.md"]],
      [{}, {}, "hops", []],
      [{ patterns: ["**/*.txt"] }, {}, "tangerines", ["notes/t.txt"]],
      [{}, { doc_file_patterns: ["**/*.txt"] }, "apples", []],
      [{}, { deny: ["sub"] }, "sloes", []],
      [{}, {}, "sloes", ["notes/sub/s.md"]],
      [{ path: place.at("more") }, {}, "bananas", ["notes/b.md"]],
      [{ path: place.at("more") }, {}, "apples", []],
      [{ paused: true }, {}, "apples", []],
      [{}, { max_file_bytes: 3 }, "apples", []],
      [{}, {}, "apples", ["notes/a.md"]],
    ];
    for (const [settings, access, query, found] of cases) {
      place.configure({ roots: [root("notes", settings)], ...access });
      expect([settings, access, query, await search(query)]).toEqual([
        settings,
        access,
        query,
        found,
      ]);
    }
  });

  it("builds anew when a new folder lies inside another or the order changes", async () => {
    const first = await shelf();
    place.configure({ roots: [root("notes"), root("sub", { path: place.at("notes/sub") })] });
    const second = await shelf();
    expect(second.index).not.toBe(first.index);
    place.configure({ roots: [root("notes"), root("more")] });
    const third = await shelf();
    place.configure({ roots: [root("more"), root("notes")] });
    expect((await shelf()).index).not.toBe(third.index);
  });

  it("in the middle of a call leaves the call its index until it ends", async () => {
    const { shelf: mine, release } = library.borrow();
    await mine.index.refresh();
    place.configure({ roots: [root("notes")], max_file_bytes: 1000 });
    const other = await shelf();
    expect(other.index).not.toBe(mine.index);
    const { hits } = await mine.index.search(DocsSearchInput.parse({ query: "apples" }), signal);
    expect(hits).toHaveLength(1);
    release();
    expect(await search("apples")).toEqual(["notes/a.md"]);
  });

  it("while the folders are still being read ends that crawl and begins another", async () => {
    for (let i = 0; i < 300; i += 1) place.write(`notes/n${i}.md`, `# N${i}\n\nnumber ${i}\n`);
    library.borrow().release();
    place.configure({ roots: [root("more")] });
    library.borrow().release();
    place.configure({ roots: [root("notes"), root("more")] });
    expect(await search("bananas")).toEqual(["more/b.md"]);
    expect((await shelf()).index.status().coverage.files_searchable).toBe(303);
  });
});

describe("waiting for the folders to be read", () => {
  it("ends for every call when the time after the first is up", async () => {
    place.configure({ roots: [root("notes")], search_timeout_ms: 10 });
    const { shelf: mine, release } = library.borrow();
    await mine.untilRead(signal);
    await mine.untilRead(signal);
    await mine.index.refresh();
    await mine.untilRead(signal);
    release();
  });

  it("ends when the call is cancelled", async () => {
    const { shelf: mine, release } = library.borrow();
    await expect(mine.untilRead(AbortSignal.abort())).rejects.toThrow();
    release();
  });
});

describe("what was kept of the folders", () => {
  const kept = () => readdirSync(place.at("home/index"));

  it("goes when a rule or the folders change, and stays when the server ends", async () => {
    await (await shelf()).index.keep();
    const [first] = kept();
    place.configure({ roots: [root("notes")], deny: ["a.md"] });
    await (await shelf()).index.keep();
    const [second] = kept();
    expect(kept()).toHaveLength(1);
    expect(second).not.toBe(first);
    place.configure({ roots: [root("notes"), root("more")], deny: ["a.md"] });
    await (await shelf()).index.keep();
    expect(kept()).toHaveLength(1);
    expect(kept()).not.toContain(second);
    library.close();
    expect(kept()).toHaveLength(1);
  });
});

describe("a file", () => {
  it("saved, renamed or deleted is seen by the next question", async () => {
    expect(await search("apples")).toEqual(["notes/a.md"]);
    writeFileSync(place.at("notes/a.md"), "# Pears\n\nPears are green.\n");
    expect(await search("apples")).toEqual([]);
    renameSync(place.at("notes/a.md"), place.at("notes/p.md"));
    const { index } = await shelf();
    await index.refresh();
    expect(await search("pears")).toEqual(["notes/p.md"]);
    rmSync(place.at("notes/p.md"));
    expect(await search("pears")).toEqual([]);
  });
});
