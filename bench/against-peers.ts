import type { Corpus } from "./corpus/corpus.ts";
import { type AskTimes, measureAsking } from "./measures/asking.ts";
import { type IndexLife, measureIndexLife } from "./measures/index-life.ts";
import { measureFts5, measureOwnQueries, measureRipgrep } from "./measures/query-times.ts";
import type { Spread } from "./parts/spread.ts";
import { median } from "./results-file.ts";
import { judgeRow, type Row } from "./rows.ts";
import { openSite, type Site } from "./site.ts";

/**
 * The program beside engines people would pick instead, on the same documents in the same run: the times of queries at
 * every size, everything else at the largest. Figures are medians over the runs.
 */
export type Subject = "index" | "query" | "ask";

export type SizeTimes = {
  files: number;
  passages: number;
  in_process: Omit<Spread, "max">;
  mcp: Omit<Spread, "max">;
};

export type Comparison = { sizes: SizeTimes[]; rows: Row[]; beside: Record<string, number> };

export async function compareWithPeers(options: {
  corpus: Corpus;
  sizes: readonly number[];
  runs: number;
  questions: number;
  subjects: ReadonlySet<Subject>;
  signal: AbortSignal;
  tell: (sentence: string) => void;
}): Promise<Comparison> {
  const { corpus, runs, subjects, signal, tell } = options;
  const sizes = [...new Set(options.sizes.map((size) => Math.min(size, corpus.size)))].sort(
    (a, b) => a - b,
  );
  const site = openSite(corpus, options.questions);
  try {
    const times: SizeTimes[] = [];
    for (const size of sizes) {
      tell(`writing ${size} files`);
      site.growTo(size);
      if (subjects.has("query")) {
        tell(`asking at ${site.files} files`);
        times.push(await timesAt(site, runs, signal));
      }
    }
    const comparison: Comparison = { sizes: times, rows: [], beside: {} };
    const rg =
      subjects.has("query") || subjects.has("ask") ? await ripgrepMs(site, runs) : undefined;
    if (subjects.has("index")) {
      tell("starting cold and again");
      addIndexLife(comparison, await measureIndexLife(site, runs, signal));
    }
    if (subjects.has("query")) {
      tell("asking FTS5");
      addQueries(comparison, median((await measureFts5(site, runs, signal)).map(p95)), rg);
    }
    if (subjects.has("ask")) {
      tell("asking the whole program");
      addAsking(comparison, await measureAsking(site, runs, signal), rg);
    }
    return comparison;
  } finally {
    site.remove();
  }
}

async function timesAt(site: Site, runs: number, signal: AbortSignal): Promise<SizeTimes> {
  const { in_process, mcp, passages } = await measureOwnQueries(site, runs, signal);
  const middle = (spreads: readonly Spread[]) => ({
    n: spreads[0]?.n ?? 0,
    p50: median(spreads.map((spread) => spread.p50)),
    p95: median(spreads.map(p95)),
  });
  return { files: site.files, passages, in_process: middle(in_process), mcp: middle(mcp) };
}

async function ripgrepMs(site: Site, runs: number): Promise<number | undefined> {
  const times = await measureRipgrep(site, runs);
  return times === undefined ? undefined : median(times);
}

function addIndexLife({ rows, beside }: Comparison, life: IndexLife): void {
  const { peer } = life;
  rows.push(
    judgeRow("cold_index", { value: median(life.cold_ms), peer: median(peer.cold_ms) }),
    judgeRow("restart", { value: median(life.restart_ms), peer: median(peer.restart_ms) }),
    judgeRow("memory", { value: median(life.memory_mb), peer: peer.memory_mb }),
  );
  beside.cold_peak_mb = median(life.cold_peak_mb);
  beside.minisearch_section_query_p95_ms = peer.query_p95_ms;
}

function addQueries({ rows, sizes }: Comparison, fts5: number, rg: number | undefined): void {
  const [smallest, largest] = [sizes[0], sizes.at(-1)];
  if (smallest === undefined || largest === undefined) return;
  const mcp = largest.mcp.p95;
  rows.push(
    judgeRow("query_in_process", { value: largest.in_process.p95, peer: fts5 }),
    judgeRow("query_mcp_fts5", { value: mcp, peer: fts5 }),
    judgeRow("query_mcp_rg", { value: mcp, ...(rg === undefined ? {} : { peer: rg }) }),
  );
  if (sizes.length < 2) return;
  const peer = smallest.in_process.p95;
  rows.push(judgeRow("growth", { value: largest.in_process.p95, peer }));
}

function addAsking({ rows, beside }: Comparison, times: AskTimes, rg: number | undefined): void {
  const ask = median(times.ask.map(p95));
  rows.push(
    judgeRow("ask", { value: ask, ...(rg === undefined ? {} : { peer: rg }) }),
    judgeRow("first_claim", { value: median(times.first_claim.map(p95)), peer: ask }),
    judgeRow("changed_file", { value: median(times.changed_file.map(p95)) }),
    judgeRow("crowd", {
      value: median(times.crowd.map(({ ms }) => ms)),
      peer: median(times.crowd.map(({ alone_p95_ms }) => alone_p95_ms)),
      failures: times.crowd.reduce((sum, { failures }) => sum + failures, 0),
    }),
  );
  beside.first_claim_p50_ms = median(times.first_claim.map(({ p50 }) => p50));
  beside.ask_p50_ms = median(times.ask.map(({ p50 }) => p50));
  beside.ask_answered_share = times.answered;
}

function p95(spread: Spread): number {
  return spread.p95;
}
