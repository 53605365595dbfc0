import path from "node:path";
import { memoryOf, watchesOf } from "../parts/memory.ts";
import { type Spread, timeEach } from "../parts/spread.ts";
import { findRipgrep, timeRipgrep } from "../peers/ripgrep.ts";
import { startDocsServer } from "../programs/docs-server.ts";
import { untilRead } from "../programs/until-read.ts";
import { median } from "../results-file.ts";
import { runApart } from "../run-apart.ts";
import type { Site } from "../site.ts";

/** How long a ranked list takes: ours in process and over MCP, beside FTS5 and a search without an index. */
export type QueryTimes = { in_process: Spread[]; mcp: Spread[]; passages: number; life: DocsLife };

/** What the folder costs the docs server: reading it first, starting again, and what it holds after the questions. */
export type DocsLife = {
  first_ms: number;
  peak_mb: number | undefined;
  start_ms: number;
  memory_mb: number;
  watches: number | undefined;
};

/** Every run is a start of its own, for an engine that was asked a question before has the sums of its words. */
export async function measureOwnQueries(
  site: Site,
  runs: number,
  signal: AbortSignal,
): Promise<QueryTimes> {
  const { dir, questions } = site;
  const times: Pick<QueryTimes, "in_process" | "mcp"> = { in_process: [], mcp: [] };
  let passages = 0;
  for (let run = 0; run < runs; run += 1) {
    const { result } = await runApart("own_engine", { dir, questions }, signal);
    times.in_process.push(result.query);
    passages = result.passages;
  }
  const state = { DOCENT_HOME: site.newFolder() };
  const began = performance.now();
  const first = await startDocsServer(state, [dir]);
  let peak_mb: number | undefined;
  try {
    await untilRead(first, signal);
    peak_mb = memoryOf(first.pid).peak_mb;
  } finally {
    await first.close();
  }
  const first_ms = performance.now() - began;
  const starts: number[] = [];
  const memory: number[] = [];
  let watches: number | undefined;
  // Later starts, as on every day but the first: nothing is being written or tidied up any more.
  for (let run = 0; run < runs; run += 1) {
    const began = performance.now();
    const docs = await startDocsServer(state, [dir]);
    try {
      await untilRead(docs, signal);
      starts.push(performance.now() - began);
      times.mcp.push(await timeEach(questions, (question) => docs.search(question)));
      memory.push(memoryOf(docs.pid).rss_mb);
      watches = watchesOf(docs.pid);
    } finally {
      await docs.close();
    }
  }
  const life = { first_ms, peak_mb, start_ms: median(starts), memory_mb: median(memory), watches };
  return { ...times, passages, life };
}

export async function measureFts5(
  site: Site,
  runs: number,
  signal: AbortSignal,
): Promise<Spread[]> {
  const file = path.join(site.newFolder(), "fts5.sqlite");
  await runApart("fts5_build", { dir: site.dir, file }, signal);
  const spreads: Spread[] = [];
  for (let run = 0; run < runs; run += 1) {
    const { result } = await runApart("fts5_query", { file, questions: site.questions }, signal);
    spreads.push(result.query);
  }
  return spreads;
}

/** Milliseconds of `rg -c`, the median of some questions; undefined where it is not installed. */
export async function measureRipgrep(site: Site, runs: number): Promise<number[] | undefined> {
  if (findRipgrep() === undefined) return undefined;
  const medians: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const times = site.questions.timed
      .slice(0, 40)
      .map((question) => timeRipgrep(site.dir, question));
    medians.push(times.sort((a, b) => a - b)[times.length >> 1] ?? Number.NaN);
  }
  return medians;
}
