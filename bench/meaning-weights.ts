import { detectLang } from "#lib/language/words";
import { wordTable } from "#lib/meaning/word-table";
import { rank } from "../lib/search/engines/rank.ts";
import { meaningWeights } from "../lib/search/signals/limits.ts";
import type { QuestionFile, QuestionSet } from "../scripts/eval/question-sets.ts";
import type { Scorer } from "../scripts/eval/scorer.ts";
import {
  type Asked,
  type AskedFile,
  chooseFor,
  figuresOf,
  type Placed,
  questionsToAsk,
} from "./left-out.ts";
import { type Folder, limit, measures, readFolder, shown } from "./question-replay.ts";
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

type Passage = Placed & { words: number; similar: Weights };

export async function fitMeaning(
  sets: readonly QuestionSet[],
  scorer: Scorer,
  tell: (sentence: string) => void,
): Promise<void> {
  const { table } = wordTable();
  if (table === undefined) throw new Error("There is no table of word meanings to weigh.");
  const files: AskedFile<Passage>[] = [];
  for (const { name, root, files: own } of sets) {
    tell(`${name}: reading`);
    const folder = await readFolder(root, table);
    for (const file of own) {
      const questions = scorer.questions(file.file);
      files.push({ name: file.name, root, questions, asked: askAll(file, questions, folder) });
    }
  }
  const scoreBy = (weights: Weights) => (passage: Passage) => scoreOf(passage, weights);
  const chosenAmong = (among: readonly Weights[]) => chooseFor(files, scorer, among, scoreBy);
  const held = (chosen: readonly Weights[]) => (asked: Asked<Passage>) =>
    chosen[asked.group] ?? none;
  const chosen = chosenAmong(grid);
  const ways: Record<string, (asked: Asked<Passage>) => Weights> = {
    "words alone": () => none,
    similar_words: held(chosenAmong(grid.filter((one) => one.similar_text === 0))),
    similar_text: held(chosenAmong(grid.filter((one) => one.similar_words === 0))),
    both: held(chosen),
    "in force": () => meaningWeights,
  };
  const rows = files.flatMap((file) =>
    Object.entries(ways).map(([way, of]) => ({
      file: file.name,
      way,
      figures: figuresOf(file, scorer, (passage, asked) => scoreOf(passage, of(asked))),
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

function askAll(file: QuestionFile, questions: readonly unknown[], folder: Folder) {
  return questionsToAsk(file, questions).map(({ id, text, group, without }): Asked<Passage> => {
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
        const words = hit.score - worthOf(similar, meaningWeights);
        return { ...folder.placeOf(hit), words, similar };
      });
    return { id, group, passages };
  });
}

const worthOf = (similar: Weights, by: Weights) =>
  similar.similar_words * by.similar_words + similar.similar_text * by.similar_text;

const scoreOf = ({ words, similar }: Passage, by: Weights) => words + worthOf(similar, by);
