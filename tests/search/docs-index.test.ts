import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
} from "node:fs";
import nodePath from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DocsListOutput, DocsSearchInput, DocsSearchOutput } from "#lib/contracts/docs-tools";
import { asQuestion } from "#lib/contracts/question";
import { createScratchIndex, type ScratchIndex } from "./scratch-index.ts";

let scratch: ScratchIndex;
beforeEach(() => {
  scratch = createScratchIndex();
});
afterEach(() => scratch.remove());

/** Independent of the program: the bytes of the cited lines, found by counting line ends. */
function citedHash(text: string, start: number, end: number): string {
  const lines = text.split(/\r\n|\n|\r/);
  return createHash("sha256")
    .update(lines.slice(start - 1, end).join("\n"), "utf8")
    .digest("hex");
}

describe("a search", () => {
  it("finds the passage, says where it stands to the line, and why", async () => {
    const text =
      "# Birds\n\nSparrows are small.\n\n## Falcons\n\nThe falcon nests on\nthe church tower.\n\n## Owls\n\nOwls hunt at night.\n";
    scratch.write("docs/birds.md", text);
    const index = scratch.open({ docs: "docs" });
    await index.refresh();
    const output = await scratch.search(index, "Where does the falcon nest?");
    expect(DocsSearchOutput.parse(output)).toEqual(output);
    const hit = output.hits[0];
    expect(hit).toMatchObject({
      id: 1,
      root_id: "docs",
      relative_path: "birds.md",
      path: nodePath.join(scratch.dir, "docs/birds.md"),
      display_path: "DOCS/birds.md",
      title: "Birds",
      breadcrumb: ["Birds", "Falcons"],
      locator: { line_start: 7, line_end: 8, heading: "Falcons" },
      snippet: "The falcon nests on\nthe church tower.",
      truncated: false,
      sha256: citedHash(text, 7, 8),
      matched: ["falcon", "nests"],
    });
    expect(hit?.file).toMatchObject({
      bytes: Buffer.byteLength(text),
      encoding: "utf-8",
      sha256: createHash("sha256").update(text).digest("hex"),
    });
    expect(hit?.reason).toMatch(/falcon/);
    expect(output.terms.map((t) => [t.term, t.passages])).toEqual([
      ["falcon", 1],
      ["nest", 1],
    ]);
    expect(output.terms.reduce((sum, t) => sum + t.weight, 0)).toBeCloseTo(1);
  });

  it("explains a score that is the sum of its breakdown, between 0 and 1", async () => {
    for (let i = 0; i < 30; i++) {
      scratch.write(
        `docs/${i}.md`,
        `# Page ${i}\n\nThe cache of shelf ${i} holds ${i % 3 ? "apples" : "pears"}.\n`,
      );
    }
    const index = scratch.open({ docs: "docs" });
    await index.refresh();
    const { hits } = await scratch.search(index, "which shelf holds pears in the cache");
    expect(hits).toHaveLength(20);
    for (const hit of hits) {
      expect(hit.breakdown.reduce((sum, s) => sum + s.value, 0)).toBe(hit.score);
      expect(hit.score).toBeGreaterThan(0);
      expect(hit.score).toBeLessThanOrEqual(1);
      for (const signal of hit.breakdown) expect(signal.detail).not.toMatch(/search\.|[{}]/);
    }
    expect(hits.map((h) => h.score)).toEqual([...hits.map((h) => h.score)].sort((a, b) => b - a));
    const quiet = await scratch.search(index, "pears", { explain: false });
    expect(quiet.hits[0]?.breakdown).toEqual([]);
  });

  it("explains a short question by its own words, whatever longer one was asked before", async () => {
    scratch.write(
      "docs/a.md",
      "# Birds\n\nThe falcon of granite rests and the falcon of the tower flies.\n",
    );
    const index = scratch.open({ docs: "docs" });
    const explained = async (query: string) => {
      const { hits } = await scratch.search(index, query);
      return hits[0]?.breakdown.find((part) => part.signal === "proximity")?.params;
    };
    await index.refresh();
    await explained("does the falcon rest and the falcon fly over granite tower");
    expect(await explained("falcon granite")).toEqual({ pairs: ["falcon granit"] });
    expect(await explained("granite falcon")).toEqual({ pairs: ["granit falcon"] });
  });

  it("gives the same list for the same files, whatever order they were read in", async () => {
    for (const name of ["b", "a", "c", "d/e", "d/a"])
      scratch.write(
        `docs/${name}.md`,
        `Same words here.\n\nAnd same words there, too many to join them: ${"filler ".repeat(150)}`,
      );
    const one = scratch.open({ docs: "docs" });
    await one.refresh();
    const two = scratch.open({ docs: "docs" });
    await two.refresh();
    // Rewritten files come last into the index and must not move.
    scratch.write("docs/a.md", readFileSync(nodePath.join(scratch.dir, "docs/a.md")));
    scratch.later();
    await two.refresh();
    const places = async (index: typeof one) =>
      (await scratch.search(index, "same words")).hits.map(
        (h) => `${h.relative_path}:${h.locator.line_start}`,
      );
    expect(await places(two)).toEqual(await places(one));
    expect((await places(one)).slice(0, 5).map((p) => p.split(":")[0])).toEqual(
      [...(await places(one)).slice(0, 5).map((p) => p.split(":")[0])].sort(),
    );
  });

  it("says no_hit with the words that no passage holds", async () => {
    scratch.write("docs/a.md", "Only apples.");
    const index = scratch.open({ docs: "docs" });
    await index.refresh();
    const output = await scratch.search(index, "zeppelin hangar");
    expect(output.status).toBe("no_hit");
    expect(output.hits).toEqual([]);
    expect(output.terms.map((t) => t.passages)).toEqual([0, 0]);
    expect((await scratch.search(index, "?!")).status).toBe("no_hit");
  });

  it("keeps files of one name in several folders and roots apart", async () => {
    scratch.write("one/README.md", "# One\n\nThe zebra of the first folder.");
    scratch.write("one/sub/README.md", "# Sub\n\nThe zebra of the folder below.");
    scratch.write("two/README.md", "# Two\n\nThe zebra of the second root.");
    const index = scratch.open({ one: "one", two: "two" });
    await index.refresh();
    const { hits } = await scratch.search(index, "zebra");
    expect(new Set(hits.map((h) => h.display_path))).toEqual(
      new Set(["ONE/README.md", "ONE/sub/README.md", "TWO/README.md"]),
    );
    const narrowed = await scratch.search(index, "zebra", { roots: ["two"] });
    expect(narrowed.hits.map((h) => h.display_path)).toEqual(["TWO/README.md"]);
    const patterned = await scratch.search(index, "zebra", { doc_file_patterns: ["sub/**"] });
    expect(patterned.hits.map((h) => h.display_path)).toEqual(["ONE/sub/README.md"]);
    const widened = await scratch.search(index, "zebra", { doc_file_patterns: ["**/*"] });
    expect(widened.hits).toHaveLength(3);
  });

  it("refuses a root that does not exist", async () => {
    const index = scratch.open({ docs: "docs" });
    await index.refresh();
    const output = await scratch.search(index, "x", { roots: ["docs", "nowhere"] });
    expect(output).toMatchObject({ status: "denied", rule: "outside_scope", hits: [] });
    expect(output.message).toContain("nowhere");
  });

  it("serves a file that several roots hold once, by the place that was asked for", async () => {
    scratch.write("all/inner/a.md", "The walrus sleeps.");
    scratch.write("all/b.md", "No animals.");
    const index = scratch.open({ all: "all", inner: "all/inner" });
    await index.refresh();
    expect((await scratch.search(index, "walrus")).hits.map((h) => h.display_path)).toEqual([
      "ALL/inner/a.md",
    ]);
    const inner = await scratch.search(index, "walrus", { roots: ["inner"] });
    expect(inner.hits.map((h) => h.display_path)).toEqual(["INNER/a.md"]);
    expect(index.status().coverage.files_searchable).toBe(2);
  });

  it("finds Chinese, traditional by simplified and the other way round", async () => {
    scratch.write("docs/a.md", "# 数据库\n\n索引保存在内存中，重启后重新建立。");
    scratch.write("docs/b.md", "# 資料庫\n\n備份每天凌晨執行。");
    const index = scratch.open({ docs: "docs" });
    await index.refresh();
    expect((await scratch.search(index, "備份什麼時候執行？")).hits[0]?.relative_path).toBe("b.md");
    expect((await scratch.search(index, "备份什么时候执行？")).hits[0]?.relative_path).toBe("b.md");
    const hit = (await scratch.search(index, "索引保存在哪里？")).hits[0];
    expect(hit?.relative_path).toBe("a.md");
    expect(hit?.reason).toMatch(/[\u4e00-\u9fff]/);
  });

  it("reads an unknown word as the nearest one of a title or heading, and says so", async () => {
    scratch.write("docs/a.md", "# Configuration\n\nThe configuration lives in one file.");
    const index = scratch.open({ docs: "docs" });
    await index.refresh();
    const output = await scratch.search(index, "where is the confguration");
    expect(output.hits[0]?.relative_path).toBe("a.md");
    expect(output.did_you_mean).toBe("where is the configuration");
    expect(output.hits[0]?.reason).toContain("confguration");
    expect((await scratch.search(index, "configuration")).did_you_mean).toBeUndefined();
    // Another name, not a slip.
    expect(
      (await scratch.search(index, "where is the cconfiguration")).did_you_mean,
    ).toBeUndefined();
  });

  it("reads a word that only stands in the text as well, and never mends a number", async () => {
    scratch.write("docs/a.md", "# Bees\n\nPollination needs insects. Released with 3.5.");
    const index = scratch.open({ docs: "docs" });
    await index.refresh();
    const output = await scratch.search(index, "what is polination");
    expect(output.did_you_mean).toBe("what is pollination");
    expect(output.hits[0]?.reason).toContain("pollination");
    expect(output.terms.map((t) => t.passages)).toEqual([1]);
    expect(await scratch.search(index, "3.4")).toMatchObject({ status: "no_hit" });
  });

  it("reads an unknown word as no word of a folder that is not asked", async () => {
    scratch.write("one/a.md", "# Pollination\n\nPollination needs insects, and vaccination none.");
    scratch.write("two/b.md", "# Bees\n\nBees are kept.");
    const index = scratch.open({ one: "one", two: "two" });
    await index.refresh();
    for (const query of ["what is polination", "what is vacination"]) {
      const narrow = await scratch.search(index, query, { roots: ["two"] });
      expect(narrow.did_you_mean).toBeUndefined();
      const own = await scratch.search(index, query, { roots: ["one"] });
      expect(own.did_you_mean).toMatch(/pollination|vaccination/);
    }
  });

  it("judges by the word as it was typed whether it may be a slip, not by its shorter stem", async () => {
    scratch.write("docs/a.md", "# Yard\n\nBook the hoist four days ahead. Hens are kept.");
    const index = scratch.open({ docs: "docs" });
    await index.refresh();
    const output = await scratch.search(index, "How do I book the hoits?");
    expect(output.did_you_mean).toBe("How do I book the hoist?");
    expect(output.hits[0]?.reason).toContain("hoist");
    expect((await scratch.search(index, "hers")).status).toBe("no_hit");
  });

  it("takes no word for a slip for another that means something else, as far as the table knows both", async () => {
    scratch.write(
      "docs/a.md",
      "# Compatibility\n\nStories are plane. Keep the alerts, the greater ones.",
    );
    const index = scratch.open({ docs: "docs" });
    const by_words = scratch.open({ docs: "docs" }, { retrieval: { meaning: false } });
    await Promise.all([index.refresh(), by_words.refresh()]);
    for (const query of ["how does it compact", "which plant", "the store"]) {
      expect((await scratch.search(index, query)).did_you_mean).toBeUndefined();
      expect((await scratch.search(by_words, query)).did_you_mean).toBeDefined();
    }
    // A slip is no word of the table; and a word may be mended to one of like meaning.
    expect((await scratch.search(index, "compatibilty")).did_you_mean).toBe("compatibility");
    expect((await scratch.search(index, "the greatest")).did_you_mean).toBe("the greater");
  });

  it("offers the word of the folder that means nearly the same where none is spelled alike, and finds what it found without", async () => {
    scratch.write("docs/a.md", "# Sync\n\nSync runs at night. 这里说明风格。");
    scratch.write("docs/b.md", "# Bees\n\nBees are kept.");
    const index = scratch.open({ docs: "docs" });
    const by_words = scratch.open({ docs: "docs" }, { retrieval: { meaning: false } });
    await Promise.all([index.refresh(), by_words.refresh()]);
    const found = await scratch.search(index, "when does synchronization happen");
    expect(found.did_you_mean).toBe("when does sync happen");
    expect(found.hits[0]?.reason).not.toContain("wrote");
    expect((await scratch.search(index, "样式在哪里？")).did_you_mean).toBe("风格在哪里？");
    expect(
      (await scratch.search(by_words, "when does synchronization happen")).did_you_mean,
    ).toBeUndefined();
    // Names, numbers and what is only half a word have no other word; nor does a word of the other language stand in.
    for (const query of ["does Synchronization", "the Maximum of it", "内存"])
      expect((await scratch.search(index, `x ${query}`)).did_you_mean).toBeUndefined();
  });

  it("offers no word of a folder that is not asked for one of like meaning", async () => {
    scratch.write("one/a.md", "# Sync\n\nSync runs at night.");
    scratch.write("two/b.md", "# Bees\n\nBees are kept.");
    const index = scratch.open({ one: "one", two: "two" });
    await index.refresh();
    const asked = (root: string) =>
      scratch.search(index, "when does synchronization happen", { roots: [root] });
    expect((await asked("two")).did_you_mean).toBeUndefined();
    expect((await asked("one")).did_you_mean).toBe("when does sync happen");
  });

  it("finds a setting by its name alone, though the page writes it with its section", async () => {
    scratch.write("docs/a.md", "Raise `doc_access.max_file_bytes` for larger files.");
    const index = scratch.open({ docs: "docs" });
    await index.refresh();
    const { terms, hits } = await scratch.search(index, "what is max_file_bytes");
    expect(hits[0]?.matched).toContain("max_file_bytes");
    expect(terms[0]).toMatchObject({ term: "max_file_bytes", passages: 1 });
  });

  it("puts the section whose heading is typed before pages that mention it more often", async () => {
    scratch.write(
      "docs/server.md",
      "# Server options\n\n## server.host\n\nThe address.\n\n## server.strictPort\n\nEnds the program when the port is taken.",
    );
    scratch.write(
      "docs/preview.md",
      "# Preview options\n\n## preview.strictPort\n\nFalls back to `server.strictPort`: where `server.strictPort` is set, strictPort holds.",
    );
    const index = scratch.open({ docs: "docs" });
    await index.refresh();
    const [hit] = (await scratch.search(index, "server.strictPort")).hits;
    expect([hit?.relative_path, hit?.locator.line_start]).toEqual(["server.md", 9]);
    expect(hit?.breakdown.find((s) => s.signal === "heading")?.detail).toContain(
      "server.strictPort",
    );
  });

  it("compares a heading with all words of the question, those of talk as much as the others", async () => {
    scratch.write("docs/lease.md", "# Lease\n\n## What happens at the end\n\nThe keys go back.");
    scratch.write("docs/other.md", "# Garden\n\nA contract is signed for the hedge.");
    const index = scratch.open({ docs: "docs" });
    await index.refresh();
    const question = "what happens at the end of a contract";
    const { hits, terms } = await scratch.search(index, question);
    const share = terms.reduce((sum, t) => sum + (t.term === "contract" ? 0 : t.weight), 0);
    const lease = hits.find((hit) => hit.relative_path === "lease.md");
    const heading = lease?.breakdown.find((s) => s.signal === "heading")?.value;
    expect(heading).toBeCloseTo(0.19 * share ** 4, 10);
  });

  it("adds whole lines and kind when asked", async () => {
    const lines = Array.from({ length: 40 }, (_, i) => `${i + 1}. Step ${i} tightens the bolt.`);
    scratch.write("docs/a.md", lines.join("\r\n"));
    const index = scratch.open({ docs: "docs" }, { retrieval: { max_snippet_chars: 60 } });
    await index.refresh();
    const hit = (await scratch.search(index, "step 17 bolt", { include_text: true })).hits[0];
    expect(hit?.kind).toBe("steps");
    expect(hit?.truncated).toBe(true);
    expect(hit?.text).toBe(
      lines.slice((hit?.locator.line_start ?? 1) - 1, hit?.locator.line_end).join("\n"),
    );
    expect(hit?.text).toContain(hit?.snippet);
    expect(hit?.snippet.length).toBeLessThanOrEqual(60);
  });

  it("ranks by names and plain words alone when the plain ranker is chosen", async () => {
    scratch.write("docs/falcon.md", "Nothing but feathers.");
    scratch.write("docs/other.md", "A falcon, once.");
    const index = scratch.open({ docs: "docs" }, { retrieval: { ranker: "basic" } });
    await index.refresh();
    const { hits } = await scratch.search(index, "falcon feathers");
    expect(hits[0]?.relative_path).toBe("falcon.md");
    expect(hits[0]?.breakdown.map((s) => s.signal)).toEqual(["plain_words", "file_name"]);
    for (const hit of hits)
      expect(hit.breakdown.reduce((sum, s) => sum + s.value, 0)).toBe(hit.score);
  });

  it("ends when it is cancelled", async () => {
    const index = scratch.open({ docs: "docs" });
    const stop = new AbortController();
    stop.abort();
    await expect(
      index.search(
        { query: asQuestion("x"), limit: 5, explain: true, include_text: false },
        stop.signal,
      ),
    ).rejects.toThrow();
  });
});

describe("lines and hashes", () => {
  const body = ["# Kopf", "", "Erste Zeile mit Kranich.", "Zweite Zeile.", "", "Dritte."];
  const cases: Record<string, { bytes: Buffer; text: string; encoding: string }> = {
    "lf.md": { bytes: Buffer.from(body.join("\n")), text: body.join("\n"), encoding: "utf-8" },
    "crlf.md": {
      bytes: Buffer.from(`${body.join("\r\n")}\r\n`),
      text: body.join("\r\n"),
      encoding: "utf-8",
    },
    "cr.md": { bytes: Buffer.from(body.join("\r")), text: body.join("\r"), encoding: "utf-8" },
    "mixed.md": {
      bytes: Buffer.from("# Kopf\r\rErste Zeile mit Kranich.\r\nZweite Zeile.\n\nDritte.\r"),
      text: "# Kopf\r\rErste Zeile mit Kranich.\r\nZweite Zeile.\n\nDritte.\r",
      encoding: "utf-8",
    },
    "bom.md": {
      bytes: Buffer.from(`\ufeff${body.join("\n")}`),
      text: body.join("\n"),
      encoding: "utf-8",
    },
    "utf16le.md": {
      bytes: Buffer.from(`\ufeff${body.join("\r\n")}`, "utf16le"),
      text: body.join("\n"),
      encoding: "utf-16le",
    },
    "utf16be.md": {
      bytes: Buffer.from(`\ufeff${body.join("\n")}`, "utf16le").swap16(),
      text: body.join("\n"),
      encoding: "utf-16be",
    },
    "latin1.md": {
      bytes: Buffer.from(`${body.join("\n")}\n\nM\u00fc\u00dfiggang.`, "latin1"),
      text: `${body.join("\n")}\n\nMüßiggang.`,
      encoding: "latin1",
    },
  };
  for (const [name, { bytes, text, encoding }] of Object.entries(cases)) {
    it(`are exact in ${name}`, async () => {
      scratch.write(`docs/${name}`, bytes);
      const index = scratch.open({ docs: "docs" });
      await index.refresh();
      const hit = (await scratch.search(index, "Kranich")).hits[0];
      expect(hit?.locator.line_start).toBe(3);
      expect(hit?.snippet.startsWith("Erste Zeile mit Kranich.\nZweite Zeile.")).toBe(true);
      expect(hit?.sha256).toBe(citedHash(text, 3, hit?.locator.line_end ?? 0));
      expect(hit?.file).toMatchObject({
        encoding,
        bytes: bytes.length,
        sha256: createHash("sha256").update(bytes).digest("hex"),
      });
    });
  }

  it("are exact in GBK", async () => {
    // 仙鹤在湖边。 in GBK
    const bytes = Buffer.concat([
      Buffer.from("# A\r\n\r\n"),
      Buffer.from("cfc9bad7d4dabafeb1dfa1a3", "hex"),
      Buffer.from("\r\n"),
    ]);
    scratch.write("docs/gbk.md", bytes);
    const index = scratch.open({ docs: "docs" });
    await index.refresh();
    const hit = (await scratch.search(index, "仙鹤")).hits[0];
    expect(hit).toMatchObject({
      snippet: "仙鹤在湖边。",
      locator: { line_start: 3, line_end: 3 },
      file: { encoding: "gbk" },
    });
    expect(hit?.sha256).toBe(createHash("sha256").update("仙鹤在湖边。").digest("hex"));
  });

  it("are those of the whole line when it is long, and the snippet is a piece of it", async () => {
    const line = `${"filler words go on. ".repeat(75)}The ibis stands here. ${"more words follow. ".repeat(75)}`;
    scratch.write("docs/long.md", `# A\n\n${line}`);
    const index = scratch.open({ docs: "docs" });
    await index.refresh();
    const hit = (await scratch.search(index, "ibis")).hits[0];
    expect(hit).toMatchObject({ truncated: true, locator: { line_start: 3, line_end: 3 } });
    expect(hit?.sha256).toBe(createHash("sha256").update(line).digest("hex"));
    expect(hit?.snippet).toContain("The ibis stands here.");
    expect(line).toContain(hit?.snippet);
  });

  it("lead back to the passage by its hash, the preferred file first", async () => {
    scratch.write("docs/a.md", "# A\n\nA line to find again.");
    scratch.write("docs/b.md", "# B\n\nText.\n\n# C\n\nA line to find again.");
    const index = scratch.open({ docs: "docs" });
    await index.refresh();
    const hash = createHash("sha256").update("A line to find again.").digest("hex");
    expect(index.findByHash(hash, 1, { root_id: "docs", relative_path: "b.md" })).toEqual({
      root_id: "docs",
      relative_path: "b.md",
      line_start: 7,
      line_end: 7,
    });
    expect(
      index.findByHash(hash, 1, { root_id: "docs", relative_path: "gone.md" })?.relative_path,
    ).toBe("a.md");
    expect(index.findByHash(hash, 2, { root_id: "docs", relative_path: "b.md" })).toBeUndefined();
  });
});

describe("files that change", () => {
  it("are seen by the next question: changed, deleted, added", async () => {
    const file = scratch.write("docs/a.md", "# A\n\nThe heron waits.");
    const index = scratch.open({ docs: "docs" });
    await index.refresh();
    const before = index.status().generation;
    scratch.write("docs/a.md", "# A\n\nNew first line.\n\n# B\n\nThe heron waits, changed.");
    // At once, without a new crawl: the file is looked at before it is quoted.
    const hit = (await scratch.search(index, "heron")).hits[0];
    expect(hit).toMatchObject({
      snippet: "The heron waits, changed.",
      locator: { line_start: 7, line_end: 7 },
    });
    expect(index.status().generation).toBeGreaterThan(before);

    unlinkSync(file);
    expect(await scratch.search(index, "heron")).toMatchObject({ status: "no_hit", hits: [] });

    scratch.write("docs/new.md", "A heron again.");
    scratch.later();
    expect((await scratch.search(index, "heron")).hits[0]?.relative_path).toBe("new.md");
  });

  it("leave no trace of their old words, however often they change", async () => {
    const index = scratch.open({ docs: "docs" });
    for (let i = 0; i < 40; i++) {
      scratch.write("docs/a.md", `# A\n\nversion number${i} of the text`);
      scratch.write(`docs/keep${i}.md`, `kept${i}`);
      scratch.later();
      await index.refresh();
    }
    expect((await scratch.search(index, "number39")).hits).toHaveLength(1);
    expect((await scratch.search(index, "number38")).status).toBe("no_hit");
    expect((await scratch.search(index, "kept0")).hits).toHaveLength(1);
    expect((await scratch.search(index, "kept39")).hits).toHaveLength(1);
  });

  it("are read anew only when they differ", async () => {
    scratch.write("docs/a.md", "apples");
    scratch.write("docs/b.md", "pears");
    const index = scratch.open({ docs: "docs" });
    await index.refresh();
    const { generation } = index.status();
    scratch.later();
    await index.refresh();
    expect(index.status().generation).toBe(generation);
    scratch.write("docs/b.md", "plums");
    scratch.later();
    await index.refresh();
    expect(index.status().generation).toBe(generation + 1);
    expect((await scratch.search(index, "plums")).hits).toHaveLength(1);
  });

  it("are never quoted from two versions at once while they change under the questions", async () => {
    const version = (n: number) =>
      [
        `# Log ${n}`,
        ...Array.from({ length: (n * 7) % 23 }, (_, i) => `\nEntry ${i} of run ${n}.`),
        "",
        `The lynx was seen in run ${n}.`,
      ].join("\n");
    const versions = new Map<string, string>();
    const save = (n: number) => {
      const text = version(n);
      versions.set(createHash("sha256").update(text).digest("hex"), text);
      // Renamed into place, as editors save: a reader sees one version or the other.
      renameSync(scratch.write("draft/log.tmp", text), nodePath.join(scratch.dir, "docs/log.md"));
    };
    const index = scratch.open({ docs: "docs" });
    save(0);
    await index.refresh();
    for (let n = 1; n <= 25; n++) {
      const asking = [1, 2, 3].map(() => scratch.search(index, "lynx run", { include_text: true }));
      save(n);
      scratch.later();
      for (const { hits } of await Promise.all(asking)) {
        for (const hit of hits) {
          const text = versions.get(hit.file.sha256) ?? "";
          const { line_start, line_end } = hit.locator;
          expect(hit.text).toBe(
            text
              .split("\n")
              .slice(line_start - 1, line_end)
              .join("\n"),
          );
          expect(hit.sha256).toBe(citedHash(text, line_start, line_end));
        }
      }
    }
    expect((await scratch.search(index, "lynx")).hits[0]?.snippet).toContain("run 25");
  });

  it("take their root with them when it vanishes, and it comes back", async () => {
    scratch.write("docs/a.md", "apples");
    scratch.write("more/b.md", "apples");
    const index = scratch.open({ docs: "docs", more: "more" });
    await index.refresh();
    rmSync(nodePath.join(scratch.dir, "more"), { recursive: true });
    scratch.later();
    expect((await scratch.search(index, "apples")).hits.map((h) => h.root_id)).toEqual(["docs"]);
    expect(index.status()).toMatchObject({ coverage: { state: "degraded" } });
    expect(index.status().roots.map((r) => r.state)).toEqual(["ready", "unhealthy"]);
    scratch.write("more/b.md", "apples");
    scratch.later();
    expect((await scratch.search(index, "apples")).hits).toHaveLength(2);
  });
});

describe("the list", () => {
  it("names files with title, size and lines, page by page, and those left out with their rule", async () => {
    for (let i = 0; i < 620; i++)
      scratch.write(`docs/p${String(i).padStart(3, "0")}.md`, `# Page ${i}\n\ntext\n`);
    scratch.write("docs/binary.md", Buffer.from([0, 1, 2, 3]));
    scratch.write("docs/big.md", "x".repeat(5000));
    scratch.write("docs/long.md", `${"y".repeat(70_000)}`);
    scratch.write("docs/picture.png", "no document");
    scratch.write("docs/.hidden/a.md", "hidden");
    symlinkSync("/etc/hostname", nodePath.join(scratch.dir, "docs/out.md"));
    symlinkSync("p000.md", nodePath.join(scratch.dir, "docs/in.md"));
    mkdirSync(nodePath.join(scratch.dir, "docs/folder.md"));
    const index = scratch.open({ docs: "docs" }, { doc_access: { max_file_bytes: 4_000 } });
    await index.refresh();
    const first = DocsListOutput.parse(index.list({}));
    expect(first.total).toBe(620);
    expect(first.files).toHaveLength(500);
    expect(first.files[0]).toEqual({
      root_id: "docs",
      relative_path: "p000.md",
      title: "Page 0",
      bytes: 15,
      lines: 3,
      modified_at: expect.any(String),
      lead: { line_start: 3, line_end: 3, breadcrumb: ["Page 0"], kind: "prose" },
    });
    const second = index.list(first.next_cursor === undefined ? {} : { cursor: first.next_cursor });
    expect(second.files).toHaveLength(120);
    expect(second.next_cursor).toBeUndefined();
    expect(index.list({ prefix: "p00" }).total).toBe(10);
    const { skipped } = index.list({ skipped: true });
    expect(skipped.map((s) => `${s.relative_path} ${s.rule}`)).toEqual([
      "big.md too_large",
      "binary.md not_text",
      "long.md too_large",
      "out.md symlink_escape",
    ]);
    expect(index.status().roots[0]?.skipped).toEqual(
      expect.arrayContaining([
        { rule: "too_large", count: 2 },
        { rule: "symlink_escape", count: 1 },
      ]),
    );
    expect(() => index.list({ cursor: "nonsense" })).toThrow(/cursor/);
  });

  it("never walks out of a root, whatever the patterns say", async () => {
    scratch.write("outside/secret.md", "canary");
    scratch.write("docs/a.md", "apples");
    const patterns = [
      "../**/*.md",
      "x/../../**/*.md",
      nodePath.join(scratch.dir, "outside/*.md"),
      "{..,a}/**/*.md",
      "*.md",
    ];
    const index = scratch.open({ docs: "docs" }, { doc_access: { doc_file_patterns: patterns } });
    await index.refresh();
    const seen = [...index.list({}).files, ...index.list({ skipped: true }).skipped];
    expect(seen.map((f) => f.relative_path)).toEqual(["a.md"]);
  });

  it("stops at max_files and says so of the rest, and takes them in when there is room again", async () => {
    for (const name of ["a", "b", "c"]) scratch.write(`docs/${name}.md`, `word${name}`);
    const index = scratch.open({ docs: "docs" }, { doc_access: { max_files: 2 } });
    await index.refresh();
    expect(index.status().coverage.files_searchable).toBe(2);
    expect(
      index.list({ skipped: true }).skipped.map((s) => `${s.relative_path} ${s.rule}`),
    ).toEqual(["c.md too_many_files"]);
    unlinkSync(nodePath.join(scratch.dir, "docs/a.md"));
    scratch.later();
    await index.refresh();
    expect((await scratch.search(index, "wordc")).hits).toHaveLength(1);
  });

  it("names a file that may not be read, until it may", async () => {
    const file = scratch.write("docs/a.md", "secret");
    chmodSync(file, 0o000);
    const index = scratch.open({ docs: "docs" });
    await index.refresh();
    const readable = process.getuid?.() === 0;
    expect(index.list({ skipped: true }).skipped.map((s) => s.rule)).toEqual(
      readable ? [] : ["unreadable"],
    );
    chmodSync(file, 0o644);
    scratch.later();
    expect((await scratch.search(index, "secret")).hits).toHaveLength(1);
  });
});

describe("hostile folders", () => {
  it("are named where the system does not let us look, and the rest is found", async () => {
    const docs = nodePath.dirname(scratch.write("docs/a.md", "apples"));
    scratch.write("docs/closed/b.md", "berries");
    chmodSync(nodePath.join(docs, "closed"), 0o000);
    // Nobody can name a path so long at once.
    const name = "n".repeat(200);
    const step = `fs.mkdirSync(${JSON.stringify(name)}); process.chdir(${JSON.stringify(name)});`;
    const script = `const fs = require("node:fs"); for (let i = 0; i < 24; i++) { ${step} } fs.writeFileSync("far.md", "");`;
    execFileSync(process.execPath, ["-e", script], { cwd: docs });
    const index = scratch.open({ docs: "docs" });
    await index.refresh();
    const { skipped } = index.list({ skipped: true });
    const rules = skipped.map((s) => `${s.relative_path.slice(0, 6)} ${s.rule}`);
    const superuser = process.getuid?.() === 0;
    expect(rules).toEqual([...(superuser ? [] : ["closed unreadable"]), "nnnnnn invalid_path"]);
    expect((await scratch.search(index, "apples")).hits).toHaveLength(1);
    chmodSync(nodePath.join(docs, "closed"), 0o755);
    await index.refresh();
    expect((await scratch.search(index, "berries")).hits).toHaveLength(1);
    expect(index.list({ skipped: true }).skipped.map((s) => s.rule)).toEqual(["invalid_path"]);
  });

  it("answer while they are being read, and say how far they are", async () => {
    for (let i = 0; i < 300; i++)
      scratch.write(`docs/${i}.md`, `# P${i}\n\n${"many words stand here. ".repeat(40)}`);
    const index = scratch.open({ docs: "docs" });
    const building = index.refresh();
    const early = await scratch.search(index, "words");
    expect(early.coverage.state).toBe("building");
    await building;
    const late = await scratch.search(index, "words");
    expect(late.coverage).toEqual({ files_searchable: 300, files_known: 300, state: "ready" });
  });

  it("cost one file where Markdown or front matter is built to hang a parser", async () => {
    scratch.write("docs/good.md", "The good pelican.");
    scratch.write(
      "docs/nest.md",
      Array.from({ length: 10_000 }, (_, i) => `${" ".repeat(i % 4000)}- x`).join("\n"),
    );
    scratch.write("docs/quote.md", `${">".repeat(50_000)}x\n`.repeat(20));
    scratch.write(
      "docs/link.md",
      `${"[".repeat(100_000)}\n\n${"![](".repeat(50_000)}\n\n${"<a ".repeat(50_000)}`,
    );
    scratch.write("docs/star.md", "*a ".repeat(300_000));
    scratch.write("docs/yaml.md", `---\n${"a: [".repeat(10_000)}\n---\n\npelican`);
    scratch.write("docs/line.md", `pelican ${"x".repeat(4_000_000)}`);
    scratch.write("docs/blank.md", "\n".repeat(500_000));
    scratch.write("docs/heads.md", "# h\n".repeat(50_000));
    scratch.write(
      "docs/table.md",
      `|${"a|".repeat(5000)}\n|${"-|".repeat(5000)}\n${`|${"b|".repeat(50)}\n`.repeat(300)}`,
    );
    scratch.write("docs/fence.md", "```\n~~~\n".repeat(20_000));
    scratch.write("docs/marks.md", `a${"\u0301".repeat(20_000)} pelican`);
    const index = scratch.open({ docs: "docs" });
    await index.refresh();
    const { hits } = await scratch.search(index, "pelican");
    expect(hits.map((h) => h.relative_path).sort()).toEqual([
      "good.md",
      "line.md",
      "marks.md",
      "yaml.md",
    ]);
    expect(index.list({ skipped: true }).skipped.map((s) => s.rule)).toEqual(
      expect.arrayContaining(["line_limit", "depth_limit", "front_matter_limit"]),
    );
  });

  it("may name files with every legal character", async () => {
    const names = [
      "a b.md",
      "ü (1) [x].md",
      "日本語.md",
      "#100%.md",
      "{x,y}.md",
      "!no.md",
      "-dash.md",
      "new\nline.md",
      "quote'\".md",
      "a\\b.md",
      "*.md",
    ];
    for (const name of names) scratch.write(`docs/${name}`, "The condor.");
    const index = scratch.open({ docs: "docs" });
    await index.refresh();
    const { hits } = await scratch.search(index, "condor");
    expect(hits.map((h) => h.relative_path).sort()).toEqual([...names].sort());
  });

  it("ask anything without harm", async () => {
    scratch.write("docs/a.md", "# A\n\nconstructor __proto__ toString");
    const index = scratch.open({ docs: "docs" });
    await index.refresh();
    for (const query of [
      "__proto__",
      "constructor",
      "a".repeat(4000),
      "\ud800",
      "\0 a",
      "((((",
      "\u202eb",
      "的",
      "a/".repeat(2000),
    ]) {
      const output = await scratch.search(index, query);
      expect(["ok", "no_hit"]).toContain(output.status);
    }
    for (const query of ["\0", "\u202e"]) {
      expect(DocsSearchInput.safeParse({ query }).success).toBe(false);
    }
  });
});
