import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { sentenceFeatures } from "../../lib/entailment/features.ts";
import { sentenceModelFile } from "../../lib/entailment/sentence-model.ts";
import { fitSentences, heldOutFigures, type SentenceMatrix } from "./fit-sentences.ts";
import { makeMatrix } from "./make-matrix.ts";

const matrixFile = path.join(path.dirname(sentenceModelFile), "sentences.matrix.json");

/** Makes the matrix anew from folders of sentences. */
export function rebuildSentences(project: string, folders: readonly string[]): void {
  const { features, rows } = makeMatrix(folders);
  const lines = rows.map((row) => JSON.stringify(row)).join(",\n");
  const text = `{"features":${JSON.stringify(features)},"rows":[\n${lines}\n]}\n`;
  writeFileSync(path.join(project, matrixFile), text);
}

/** The model that the committed matrix gives, as its file holds it, and its figures over projects that were left out. */
export function fittedSentences(project: string): { file: string; text: string; figures: string } {
  const matrix: SentenceMatrix = JSON.parse(readFileSync(path.join(project, matrixFile), "utf8"));
  const names = sentenceFeatures.map(({ name }) => name);
  if (matrix.features.join() !== names.join())
    throw new Error(
      `${matrixFile} holds other features than the program has. Make it anew: npm run fit -- --sentences DIR….`,
    );
  const { held_out, ...model } = fitSentences(matrix);
  const figures = heldOutFigures(matrix, { held_out, ...model });
  const fitted = { sentences: matrix.rows.length, held_out: figures };
  return {
    file: path.join(project, sentenceModelFile),
    text: `${JSON.stringify({ ...model, fitted }, null, 1)}\n`,
    figures: JSON.stringify(figures, null, 1),
  };
}
