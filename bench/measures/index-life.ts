import path from "node:path";
import { memoryOf } from "../parts/memory.ts";
import { startDocsServer } from "../programs/docs-server.ts";
import { untilRead } from "../programs/until-read.ts";
import { runApart } from "../run-apart.ts";
import type { Site } from "../site.ts";

/** The first start, a later one, and what stays in memory: the docs server beside MiniSearch, each a process of its own. */
export type IndexLife = {
  cold_ms: number[];
  cold_peak_mb: number[];
  restart_ms: number[];
  memory_mb: number[];
};

export type PeerLife = {
  cold_ms: number[];
  restart_ms: number[];
  memory_mb: number;
  query_p95_ms: number;
};

export async function measureIndexLife(
  site: Site,
  runs: number,
  signal: AbortSignal,
): Promise<IndexLife> {
  const life: IndexLife = { cold_ms: [], cold_peak_mb: [], restart_ms: [], memory_mb: [] };
  for (let run = 0; run < runs; run += 1) {
    const home = site.newFolder();
    const files = await firstStart(site, home, life, signal);
    await laterStart(site, { home, files }, life, signal);
  }
  return life;
}

export async function measureMiniSearch(
  site: Site,
  runs: number,
  signal: AbortSignal,
): Promise<PeerLife> {
  const { dir, questions } = site;
  const file = path.join(site.newFolder(), "by-file.json");
  const sections = path.join(site.newFolder(), "by-section.json");
  const question = questions.timed[0] ?? "";
  const times: Pick<PeerLife, "cold_ms" | "restart_ms"> = { cold_ms: [], restart_ms: [] };
  for (let run = 0; run < runs; run += 1) {
    const built = await runApart("minisearch_build", { dir, grain: "file", file }, signal);
    times.cold_ms.push(built.ms);
    const first = { file, grain: "file", question } as const;
    times.restart_ms.push((await runApart("minisearch_first_answer", first, signal)).ms);
  }
  await runApart("minisearch_build", { dir, grain: "section", file: sections }, signal);
  const { result } = await runApart(
    "minisearch_query",
    {
      file: sections,
      grain: "section",
      questions: { timed: questions.timed.slice(0, 30), before: questions.before.slice(0, 20) },
    },
    signal,
  );
  return { ...times, memory_mb: result.rss_mb, query_p95_ms: result.query.p95 };
}

/** Until everything is read and, as the server saves at the latest when it is told to end, until it has ended. */
async function firstStart(
  site: Site,
  home: string,
  life: IndexLife,
  signal: AbortSignal,
): Promise<number> {
  const began = performance.now();
  const docs = await startDocsServer({ DOCENT_HOME: home }, [site.dir]);
  let files: number;
  try {
    files = await untilRead(docs, signal);
    const { peak_mb } = memoryOf(docs.pid);
    if (peak_mb !== undefined) life.cold_peak_mb.push(peak_mb);
  } finally {
    await docs.close();
  }
  life.cold_ms.push(performance.now() - began);
  return files;
}

/** The same folder and state once more: the first answer, and memory once it has answered some questions. */
async function laterStart(
  site: Site,
  { home, files }: { home: string; files: number },
  life: IndexLife,
  signal: AbortSignal,
): Promise<void> {
  const began = performance.now();
  const docs = await startDocsServer({ DOCENT_HOME: home }, [site.dir]);
  try {
    for (let ready = false; !ready; ) {
      signal.throwIfAborted();
      const { coverage } = await docs.search(site.questions.timed[0] ?? "", {}, signal);
      ready = coverage.state === "ready" && coverage.files_searchable === files;
    }
    life.restart_ms.push(performance.now() - began);
    for (const question of site.questions.timed) await docs.search(question, {}, signal);
    life.memory_mb.push(memoryOf(docs.pid).rss_mb);
  } finally {
    await docs.close();
  }
}
