import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { projectDir } from "#lib/platform/project";
import { TreesModel } from "./trees.ts";

/**
 * The fitted models of this room, as `npm run fit` writes them: those that decide by words and what they mean, and those that
 * decide by words alone. A model that is missing, damaged or was fitted on other features is an error that names its file:
 * nothing is answered by guessed weights.
 */
const LinearModel = z.object({
  /** What it tells. */
  about: z.string(),
  bias: z.number(),
  weights: z.record(z.string(), z.number()),
});
export const AnsweringModel = z.object({
  /** Which unit answers: log-odds among all units of a question. */
  choice: LinearModel,
  /** Do the documents answer at all; is what was chosen right. Probabilities after the logistic function. */
  answerability: TreesModel,
  confidence: TreesModel,
  /** Does the next unit still belong to the answer. A probability after the logistic function. */
  extent: LinearModel,
  /** From these probabilities on; chosen on held-out projects. */
  working_points: z.object({
    /** `answerability` from which anything is shown as an answer. */
    answers: z.number(),
    /** `confidence` from which one place stands alone. */
    sure: z.number(),
    /** Share of a place from which it is related. */
    related: z.number(),
    /** `extent` from which a unit is shown with the one that answers. */
    extent: z.number(),
  }),
  fitted: z.looseObject({ date: z.string() }),
});
export type AnsweringModel = z.infer<typeof AnsweringModel>;

/** Names of the features that a model was fitted on. */
export type ModelNames = Record<"choice" | "decision" | "extent", readonly string[]>;

/** Its sentence is for whoever starts the program: it names a file of this machine. */
class DamagedModel extends Error {
  override readonly name = "DamagedModel";

  constructor(file: string, why: string) {
    super(
      `The answering model ${file} ${why}. Bring it back from the repository, or fit it anew: npm run fit.`,
    );
  }
}

const folder = "lib/answering/models";
/** A model by the name of its file. */
export const modelFile = (name: string): string => path.join(projectDir(), folder, name);
export const modelFiles = {
  meanings: "answering.json",
  /** For features that are read without the table of word meanings: those of meaning have no weight, no tree asks for them. */
  words: "answering-by-words.json",
};

const read = new Map<keyof typeof modelFiles, AnsweringModel>();

/** Read once. Throws with the file's name and what is wrong with it. */
export function answeringModel(by: keyof typeof modelFiles, expected: ModelNames): AnsweringModel {
  const model = read.get(by) ?? readModel(modelFile(modelFiles[by]), expected);
  read.set(by, model);
  return model;
}

export function readModel(file: string, expected: ModelNames): AnsweringModel {
  const model = readModelFile(file, AnsweringModel);
  const { choice, answerability, confidence, extent } = model;
  const same = (fitted: readonly string[], names: readonly string[]) =>
    names.length === fitted.length && names.every((name, i) => fitted[i] === name);
  const fits =
    same(Object.keys(choice.weights), expected.choice) &&
    same(Object.keys(extent.weights), expected.extent) &&
    same(answerability.features, expected.decision) &&
    same(confidence.features, expected.decision);
  if (!fits) throw new DamagedModel(file, "was fitted on other features than this program has");
  return model;
}

/** A file of fitted numbers in this form. Throws with its name and what is wrong with it. */
export function readModelFile<Form extends z.ZodType>(file: string, form: Form): z.infer<Form> {
  const said = (why: string) => new DamagedModel(file, why);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    throw said("is missing or cannot be read");
  }
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw said("is no JSON");
  }
  const parsed = form.safeParse(data);
  if (!parsed.success) throw said("has not the form of a model");
  return parsed.data;
}

/** `values` in the order of `names`. */
export function logOdds(
  { bias, weights }: AnsweringModel["choice"],
  names: readonly string[],
  values: readonly number[],
): number {
  return names.reduce((sum, name, i) => sum + (weights[name] ?? 0) * (values[i] ?? 0), bias);
}

export const probability = (odds: number): number => 1 / (1 + Math.exp(-odds));
