import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { projectDir } from "#lib/platform/project";
import { decisionFeatures } from "../lib/answering/decision.ts";
import { features } from "../lib/answering/features.ts";
import { fitModel } from "../training/answers/fit-model.ts";
import { withTables } from "../training/answers/fit-tables.ts";
import { readMatrix, writeMatrix } from "../training/answers/matrix.ts";
import { rebuild } from "../training/answers/rebuild.ts";

/**
 * Fits the models of `lib/answering`, and writes their figures into `docs/answers.md`.
 *
 *   npm run fit                       fits them on the committed matrix and writes them
 *   npm run fit -- --check            says whether the committed models are what the matrix gives, and the page tells their figures
 *   npm run fit -- --rebuild DIR      makes the matrix anew from evidence of question sets (training/README.md), tells the
 *                                     hold-out figures, what each feature is worth, and fits
 */
const folder = path.join(projectDir(), "lib/answering/models");
const matrixFile = path.join(folder, "answering.matrix.gz");
const modelFile = path.join(folder, "answering.json");
const pageFile = path.join(projectDir(), "docs/answers.md");
const args = process.argv.slice(2);

const rebuilding = args.indexOf("--rebuild");
if (rebuilding !== -1) {
  const from = args[rebuilding + 1];
  if (from === undefined)
    throw new Error("--rebuild needs the folder with the evidence of the question sets.");
  const files = readdirSync(from)
    .filter((name) => name.endsWith(".jsonl.gz"))
    .sort()
    .map((name) => path.join(from, name));
  const { matrix, held_out, table } = await rebuild(files);
  const bytes = writeMatrix(matrixFile, matrix);
  console.log(
    `${matrixFile}: ${bytes} bytes, ${matrix.choices.length} choices, ${matrix.decisions.length} decisions`,
  );
  writeFileSync(path.join(folder, "held-out.json"), `${JSON.stringify(held_out, null, 1)}\n`);
  console.log(table);
}
const matrix = readMatrix(matrixFile);
const names = {
  choice: features.map(({ name }) => name),
  decision: decisionFeatures.map(({ name }) => name),
};
const same = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((one, i) => one === b[i]);
if (
  !same(matrix.choice_features, names.choice) ||
  !same(matrix.decision_features, names.decision)
) {
  throw new Error(
    "The matrix holds other features than the program has. Make it anew: npm run fit -- --rebuild DIR.",
  );
}
// Written by `rebuild`.
const held_out = JSON.parse(readFileSync(path.join(folder, "held-out.json"), "utf8")) as Record<
  string,
  unknown
>;
const fitted = `${JSON.stringify(fitModel(matrix, held_out), null, 1)}\n`;
const page = readFileSync(pageFile, "utf8");
const told = withTables(page, held_out);
if (args.includes("--check")) {
  const wrong = [
    ...(fitted === readFileSync(modelFile, "utf8")
      ? []
      : [`${modelFile} is not what the matrix gives`]),
    ...(told === page ? [] : [`${pageFile} tells other figures than held-out.json`]),
  ];
  for (const what of wrong) console.error(`${what}. Fit it: npm run fit.`);
  if (wrong.length > 0) process.exit(1);
  console.log("The models are what the matrix gives. The page tells their figures.");
} else {
  writeFileSync(modelFile, fitted);
  writeFileSync(pageFile, told);
  console.log(`${modelFile} and the tables of ${pageFile} are written.`);
}
