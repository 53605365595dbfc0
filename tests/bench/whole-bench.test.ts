import { describe, expect, it } from "vitest";
import { compareWithPeers } from "../../bench/against-peers.ts";
import { madeCorpus } from "../../bench/corpus/made-corpus.ts";

describe("the bench", () => {
  it("runs from the corpus to the rows, every engine in a process of its own", async () => {
    const told: string[] = [];
    const { rows, sizes, beside } = await compareWithPeers({
      corpus: madeCorpus(),
      sizes: [60],
      runs: 1,
      questions: 8,
      subjects: new Set(["index", "query"]),
      signal: new AbortController().signal,
      tell: (sentence) => told.push(sentence),
    });
    expect(rows.map(({ name }) => name)).toEqual([
      "cold_index",
      "restart",
      "memory",
      "query_in_process",
      "query_mcp_fts5",
      "query_mcp_rg",
    ]);
    for (const row of rows) expect(row.value).toBeGreaterThan(0);
    expect(sizes).toMatchObject([{ files: 60, in_process: { n: 8 }, mcp: { n: 8 } }]);
    expect(sizes[0]?.passages).toBeGreaterThan(60);
    expect(beside.minisearch_section_query_p95_ms).toBeGreaterThan(0);
    expect(told[0]).toBe("writing 60 files");
  });
});
