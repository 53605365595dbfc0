import os from "node:os";
import { Worker } from "node:worker_threads";
import { afterEach, describe, expect, it, vi } from "vitest";
import { AppError } from "#lib/contracts/errors";
import { createLogger } from "#lib/platform/logger";
import { createDocumentReader, type DocumentReader } from "#lib/search/document-reader";
import { createScratchIndex } from "./scratch-index.ts";

const log = createLogger("test", "silent");
const faulty = new URL("./faulty-worker.ts", import.meta.url);
const dead = new URL("./dead-worker.ts", import.meta.url);
const burning = new URL("./burning-worker.ts", import.meta.url);

const patient = { timeout: 240_000, interval: 20 };

let reader: DocumentReader;
afterEach(async () => {
  reader.close();
  // A worker that is still ending would be taken for one of the next reader.
  await vi.waitFor(() => expect(threads()).toBe(0), patient);
});

const open = (more: Partial<Parameters<typeof createDocumentReader>[0]> = {}) => {
  reader = createDocumentReader({ log, cpu_ms: 500, worker_file: faulty, ...more });
};

/** What became of each file: its title, or the rule it was left out by. */
function readAll(names: string[], text = "# Title\n\nwords\n"): Promise<string[]> {
  return Promise.all(names.map((name) => read(name, text)));
}

async function read(
  name: string,
  text = "# Title\n\nwords\n",
  options: { urgent?: boolean; signal?: AbortSignal } = {},
): Promise<string> {
  const file = { bytes: Buffer.from(text), mtime_ms: 0, relative_path: name, words: true };
  return reader.read(file, options).then(
    ({ facts }) => [facts.title, ...facts.cuts.map((cut) => cut.rule)].join(" "),
    (error: Error) => (error instanceof AppError ? error.code : error.name),
  );
}

/** Worker threads of this process that are alive. */
function threads(): number {
  // The report is typed as an object; `workers` is in it since Node 13.
  return (process.report.getReport() as { workers: unknown[] }).workers.length;
}

describe("a reader that stands by", () => {
  const ids = () =>
    // The report is typed as an object; its workers are reports themselves, with a header each.
    (process.report.getReport() as { workers: { header: { threadId: number } }[] }).workers.map(
      ({ header }) => header.threadId,
    );

  it("keeps its worker when there was little to read, and has a new one ready when there was much", async () => {
    open({ stands_by: true, idle_ms: 1 });
    await read("a.md");
    const first = ids();
    expect(first).toHaveLength(1);
    expect(await read("b.md")).toBe("Title");
    expect(ids()).toEqual(first);
    await read("much.md", `# Much\n\n${"words ".repeat(200_000)}\n`);
    await vi.waitFor(() => {
      expect(ids()).toHaveLength(1);
      expect(ids()).not.toEqual(first);
    }, patient);
    expect(await readAll(["c.md", "hang.md", "d.md"])).toEqual(["Title", "parse_limit", "Title"]);
  });

  it("starts one when it is told that there will be something to read, and reads with that one", async () => {
    open({ stands_by: true });
    reader.warm();
    reader.warm();
    await vi.waitFor(() => expect(ids()).toHaveLength(1), patient);
    const first = ids();
    expect(await read("a.md")).toBe("Title");
    expect(ids()).toEqual(first);
  });

  it("starts none before there is something to read, and leaves none behind", async () => {
    open({ stands_by: true, idle_ms: 1 });
    expect(ids()).toEqual([]);
    await read("much.md", `# Much\n\n${"words ".repeat(200_000)}\n`);
    reader.close();
    await vi.waitFor(() => expect(ids()).toEqual([]), patient);
  });
});

describe("a reader", () => {
  it("loses the file that hangs, and none that was read together with it", async () => {
    open();
    expect(await readAll(["a.md", "b.md", "hang.md", "c.md", "d.md"])).toEqual([
      "Title",
      "Title",
      "parse_limit",
      "Title",
      "Title",
    ]);
  });

  it("holds no file to account for the time in which its worker was not given the processor", async () => {
    open({ cpu_ms: 200 });
    expect(await readAll(["a.md", "wait-600.md", "b.md"])).toEqual(["Title", "Title", "Title"]);
  });

  it("reads a file that needs half of its time although other threads want every processor, and loses the one that hangs", async () => {
    open({ cpu_ms: 200 });
    expect(await read("a.md")).toBe("Title");
    const others = Array.from(
      { length: os.availableParallelism() * 2 },
      () => new Worker(burning, { execArgv: [], env: {} }),
    );
    try {
      expect(await readAll(["burn-100.md", "hang.md", "b.md"])).toEqual([
        "Title",
        "parse_limit",
        "Title",
      ]);
    } finally {
      await Promise.all(others.map((other) => other.terminate()));
    }
  });

  it("ends a worker that waits for ever, by the clock", async () => {
    open({ wall_ms: 2000, cpu_ms: 300 });
    expect(await readAll(["a.md", "wait.md", "b.md"])).toEqual(["Title", "parse_limit", "Title"]);
  });

  it("loses the files that kill it or eat its memory, and no other", async () => {
    open({ memory_mb: 24, cpu_ms: 60_000 });
    const names = ["a.md", "die.md", "b.md", "leave.md", "c.md", "eat.md", "d.md"];
    expect(await readAll(names)).toEqual(
      names.map((name) => (name.length > 4 ? "parse_limit" : "Title")),
    );
  });

  it("reads a file without its front matter when only that hangs", async () => {
    open();
    const text = "---\ntitle: never\n---\n\n# Title\n\nwords\n";
    expect(await readAll(["front.md", "b.md"], text)).toEqual([
      "Title front_matter_limit",
      "never",
    ]);
  });

  it("takes urgent files before the ones that wait", async () => {
    open();
    const order: string[] = [];
    const names = Array.from({ length: 40 }, (_, i) => `${i}.md`);
    const reads = names.map((name) => read(name).then(() => order.push(name)));
    await Promise.all([
      ...reads,
      read("urgent.md", "x", { urgent: true }).then(() => order.push("urgent.md")),
    ]);
    expect(order.indexOf("urgent.md")).toBeLessThan(20);
    expect(order.filter((name) => name !== "urgent.md")).toEqual(names);
  });

  it("does not read what is no longer wanted", async () => {
    open();
    const stop = new AbortController();
    const reads = Array.from({ length: 40 }, (_, i) =>
      read(`${i}.md`, "# Title", { signal: stop.signal }),
    );
    stop.abort();
    expect(new Set(await Promise.all(reads))).toEqual(new Set(["AbortError"]));
    expect(await read("a.md")).toBe("Title");
  });

  it("says so when it cannot start, and never reads without its worker", async () => {
    open({ worker_file: dead });
    expect(await readAll(["a.md", "b.md"])).toEqual(["unknown", "unknown"]);
    expect(await readAll(["a.md"])).toEqual(["unknown"]);
  });

  it("says the same when the system gives no thread", async () => {
    open({ worker_file: new URL("https://worker.example/") });
    expect(await readAll(["a.md", "b.md"])).toEqual(["unknown", "unknown"]);
    expect(await readAll(["a.md"])).toEqual(["unknown"]);
  });

  it("ends its thread when it is closed, whatever that is at, and every read with it", async () => {
    open({ cpu_ms: 600_000 });
    expect(await read("a.md")).toBe("Title");
    const before = threads();
    const reading = readAll(["hang.md", "b.md"]);
    reader.close();
    expect(await reading).toEqual(["AbortError", "AbortError"]);
    await expect.poll(threads).toBe(before - 1);
    expect(await read("c.md")).toBe("AbortError");
  });
});

describe("an index over a reader", () => {
  it("answers although no worker starts, and says that nothing new can be read", async () => {
    open({ worker_file: dead });
    const scratch = createScratchIndex();
    try {
      scratch.write("docs/a.md", "apples");
      const index = scratch.open({ docs: "docs" }, {}, reader);
      await expect(index.refresh()).rejects.toThrow(/does not start/);
      const answer = await scratch.search(index, "apples");
      expect(answer).toMatchObject({ status: "no_hit", coverage: { state: "degraded" } });
      expect(index.status().roots).toMatchObject([
        { state: "unhealthy", message: expect.stringMatching(/does not start/) },
      ]);
    } finally {
      scratch.remove();
    }
  });

  it("lists the file that hangs and finds its neighbours", async () => {
    open();
    const scratch = createScratchIndex();
    try {
      for (const name of ["a", "hang", "z"]) scratch.write(`docs/${name}.md`, `apples ${name}`);
      scratch.write("docs/front.md", "---\ntitle: never\n---\n\napples");
      const index = scratch.open({ docs: "docs" }, {}, reader);
      await index.refresh();
      const { hits } = await scratch.search(index, "apples");
      expect(hits.map((h) => h.relative_path).sort()).toEqual(["a.md", "front.md", "z.md"]);
      expect(index.list({ skipped: true }).skipped).toMatchObject([
        { relative_path: "front.md", rule: "front_matter_limit" },
        { relative_path: "hang.md", rule: "parse_limit" },
      ]);
      const hang = await scratch.allowed("hang.md", "docs");
      await expect(index.outline(hang)).rejects.toMatchObject({ code: "parse_limit" });
      const good = await scratch.allowed("a.md", "docs");
      expect(await index.outline(good)).toEqual({ title: "a", headings: [] });
    } finally {
      scratch.remove();
    }
  });

  it("leaves out a file that hangs when it is read again for a question, and answers from the others", async () => {
    open();
    const scratch = createScratchIndex();
    try {
      scratch.write("docs/a.md", "apples are red");
      scratch.write("docs/b.md", "apples are green");
      const index = scratch.open({ docs: "docs" }, {}, reader);
      await index.refresh();
      scratch.write("docs/b.md", "apples hang forever");
      const { hits } = await scratch.search(index, "apples");
      expect(hits.map((h) => h.snippet)).toEqual(["apples are red"]);
      await expect
        .poll(() => index.list({ skipped: true }).skipped)
        .toMatchObject([{ relative_path: "b.md", rule: "parse_limit" }]);
      scratch.write("docs/b.md", "apples are back");
      scratch.later();
      const back = async () =>
        (await scratch.search(index, "apples")).hits.map((h) => h.snippet).sort();
      await expect.poll(back).toEqual(["apples are back", "apples are red"]);
    } finally {
      scratch.remove();
    }
  });
});
