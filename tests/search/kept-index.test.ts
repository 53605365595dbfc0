import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import nodePath from "node:path";
import { Worker } from "node:worker_threads";
import { crc32 } from "node:zlib";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Clock } from "#lib/contracts/ports";
import { createLogger, type Logger } from "#lib/platform/logger";
import type { DocsIndex } from "#lib/search/docs-index";
import { createDocumentReader, type DocumentReader } from "#lib/search/document-reader";
import { createScratchIndex, type ScratchIndex } from "./scratch-index.ts";

let scratch: ScratchIndex;
let home: string;
let read: string[];
let said: string[];
beforeEach(() => {
  scratch = createScratchIndex();
  home = nodePath.join(scratch.dir, "project/.docent");
  scratch.write("docs/birds.md", "# Birds\n\nThe falcon nests on the church tower.\n");
  scratch.write("docs/fish.md", "# Fish\n\nThe pike waits in the reeds of the pond.\n");
  scratch.write("docs/trees.md", "# Trees\n\nThe rowan grows higher than the others.\n");
});
afterEach(() => scratch.remove());

/** An index over the documents as a new start makes it, which tells which files it read. */
function start(
  roots: Record<string, string> = { docs: "docs" },
  settings = {},
  clock?: Clock,
  standby?: Worker,
): DocsIndex {
  read = [];
  said = [];
  const log = createLogger("test", "silent");
  const reader = createDocumentReader({ log });
  const telling: DocumentReader = {
    ...reader,
    read(file, options) {
      read.push(file.relative_path);
      return reader.read(file, options);
    },
  };
  const heard = { ...plainLog, warn: note, info: note } as unknown as Logger; // the index only writes lines
  const more = { ...(clock && { clock }), ...(standby && { standby }) };
  return scratch.open(roots, settings, telling, { home, log: heard, ...more });
}

const plainLog = { debug() {}, error() {} };
const note = (first: unknown, second?: string) => {
  said.push(typeof first === "string" ? first : (second ?? ""));
};

async function ready(roots?: Record<string, string>, settings?: object): Promise<DocsIndex> {
  const index = start(roots, settings);
  await index.refresh();
  return index;
}

/** Reads everything, keeps it and ends. */
async function once(): Promise<void> {
  const index = await ready();
  await index.keep();
  index.close();
}

async function found(index: DocsIndex, query: string): Promise<string[]> {
  const { hits } = await scratch.search(index, query);
  return hits.map((hit) => `${hit.relative_path}:${hit.locator.line_start}`);
}

function indexFile(): string {
  const shelf = nodePath.join(home, "index");
  const [name = ""] = readdirSync(shelf);
  return nodePath.join(shelf, name, "index.sqlite");
}

describe("a kept index", () => {
  it("answers after a restart with the same hits and no file read again", async () => {
    const before = await ready();
    const questions = ["Where does the falcon nest?", "pike", "rowan others", "reeds pont"];
    const hits = [];
    for (const question of questions) hits.push((await scratch.search(before, question)).hits);
    const list = before.list({});
    await before.keep();
    before.close();

    const after = await ready();
    expect(read).toEqual([]);
    for (const [i, question] of questions.entries()) {
      expect((await scratch.search(after, question)).hits).toEqual(hits[i]);
    }
    expect(after.list({})).toEqual(list);
  });

  it("reads again what was changed or added while nobody looked, and forgets what is gone", async () => {
    await once();
    scratch.write("docs/fish.md", "# Fish\n\nThe carp sleeps in the mud.\n");
    scratch.write("docs/frogs.md", "# Frogs\n\nThe toad walks by night.\n");
    rmSync(nodePath.join(scratch.dir, "docs/trees.md"));
    const index = await ready();
    expect(read.sort()).toEqual(["fish.md", "frogs.md"]);
    expect(await found(index, "carp")).toEqual(["fish.md:3"]);
    expect(await found(index, "toad")).toEqual(["frogs.md:3"]);
    expect(await found(index, "pike")).toEqual([]);
    expect(await found(index, "rowan")).toEqual([]);
    await index.keep();
    index.close();
    const again = await ready();
    expect(read).toEqual([]);
    expect(await found(again, "rowan carp")).toEqual(["fish.md:3"]);
  });

  it("keeps single changes without writing the rest anew, and what was left out with its rule", async () => {
    scratch.write("docs/noise.md", Buffer.from([0, 1, 2, 0, 255]));
    const index = await ready();
    await index.keep();
    for (let i = 0; i < 30; i++) {
      scratch.write("docs/birds.md", `# Birds\n\nThe heron number${i} stands still.\n`);
      await index.refresh();
      await index.keep();
    }
    index.close();
    const again = await ready();
    expect(read).toEqual([]);
    expect(await found(again, "heron")).toEqual(["birds.md:3"]);
    expect(await found(again, "number29")).toEqual(["birds.md:3"]);
    expect(await found(again, "number7")).toEqual([]);
    expect(again.list({ skipped: true }).skipped).toMatchObject([
      { relative_path: "noise.md", rule: "not_text" },
    ]);
  });

  it("is for its owner alone and holds no sentence of a document", async () => {
    await once();
    const file = indexFile();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(nodePath.dirname(file)).mode & 0o777).toBe(0o700);
    const bytes = readFileSync(file, "latin1");
    expect(bytes).toContain("falcon");
    expect(bytes).not.toContain("falcon nests");
    expect(bytes).not.toContain("church tower");
  });

  it("is another one for other rules", async () => {
    await once();
    const denied = await ready({ docs: "docs" }, { doc_access: { deny: ["fish.md"] } });
    expect(await found(denied, "pike")).toEqual([]);
    denied.close();
    expect(readdirSync(nodePath.join(home, "index"))).toHaveLength(2);
    expect(await found(await ready(), "pike")).toEqual(["fish.md:3"]);
  });
});

describe("names in a kept index, before and after the first look", () => {
  const nested = { docs: "docs", hr: "docs/hr" };
  const listed = (index: DocsIndex) => index.list({}).files.map((file) => file.relative_path);
  const told = (index: DocsIndex) => [
    ...listed(index),
    ...(index.list({ skipped: true }).skipped ?? []).map((file) => file.relative_path),
  ];
  beforeEach(() => {
    scratch.write("docs/hr/salaries.md", "# Salaries\n\nThe gardener earns most.\n");
  });

  /** What is told at the moment the kept index is there and nothing was looked at yet. */
  async function atTheStart(
    roots: Record<string, string>,
    settings: object,
    ask: (index: DocsIndex) => string[],
  ): Promise<{ index: DocsIndex; names: string[] }> {
    let names: string[] = [];
    let asked = false;
    let asking = false;
    // The look at the folders begins with one at the clock, when what was kept has been taken over.
    const monotonic = () => {
      if (asking || asked) return 0; // the index tells the time when it is asked
      asking = true;
      asked = index.status().generation > 0;
      if (asked) names = ask(index);
      asking = false;
      return 0;
    };
    const index = start(roots, settings, { now: () => new Date(0), monotonic });
    await index.refresh();
    expect(asked).toBe(true);
    return { index, names };
  }

  it("are not those of a root in another that was paused meanwhile, and are again when it goes on", async () => {
    const index = await ready(nested);
    await index.keep();
    index.close();

    const paused = await atTheStart(nested, { paused: ["hr"] }, listed);
    expect(paused.names).toEqual(["birds.md", "fish.md", "trees.md"]);
    for (let i = 0; i < 2; i++) {
      await paused.index.refresh();
      expect(listed(paused.index)).toEqual(["birds.md", "fish.md", "trees.md"]);
      expect(await found(paused.index, "gardener")).toEqual([]);
    }
    await paused.index.keep();
    paused.index.close();

    const going = await ready(nested);
    expect(listed(going)).toContain("hr/salaries.md");
    expect(await found(going, "gardener")).toEqual(["hr/salaries.md:3"]);
    expect(going.list({ skipped: true }).skipped).toEqual([]);
  });

  it("are not those of a folder that a root no longer leads to", async () => {
    scratch.write("docs/noise.md", Buffer.from([0, 1, 2, 0, 255]));
    scratch.write("other/cats.md", "# Cats\n\nThe tabby sleeps all day.\n");
    symlinkSync(nodePath.join(scratch.dir, "docs"), nodePath.join(scratch.dir, "link"));
    const index = await ready({ link: "link" });
    await index.keep();
    index.close();
    unlinkSync(nodePath.join(scratch.dir, "link"));
    symlinkSync(nodePath.join(scratch.dir, "other"), nodePath.join(scratch.dir, "link"));

    const { index: after, names } = await atTheStart({ link: "link" }, {}, told);
    expect(names).toEqual([]);
    expect(told(after)).toEqual(["cats.md"]);
  });
});

describe("roots that were taken away", () => {
  it("leave the others the turn among equals that a new index gives them", async () => {
    for (const root of ["a", "b", "c"]) {
      for (const name of ["one", "two"])
        scratch.write(`${root}/${name}.md`, `# ${name}\n\nThe heron stands still.\n`);
    }
    const index = await ready({ a: "a", b: "b", c: "c" });
    const left = { b: "b", c: "c" };
    scratch.adopt(index, left);
    await index.refresh();
    await index.keep();
    index.close();
    scratch.write("c/one.md", "# one\n\nThe heron stands still.\n\n");
    const again = await ready(left);
    expect(read).toEqual(["one.md"]);
    const { hits } = await scratch.search(again, "heron");
    expect(hits.map((hit) => `${hit.root_id}/${hit.relative_path}`)).toEqual([
      "b/one.md",
      "b/two.md",
      "c/one.md",
      "c/two.md",
    ]);
  });

  it("do not crowd out the rest before the next look", async () => {
    for (let i = 0; i < 40; i++)
      scratch.write(`many/f${i}.md`, `# Heron ${i}\n\nThe heron stands still.\n`);
    scratch.write(
      "few/a.md",
      "# Birds\n\nNow and then a heron is seen by those who are patient.\n",
    );
    const index = await ready({ many: "many", few: "few" });
    scratch.adopt(index, { few: "few" });
    expect(await found(index, "heron")).toEqual(["a.md:3"]);
  });
});

describe("a large kept index, which a thread of its own reads", () => {
  const word = (i: number) => (i * 2654435761 + 12345).toString(36);
  const page = (file: number) =>
    Array.from({ length: 80 }, (_, part) => {
      const words = Array.from({ length: 90 }, (_, i) => word(file * 7200 + part * 90 + i));
      return `## Part ${part} of page ${file}\n\n${words.join(" ")}.\n`;
    }).join("\n");

  beforeEach(() => {
    for (let file = 0; file < 24; file++) scratch.write(`docs/page${file}.md`, page(file));
  });

  const keptBytes = () => statSync(indexFile()).size;

  it("answers after a restart with the same hits and no file read again, and goes on being kept", async () => {
    const before = await ready();
    const questions = [word(12_345), word(99_000), "falcon tower", "part 7 of page 3"];
    const hits = [];
    for (const question of questions) hits.push((await scratch.search(before, question)).hits);
    await before.keep();
    before.close();
    expect(keptBytes()).toBeGreaterThan(4 * 1024 * 1024);
    for (let times = 0; times < 2; times++) {
      const after = await ready();
      expect(read).toEqual([]);
      for (const [i, question] of questions.entries()) {
        expect((await scratch.search(after, question)).hits).toEqual(hits[i]);
      }
      scratch.write("docs/more.md", "# More\n\nThe bittern booms.\n");
      await after.refresh();
      rmSync(nodePath.join(scratch.dir, "docs/more.md"));
      await after.refresh();
      await after.keep();
      after.close();
    }
  });

  it("finds what was changed, added or taken away while nobody looked with the first question", async () => {
    await once();
    scratch.write("docs/page3.md", "# Page 3\n\nThe carp sleeps in the mud.\n");
    scratch.write("docs/frogs.md", "# Frogs\n\nThe toad walks by night.\n");
    rmSync(nodePath.join(scratch.dir, "docs/birds.md"));
    const index = await ready();
    expect(read.sort()).toEqual(["frogs.md", "page3.md"]);
    expect(await found(index, "carp")).toEqual(["page3.md:3"]);
    expect(await found(index, "toad")).toEqual(["frogs.md:3"]);
    expect(await found(index, word(3 * 7200))).toEqual([]);
    expect(await found(index, "falcon")).toEqual([]);
  });

  it("is set aside when a row is not what was written, and the folders are read again", async () => {
    await once();
    const db = new Database(indexFile());
    db.exec("UPDATE pieces SET crc = crc + 1 WHERE piece = 5");
    db.close();
    const index = await ready();
    expect(read).toHaveLength(27);
    expect(said.join()).toContain("set aside");
    expect(await found(index, "falcon")).toEqual(["birds.md:3"]);
  });

  it("is read by a thread that stands by, and by another one where that has ended", async () => {
    await once();
    const stands = () =>
      new Worker(new URL("../../lib/search/keeping/rows-worker.ts", import.meta.url));
    const ended = stands();
    await ended.terminate();
    const alive = stands();
    const ends = new Promise((resolve) => alive.once("exit", resolve));
    for (const standby of [alive, ended]) {
      const index = start(undefined, {}, undefined, standby);
      await index.refresh();
      expect(read).toEqual([]);
      expect(await found(index, "falcon")).toEqual(["birds.md:3"]);
      index.close();
    }
    await ends;
  });

  it("may be closed while it is read", async () => {
    await once();
    const index = start();
    const reading = index.refresh();
    index.close();
    await expect(reading).rejects.toThrow();
    await ready();
    expect(read).toEqual([]);
  });
});

describe("an index that cannot be used", () => {
  it.each([
    ["is no database", (file: string) => writeFileSync(file, "no database at all ".repeat(2000))],
    ["is cut short", (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 40_000))],
    [
      "holds a row that is not what was written",
      (file: string) => {
        const db = new Database(file);
        const { bytes } = db.prepare("SELECT bytes FROM pieces").get() as { bytes: Buffer }; // one column
        bytes[2] = (bytes[2] ?? 0) ^ 255;
        db.prepare("UPDATE pieces SET bytes = ? WHERE piece = 0").run(bytes);
        db.close();
      },
    ],
    [
      "lacks words that its segments hold",
      (file: string) => {
        const db = new Database(file);
        db.prepare("UPDATE terms SET terms = ?, crc = ?").run("falcon", crc32("falcon"));
        db.close();
      },
    ],
    [
      "lacks a piece",
      (file: string) => {
        const db = new Database(file);
        db.exec("DELETE FROM pieces WHERE piece = 3");
        db.close();
      },
    ],
  ])("is set aside when it %s, and the folders are read again", async (_, damage) => {
    await once();
    const file = indexFile();
    for (const end of ["-wal", "-shm"]) rmSync(file + end, { force: true });
    damage(file);
    const index = await ready();
    expect(read).toHaveLength(3);
    expect(await found(index, "falcon")).toEqual(["birds.md:3"]);
    expect(said.join()).toContain("set aside");
    expect(existsSync(nodePath.join(nodePath.dirname(file), "index-damaged.sqlite"))).toBe(true);
    await index.keep();
    index.close();
    await ready();
    expect(read).toEqual([]);
  });

  it("is made anew when another version of the program made it, with other columns", async () => {
    await once();
    const db = new Database(indexFile());
    db.exec("UPDATE about SET value = 'of another version' WHERE name = 'fingerprint'");
    db.exec("ALTER TABLE files DROP COLUMN numbers");
    db.exec("ALTER TABLE segments ADD COLUMN more TEXT");
    db.close();
    const index = await ready();
    expect(read).toHaveLength(3);
    expect(said.join()).toContain("another version");
    await index.keep();
    index.close();
    await ready();
    expect(read).toEqual([]);
  });

  it("is missed by nobody when the state folder is deleted while the program stands or runs", async () => {
    await once();
    rmSync(home, { recursive: true });
    const index = await ready();
    expect(read).toHaveLength(3);
    await index.keep();
    rmSync(home, { recursive: true });
    scratch.write("docs/fish.md", "# Fish\n\nThe carp sleeps in the mud.\n");
    await index.refresh();
    expect(await found(index, "carp")).toEqual(["fish.md:3"]);
    await index.keep();
    index.close();
    await ready();
    expect(read).toEqual([]);
  });

  it("stays in memory where the state folder cannot be written, and says so once", async () => {
    mkdirSync(nodePath.dirname(home), { recursive: true });
    writeFileSync(home, "a file in the way");
    const index = await ready();
    expect(await found(index, "falcon")).toEqual(["birds.md:3"]);
    await index.keep();
    await index.keep();
    expect(said.filter((line) => line.includes("cannot be kept"))).toHaveLength(1);
  });
});

describe("two processes over one index", () => {
  it("are one writer and one reader, and the reader takes over when the writer has ended", async () => {
    const writer = await ready();
    await writer.keep();
    const reader = await ready();
    expect(read).toEqual([]);
    scratch.write("docs/fish.md", "# Fish\n\nThe carp sleeps in the mud.\n");
    await reader.refresh();
    await reader.keep();
    expect(await found(reader, "carp")).toEqual(["fish.md:3"]);
    writer.close();
    const third = await ready();
    expect(read).toEqual(["fish.md"]);
    third.close();
    await reader.keep();
    reader.close();
    await ready();
    expect(read).toEqual([]);
  });

  it("knows an emptied mount point again after a restart", async () => {
    await once();
    renameSync(nodePath.join(scratch.dir, "docs"), nodePath.join(scratch.dir, "disk"));
    mkdirSync(nodePath.join(scratch.dir, "docs"));
    const index = await ready();
    expect(index.roots()[0]).toMatchObject({ state: "unhealthy" });
    rmSync(nodePath.join(scratch.dir, "docs"), { recursive: true });
    renameSync(nodePath.join(scratch.dir, "disk"), nodePath.join(scratch.dir, "docs"));
    scratch.later();
    expect(await found(index, "falcon")).toEqual(["birds.md:3"]);
    expect(read).toEqual([]);
  });
});
