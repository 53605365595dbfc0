import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeFiles } from "../../bench/corpus/corpus.ts";
import { documentsIn } from "../../bench/corpus/folder-corpus.ts";
import { madeCorpus } from "../../bench/corpus/made-corpus.ts";
import { fillFts5, openFts5 } from "../../bench/peers/fts5.ts";
import { fillMiniSearch, loadMiniSearch, miniSearchPeer } from "../../bench/peers/minisearch.ts";
import { readDocuments } from "../../bench/peers/passages.ts";
import type { Peer } from "../../bench/peers/peer.ts";

const planted = {
  name: "planted",
  size: 2,
  file: (number: number) =>
    number === 0
      ? {
          relative_path: "planted/tides.md",
          bytes: Buffer.from(
            "# Tides\n\nSome words before.\n\n## Harbour\n\nThe harbour gauge reports the tide every quarter of an hour.\n",
          ),
        }
      : {
          relative_path: "planted/tea.md",
          bytes: Buffer.from("# 茶\n\n绿茶用八十度的水冲泡，红茶用沸水冲泡。\n"),
        },
};

let folder: string;
const engines = new Map<string, Peer>();

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "docent-peers-test-"));
  const docs = path.join(folder, "docs");
  writeFiles(madeCorpus(), docs, 0, 15);
  writeFiles(planted, docs, 0, 2);
  const documents = [...readDocuments(docs, documentsIn(docs))];
  fillFts5(path.join(folder, "fts5.sqlite"), documents);
  engines.set("FTS5", openFts5(path.join(folder, "fts5.sqlite")));
  for (const grain of ["file", "section"] as const) {
    const saved = JSON.stringify(fillMiniSearch(grain, documents));
    engines.set(`MiniSearch ${grain}`, miniSearchPeer(grain, loadMiniSearch(grain, saved)));
  }
});
afterAll(() => {
  for (const engine of engines.values()) engine.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(["FTS5", "MiniSearch section", "MiniSearch file"])("%s", (name) => {
  const best = (question: string) => engines.get(name)?.search(question, 5)[0];

  it("finds a planted passage, in other forms of its words", () => {
    const hit = best("How often do harbour gauges report tides?");
    expect(hit?.relative_path).toBe("planted/tides.md");
    if (name !== "MiniSearch file") expect(hit?.lines).toEqual({ start: 7, end: 7 });
  });

  it("finds a Chinese one", () => {
    const hit = best("红茶怎么冲泡？");
    expect(hit?.relative_path).toBe("planted/tea.md");
    if (name !== "MiniSearch file") expect(hit?.lines).toEqual({ start: 3, end: 3 });
  });

  it("finds nothing for words that stand nowhere, and takes signs for words", () => {
    expect(best("zyzzyvaquux")).toBeUndefined();
    expect(best('" OR ( * ^ NEAR')).toBeUndefined();
  });
});
