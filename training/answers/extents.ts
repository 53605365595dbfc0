import { readFileSync, writeFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";
import { analyseQuestion } from "#lib/language/analyse-question";
import { judgeField, readyToAnswer } from "../../lib/answering/answer-question.ts";
import { readAsked } from "../../lib/answering/asked-question.ts";
import { readCandidates, readSources } from "../../lib/answering/candidates.ts";
import {
  countsAsItem,
  extentFeatures,
  growFrom,
  type Reach,
  reachesOf,
  type Taken,
  takenOf,
} from "../../lib/answering/extent.ts";
import { ANSWER_CHARACTERS, EQUAL_CHARACTERS } from "../../lib/answering/limits.ts";
import { probability } from "../../lib/answering/models.ts";
import { sectionOf } from "../../lib/answering/stretch.ts";
import { asByte } from "../../lib/answering/trees.ts";
import { readText } from "../../lib/answering/unit-text.ts";
import { MAY_BE_PLACES } from "../../lib/contracts/limits.ts";
import { eachBeside } from "./beside.ts";
import { readExamples } from "./example.ts";
import { foldOf, folds } from "./folds.ts";
import { answersIt } from "./label-unit.ts";
import { dot, fitChoice } from "./linear-models.ts";
import { ofByte } from "./matrix.ts";
import { foldersOf } from "./read-fields.ts";

/**
 * What the model of extent is fitted on: places that answer a written question, where all lines of the answer are known. Of
 * each the units above and below the chosen one, the nearest first, as numbers alone.
 */
export type ExtentMatrix = { features: string[]; places: ExtentPlace[] };
export type ExtentPlace = {
  set: string;
  project: string;
  own: Pick<Taken, "length" | "item">;
  above: ExtentUnit[];
  below: ExtentUnit[];
};
type ExtentUnit = Omit<Taken, "belongs"> & {
  answers: boolean;
  /** In 255ths. */
  row: number[];
};

/** So far is looked on each side. */
const farthest = 24;

export async function readExtents(files: readonly string[]): Promise<ExtentMatrix> {
  const worker = new URL("./extents-worker.ts", import.meta.url);
  const places = (await eachBeside<ExtentPlace>(worker, files)).flat();
  return { features: extentFeatures.map(({ name }) => name), places };
}

export async function* readExtentsOf(file: string): AsyncGenerator<ExtentPlace> {
  const { model, table } = readyToAnswer();
  for await (const example of readExamples(file)) {
    const { set, source, group, condition, answerable, evidence, question } = example;
    if (evidence === undefined || !answerable || condition !== "own" || source !== "written")
      continue;
    const analysis = analyseQuestion(question, { folders: foldersOf(evidence) });
    const asked = readAsked(analysis, evidence.terms);
    const { further } = evidence;
    const sources = readSources(
      [...evidence.citations, ...(further?.citations ?? [])],
      [...evidence.passages, ...(further?.passages ?? [])],
      analysis.lang,
    );
    const places = judgeField(readCandidates(sources, asked, table), asked, model)?.places ?? [];
    for (const place of places.slice(0, MAY_BE_PLACES)) {
      const { source, unit, index } = place.best;
      const { path } = source.citation;
      if (!answersIt(unit, path, example)) continue;
      const reaches = reachesOf(place, sectionOf(source.units, index), asked.kind);
      const read = (reach: Reach): ExtentUnit => {
        const { belongs: _, ...taken } = takenOf(reach, 0);
        const row = extentFeatures.map(({ value }) => asByte(value(reach)));
        return { ...taken, answers: answersIt(reach.unit, path, example), row };
      };
      yield {
        ...{ set, project: group },
        own: { length: readText(unit).length, item: countsAsItem(unit) },
        above: reaches.above.slice(0, farthest).map(read),
        below: reaches.below.slice(0, farthest).map(read),
      };
    }
  }
}

export const writeExtents = (file: string, matrix: ExtentMatrix): void =>
  writeFileSync(file, gzipSync(JSON.stringify(matrix), { level: 9 }));

/** Written by `writeExtents`. */
export const readExtentMatrix = (file: string): ExtentMatrix =>
  JSON.parse(gunzipSync(readFileSync(file)).toString("utf8")) as ExtentMatrix;

const ridge = 0.001;

/** The weights, and the bias behind them: does the next unit belong, given that the one before it does. */
export function extentWeights(
  { features, places }: ExtentMatrix,
  keep: (project: string) => boolean = () => true,
): Float64Array {
  const width = features.length + 1;
  const units = places
    .filter(({ project }) => keep(project))
    .flatMap(({ above, below }) => [...uptoFirstOther(above), ...uptoFirstOther(below)]);
  // Of two, the unit itself and one of zeros, the first is chosen where it belongs.
  return fitChoice(
    units.map(({ row, answers }) => ({
      values: Float64Array.from([
        ...row.map(ofByte),
        ...[1],
        ...Array.from({ length: width }, () => 0),
      ]),
      units: 2,
      answers: [answers ? 0 : 1],
      weight: 1,
    })),
    width,
    ridge,
  ).weights;
}

function uptoFirstOther(units: readonly ExtentUnit[]): ExtentUnit[] {
  const other = units.findIndex(({ answers }) => !answers);
  return units.slice(0, other === -1 ? units.length : other + 1);
}

/** How much of answers is shown, of places that are right: shares of all, and mean characters. */
export type ExtentFigures = {
  set: string;
  places: number;
  /** Holds at least so much of the answer that nothing of weight is missing. */
  whole: number;
  /** Of the characters of the answer so many are shown; of those shown so many are of the answer. */
  recall: number;
  precision: number;
  characters: number;
};

/** Of the characters of an answer: with these it counts as whole. */
const nearlyAll = 0.85;
/** At the working point at least so many of the characters shown, of one place, are of the answer. */
const leastPrecision = 0.77;
const points = Array.from({ length: 13 }, (_, i) => (i + 6) / 20);

/** Figures of projects that were left out of the fit, of the chosen unit alone and as it is shown, and the working point. */
export function measureExtents(matrix: ExtentMatrix): {
  points: { extent: number };
  alone: ExtentFigures[];
  shown: ExtentFigures[];
  of_several: ExtentFigures[];
} {
  const projects = [...new Set(matrix.places.map(({ project }) => project))].sort();
  const fold = new Map(projects.map((name, i) => [name, foldOf(i)]));
  const judged = Array.from({ length: folds }, (_, left) => {
    const weights = extentWeights(matrix, (project) => fold.get(project) !== left);
    const own = matrix.places.filter(({ project }) => fold.get(project) === left);
    return own.map((place) => ({ place, judge: judgeBy(weights) }));
  }).flat();
  const at = (least: number, most: number) =>
    judged.map(({ place, judge }) => {
      const above = place.above.map(judge);
      const below = place.below.map(judge);
      const taken = growFrom(place.own, { above, below }, least, most);
      const shown = [...place.above.slice(0, taken.above), ...place.below.slice(0, taken.below)];
      return { place, shown };
    });
  const extent =
    points.find((least) => {
      const all = at(least, ANSWER_CHARACTERS).map(figuresOf);
      return mean(all.map(({ precision }) => precision)) >= leastPrecision;
    }) ?? 1;
  return {
    points: { extent },
    alone: bySet(at(2, ANSWER_CHARACTERS)),
    shown: bySet(at(extent, ANSWER_CHARACTERS)),
    of_several: bySet(at(extent, EQUAL_CHARACTERS)),
  };
}

type Shown = { place: ExtentPlace; shown: readonly ExtentUnit[] };

const judgeBy =
  (weights: Float64Array) =>
  ({ row, length, announced, item }: ExtentUnit): Taken => ({
    belongs: probability(dot(Float64Array.from([...row.map(ofByte), 1]), 0, weights)),
    ...{ length, announced, item },
  });

function figuresOf({ place, shown }: Shown) {
  const sum = (units: readonly ExtentUnit[]) => units.reduce((all, { length }) => all + length, 0);
  const own = place.own.length;
  const wanted = own + sum([...place.above, ...place.below].filter(({ answers }) => answers));
  const held = own + sum(shown.filter(({ answers }) => answers));
  const characters = own + sum(shown);
  const recall = held / Math.max(1, wanted);
  return {
    ...{ recall, characters, precision: held / Math.max(1, characters) },
    whole: Number(recall >= nearlyAll),
  };
}

function bySet(all: readonly Shown[]): ExtentFigures[] {
  return [...Map.groupBy(all, ({ place }) => place.set)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([set, some]) => {
      const figures = some.map(figuresOf);
      const of = (name: keyof (typeof figures)[number]) =>
        Number(mean(figures.map((one) => one[name])).toFixed(3));
      return {
        ...{ set, places: some.length, whole: of("whole"), recall: of("recall") },
        ...{ precision: of("precision"), characters: Math.round(of("characters")) },
      };
    });
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, one) => sum + one, 0) / Math.max(1, values.length);
