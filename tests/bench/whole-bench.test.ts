import { describe, expect, it } from "vitest";
import { compareWithPeers } from "../../bench/against-peers.ts";
import { madeCorpus } from "../../bench/corpus/made-corpus.ts";

describe("the bench", () => {
  it("runs from the corpus to the rows, every engine in a process of its own", async () => {
    const told: string[] = [];
    const { rows, sizes, table_cost, beside } = await compareWithPeers({
      corpus: madeCorpus(),
      sizes: [20, 60],
      runs: 1,
      questions: 8,
      amounts: { crowd: 2, changes: 2 },
      word_table: "both",
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
      "growth",
    ]);
    for (const row of rows) expect(row.value).toBeGreaterThan(0);
    const asked = { in_process: { n: 8 }, mcp: { n: 8 } };
    expect(sizes).toMatchObject([
      { files: 20, ...asked },
      { files: 60, ...asked },
    ]);
    expect(sizes[1]?.passages).toBeGreaterThan(60);
    expect(table_cost.map(({ figure }) => figure)).toEqual([
      "cold index",
      "no-change start",
      "memory after the questions",
      "query in process, p50",
      "query in process, p95",
      "query over MCP, p50",
      "query over MCP, p95",
    ]);
    for (const { on, off } of table_cost) expect(Math.min(on, off)).toBeGreaterThan(0);
    expect(beside.minisearch_section_query_p95_ms).toBeGreaterThan(0);
    expect(told[0]).toBe("writing 20 files");
  });
});
