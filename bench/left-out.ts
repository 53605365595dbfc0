import { z } from "zod";
import { sha256 } from "#lib/platform/hash";
import { idOf } from "../scripts/eval/halves.ts";
import type { QuestionFile } from "../scripts/eval/question-sets.ts";
import type { Scorer } from "../scripts/eval/scorer.ts";
import { type Figures, limit, measures } from "./question-replay.ts";

/**
 * Weights chosen on all projects (articles) but one group of five and told on that group, so that every figure is of projects
 * that its weights were not chosen on.
 */
export const groups = 5;

export type Placed = { path: string; line_start: number; line_end: number };
/** A question with the passages that may be ranked for it, and the group that its project belongs to. */
export type Asked<P extends Placed> = { id: string; group: number; passages: readonly P[] };
export type AskedFile<P extends Placed> = {
  name: string;
  root: string;
  questions: readonly unknown[];
  asked: readonly Asked<P>[];
};

const Gold = z.looseObject({
  gold_path: z.string().nullish(),
  gold: z.array(z.looseObject({ path: z.string() })).nullish(),
  exclude_paths: z.array(z.string()).nullish(),
  answerable: z.boolean(),
});

export type QuestionToAsk = { id: string; text: string; group: number; without: Set<string> };

/** The questions of a file that its folder answers. `without` are pages that do not count. */
export function questionsToAsk(file: QuestionFile, questions: readonly unknown[]): QuestionToAsk[] {
  const texts = new Map(file.queries.map(({ id, question }) => [id, question]));
  return questions.flatMap((given): QuestionToAsk[] => {
    const { gold_path, gold, exclude_paths, answerable } = Gold.parse(given);
    const id = idOf(given);
    const text = texts.get(id);
    if (!answerable || text === undefined) return [];
    const project = (gold?.[0]?.path ?? gold_path ?? id).split("/")[0] ?? id;
    const group = Number.parseInt(sha256(project).slice(0, 4), 16) % groups;
    return [{ id, text, group, without: new Set(exclude_paths) }];
  });
}

/** What the scorer says of a file where passages are ranked by `scoreOf`, of all groups or of all but one. */
export function figuresOf<P extends Placed>(
  { questions, asked, root }: AskedFile<P>,
  scorer: Scorer,
  scoreOf: (passage: P, asked: Asked<P>) => number,
  left_out?: number,
): Figures {
  const told = asked.filter(({ group }) => group !== left_out);
  const ids = new Set(told.map(({ id }) => id));
  const lines = told.map((one) => ({
    id: one.id,
    citations: one.passages
      .map((passage) => {
        const { path, line_start, line_end } = passage;
        return { path, line_start, line_end, snippet: "", score: scoreOf(passage, one) };
      })
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, limit),
  }));
  const own = questions.filter((one) => ids.has(idOf(one)));
  if (own.length === 0) return {};
  const { metrics } = scorer.score(own, lines, { root, resamples: 1 });
  return Object.fromEntries(
    measures.flatMap((name) => (metrics[name] ? [[name, metrics[name].value]] : [])),
  );
}

/** For each group the one of highest mean, over all files and measures, where that group is left out. */
export function chooseFor<W, P extends Placed>(
  files: readonly AskedFile<P>[],
  scorer: Scorer,
  among: readonly W[],
  scoreBy: (weights: W) => (passage: P) => number,
): W[] {
  const worth = (weights: W, left_out: number) =>
    mean(
      files.map((file) => {
        const figures = figuresOf(file, scorer, scoreBy(weights), left_out);
        return mean(measures.flatMap((name) => figures[name] ?? []));
      }),
    );
  return Array.from({ length: groups }, (_, group) => {
    const [best] = among
      .map((weights) => ({ weights, worth: worth(weights, group) }))
      .sort((a, b) => b.worth - a.worth);
    if (best === undefined) throw new Error("There is nothing to choose among.");
    return best.weights;
  });
}

const mean = (values: readonly number[]) =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
