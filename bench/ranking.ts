import { readFileSync } from "node:fs";
import path from "node:path";
import { decode } from "#lib/platform/decode";
import { sliceLines, splitLines } from "#lib/platform/lines";
import { detectLang } from "#lib/platform/words";
import type { EngineHit } from "../lib/search/engines/engine.ts";
import { createInvertedIndex, type InvertedIndex } from "../lib/search/engines/inverted-index.ts";
import { rank } from "../lib/search/engines/rank.ts";
import { type PackedPassages, passageAt } from "../lib/search/packed-passages.ts";
import { readFile } from "../lib/search/reading/read-file.ts";
import { signals } from "../lib/search/signals/list.ts";
import type { RankingSignal } from "../lib/search/signals/signal.ts";
import { type Half, halfOf, idOf } from "../scripts/eval/halves.ts";
import type { QuestionFile, QuestionSet } from "../scripts/eval/question-sets.ts";
import type { Scorer } from "../scripts/eval/scorer.ts";
import { documentsIn } from "./corpus/folder-corpus.ts";
import { type Figure, median, rounded, table, writeResults } from "./results-file.ts";

/**
 * The ranking alone, in this process, on sets of questions: what each signal gives, by leaving it out, on both halves of
 * every set; whether pruning changes a list; how much text a passage holds. Without spelling, access and the server, so
 * that a change of a weight is judged in seconds.
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

const measures = ["hit@1", "passage@1", "passage@5", "ndcg@10"] as const;
const shown = ["hit@1", "pass@1", "pass@5", "nDCG"];
const limit = 20;

type Figures = Partial<Record<(typeof measures)[number], number>>;
type Row = { file: string; without: string | undefined; all: Figures; A: Figures; B: Figures };

type Folder = {
  index: InvertedIndex;
  placeOf(hit: EngineHit): { path: string; line_start: number; line_end: number };
  charsOf(hit: EngineHit): number;
};

async function readFolder(root: string): Promise<Folder> {
  const index = createInvertedIndex();
  const passages = new Map<string, PackedPassages>();
  const documents: Parameters<InvertedIndex["update"]>[0][number][] = [];
  for (const relative_path of documentsIn(root)) {
    const bytes = readFileSync(path.join(root, relative_path));
    if (decode(bytes).kind === "not_text") continue;
    const given = { bytes, mtime_ms: 0, relative_path, words: true, front_matter: true };
    const { facts, words } = readFile(given, () => undefined);
    if (words === undefined) continue;
    passages.set(relative_path, facts.passages);
    documents.push({ key: relative_path, order: relative_path, words });
  }
  await index.update(documents);
  const placeOf = ({ key, passage }: EngineHit) => {
    const packed = passages.get(key);
    const { line_start = 1, line_end = 1 } = (packed && passageAt(packed, passage)) ?? {};
    return { path: key, line_start, line_end };
  };
  const linesOf = linesIn(root);
  return {
    index,
    placeOf,
    charsOf(hit) {
      const { path: name, line_start, line_end } = placeOf(hit);
      return sliceLines(linesOf(name), line_start, line_end).join("\n").length;
    },
  };
}

function linesIn(root: string): (name: string) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return (name) => {
    let lines = known.get(name);
    if (lines === undefined) {
      const decoded = decode(readFileSync(path.join(root, name)));
      lines = decoded.kind === "text" ? splitLines(decoded.text) : [];
      known.set(name, lines);
    }
    return lines;
  };
}

/** The ranking as it is, then without each of its signals. */
function rowsOf(file: QuestionFile, folder: Folder, scorer: Scorer, root: string): Row[] {
  const questions = scorer.questions(file.file);
  const ways: (RankingSignal | undefined)[] = [undefined, ...signals];
  return ways.map((left_out) => {
    const kept = signals.filter((signal) => signal !== left_out);
    const lines = file.queries.map(({ id, question }) => ({
      id,
      citations: ask(folder, question, kept).map((hit) => ({
        ...folder.placeOf(hit),
        snippet: "",
        score: hit.score,
      })),
    }));
    const judge = (half: Half | undefined): Figures => {
      const asked = questions.filter((q) => half === undefined || halfOf(q) === half);
      const ids = new Set(asked.map(idOf));
      if (asked.length === 0) return {};
      const own = lines.filter(({ id }) => ids.has(id));
      const { metrics } = scorer.score(asked, own, { root, resamples: 1 });
      return Object.fromEntries(
        measures.flatMap((name) => (metrics[name] ? [[name, metrics[name].value]] : [])),
      );
    };
    const without = left_out?.name;
    return { file: file.name, without, all: judge(undefined), A: judge("A"), B: judge("B") };
  });
}

function ask(folder: Folder, text: string, kept: readonly RankingSignal[], exhaustive = false) {
  const query = { text, limit, lang: detectLang(text) };
  return rank(folder.index, query, { signals: kept, exhaustive }).hits;
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
