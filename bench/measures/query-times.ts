import path from "node:path";
import { type Spread, timeEach } from "../parts/spread.ts";
import { findRipgrep, timeRipgrep } from "../peers/ripgrep.ts";
import { startDocsServer } from "../programs/docs-server.ts";
import { untilRead } from "../programs/until-read.ts";
import { runApart } from "../run-apart.ts";
import type { Site } from "../site.ts";

/** How long a ranked list takes: ours in process and over MCP, beside FTS5 and a search without an index. */
export type QueryTimes = { in_process: Spread[]; mcp: Spread[] };

export async function measureOwnQueries(
  site: Site,
  runs: number,
  signal: AbortSignal,
): Promise<QueryTimes & { passages: number }> {
  const { dir, questions } = site;
  const { result } = await runApart("own_engine", { dir, questions, runs }, signal);
  const mcp: Spread[] = [];
  const state = { DOCENT_HOME: site.newFolder() };
  const first = await startDocsServer(state, [dir]);
  await untilRead(first, signal).finally(() => first.close());
  // A later start, as on every day but the first: nothing is being written or tidied up any more.
  const docs = await startDocsServer(state, [dir]);
  try {
    await untilRead(docs, signal);
    for (let run = 0; run < runs; run += 1) {
      mcp.push(await timeEach(questions, (question) => docs.search(question)));
    }
  } finally {
    await docs.close();
  }
  return { in_process: result.queries, mcp, passages: result.passages };
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
