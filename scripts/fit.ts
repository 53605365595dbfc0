import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { projectDir } from "#lib/platform/project";
import { readyToAnswer } from "../lib/answering/answer-question.ts";
import { decisionFeatures } from "../lib/answering/decision.ts";
import { extentFeatures } from "../lib/answering/extent.ts";
import { features } from "../lib/answering/features.ts";
import { modelFiles } from "../lib/answering/models.ts";
import { eliminate } from "../training/answers/eliminate.ts";
import {
  measureExtents,
  readExtentMatrix,
  readExtents,
  writeExtents,
} from "../training/answers/extents.ts";
import { fitModel } from "../training/answers/fit-model.ts";
import { withTables } from "../training/answers/fit-tables.ts";
import { goldenFeatures } from "../training/answers/golden-features.ts";
import { measureLengths } from "../training/answers/lengths.ts";
import { readMatrix, writeMatrix } from "../training/answers/matrix.ts";
import { measure } from "../training/answers/measure.ts";
import { rebuild } from "../training/answers/rebuild.ts";
import { withoutMeaning } from "../training/answers/without-meaning.ts";
import { tellWithoutTable } from "../training/answers/without-table.ts";
import { followUpModelOf, followUpTable, heldOutFollowUps } from "../training/follow-ups/fit.ts";
import { makeTurns, readTurns } from "../training/follow-ups/matrix.ts";

/**
 * Fits the models of `lib/answering` and writes their figures into `docs/answer-figures.md`.
 *
 *   npm run fit                       fits them on the committed matrix and writes them
 *   npm run fit -- --check            says whether the committed models are what the matrix gives, and the page tells their figures
 *   npm run fit -- --rebuild DIR      makes the matrix anew from evidence of question sets (training/README.md), tells the
 *                                     hold-out figures, what each feature is worth, and fits
 *   npm run fit -- --extents DIR      the same for the model of how far an answer goes alone, which is a matter of a minute
 *   npm run fit -- --follow-ups DIR   makes the matrix of conversations anew from clones of their projects (training/follow-ups)
 *   npm run fit -- --eliminate        tells which features go jointly without a loss, with projects left out; writes nothing
 *   npm run fit -- --without-table    tells what held-out projects get without the table of word meanings, by the models that were
 *                                     fitted with it and by those that were fitted without; a few minutes
 *   npm run fit -- --measure DIR      tells the figures of the committed models over such evidence, of projects that they
 *                                     were not fitted on, and how long their answers are
 */
const folder = path.join(projectDir(), "lib/answering/models");
const matrixFile = path.join(folder, "answering.matrix.gz");
const extentsFile = path.join(folder, "extent.matrix.gz");
const figuresFile = path.join(folder, "held-out.json");
const modelFile = path.join(folder, modelFiles.meanings);
const followUpFile = path.join(folder, "follow-up.json");
const wordsFile = path.join(folder, modelFiles.words);
const goldenFile = path.join(folder, "golden-features.json");
const pageFile = path.join(projectDir(), "docs/answer-figures.md");
const args = process.argv.slice(2);

const measuring = evidenceOf("--measure");
if (measuring !== undefined) {
  console.log(await measure(measuring, readyToAnswer().model));
  process.exit(0);
}
const rebuilding = evidenceOf("--rebuild");
if (rebuilding !== undefined) {
  const { matrix, held_out, table } = await rebuild(rebuilding);
  const bytes = writeMatrix(matrixFile, matrix);
  console.log(
    `${matrixFile}: ${bytes} bytes, ${matrix.choices.length} choices, ${matrix.decisions.length} decisions`,
  );
  writeFigures(held_out);
  console.log(table);
}
// The places are chosen by the models as they are: fitted anew before.
const extending = rebuilding ?? evidenceOf("--extents");
if (extending !== undefined) writeExtents(extentsFile, await readExtents(extending));
const clones = folderOf("--follow-ups");
if (clones !== undefined) console.log(`${await makeTurns(clones)} bytes of conversations`);

/** The folder named behind an option. */
function folderOf(option: string): string | undefined {
  const at = args.indexOf(option);
  if (at === -1) return undefined;
  const from = args[at + 1];
  if (from === undefined) throw new Error(`${option} needs the folder that it reads.`);
  return from;
}

/** The files of the folder of evidence named behind an option. */
function evidenceOf(option: string): string[] | undefined {
  const from = folderOf(option);
  if (from === undefined) return undefined;
  return readdirSync(from)
    .filter((name) => name.endsWith(".jsonl.gz"))
    .sort()
    .map((name) => path.join(from, name));
}

/** Where an answer ends is chosen anew of the places that are kept. */
function withExtents(held_out: ReturnType<typeof readHeldOut>) {
  const { points, ...measured } = measureExtents(extents);
  const working_points: Record<string, number> = { ...held_out.working_points, ...points };
  return { ...held_out, working_points, extents: measured };
}
// Written by `writeFigures`.
function readHeldOut(): Record<string, unknown> & { working_points: Record<string, number> } {
  return JSON.parse(readFileSync(figuresFile, "utf8"));
}
function writeFigures(held_out: Record<string, unknown>): void {
  writeFileSync(figuresFile, `${JSON.stringify(held_out)}\n`);
}

if (args.includes("--eliminate")) {
  await eliminate(readMatrix(matrixFile), (line) => console.log(line));
  process.exit(0);
}
const matrix = readMatrix(matrixFile);
const extents = readExtentMatrix(extentsFile);
const names = {
  choice: features.map(({ name }) => name),
  decision: decisionFeatures.map(({ name }) => name),
  extent: extentFeatures.map(({ name }) => name),
};
const same = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((one, i) => one === b[i]);
if (
  !same(matrix.choice_features, names.choice) ||
  !same(matrix.decision_features, names.decision) ||
  !same(extents.features, names.extent)
) {
  throw new Error(
    "The matrix holds other features than the program has. Make it anew: npm run fit -- --rebuild DIR.",
  );
}
const held_out = withExtents(readHeldOut());
if (args.includes("--without-table")) {
  console.log(tellWithoutTable(matrix, held_out.working_points));
  process.exit(0);
}
const written = (of: typeof matrix) =>
  `${JSON.stringify(fitModel(of, extents, held_out), null, 1)}\n`;
const conversations = readTurns();
const models = [
  { file: followUpFile, text: `${JSON.stringify(followUpModelOf(conversations), null, 1)}\n` },
  { file: modelFile, text: written(matrix) },
  { file: wordsFile, text: written(withoutMeaning(matrix)) },
];
const followUps = followUpTable(heldOutFollowUps(conversations.turns));
const golden = `${JSON.stringify(goldenFeatures())}\n`;
const page = readFileSync(pageFile, "utf8");
if (args.includes("--check")) {
  const told = withTables(page, held_out, followUps);
  const wrong = [
    ...models
      .filter(({ file, text }) => !existsSync(file) || text !== readFileSync(file, "utf8"))
      .map(({ file }) => `${file} is not what the matrix gives`),
    ...(existsSync(goldenFile) && golden === readFileSync(goldenFile, "utf8")
      ? []
      : [`${goldenFile} has other values than the features give: the models were fitted on those`]),
    ...(told === page ? [] : [`${pageFile} tells other figures than held-out.json`]),
  ];
  for (const what of wrong) console.error(`${what}. Fit it: npm run fit.`);
  if (wrong.length > 0) process.exit(1);
  console.log("The models are what the matrix gives. The page tells their figures.");
} else {
  for (const { file, text } of models) writeFileSync(file, text);
  writeFileSync(goldenFile, golden);
  const lengths = extending === undefined ? {} : { lengths: await measureLengths(extending) };
  writeFigures({ ...held_out, ...lengths });
  writeFileSync(pageFile, withTables(page, readHeldOut(), followUps));
  console.log(`${modelFile}, ${wordsFile} and the tables of ${pageFile} are written.`);
}
