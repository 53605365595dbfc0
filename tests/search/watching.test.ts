import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import nodePath from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createLogger } from "#lib/platform/logger";
import { type WatchFolder, watchFolder } from "#lib/platform/watch-folder";
import type { DocsIndex } from "#lib/search/docs-index";
import { watchRoots } from "#lib/search/watch-roots";
import { createScratchIndex, type ScratchIndex } from "./scratch-index.ts";

let scratch: ScratchIndex;
beforeEach(() => {
  scratch = createScratchIndex();
});
afterEach(() => scratch.remove());

const patient = { timeout: 240_000, interval: 20 };

async function watched(
  roots: Record<string, string>,
  watch: WatchFolder = watchFolder,
  settings = {},
): Promise<DocsIndex> {
  const index = scratch.open(roots, settings, undefined, { watch });
  await index.refresh();
  return index;
}

const names = (index: DocsIndex) =>
  index.list({}).files.map((file) => `${file.root_id}/${file.relative_path} ${file.title}`);
const titles = (index: DocsIndex) => index.list({}).files.map((file) => file.title);
const at = (path: string) => nodePath.join(scratch.dir, path);

/** The same questions and the same lists as an index that is made anew at this moment. */
async function expectExact(
  index: DocsIndex,
  roots: Record<string, string>,
  questions: string[],
  settings = {},
): Promise<void> {
  const fresh = scratch.open(roots, settings);
  await fresh.refresh();
  expect(names(index)).toEqual(names(fresh));
  expect(index.list({ skipped: true }).skipped).toEqual(fresh.list({ skipped: true }).skipped);
  const same = (index: DocsIndex, question: string) =>
    scratch.search(index, question).then(({ hits }) => hits.map(({ file: _, ...hit }) => hit));
  for (const question of questions) {
    expect(await same(index, question)).toEqual(await same(fresh, question));
  }
}

describe("a watched folder", () => {
  it("tells a file that was saved, added, renamed or deleted, without a question", async () => {
    scratch.write("docs/a.md", "# Apples\n\nApples are red.\n");
    scratch.write("docs/b.md", "# Berries\n\nBerries are blue.\n");
    const index = await watched({ docs: "docs" });
    writeFileSync(at("docs/a.md"), "# Pears\n\nPears are green.\n");
    await vi.waitFor(() => expect(titles(index)).toEqual(["Pears", "Berries"]), patient);
    scratch.write("docs/c.md", "# Cherries\n\nCherries are dark.\n");
    await vi.waitFor(() => expect(titles(index)).toContain("Cherries"), patient);
    renameSync(at("docs/b.md"), at("docs/z.md"));
    await vi.waitFor(
      () =>
        expect(index.list({}).files.map((f) => f.relative_path)).toEqual(["a.md", "c.md", "z.md"]),
      patient,
    );
    unlinkSync(at("docs/a.md"));
    await vi.waitFor(() => expect(titles(index)).toEqual(["Cherries", "Berries"]), patient);
    await expectExact(index, { docs: "docs" }, ["pears", "cherries berries", "apples"]);
  });

  it("is heard by a question that comes right after a save, where looking at everything would take long", async () => {
    scratch.write("docs/a.md", "# Apples\n");
    let ms = 0;
    const slow = { now: () => new Date(0), monotonic: () => (ms += 50) };
    const index = scratch.open({ docs: "docs" }, {}, undefined, {
      watch: watchFolder,
      clock: slow,
      hurry_ms: 60_000,
    });
    await index.refresh();
    scratch.write("docs/b.md", "# Berries\n");
    await vi.waitFor(() => expect(titles(index)).toContain("Berries"), patient);
    for (let i = 0; i < 20; i++) {
      scratch.write("docs/b.md", `# Berries\n\nBasket number${i}.\n`);
      const { hits } = await scratch.search(index, `basket number${i}`);
      expect(hits[0]?.snippet).toBe(`Basket number${i}.`);
    }
  });

  it("is not looked through once more for a text that is nowhere, where that would take long", async () => {
    scratch.write("docs/a.md", "# Apples\n");
    let ms = 0;
    const told: unknown[] = [];
    const slow = { now: () => new Date(0), monotonic: () => (ms += 50) };
    const log = {
      ...createLogger("test", "error"),
      info: (_: unknown, what?: string) => told.push(what),
    };
    const index = scratch.open({ docs: "docs" }, {}, undefined, {
      watch: watchFolder,
      clock: slow,
      hurry_ms: 60_000,
      log,
    });
    await index.refresh();
    scratch.write("docs/b.md", "# Berries\n");
    await vi.waitFor(() => expect(titles(index)).toContain("Berries"), patient);
    told.length = 0;
    scratch.write("docs/c.md", "# Cherries\n");
    await index.lookAgain(new AbortController().signal);
    await index.refresh();
    expect(titles(index)).toEqual(["Apples", "Berries", "Cherries"]);
    // A look at everything that finds something new says so; this one found it taken in.
    expect(told).toEqual([]);
  });

  it("tells what happens in folders that come, move and go", async () => {
    scratch.write("docs/a.md", "# Apples\n");
    const index = await watched({ docs: "docs" });
    scratch.write("docs/new/deep/b.md", "# Berries\n");
    await vi.waitFor(() => expect(titles(index)).toEqual(["Apples", "Berries"]), patient);
    scratch.write("docs/new/deep/c.md", "# Cherries\n");
    await vi.waitFor(() => expect(titles(index)).toContain("Cherries"), patient);
    renameSync(at("docs/new"), at("docs/moved"));
    await vi.waitFor(
      () =>
        expect(names(index)).toEqual([
          "docs/a.md Apples",
          "docs/moved/deep/b.md Berries",
          "docs/moved/deep/c.md Cherries",
        ]),
      patient,
    );
    appendFileSync(at("docs/moved/deep/b.md"), "\nBlueberries too.\n");
    await vi.waitFor(
      async () => expect((await scratch.search(index, "blueberries")).hits).toHaveLength(1),
      patient,
    );
    rmSync(at("docs/moved"), { recursive: true });
    await vi.waitFor(() => expect(titles(index)).toEqual(["Apples"]), patient);
  });

  it("judges every name anew: what may not be read comes in by no event", async () => {
    scratch.write("docs/a.md", "# Apples\n");
    scratch.write("outside/secret.md", "# Secret\n");
    const index = await watched({ docs: "docs" });
    symlinkSync(at("outside/secret.md"), at("docs/link.md"));
    symlinkSync(at("outside"), at("docs/linked"));
    scratch.write("docs/.hidden/h.md", "# Hidden\n");
    scratch.write("docs/.env.md", "# Env\n");
    scratch.write("docs/noise.md", Buffer.from([0, 1, 2]));
    scratch.write("outside/later.md", "# Later\n");
    scratch.write("docs/z.md", "# Last\n");
    await vi.waitFor(() => expect(titles(index)).toEqual(["Apples", "Last"]), patient);
    await vi.waitFor(
      () =>
        expect(index.list({ skipped: true }).skipped).toMatchObject([
          { relative_path: "link.md", rule: "symlink_escape" },
          { relative_path: "noise.md", rule: "not_text" },
        ]),
      patient,
    );
  });

  it("is exact after a storm of 500 changes, with roots inside each other and a limit of files", async () => {
    const roots = { docs: "docs", inner: "docs/inner" };
    const word = (i: number) => ["falcon", "heron", "sparrow", "owl", "kite"][i % 5];
    for (let i = 0; i < 60; i++)
      scratch.write(`docs/f${i}.md`, `# F${i}\n\nThe ${word(i)} ${i}.\n`);
    const index = await watched(roots);
    let seed = 20_261_120;
    const random = (below: number) => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      return (seed >>> 8) % below;
    };
    for (let i = 0; i < 500; i++) {
      const folder = ["docs", "docs/sub", "docs/inner", "docs/inner/deep"][random(4)] ?? "docs";
      const path = `${folder}/f${random(60)}.md`;
      const what = random(5);
      try {
        if (what < 2)
          scratch.write(path, `# N${i}\n\nThe ${word(random(5))} ${i} and ${random(99)}.\n`);
        else if (what === 2) unlinkSync(at(path));
        else if (what === 3) renameSync(at(path), at(`docs/moved-${random(40)}.md`));
        else rmSync(at(`docs/${["sub", "inner/deep"][random(2)]}`), { recursive: true });
      } catch {
        // what is not there cannot go
      }
      if (i % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    const fresh = scratch.open(roots);
    await fresh.refresh();
    await vi.waitFor(() => expect(names(index)).toEqual(names(fresh)), patient);
    await expectExact(index, roots, ["falcon", "owl and heron", "kite 7", "sparrow 99"]);
  });
});

describe("what no document can come of", () => {
  type Tell = Parameters<WatchFolder>[1];

  async function told(settings: object): Promise<{ index: DocsIndex; tell: Tell }> {
    let heard: Tell | undefined;
    const watch: WatchFolder = (_, tell) => {
      heard = tell;
      return { close() {}, standing: Promise.resolve() };
    };
    let ms = 0;
    const clock = { now: () => new Date(ms++), monotonic: () => 0 };
    const index = scratch.open({ docs: "docs" }, settings, undefined, { watch, clock });
    await index.refresh();
    if (heard === undefined) throw new Error("the folder is not watched");
    return { index, tell: heard };
  }

  it("is not entered: no pattern leads there", async () => {
    scratch.write("docs/guides/a.md", "# Apples\n");
    const { tell } = await told({ doc_access: { doc_file_patterns: ["guides/**/*.md"] } });
    expect(tell.enters("guides/fruit")).toBe(true);
    expect(tell.enters("packages")).toBe(false);
    expect(tell.enters("guides/.git")).toBe(false);
  });

  it("takes no look at everything, also when there were too many files", async () => {
    scratch.write("docs/a.md", "# Apples\n");
    scratch.write("docs/b.md", "# Berries\n");
    const { index, tell } = await told({ doc_access: { max_files: 1 } });
    const looked = () => index.status().roots[0]?.indexed_at;
    const before = looked();
    const { generation } = index.status();
    scratch.write("docs/run.log", "started");
    mkdirSync(at("docs/.cache"));
    symlinkSync(at("docs/run.log"), at("docs/latest.log"));
    for (const path of ["run.log", "latest.log", ".cache", "gone.tmp"]) tell.changed(path);
    await vi.waitFor(() => expect(index.status().generation).toBe(generation + 1), patient);
    for (let i = 0; i < 200; i++) await new Promise((resolve) => setImmediate(resolve));
    expect(looked()).toBe(before);
    unlinkSync(at("docs/a.md"));
    tell.changed("a.md");
    await vi.waitFor(() => expect(titles(index)).toEqual(["Berries"]), patient);
    expect(looked()).not.toBe(before);
  });
});

describe("changes that take a look at everything", () => {
  it("wait as long as the last look took, single ones meanwhile do not", async () => {
    scratch.write("docs/a.md", "# Apples\n");
    let tell: Parameters<WatchFolder>[1] | undefined;
    let last = { ms: 5000, ago: 0 };
    const done: string[] = [];
    const roots = watchRoots({
      watch: (_, told) => {
        tell = told;
        return { close() {}, standing: Promise.resolve() };
      },
      log: createLogger("test", "silent"),
      update: async (paths) => {
        done.push(...paths.map((place) => place.relative_path));
        return !paths.some((place) => place.relative_path === "folder");
      },
      look: async () => void done.push("look"),
      looked: () => false,
      lastLook: () => last,
    });
    const access = scratch.border({ docs: "docs" });
    const healthy = access.roots.filter((root) => root.state === "ok");
    roots.follow(healthy, access);
    tell?.changed("folder");
    await roots.hurry();
    tell?.changed("");
    tell?.changed("a.md");
    await roots.hurry();
    expect(done).toEqual(["folder", "a.md"]);
    expect(roots.behind()).toBe(true);
    last = { ms: 5000, ago: 5000 };
    tell?.changed("b.md");
    await roots.hurry();
    // What the look sees is not gone through before it.
    expect(done).toEqual(["folder", "a.md", "look"]);
    expect(roots.behind()).toBe(false);
    tell?.changed("c.md");
    await roots.hurry();
    expect(done).toEqual(["folder", "a.md", "look", "c.md"]);
    roots.close();
  });
});

describe("a burst of changes that is not taken in yet", () => {
  it("is said with an answer until the look at everything has ended", async () => {
    scratch.write("docs/a.md", "# Apples\n");
    let tell: Parameters<WatchFolder>[1] | undefined;
    const watch: WatchFolder = (_, told) => {
      tell = told;
      return { close() {}, standing: Promise.resolve() };
    };
    // A look takes as long as this clock says, and none that changes call for is due while it stands.
    let step = 1000;
    let ms = 0;
    const clock = { now: () => new Date(0), monotonic: () => (ms += step) };
    const index = scratch.open({ docs: "docs" }, {}, undefined, { watch, clock });
    await index.refresh();
    expect(index.coverage().state).toBe("ready");
    step = 0;
    scratch.write("docs/b.md", "# Berries\n\nBerries are blue.\n");
    for (let i = 0; i <= 200; i++) tell?.changed(`f${i}.md`);
    tell?.changed("b.md");
    const before = await scratch.search(index, "berries");
    expect(titles(index)).toEqual(["Apples"]);
    expect(before.hits).toEqual([]);
    expect(before.coverage.state).toBe("building");
    step = 10_000;
    tell?.changed("");
    await vi.waitFor(() => expect(index.coverage().state).toBe("ready"), patient);
    const after = await scratch.search(index, "berries");
    expect(after.hits).toHaveLength(1);
    expect(after.coverage.state).toBe("ready");
  });
});

it("looks at a folder when all of it is watched, so that no second look is needed for what came meanwhile", async () => {
  scratch.write("docs/a.md", "# Apples\n");
  const { promise: standing, resolve: stands } = Promise.withResolvers<void>();
  const watch = { watch: () => ({ close() {}, standing }) };
  const index = scratch.open({ docs: "docs" }, {}, undefined, watch);
  const looking = index.refresh();
  for (let i = 0; i < 50; i++) await new Promise((resolve) => setImmediate(resolve));
  scratch.write("docs/b.md", "# Berries\n");
  stands();
  await looking;
  expect(titles(index)).toEqual(["Apples", "Berries"]);
});

describe("a folder that cannot be watched", () => {
  const full: WatchFolder = (_, tell) => {
    tell.failed("ENOSPC");
    return { close() {}, standing: Promise.resolve() };
  };

  it("is said to be looked at instead, and still answers with what stands there", async () => {
    scratch.write("docs/a.md", "# Apples\n\nApples are red.\n");
    const index = await watched({ docs: "docs" }, full);
    expect(index.status().roots[0]).toMatchObject({ state: "ready", unwatched: "ENOSPC" });
    scratch.write("docs/b.md", "# Berries\n\nBerries are blue.\n");
    scratch.later();
    expect((await scratch.search(index, "berries")).hits).toHaveLength(1);
  });

  it("fails as a whole when one of its folders cannot be watched any more", () => {
    const folder = mkdtempSync(nodePath.join(os.tmpdir(), "docent-watch-"));
    const file = nodePath.join(folder, "not-there");
    return new Promise<void>((resolve) => {
      const watch = watchFolder(file, {
        changed: () => undefined,
        enters: () => true,
        failed(reason) {
          expect(reason).toBe("ENOENT");
          watch.close();
          rmSync(folder, { recursive: true });
          resolve();
        },
      });
    });
  });

  it("does not end the watch when it lies too deep for the system", async () => {
    scratch.write("docs/a.md", "# Apples\n");
    const name = "n".repeat(200);
    const step = `fs.mkdirSync("${name}"); process.chdir("${name}");`;
    const script = `const fs = require("node:fs"); for (let i = 0; i < 24; i++) { ${step} }`;
    execFileSync(process.execPath, ["-e", script], { cwd: at("docs") });
    const index = await watched({ docs: "docs" });
    scratch.write("docs/b.md", "# Berries\n");
    await vi.waitFor(() => expect(titles(index)).toEqual(["Apples", "Berries"]), patient);
    expect(index.status().roots[0]).not.toHaveProperty("unwatched");
  });

  it("is not followed out of the root by a link that takes the place of a folder above", async () => {
    const many = 400;
    for (let i = 0; i < many; i++) {
      mkdirSync(at(`docs/big/f${i}`), { recursive: true });
      mkdirSync(at(`outside/f${i}`), { recursive: true });
    }
    const told: string[] = [];
    let entered = 0;
    const watch = watchFolder(at("docs"), {
      changed: (path) => told.push(path),
      failed: (reason) => expect.unreachable(reason),
      enters(path) {
        // In the midst of entering one folder after another.
        if (path.startsWith("big/") && ++entered === 10) {
          renameSync(at("docs/big"), at("big"));
          symlinkSync(at("outside"), at("docs/big"));
        }
        return true;
      },
    });
    await watch.standing;
    told.length = 0;
    for (let i = 0; i < many; i++) writeFileSync(at(`outside/f${i}/secret.md`), "");
    writeFileSync(at("docs/last.md"), "");
    await vi.waitFor(() => expect(told).toContain("last.md"), patient);
    expect(told.filter((path) => path.endsWith("secret.md"))).toEqual([]);
    watch.close();
  });

  it("is watched again when another folder stands in its place", async () => {
    scratch.write("docs/a.md", "# Apples\n");
    scratch.write("other/b.md", "# Berries\n");
    const index = await watched({ docs: "docs" });
    renameSync(at("docs"), at("away"));
    scratch.later();
    await scratch.search(index, "apples");
    expect(index.status().roots[0]).toMatchObject({ state: "unhealthy" });
    mkdirSync(at("elsewhere"));
    renameSync(at("other"), at("docs"));
    scratch.later();
    await scratch.search(index, "berries");
    await vi.waitFor(() => expect(titles(index)).toEqual(["Berries"]), patient);
    scratch.write("docs/c.md", "# Cherries\n");
    await vi.waitFor(() => expect(titles(index)).toEqual(["Berries", "Cherries"]), patient);
  });
});
