import { z } from "zod";
import { detectLang } from "#lib/language/words";
import { rank } from "../lib/search/engines/rank.ts";
import { signals } from "../lib/search/signals/list.ts";
import { type Half, halfOf } from "../scripts/eval/halves.ts";
import type { QuestionFile } from "../scripts/eval/question-sets.ts";
import { type Figures, type Folder, limit, measures } from "./question-replay.ts";

/**
 * The passages that could come into a question's list under any weights that are tried, with what each signal gives
 * them: another set of weights is judged in milliseconds, for a whole file of questions, without asking again. The
 * measures are those of the scorer, for choosing only; what is told of a choice comes from the scorer itself.
 */
export type CandidateLists = { file: string; of(half: Half): readonly QuestionLists[] };

/** Of one question, passage by passage in the order of equals. */
type QuestionLists = {
  /** Values of the signals without their weights, `signals.length` of each passage. */
  values: Float64Array;
  /** Its file, as a number. */
  page: Uint32Array;
  gold: Uint8Array;
  /** What a file adds to nDCG at the first place; 0 of files that answer nothing. */
  worth: Float64Array;
  hasLines: boolean;
};

/** Lines of a question that the measures need; all else belongs to the scorer. */
const Asked = z.looseObject({
  id: z.string(),
  answerable: z.boolean(),
  gold: z
    .array(
      z.looseObject({
        path: z.string(),
        grade: z.number().nullish(),
        line_start: z.number().nullish(),
        line_end: z.number().nullish(),
      }),
    )
    .nullish(),
  gold_path: z.string().nullish(),
  gold_line_start: z.number().nullish(),
  gold_line_end: z.number().nullish(),
  exclude_paths: z.array(z.string()).nullish(),
});
type Asked = z.infer<typeof Asked>;
type Gold = NonNullable<Asked["gold"]>[number];

/** Wider citations never count. */
const wide = { lines: 60, characters: 4000 };
/** So many of the best under each of some very different weights. */
const deep = 3 * limit;

export function candidateLists(
  file: QuestionFile,
  questions: readonly unknown[],
  folder: Folder,
  spanning: readonly (readonly number[])[],
): CandidateLists {
  const texts = new Map(file.queries.map(({ id, question }) => [id, question]));
  const lists: Record<Half, QuestionLists[]> = { A: [], B: [] };
  for (const given of questions) {
    const asked = Asked.parse(given);
    const text = texts.get(asked.id);
    if (asked.answerable && text !== undefined) {
      lists[halfOf(given)].push(listsOf(asked, text, folder, spanning));
    }
  }
  return { file: file.name, of: (half) => lists[half] };
}

function listsOf(
  asked: Asked,
  text: string,
  folder: Folder,
  spanning: readonly (readonly number[])[],
): QuestionLists {
  const found = new Map<string, { path: string; line: number; gold: boolean; values: number[] }>();
  const gold = goldOf(asked);
  const left_out = new Set(asked.exclude_paths);
  for (const weights of spanning) {
    const tried = signals.map((signal, i) => ({ ...signal, weight: weights[i] ?? 0 }));
    const query = { text, limit: deep, lang: detectLang(text) };
    for (const hit of rank(folder.index, query, { signals: tried }).hits) {
      const id = `${hit.key} ${hit.passage}`;
      if (left_out.has(hit.key) || found.has(id)) continue;
      const { path, line_start, line_end } = folder.placeOf(hit);
      const counts = line_end - line_start < wide.lines && folder.charsOf(hit) <= wide.characters;
      const parts = new Map(hit.breakdown.map(({ signal, value }) => [signal, value]));
      found.set(id, {
        path,
        line: line_start,
        gold: counts && gold.some((g) => g.path === path && overlaps(g, line_start, line_end)),
        values: tried.map(({ name, weight }) => (parts.get(name) ?? 0) / weight),
      });
    }
  }
  const passages = [...found.values()].sort((a, b) =>
    a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1,
  );
  const paths = [...new Set(passages.map(({ path }) => path))];
  const grades = new Map<string, number>();
  for (const { path, grade } of gold) {
    grades.set(path, Math.max(grades.get(path) ?? 0, grade ?? 1));
  }
  const ideal = gainOf([...grades.values()].sort((a, b) => b - a));
  return {
    values: Float64Array.from(passages.flatMap(({ values }) => values)),
    page: Uint32Array.from(passages, ({ path }) => paths.indexOf(path)),
    gold: Uint8Array.from(passages, ({ gold }) => Number(gold)),
    worth: Float64Array.from(paths, (path) => (grades.get(path) ?? 0) / (ideal || 1)),
    hasLines: gold.some(({ line_start }) => typeof line_start === "number"),
  };
}

function goldOf(asked: Asked): readonly Gold[] {
  const { gold_path, gold_line_start, gold_line_end } = asked;
  if (asked.gold) return asked.gold;
  if (!gold_path) return [];
  return [{ path: gold_path, line_start: gold_line_start, line_end: gold_line_end }];
}

function overlaps({ line_start, line_end }: Gold, start: number, end: number): boolean {
  return typeof line_start === "number" && start <= (line_end ?? line_start) && end >= line_start;
}

function gainOf(grades: readonly number[]): number {
  return grades.slice(0, 10).reduce((sum, grade, i) => sum + grade / Math.log2(i + 2), 0);
}

/** Sums of the measures over questions, and over how many; `weights` in the order of the signals. */
export type Sums = { sums: number[]; counts: number[] };

export function judgeLists(lists: readonly QuestionLists[], weights: readonly number[]): Sums {
  const sums = measures.map(() => 0);
  const counts = measures.map(() => 0);
  for (const list of lists) {
    const best = bestOf(list, weights);
    for (const [i, value] of measuresOf(list, best).entries()) {
      if (value === undefined) continue;
      sums[i] = (sums[i] ?? 0) + value;
      counts[i] = (counts[i] ?? 0) + 1;
    }
  }
  return { sums, counts };
}

export function figuresOf(...all: readonly Sums[]): Figures {
  return Object.fromEntries(
    measures.flatMap((name, i) => {
      const count = all.reduce((sum, { counts }) => sum + (counts[i] ?? 0), 0);
      const sum = all.reduce((sum, { sums }) => sum + (sums[i] ?? 0), 0);
      return count === 0 ? [] : [[name, sum / count]];
    }),
  );
}

function bestOf({ values, page }: QuestionLists, weights: readonly number[]): number[] {
  const best: number[] = [];
  const scores: number[] = [];
  for (let passage = 0; passage < page.length; passage++) {
    let score = 0;
    const from = passage * weights.length;
    for (let i = 0; i < weights.length; i++) score += (weights[i] ?? 0) * (values[from + i] ?? 0);
    if (best.length === limit && score <= (scores[limit - 1] ?? 0)) continue;
    let place = best.length;
    while (place > 0 && (scores[place - 1] ?? 0) < score) place -= 1;
    best.splice(place, 0, passage);
    scores.splice(place, 0, score);
    best.length = scores.length = Math.min(limit, best.length);
  }
  return best;
}

/** In the order of `measures`; those of passages undefined where the question has no lines for them. */
function measuresOf(
  { page, gold, worth, hasLines }: QuestionLists,
  best: readonly number[],
): (number | undefined)[] {
  const pages = [...new Set(best.map((passage) => page[passage] ?? 0))];
  const first = best.findIndex((passage) => gold[passage] === 1);
  const among = (most: number) => (hasLines ? Number(first >= 0 && first < most) : undefined);
  const ofPages = pages.map((one) => worth[one] ?? 0);
  return [Number((ofPages[0] ?? 0) > 0), among(1), among(5), gainOf(ofPages)];
}
