import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { type Baselines, openBaselines } from "./eval/baselines.ts";
import { type Judgement, judgeFile } from "./eval/judge-file.ts";
import { type Outcome, putQuestions } from "./eval/put-questions.ts";
import { findSets, type QuestionFile, type QuestionSet, singleSet } from "./eval/question-sets.ts";
import { findScorer, type Scorer } from "./eval/scorer.ts";
import { type ServedSet, serveSet } from "./eval/served-set.ts";
import {
  type Figures,
  keepJudgements,
  missedFloors,
  readFigures,
  readKept,
  summaryTable,
  wholeTable,
  writeFigures,
} from "./eval/summary.ts";
import { curveTable } from "./eval/threshold-curve.ts";

/**
 * `npm run eval`: measures the real program on folders of documents with questions. Writes result lines and figures
 * under bench/results/ and prints a table per question file. Exit 1 when a floor is missed or a question failed,
 * 2 for a wrong call.
 */
const usage = `usage: npm run eval -- --sets DIR [--only NAME …] | --queries FILE --root DIR | --table
  --sets DIR          a folder with question sets (each: docs/ and queries*.jsonl) and their score.mjs
  --only NAME         only this set; may be given more than once
  --queries FILE      one file of questions, one JSON object a line
  --root DIR          the folder these questions are about
  --scorer FILE       the scorer, when it does not lie beside the questions
  --first N           only the first N questions of each file (no floors are judged)
  --concurrency N     questions under way at once (2)
  --no-baselines      without FTS5 and MiniSearch beside it
  --table             puts no question: the last figures of every file in one table, whichever runs they are of
  --raw               also keep whole answers and search results, for tests/independent/recompute.ts`;

const project_dir = path.resolve(import.meta.dirname, "..");
const resultsDir = path.join(project_dir, "bench", "results");
const lastFile = path.join(resultsDir, "eval-last.json");
const tableFile = path.join(resultsDir, "eval-table.json");
const floors = readFigures(path.join(project_dir, "fixtures", "golden", "floors.json"));

type Options = {
  first: number;
  concurrency: number;
  baselines: boolean;
  raw: boolean;
  folder: string;
};
type Run = {
  options: Options;
  scorer: Scorer | undefined;
  last: Figures;
  judgements: Record<string, Judgement>;
  good: boolean;
};

process.exitCode = await main();

async function main(): Promise<number> {
  if (process.argv.includes("--table")) {
    console.log(wholeTable(readKept(tableFile)));
    return 0;
  }
  let sets: QuestionSet[];
  let options: Options;
  let near: string[];
  try {
    const call = readCall(process.argv.slice(2));
    sets = call.sets;
    options = call.options;
    near = call.near;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
    return 2;
  }
  const scorer = await findScorer(near);
  if (scorer === undefined) {
    console.error(
      "The scorer (score.mjs) was not found beside the questions; it belongs to them and is not part of Docent. The results are written without figures.",
    );
  }
  mkdirSync(options.folder, { recursive: true });
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort(new Error("stopped by Ctrl+C")));
  process.once("SIGTERM", () => stop.abort(new Error("stopped")));

  const run: Run = { options, scorer, last: readFigures(lastFile), judgements: {}, good: true };
  for (const set of sets) {
    console.error(`${set.name}: starting the server on ${set.root}`);
    const started = performance.now();
    const served = await serveSet({
      project_dir,
      name: set.name,
      root: set.root,
      signal: stop.signal,
    });
    const judging = scorer !== undefined && options.first === Number.POSITIVE_INFINITY;
    const baselines = judging && options.baselines ? openBaselines(set.root) : undefined;
    try {
      console.error(
        `${set.name}: ${served.files} files ready after ${((performance.now() - started) / 1000).toFixed(1)} s`,
      );
      for (const file of set.files) await runFile(set, file, { served, baselines }, run);
    } finally {
      baselines?.close();
      await served.close();
    }
    stop.signal.throwIfAborted();
  }
  const { judgements } = run;
  if (Object.keys(judgements).length > 0) {
    console.log(`\n${wholeTable(judgements)}`);
    const figures = Object.entries(judgements).map(([name, { figures }]) => [name, figures]);
    writeFigures(lastFile, { ...run.last, ...Object.fromEntries(figures) });
    keepJudgements(tableFile, judgements);
    writeFileSync(
      path.join(options.folder, "summary.json"),
      `${JSON.stringify(judgements, null, 2)}\n`,
    );
  }
  console.log(`\nresult lines and figures: ${path.relative(project_dir, options.folder)}`);
  return run.good ? 0 : 1;
}

async function runFile(
  set: QuestionSet,
  file: QuestionFile,
  { served, baselines }: { served: ServedSet; baselines: Baselines | undefined },
  run: Run,
) {
  const { options } = run;
  const queries = file.queries.slice(0, options.first);
  if (file.blank.length > 0) {
    console.error(`${file.name}: no question in ${file.blank.join(", ")}; counted as not answered`);
  }
  const { outcomes, failures } = await putQuestions(queries, served, {
    concurrency: options.concurrency,
    onProgress: (done) => {
      if (done % 100 === 0) console.error(`${file.name}: ${done} of ${queries.length}`);
    },
  });
  const base = path.join(options.folder, file.name.replaceAll("/", "-"));
  writeLines(
    `${base}.jsonl`,
    outcomes.map((outcome) => outcome.line),
  );
  if (options.raw) {
    writeLines(
      `${base}.raw.jsonl`,
      outcomes.map(({ answer, search }) => ({ answer, search })),
    );
  }
  for (const failure of failures.slice(0, 5))
    console.error(`${file.name} ${failure.id}: ${failure.message}`);
  if (failures.length > 0) run.good = false;

  console.log("");
  if (run.scorer !== undefined && queries.length === file.queries.length) {
    const judgement = judgeFile(
      file,
      outcomes.map((outcome) => outcome.line),
      {
        scorer: run.scorer,
        root: set.root,
        ...(baselines === undefined ? {} : { baselines }),
      },
    );
    const { score, figures, beside, curve } = judgement;
    const floor = floors[file.name];
    run.judgements[file.name] = judgement;
    writeFigures(`${base}.score.json`, { [file.name]: figures });
    if (missedFloors(figures, floor).length > 0) run.good = false;
    const last = run.last[file.name];
    console.log(summaryTable(file.name, score, figures, { last, floors: floor, others: beside }));
    console.log(curveTable(curve));
  } else {
    console.log(
      `${file.name}: ${outcomes.length} of ${file.queries.length} questions put, no figures`,
    );
  }
  console.log(`median characters a citation ${medianChars(outcomes) ?? "–"}`);
  console.log(`${timing(outcomes)}; ${failures.length} failed; status ${statuses(outcomes)}`);
}

function timing(outcomes: readonly Outcome[]): string {
  const sorted = outcomes.map((outcome) => outcome.ask_ms).sort((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return `POST /api/ask p50 ${at(0.5)?.toFixed(0) ?? "–"} ms, p95 ${at(0.95)?.toFixed(0) ?? "–"} ms`;
}

/** How much a citation shows, so that finding the passage means something. */
function medianChars(outcomes: readonly Outcome[]): number | undefined {
  const chars = outcomes.flatMap(({ search }) => search.hits.map((hit) => hit.text?.length ?? 0));
  return chars.sort((a, b) => a - b)[chars.length >> 1];
}

function statuses(outcomes: readonly Outcome[]): string {
  const counts = new Map<string, number>();
  for (const { line } of outcomes) counts.set(line.status, (counts.get(line.status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${status} ${count}`).join(", ");
}

function writeLines(file: string, lines: readonly unknown[]): void {
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}

function readCall(args: readonly string[]): {
  sets: QuestionSet[];
  options: Options;
  near: string[];
} {
  const { values } = parseArgs({
    args: [...args],
    options: {
      sets: { type: "string" },
      only: { type: "string", multiple: true },
      queries: { type: "string" },
      root: { type: "string" },
      scorer: { type: "string" },
      first: { type: "string" },
      concurrency: { type: "string" },
      "no-baselines": { type: "boolean", default: false },
      raw: { type: "boolean", default: false },
    },
  });
  const here = process.env.INIT_CWD ?? process.cwd();
  const options: Options = {
    first: values.first === undefined ? Number.POSITIVE_INFINITY : count("--first", values.first),
    concurrency: values.concurrency === undefined ? 2 : count("--concurrency", values.concurrency),
    baselines: !values["no-baselines"],
    raw: values.raw,
    folder: path.join(resultsDir, `eval-${new Date().toISOString().replace(/[:.]/g, "-")}`),
  };
  const scorers = (...folders: string[]) =>
    values.scorer === undefined
      ? folders.map((folder) => path.join(folder, "score.mjs"))
      : [path.resolve(here, values.scorer)];
  if (values.sets !== undefined && values.queries === undefined && values.root === undefined) {
    const folder = path.resolve(here, values.sets);
    const found = findSets(folder);
    const unknown = (values.only ?? []).filter((name) => !found.some((set) => set.name === name));
    if (unknown.length > 0) throw new Error(`--only: there is no set named ${unknown.join(", ")}.`);
    const sets = found.filter((set) => values.only === undefined || values.only.includes(set.name));
    return { sets, options, near: scorers(folder) };
  }
  if (values.sets === undefined && values.queries !== undefined && values.root !== undefined) {
    const queries = path.resolve(here, values.queries);
    const set = singleSet(queries, path.resolve(here, values.root));
    return {
      sets: [set],
      options,
      near: scorers(path.dirname(queries), path.dirname(path.dirname(queries))),
    };
  }
  throw new Error("Give either --sets, or --queries together with --root.");
}

function count(option: string, text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new Error(`${option} is "${text}", but it must be a whole number from 1.`);
}
