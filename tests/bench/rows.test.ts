import { describe, expect, it } from "vitest";
import { queryTimesTable } from "../../bench/query-times-table.ts";
import { judgeRow, rowsTable } from "../../bench/rows.ts";

describe("a row", () => {
  it("misses above its bar, holds at it, and reaches the aim below that", () => {
    const verdict = (value: number) => judgeRow("query_in_process", { value, peer: 100 }).verdict;
    expect([verdict(10.1), verdict(10), verdict(3)]).toEqual([
      "misses",
      "holds",
      "reaches the aim",
    ]);
  });

  it("is judged by its value where it has no peer by nature", () => {
    const verdict = (value: number) => judgeRow("changed_file", { value }).verdict;
    expect([verdict(151), verdict(150), verdict(60)]).toEqual([
      "misses",
      "holds",
      "reaches the aim",
    ]);
  });

  it("has no verdict where its peer was not found", () => {
    expect(judgeRow("ask", { value: 5 }).verdict).toBe("no peer");
  });

  it("misses when something failed, however fast it was", () => {
    expect(judgeRow("crowd", { value: 1, peer: 100, failures: 1 }).verdict).toBe("misses");
    expect(judgeRow("crowd", { value: 200, peer: 100, failures: 0 }).verdict).toBe("holds");
    expect(judgeRow("crowd", { value: 120, peer: 100, failures: 0 }).verdict).toBe(
      "reaches the aim",
    );
  });

  it("stands in the table with value, peer, ratio, bar and verdict", () => {
    const lines = rowsTable([
      judgeRow("memory", { value: 90, peer: 300 }),
      judgeRow("crowd", { value: 1, peer: 100, failures: 2 }),
      judgeRow("growth", { value: 6, peer: 2, sizes: { value: 10_000, peer: 1000 } }),
    ]).split("\n");
    expect(lines[1]).toMatch(/90\.0 MB\s+MiniSearch.*300 MB\s+0\.300\s+≤ 0\.35\s+≤ 0\.25\s+holds$/);
    expect(lines[2]).toMatch(/none fails\s+≤ 1\.3\s+misses \(2 failed\)$/);
    expect(lines[3]).toMatch(
      /in process, 10000 files .* own p95, 1000 files .* 3\.000 .* reaches the aim$/,
    );
  });
});

describe("the times by size", () => {
  const at = (files: number, p95: number) => ({
    files,
    passages: files * 10,
    in_process: { n: 5, p50: 1, p95: 2 },
    mcp: { n: 5, p50: 3, p95 },
    life: { first_ms: 900, peak_mb: 80.2, start_ms: 300, memory_mb: 70, watches: undefined },
  });

  it("close with a line that warns of the sizes that are slow", () => {
    const table = queryTimesTable([at(1000, 4), at(10_000, 9)]);
    expect(table).toMatch(/not reached$/);
    expect(table).toMatch(
      /^1000 .*3\.00 \/ 4\.00 ms\s+0\.90 s, 80 MB at most\s+0\.30 s, 70 MB\s+–$/m,
    );
    expect(queryTimesTable([at(1000, 4), at(10_000, 101)])).toMatch(/WARNING.* 10000 files$/);
  });
});
