import type { Corpus } from "./corpus/corpus.ts";
import { type AskAmounts, type AskTimes, measureAsking } from "./measures/asking.ts";
import {
  type IndexLife,
  measureIndexLife,
  measureMiniSearch,
  type PeerLife,
} from "./measures/index-life.ts";
import {
  type DocsLife,
  measureFts5,
  measureOwnQueries,
  measureRipgrep,
} from "./measures/query-times.ts";
import type { Spread } from "./parts/spread.ts";
import { median } from "./results-file.ts";
import { judgeRow, type Row } from "./rows.ts";
import { openSite, type Site } from "./site.ts";
import { type TableState, withTable } from "./word-table.ts";

/**
 * The program beside engines people would pick instead, on the same documents in the same run: the times of queries at
 * every size, everything else at the largest that the peers can hold. Figures are medians over the runs.
 */
const mostBesidePeers = 10_000;

export type Subject = "index" | "query" | "ask";

export type SizeTimes = {
  files: number;
  passages: number;
  in_process: Omit<Spread, "max">;
  mcp: Omit<Spread, "max">;
  life: DocsLife;
};

/** What the table of word meanings costs: the same figure with it and without. */
export type TableCost = { figure: string; unit: "ms" | "MB"; on: number; off: number };

export type Comparison = {
  sizes: SizeTimes[];
  rows: Row[];
  table_cost: TableCost[];
  beside: Record<string, number>;
};

export async function compareWithPeers(options: {
  corpus: Corpus;
  sizes: readonly number[];
  runs: number;
  questions: number;
  amounts: AskAmounts;
  subjects: ReadonlySet<Subject>;
  /** The table of word meanings; "both" takes index and query once more with it off, beside. Asking has it on. */
  word_table: TableState | "both";
  signal: AbortSignal;
  tell: (sentence: string) => void;
}): Promise<Comparison> {
  const { corpus, runs, amounts, subjects, word_table, signal, tell } = options;
  const sizes = [...new Set(options.sizes.map((size) => Math.min(size, corpus.size)))].sort(
    (a, b) => a - b,
  );
  const besidePeers = sizes.findLast((size) => size <= mostBesidePeers) ?? sizes[0];
  const state = word_table === "both" ? "on" : word_table;
  const site = openSite(corpus, options.questions);
  const queries = (state: TableState) => withTable(state, () => timesAt(site, runs, signal));
  const comparison: Comparison = { sizes: [], rows: [], table_cost: [], beside: {} };
  try {
    for (const size of sizes) {
      tell(`writing ${size} files`);
      site.growTo(size);
      if (subjects.has("query")) {
        tell(`asking at ${site.files} files`);
        comparison.sizes.push(await queries(state));
      }
      const times = comparison.sizes.at(-1);
      if (size !== besidePeers) continue;
      const rg =
        subjects.has("query") || subjects.has("ask") ? await ripgrepMs(site, runs) : undefined;
      if (subjects.has("index")) {
        tell("starting cold and again");
        const life = await withTable(state, () => measureIndexLife(site, runs, signal));
        addIndexLife(comparison, life, await measureMiniSearch(site, runs, signal));
        if (word_table === "both") {
          tell("the same without the table of word meanings");
          const off = await withTable("off", () => measureIndexLife(site, runs, signal));
          comparison.table_cost.push(...indexCost(life, off));
        }
      }
      if (times !== undefined) {
        tell("asking FTS5");
        addQueries(comparison, times, median((await measureFts5(site, runs, signal)).map(p95)), rg);
        if (word_table === "both") {
          tell("asking without the table of word meanings");
          comparison.table_cost.push(...queryCost(times, await queries("off")));
        }
      }
      if (subjects.has("ask")) {
        tell("asking the whole program");
        addAsking(comparison, await measureAsking(site, runs, amounts, signal), rg);
      }
    }
    addGrowth(comparison, besidePeers);
    return comparison;
  } finally {
    site.remove();
  }
}

async function timesAt(site: Site, runs: number, signal: AbortSignal): Promise<SizeTimes> {
  const { in_process, mcp, passages, life } = await measureOwnQueries(site, runs, signal);
  const middle = (spreads: readonly Spread[]) => ({
    n: spreads[0]?.n ?? 0,
    p50: median(spreads.map((spread) => spread.p50)),
    p95: median(spreads.map(p95)),
  });
  return { files: site.files, passages, in_process: middle(in_process), mcp: middle(mcp), life };
}

async function ripgrepMs(site: Site, runs: number): Promise<number | undefined> {
  const times = await measureRipgrep(site, runs);
  return times === undefined ? undefined : median(times);
}

function addIndexLife({ rows, beside }: Comparison, life: IndexLife, peer: PeerLife): void {
  rows.push(
    judgeRow("cold_index", { value: median(life.cold_ms), peer: median(peer.cold_ms) }),
    judgeRow("restart", { value: median(life.restart_ms), peer: median(peer.restart_ms) }),
    judgeRow("memory", { value: median(life.memory_mb), peer: peer.memory_mb }),
  );
  beside.cold_peak_mb = median(life.cold_peak_mb);
  beside.minisearch_section_query_p95_ms = peer.query_p95_ms;
}

function addQueries(
  { rows }: Comparison,
  { in_process, mcp }: SizeTimes,
  fts5: number,
  rg: number | undefined,
): void {
  rows.push(
    judgeRow("query_in_process", { value: in_process.p95, peer: fts5 }),
    judgeRow("query_mcp_fts5", { value: mcp.p95, peer: fts5 }),
    judgeRow("query_mcp_rg", { value: mcp.p95, ...(rg === undefined ? {} : { peer: rg }) }),
  );
}

/** From the smallest size to the one that stands beside the peers, and from there to each larger one. */
function addGrowth({ rows, sizes }: Comparison, besidePeers: number | undefined): void {
  for (const large of sizes) {
    const small =
      large.files === besidePeers
        ? sizes[0]
        : sizes.find(({ files }) => files === besidePeers && files < large.files);
    if (small === undefined || small === large) continue;
    rows.push(
      judgeRow("growth", {
        value: large.in_process.p95,
        peer: small.in_process.p95,
        sizes: { value: large.files, peer: small.files },
      }),
    );
  }
}

function indexCost(on: IndexLife, off: IndexLife): TableCost[] {
  const cost = (figure: string, unit: "ms" | "MB", of: "cold_ms" | "restart_ms" | "memory_mb") => ({
    ...{ figure, unit, on: median(on[of]), off: median(off[of]) },
  });
  return [
    cost("cold index", "ms", "cold_ms"),
    cost("no-change start", "ms", "restart_ms"),
    cost("memory after the questions", "MB", "memory_mb"),
  ];
}

function queryCost(on: SizeTimes, off: SizeTimes): TableCost[] {
  const cost = (figure: string, way: "in_process" | "mcp", of: "p50" | "p95") => ({
    ...{ figure: `${figure}, ${of}`, unit: "ms" as const, on: on[way][of], off: off[way][of] },
  });
  return [
    ...(["p50", "p95"] as const).map((of) => cost("query in process", "in_process", of)),
    ...(["p50", "p95"] as const).map((of) => cost("query over MCP", "mcp", of)),
  ];
}

function addAsking({ rows, beside }: Comparison, times: AskTimes, rg: number | undefined): void {
  const ask = median(times.ask.map(p95));
  rows.push(
    judgeRow("ask", { value: ask, ...(rg === undefined ? {} : { peer: rg }) }),
    judgeRow("first_claim", { value: median(times.first_claim.map(p95)), peer: ask }),
    judgeRow("first_answer", { value: median(times.first_answer_ms) }),
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
