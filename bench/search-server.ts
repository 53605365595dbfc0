import { loadavg } from "node:os";
import { detectLang } from "#lib/language/words";
import { wordTable } from "#lib/meaning/word-table";
import { systemClock } from "#lib/platform/clock";
import { createEmbeddedEngine } from "../lib/search/engines/embedded.ts";
import type { EngineDocument, EngineHit, SearchEngine } from "../lib/search/engines/engine.ts";
import { type Cluster, openCluster } from "../lib/search/engines/opensearch/cluster.ts";
import { createOpenSearchEngine } from "../lib/search/engines/opensearch/engine.ts";
import { termAt } from "../lib/search/engines/sequence.ts";
import { readFile } from "../lib/search/reading/read-file.ts";
import type { QuestionSet } from "../scripts/eval/question-sets.ts";
import type { Scorer } from "../scripts/eval/scorer.ts";
import { madeCorpus } from "./corpus/made-corpus.ts";
import {
  type Figures,
  limit,
  measures,
  readDocuments,
  readFolder,
  scorerOf,
} from "./question-replay.ts";
import { rounded, table, writeResults } from "./results-file.ts";

const never = new AbortController().signal;
const prefix = "docent-bench";
/** Questions that are under way at once. */
const atOnce = 2;

/**
 * The ranking over an index on a search server beside the one in this process, both with the table of meanings: figures of the
 * sets, lists that are the same, and how far scores are apart where they are not.
 */
export async function compareOnSets(
  url: string,
  sets: readonly QuestionSet[],
  scorer: Scorer,
  tell: (sentence: string) => void,
): Promise<void> {
  const cluster = await openCluster({ url, clock: systemClock });
  const rows: Row[] = [];
  const { table: meanings } = wordTable();
  for (const set of sets) {
    const read = readDocuments(set.root);
    const folder = await readFolder(set.root, meanings, read);
    const here = createEmbeddedEngine(meanings);
    await here.update(read.documents);
    const there = createOpenSearchEngine({
      open: async () => cluster,
      ...{ prefix: `${prefix}-${set.name}`, replicas: 0 },
      ...(meanings === undefined ? {} : { table: meanings }),
    });
    await there.update(read.documents);
    tell(`${set.name}: ${there.stats().passages} passages`);
    for (const file of set.files) {
      const lists = await both(
        file.queries.map(({ question }) => question),
        { here, there },
      );
      const score = scorerOf(file, { scorer, root: set.root });
      const told = (which: "here" | "there") =>
        score(
          undefined,
          file.queries.map(({ id }, i) => ({
            id,
            citations: (lists[i]?.[which] ?? []).map((hit) => ({
              ...folder.placeOf(hit),
              ...{ snippet: "", score: hit.score },
            })),
          })),
        );
      rows.push({ file: file.name, ...sameness(lists), here: told("here"), there: told("there") });
      tell(JSON.stringify(rows.at(-1)));
    }
    await cluster.ask("DELETE", `/${prefix}-${set.name}-*`);
  }
  console.log(
    table([["", "same", "first 5", ...measures.flatMap((m) => [m, "there"])], ...rows.map(cells)]),
  );
  writeResults("search-server", { rows });
}

type Lists = { here: readonly EngineHit[]; there: readonly EngineHit[] };
type Row = ReturnType<typeof sameness> & { file: string; here: Figures; there: Figures };

async function both(
  questions: readonly string[],
  engines: { here: SearchEngine; there: SearchEngine },
): Promise<Lists[]> {
  const lists: Lists[] = [];
  const ask = async (engine: SearchEngine, text: string) =>
    (await engine.search({ text, limit, lang: detectLang(text) }, never)).hits;
  for (let at = 0; at < questions.length; at += atOnce)
    lists.push(
      ...(await Promise.all(
        questions.slice(at, at + atOnce).map(async (text) => ({
          here: await ask(engines.here, text),
          there: await ask(engines.there, text),
        })),
      )),
    );
  return lists;
}

/** How many lists are the same, whole and up to the fifth place; the greatest difference of a score of the same passage. */
function sameness(lists: readonly Lists[]) {
  const names = (hits: readonly EngineHit[]) => hits.map(({ key, passage }) => `${key} ${passage}`);
  const same = (upTo: number) =>
    lists.filter(
      ({ here, there }) =>
        names(here).slice(0, upTo).join("\n") === names(there).slice(0, upTo).join("\n"),
    ).length;
  let apart = 0;
  let broken = 0;
  for (const { here, there } of lists) {
    const scores = new Map(here.map((hit) => [`${hit.key} ${hit.passage}`, hit.score]));
    for (const hit of there) {
      const score = scores.get(`${hit.key} ${hit.passage}`);
      if (score !== undefined) apart = Math.max(apart, Math.abs(score - hit.score));
      if (hit.breakdown.reduce((sum, { value }) => sum + value, 0) !== hit.score) broken += 1;
    }
  }
  return { lists: lists.length, same: same(limit), same_first: same(5), apart, broken };
}

const cells = ({ file, lists, same, same_first, here, there }: Row): string[] => [
  file,
  `${same} of ${lists}`,
  `${same_first}`,
  ...measures.flatMap((name) => [
    `${rounded(here[name] ?? 0, 3)}`,
    `${rounded(there[name] ?? 0, 3)}`,
  ]),
];

/** Numbers of passages that are put into one index one after the other. */
const sizes = [25_000, 100_000, 1_000_000];
const documentsAtOnce = 500;
const asked = 200;

/**
 * Made documents put into an index on a search server: time, processor time of this process and of the server, size; then questions
 * one after the other, each of words that stand together somewhere.
 */
export async function timeSearchServer(
  url: string,
  most: number,
  tell: (sentence: string) => void,
): Promise<void> {
  const cluster = await openCluster({ url, clock: systemClock });
  const { table: meanings } = wordTable();
  await cluster.ask("DELETE", `/${prefix}-times-*`);
  const engine = createOpenSearchEngine({
    open: async () => cluster,
    ...{ prefix: `${prefix}-times`, replicas: 0 },
    ...(meanings === undefined ? {} : { table: meanings }),
  });
  const corpus = madeCorpus();
  const questions: string[] = [];
  const rows: Record<string, string | number>[] = [];
  let number = 0;
  let spent = 0;
  let own = 0;
  let theirs = 0;
  for (const size of sizes.filter((size) => size <= most)) {
    while (engine.stats().passages < size) {
      const documents = Array.from({ length: documentsAtOnce }, (_, i): EngineDocument => {
        const { relative_path, bytes } = corpus.file(number + i);
        const { words, facts } = readFile(
          { bytes, mtime_ms: 0, relative_path, words: true, front_matter: true },
          () => undefined,
        );
        if (words === undefined) throw new Error("the words were asked for");
        if (i % 20 === 0) questions.push(questionOf(words, facts.title));
        return { key: relative_path, order: relative_path, words };
      });
      const before = await serverCpu(cluster);
      const cpu = process.cpuUsage();
      const began = performance.now();
      await engine.update(documents);
      spent += performance.now() - began;
      own += cpuSince(cpu);
      theirs += (await serverCpu(cluster)) - before;
      number += documentsAtOnce;
      tell(`${engine.stats().passages} passages, ${Math.round(spent / 1000)} s`);
    }
    const { body } = await cluster.ask("GET", `/${prefix}-times-*/_stats/store`);
    // What `_stats` answers.
    const all = (body as { _all: { primaries: { store: { size_in_bytes: number } } } })._all;
    const before = await serverCpu(cluster);
    const cpu = process.cpuUsage();
    const times: number[] = [];
    const step = Math.max(1, Math.floor(questions.length / asked));
    const some = questions.filter((_, i) => i % step === 0).slice(0, asked);
    for (const text of some) {
      const began = performance.now();
      await engine.search({ text, limit, lang: detectLang(text) }, never);
      times.push(performance.now() - began);
    }
    times.sort((a, b) => a - b);
    const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0);
    rows.push({
      ...{ passages: engine.stats().passages, documents: engine.stats().documents },
      ...{ index_s: Math.round(spent / 1000), index_own_cpu_s: Math.round(own / 1000) },
      index_server_cpu_s: Math.round(theirs / 1000),
      size_mb: Math.round(all.primaries.store.size_in_bytes / 1e6),
      ...{ p50_ms: at(0.5), p95_ms: at(0.95) },
      query_own_cpu_ms: rounded(cpuSince(cpu) / some.length, 1),
      query_server_cpu_ms: rounded(((await serverCpu(cluster)) - before) / some.length, 1),
      load: loadavg()[0]?.toFixed(1) ?? "",
    });
    tell(JSON.stringify(rows.at(-1)));
    writeResults("search-server-times", { rows });
  }
  await cluster.ask("DELETE", `/${prefix}-times-*`);
}

/** Four words of a document as somebody would ask for them: of its title, and of what stands together in its middle. */
function questionOf({ terms, sequence }: EngineDocument["words"], title: string): string {
  const words = terms.split("\n");
  const middle = sequence.length >>> 1;
  const near = Array.from(sequence.subarray(middle, middle + 4), (place) => words[termAt(place)]);
  return `${title} ${near.join(" ")}`;
}

/** Processor time of all its nodes, in milliseconds; nodes of one process say the same. */
async function serverCpu(cluster: Cluster): Promise<number> {
  const { body } = await cluster.ask("GET", "/_nodes/stats/process?filter_path=nodes.*.process");
  type Process = { process: { id?: number; cpu: { total_in_millis: number } } };
  // What `_nodes/stats` answers, narrowed to this part.
  const { nodes } = body as { nodes: Record<string, Process> };
  return Math.max(...Object.values(nodes).map(({ process }) => process.cpu.total_in_millis));
}

const cpuSince = (before: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};
