import path from "node:path";
import { parseArgs } from "node:util";
import { projectDir } from "#lib/platform/project";
import { measureActivity } from "../bench/activity.ts";
import { compareWithPeers, type Subject } from "../bench/against-peers.ts";
import { measureAskingBesideCode } from "../bench/asking-beside-code.ts";
import { folderCorpus } from "../bench/corpus/folder-corpus.ts";
import { madeCorpus } from "../bench/corpus/made-corpus.ts";
import { type EmbeddingRun, fitEmbedding } from "../bench/embedding-weight.ts";
import { fitWeights } from "../bench/fit-weights.ts";
import { measureGate } from "../bench/gate-cost.ts";
import { fitMeaning } from "../bench/meaning-weights.ts";
import { measureModelGate } from "../bench/model-gate.ts";
import { measureMutations } from "../bench/mutated-sentences.ts";
import { measurePage } from "../bench/page.ts";
import { measureParaphrases } from "../bench/paraphrases.ts";
import { fts5Settings } from "../bench/peers/fts5.ts";
import { minisearchSettings } from "../bench/peers/minisearch.ts";
import { findRipgrep, ripgrepSettings } from "../bench/peers/ripgrep.ts";
import { queryTimesTable, slowMs } from "../bench/query-times-table.ts";
import { measureRanking } from "../bench/ranking.ts";
import { measureRecall } from "../bench/recall.ts";
import { type Figure, machine, report, rounded, writeResults } from "../bench/results-file.ts";
import { rowsTable } from "../bench/rows.ts";
import { measureSaid } from "../bench/said-sentences.ts";
import { measureSandbox } from "../bench/sandbox-times.ts";
import { compareOnSets, timeSearchServer } from "../bench/search-server.ts";
import { tableCosts } from "../bench/table-costs.ts";
import { measureToolCalls } from "../bench/tool-call-cost.ts";
import { measureVectors } from "../bench/vectors.ts";
import { measureWorkspaceTools } from "../bench/workspace-tools.ts";
import { findSets } from "./eval/question-sets.ts";
import { findScorer } from "./eval/scorer.ts";
import { readFigures } from "./eval/summary.ts";

/** `npm run bench`: the program beside other engines on the same documents, and what the check of every path costs. */
const usage = `usage: npm run bench -- [NAME …] [--quick] [--sizes 1000,5000,10000] [--runs 3] [--corpus DIR]
       npm run bench -- ranking --search-server URL [--sets DIR | --passages N]
       npm run bench -- ranking --sets DIR [--fit | --meaning | --embedding URL]
       npm run bench -- paraphrases [--sets DIR]
       npm run bench -- said --sets DIR
  NAME, --only NAME  only this: index, query, ask, activity, gate, model-gate, mutations, page, paraphrases,
                     recall, said, sandbox, sandbox-asking, tools, vectors
  --quick         index, query and ask in under two minutes: few files and questions, one run, no measurement of the bars
  --sizes N,N,…   how many documents; query times are taken at each size, everything else at the largest up to 10000.
                  The bench makes up to 200000 (2 GB of disk); leave the machine alone meanwhile
  --runs N        how often each figure is taken; the median is shown
  --corpus DIR    documents to copy instead of those the bench makes
  --sets DIR      for ranking: a folder with question sets, as for npm run eval; for paraphrases: one with
                  paraphrases.jsonl and the pages it names; for said: one with honest.jsonl, lies.jsonl and pages/
  --word-table STATE  for index and query: the table of word meanings "on", "off", or "both", one beside the other
  --fit           choose the weights on half A of every set and tell what half B says
  --meaning       choose what the signals of meaning weigh, each project by the weights of all others
  --embedding URL the same of an embedding model that answers there as OpenAI's Embeddings do, or of one in a folder
                  (model.onnx, tokenizer.json), by --embedding-name NAME, --query-prefix TEXT and --passage-prefix TEXT; --depth 40 says how many of the
                  best passages of a question are ranked anew, --drawn 1000 how many others of each folder are compared,
                  --vectors DIR where the vectors are kept for another run`;

const quickWarning =
  "QUICK RUN: few files, few questions, one run. Its verdicts are no measurement of the bars.";
const floorsFile = path.join(projectDir(), "fixtures", "golden", "floors.json");
const subjects: readonly Subject[] = ["index", "query", "ask"];
const tableStates = ["on", "off", "both"] as const;
/** What has no peer: figures of their own. */
const measurements: Record<string, (sets?: string) => Promise<Figure[]>> = {
  activity: measureActivity,
  gate: measureGate,
  "model-gate": measureModelGate,
  mutations: measureMutations,
  page: measurePage,
  paraphrases: measureParaphrases,
  recall: measureRecall,
  said: async (sets) => {
    if (sets === undefined)
      throw new Error("said needs --sets DIR: a folder with honest.jsonl, lies.jsonl and pages/.");
    return measureSaid(sets);
  },
  sandbox: measureSandbox,
  "sandbox-asking": measureAskingBesideCode,
  tools: async () => [...(await measureToolCalls()), ...(await measureWorkspaceTools())],
  vectors: measureVectors,
};

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  let call: ReturnType<typeof readCall>;
  try {
    call = readCall(args);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
    return 2;
  }
  if (call.search_server !== undefined)
    return await compareEngines(call.search_server, call.sets, call.passages);
  if (call.ranking && call.sets !== undefined) return await rankSets(call.sets, call);
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort(new Error("stopped by Ctrl+C")));
  process.once("SIGTERM", () => stop.abort(new Error("stopped")));
  const wanted = new Set(subjects.filter((subject) => call.only.includes(subject)));
  if (wanted.size > 0) {
    const { corpus, sizes, runs, quick, word_table } = call;
    const { cpu, cores, memory_gb, node } = machine();
    const settings = {
      MiniSearch: minisearchSettings,
      FTS5: fts5Settings,
      ripgrep: `${findRipgrep() ?? "not found"}; ${ripgrepSettings}`,
    };
    console.log(`${cpu}, ${cores} cores, ${memory_gb} GB, Node ${node}`);
    console.log(`documents: ${corpus.name}; median of ${runs} ${runs === 1 ? "run" : "runs"}`);
    for (const [peer, setting] of Object.entries(settings)) console.log(`${peer}: ${setting}`);
    if (quick) console.log(quickWarning);
    const {
      rows,
      sizes: times,
      table_cost,
      beside,
    } = await compareWithPeers({
      corpus,
      sizes,
      runs,
      word_table,
      questions: quick ? 40 : 200,
      amounts: quick ? { crowd: 40, changes: 10 } : { crowd: 200, changes: 60 },
      subjects: wanted,
      signal: stop.signal,
      tell: (sentence) => console.error(sentence),
    });
    console.log(`\n${rowsTable(rows)}`);
    if (times.length > 0) console.log(`\n${queryTimesTable(times)}`);
    for (const [name, value] of Object.entries(beside)) console.log(`${name} ${rounded(value, 2)}`);
    if (table_cost.length > 0) console.log(`\n${tableCosts(table_cost)}`);
    if (quick) console.log(`\n${quickWarning}`);
    const about = { corpus: corpus.name, sizes, runs, settings, word_table };
    // What Activity shows is what a whole run with the table measured.
    const end = quick ? "-quick" : word_table === "off" ? "-table-off" : "";
    writeResults(`against-peers${end}`, { ...about, rows, query_times: times, table_cost, beside });
    if (times.length > 0 && end === "")
      writeResults("query-p95", { ...about, slow_ms: slowMs, query_times: times });
  }
  for (const [name, measure] of Object.entries(measurements)) {
    if (call.only.includes(name)) report(name, await measure(call.sets));
  }
  return 0;
}

/** The ranking over an index on a search server beside the one in this process, or its times over many passages. */
async function compareEngines(
  url: string,
  folder: string | undefined,
  most: number,
): Promise<number> {
  const tell = (sentence: string) => console.error(sentence);
  if (folder === undefined) {
    await timeSearchServer(url, most, tell);
    return 0;
  }
  const scorer = await findScorer([path.join(folder, "score.mjs")]);
  if (scorer === undefined) throw new Error(`${folder} holds no scorer (score.mjs).`);
  await compareOnSets(url, findSets(folder), scorer, tell);
  return 0;
}

/** What each signal of the ranking gives, or should weigh, on questions that are no part of the project. */
async function rankSets(
  folder: string,
  { fit, meaning, embedding }: Pick<ReturnType<typeof readCall>, "fit" | "meaning" | "embedding">,
): Promise<number> {
  const scorer = await findScorer([path.join(folder, "score.mjs")]);
  if (scorer === undefined) {
    console.error(`${folder} holds no scorer (score.mjs); it belongs to the question sets.`);
    return 2;
  }
  const tell = (sentence: string) => console.error(sentence);
  if (fit) await fitWeights(findSets(folder), scorer, readFigures(floorsFile), tell);
  else if (meaning) await fitMeaning(findSets(folder), scorer, tell);
  else if (embedding) await fitEmbedding(findSets(folder), scorer, embedding, tell);
  else await measureRanking(findSets(folder), scorer, tell);
  return 0;
}

function readCall(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      sizes: { type: "string" },
      runs: { type: "string" },
      quick: { type: "boolean", default: false },
      corpus: { type: "string" },
      only: { type: "string", multiple: true },
      sets: { type: "string" },
      "search-server": { type: "string" },
      passages: { type: "string", default: "100000" },
      fit: { type: "boolean", default: false },
      meaning: { type: "boolean", default: false },
      embedding: { type: "string" },
      "embedding-name": { type: "string", default: "embedding" },
      "query-prefix": { type: "string", default: "" },
      "passage-prefix": { type: "string", default: "" },
      depth: { type: "string", default: "40" },
      drawn: { type: "string", default: "1000" },
      vectors: { type: "string" },
      "word-table": { type: "string", default: "on" },
    },
  });
  const here = process.env.INIT_CWD ?? process.cwd();
  const names = [...subjects, ...Object.keys(measurements)];
  const wanted = [...(values.only ?? []), ...positionals];
  const ranking = wanted.includes("ranking");
  const alone = wanted.length === 1;
  if (
    ranking
      ? (values.sets ?? values["search-server"]) === undefined || !alone
      : values.sets !== undefined && !(alone && ["paraphrases", "said"].includes(wanted[0] ?? ""))
  ) {
    throw new Error(
      "ranking and said need --sets, paraphrases may have it, and none of them has another beside it.",
    );
  }
  const fits = [values.fit, values.meaning, values.embedding !== undefined].filter(Boolean).length;
  if (fits > 0 && !ranking)
    throw new Error("--fit, --meaning and --embedding are for ranking alone.");
  if (fits > 1) throw new Error("--fit, --meaning and --embedding are taken one at a time.");
  const word_table = tableStates.find((state) => state === values["word-table"]);
  if (word_table === undefined)
    throw new Error(`--word-table is "${values["word-table"]}", but it takes on, off or both.`);
  const { quick } = values;
  const only: readonly string[] = wanted.length > 0 && !ranking ? wanted : quick ? subjects : names;
  const unknown = only.find((name) => !names.includes(name));
  if (quick && only.some((name) => !subjects.some((subject) => subject === name)))
    throw new Error("--quick is for index, query and ask.");
  if (unknown !== undefined) {
    throw new Error(
      `There is no measurement “${unknown}”. There are: ${[...names, "ranking"].join(", ")}.`,
    );
  }
  return {
    only,
    ranking,
    quick,
    word_table,
    search_server: values["search-server"],
    passages: Number(values.passages),
    fit: values.fit,
    meaning: values.meaning,
    embedding:
      values.embedding === undefined
        ? undefined
        : ({
            base_url: values.embedding,
            name: values["embedding-name"],
            query_prefix: values["query-prefix"],
            passage_prefix: values["passage-prefix"],
            depth: count("--depth", values.depth),
            drawn: count("--drawn", values.drawn),
            vectors: values.vectors === undefined ? undefined : path.resolve(here, values.vectors),
          } satisfies EmbeddingRun),
    sets: values.sets === undefined ? undefined : path.resolve(here, values.sets),
    sizes: (values.sizes ?? (quick ? "200,1000" : "1000,5000,10000"))
      .split(",")
      .map((text) => count("--sizes", text)),
    runs: count("--runs", values.runs ?? (quick ? "1" : "3")),
    corpus:
      values.corpus === undefined ? madeCorpus() : folderCorpus(path.resolve(here, values.corpus)),
  };
}

function count(option: string, text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text.trim())) return Number(text);
  throw new Error(`${option} is "${text}", but it takes whole numbers from 1 to 999999.`);
}
