import { z } from "zod";
import { detectLang } from "#lib/language/words";
import { wordTable } from "#lib/meaning/word-table";
import { sha256 } from "#lib/platform/hash";
import { rank } from "../lib/search/engines/rank.ts";
import { meaningWeights } from "../lib/search/signals/limits.ts";
import { idOf } from "../scripts/eval/halves.ts";
import type { QuestionFile, QuestionSet } from "../scripts/eval/question-sets.ts";
import type { Scorer } from "../scripts/eval/scorer.ts";
import {
  type Figures,
  type Folder,
  limit,
  measures,
  readFolder,
  shown,
} from "./question-replay.ts";
import { table as printed, rounded, writeResults } from "./results-file.ts";

/**
 * What the signals of meaning should weigh beside those of words: chosen on all projects (articles) but one group of five, told
 * on that group, so that every figure is of projects that the weights were not chosen on. Beside them the ranking by words
 * alone, each signal alone, and the weights in force.
 */
type Weights = { similar_words: number; similar_text: number };

const none: Weights = { similar_words: 0, similar_text: 0 };
const grid: readonly Weights[] = [0, 0.2, 0.3, 0.4, 0.5, 0.6].flatMap((similar_words) =>
  [0, 0.05, 0.1, 0.15, 0.2, 0.3].map((similar_text) => ({ similar_words, similar_text })),
);
const groups = 5;

type Passage = {
  path: string;
  line_start: number;
  line_end: number;
  words: number;
  similar: Weights;
};
type Asked = { id: string; group: number; passages: readonly Passage[] };
type AskedFile = {
  name: string;
  questions: readonly unknown[];
  asked: readonly Asked[];
  root: string;
};

export async function fitMeaning(
  sets: readonly QuestionSet[],
  scorer: Scorer,
  tell: (sentence: string) => void,
): Promise<void> {
  const { table } = wordTable();
  if (table === undefined) throw new Error("There is no table of word meanings to weigh.");
  const files: AskedFile[] = [];
  for (const set of sets) {
    tell(`${set.name}: reading`);
    const folder = await readFolder(set.root, table);
    for (const file of set.files) {
      const questions = scorer.questions(file.file);
      files.push({
        name: file.name,
        questions,
        asked: askAll(file, questions, folder),
        root: set.root,
      });
    }
  }
  const figuresOf = (file: AskedFile, weightsOf: (asked: Asked) => Weights, kept?: number) =>
    scored(file, scorer, weightsOf, kept);
  const worth = (weights: Weights, left_out: number) =>
    mean(
      files.map((file) => {
        const figures = figuresOf(file, () => weights, left_out);
        return mean(measures.flatMap((name) => figures[name] ?? []));
      }),
    );
  const chosenBy = (among: readonly Weights[]) =>
    Array.from({ length: groups }, (_, group) => {
      const [best = none] = among
        .map((weights) => ({ weights, worth: worth(weights, group) }))
        .sort((a, b) => b.worth - a.worth)
        .map(({ weights }) => weights);
      return best;
    });
  const ways: Record<string, (asked: Asked) => Weights> = {
    "words alone": () => none,
    similar_words: held(chosenBy(grid.filter((one) => one.similar_text === 0))),
    similar_text: held(chosenBy(grid.filter((one) => one.similar_words === 0))),
    both: held(chosenBy(grid)),
    "in force": () => meaningWeights,
  };
  const rows = files.flatMap((file) =>
    Object.entries(ways).map(([way, of]) => ({
      file: file.name,
      way,
      figures: figuresOf(file, of),
    })),
  );
  console.log(
    printed([
      ["", "", ...shown],
      ...rows.map(({ file, way, figures }) => [
        way === "words alone" ? file : "",
        way,
        ...measures.map((name) => figures[name]?.toFixed(3) ?? "–"),
      ]),
    ]),
  );
  const chosen = chosenBy(grid);
  console.log(`\nchosen without each group: ${chosen.map((one) => JSON.stringify(one)).join(" ")}`);
  writeResults("meaning-weights", {
    table: table.hash,
    chosen,
    rows: rows.map(({ figures, ...row }) => ({
      ...row,
      ...Object.fromEntries(measures.map((name) => [name, rounded(figures[name] ?? 0, 3)])),
    })),
  });
}

const held = (chosen: readonly Weights[]) => (asked: Asked) => chosen[asked.group] ?? none;

const Gold = z.looseObject({
  gold_path: z.string().nullish(),
  gold: z.array(z.looseObject({ path: z.string() })).nullish(),
  exclude_paths: z.array(z.string()).nullish(),
  answerable: z.boolean(),
});

function askAll(file: QuestionFile, questions: readonly unknown[], folder: Folder): Asked[] {
  const texts = new Map(file.queries.map(({ id, question }) => [id, question]));
  return questions.flatMap((given): Asked[] => {
    const { gold_path, gold, exclude_paths, answerable } = Gold.parse(given);
    const id = idOf(given);
    const text = texts.get(id);
    if (!answerable || text === undefined) return [];
    const project = (gold?.[0]?.path ?? gold_path ?? id).split("/")[0] ?? id;
    const without = new Set(exclude_paths);
    // So many that the whole pool of both ways is among them.
    const { hits } = rank(folder.index, { text, limit: 6 * limit, lang: detectLang(text) });
    const passages = hits
      .filter(({ key }) => !without.has(key))
      .map((hit): Passage => {
        const rawOf = (name: keyof Weights) =>
          (hit.breakdown.find(({ signal }) => signal === name)?.value ?? 0) / meaningWeights[name];
        const similar = {
          similar_words: rawOf("similar_words"),
          similar_text: rawOf("similar_text"),
        };
        return {
          ...folder.placeOf(hit),
          words: hit.score - worthOf(similar, meaningWeights),
          similar,
        };
      });
    return [{ id, group: Number.parseInt(sha256(project).slice(0, 4), 16) % groups, passages }];
  });
}

const worthOf = (similar: Weights, by: Weights) =>
  similar.similar_words * by.similar_words + similar.similar_text * by.similar_text;

/** What the scorer says of a file, of all groups or of all but one. */
function scored(
  { questions, asked, root }: AskedFile,
  scorer: Scorer,
  weightsOf: (asked: Asked) => Weights,
  left_out?: number,
): Figures {
  const told = asked.filter(({ group }) => group !== left_out);
  const ids = new Set(told.map(({ id }) => id));
  const lines = told.map((one) => {
    const weights = weightsOf(one);
    const citations = one.passages
      .map(({ words, similar, ...place }) => ({
        ...place,
        snippet: "",
        score: words + worthOf(similar, weights),
      }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, limit);
    return { id: one.id, citations };
  });
  const own = questions.filter((one) => ids.has(idOf(one)));
  if (own.length === 0) return {};
  const { metrics } = scorer.score(own, lines, { root, resamples: 1 });
  return Object.fromEntries(
    measures.flatMap((name) => (metrics[name] ? [[name, metrics[name].value]] : [])),
  );
}

const mean = (values: readonly number[]) =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
