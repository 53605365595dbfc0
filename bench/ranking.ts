import { signals } from "../lib/search/signals/list.ts";
import type { RankingSignal } from "../lib/search/signals/signal.ts";
import type { QuestionFile, QuestionSet } from "../scripts/eval/question-sets.ts";
import type { Scorer } from "../scripts/eval/scorer.ts";
import {
  ask,
  type Figures,
  type Folder,
  measures,
  readFolder,
  replay,
  shown,
} from "./question-replay.ts";
import { type Figure, median, rounded, table, writeResults } from "./results-file.ts";

/**
 * The ranking alone, in this process, on sets of questions: what each signal gives, by leaving it out, on both halves of
 * every set; whether pruning changes a list; how much text a passage holds.
 */
export async function measureRanking(
  sets: readonly QuestionSet[],
  scorer: Scorer,
  tell: (sentence: string) => void,
): Promise<void> {
  const rows: Row[] = [];
  const checks: Figure[] = [];
  for (const set of sets) {
    tell(`${set.name}: reading`);
    const folder = await readFolder(set.root);
    tell(`${set.name}: ${folder.index.stats().passages} passages`);
    for (const file of set.files) {
      rows.push(...rowsOf(file, folder, scorer, set.root));
      checks.push(...checksOf(file, folder));
    }
  }
  console.log(
    table([
      ["", "", ...shown, ...shown.map((m) => `${m} A`), ...shown.map((m) => `${m} B`)],
      ...rows.map(cells),
    ]),
  );
  console.log(`\n${table(checks.map((c) => [c.row, c.what, `${c.value} ${c.unit}`.trim()]))}`);
  writeResults("ranking", { rows, checks });
}

type Row = { file: string; without: string | undefined; all: Figures; A: Figures; B: Figures };

/** The ranking as it is, then without each of its signals. */
function rowsOf(file: QuestionFile, folder: Folder, scorer: Scorer, root: string): Row[] {
  const judge = replay(file, { folder, scorer, root });
  const ways: (RankingSignal | undefined)[] = [undefined, ...signals];
  return ways.map((left_out) => {
    const kept = signals.filter((signal) => signal !== left_out);
    const [all = {}, A = {}, B = {}] = judge(kept, [undefined, "A", "B"]);
    return { file: file.name, without: left_out?.name, all, A, B };
  });
}

function checksOf(file: QuestionFile, folder: Folder): Figure[] {
  let different = 0;
  let hits = 0;
  let broken = 0;
  const chars: number[] = [];
  for (const { question } of file.queries) {
    const pruned = ask(folder, question, signals);
    const all = ask(folder, question, signals, true);
    if (JSON.stringify(pruned) !== JSON.stringify(all)) different += 1;
    for (const hit of pruned) {
      hits += 1;
      if (hit.breakdown.reduce((sum, signal) => sum + signal.value, 0) !== hit.score) broken += 1;
      chars.push(folder.charsOf(hit));
    }
  }
  const figure = (what: string, value: number, unit: string): Figure => ({
    row: file.name,
    what,
    value: rounded(value, 3),
    unit,
  });
  return [
    figure("lists that pruning changes", different, `of ${file.queries.length}`),
    figure("breakdowns that do not sum to the score", broken, `of ${hits}`),
    figure("median text of a passage", median(chars), "characters"),
  ];
}

function cells({ file, without, all, A, B }: Row): string[] {
  const write = (figures: Figures) => measures.map((name) => figures[name]?.toFixed(3) ?? "–");
  const first = without === undefined ? [file, "all signals"] : ["", `without ${without}`];
  return [...first, ...write(all), ...write(A), ...write(B)];
}
