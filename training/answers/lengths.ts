import { answerQuestion } from "../../lib/answering/answer-question.ts";
import { analyseQuestion } from "../../lib/language/analyse-question.ts";
import { eachBeside } from "./beside.ts";
import { readExamples } from "./example.ts";
import { median } from "./figures.ts";
import { foldersOf } from "./read-fields.ts";

/** Of a set's answered questions: how many, and the median characters of the answer and of all that is shown beside it. */
export type Lengths = { set: string; answered: number; answer: number; beside: number };

/** Of an answer: its set, and its characters and those beside it. */
type Answer = { set: string; answer: number; beside: number };

/** How long answers are that the committed models choose; `own` and `all` folders, questions that are answered there. */
export async function measureLengths(files: readonly string[]): Promise<Lengths[]> {
  const worker = new URL("./lengths-worker.ts", import.meta.url);
  const answers = (await eachBeside<Answer>(worker, files)).flat();
  return [...Map.groupBy(answers, ({ set }) => set)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([set, some]) => ({
      ...{ set, answered: some.length },
      answer: median(some.map(({ answer }) => answer)),
      beside: median(some.map(({ beside }) => beside)),
    }));
}

export async function* readLengths(file: string): AsyncGenerator<Answer> {
  for await (const { set, condition, answerable, evidence, question } of readExamples(file)) {
    if (evidence === undefined || !answerable || condition === "named") continue;
    const analysis = analyseQuestion(question, { folders: foldersOf(evidence) });
    const { further = { citations: [], passages: [] }, citations, passages, terms } = evidence;
    const { blocks, outcome } = answerQuestion({ citations, passages, terms, further, analysis });
    if (outcome === "not_found") continue;
    let answer = 0;
    let beside = 0;
    for (const block of blocks) {
      const lines = block.kind === "answer" ? block.claims : block.lines;
      const characters = lines.reduce((sum, { text }) => sum + text.length, 0);
      if (block.kind === "answer") answer += characters;
      else beside += characters;
    }
    yield { set: `${set} ${condition}`, answer, beside };
  }
}
