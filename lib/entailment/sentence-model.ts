import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { projectDir } from "#lib/platform/project";

/**
 * How likely a sentence is not what its lines say, by the features of `features.ts`: a logistic regression, as `npm run fit`
 * writes it. A model that is missing, damaged or was fitted on other features is an error that names its file.
 */
export const SentenceModel = z.object({
  bias: z.number(),
  weights: z.record(z.string(), z.number()),
  /** From these probabilities on a sentence is marked, and withheld; chosen on held-out projects. */
  working_points: z.object({ doubt: z.number(), refuse: z.number() }),
  fitted: z.looseObject({ sentences: z.number() }),
});
export type SentenceModel = z.infer<typeof SentenceModel>;

export const sentenceModelFile = "lib/entailment/models/sentences.json";

let read: SentenceModel | undefined;

/** Read once. Throws with the file's name and what is wrong with it. */
export function sentenceModel(
  features: readonly string[],
  file = path.join(projectDir(), sentenceModelFile),
): SentenceModel {
  read ??= readSentenceModel(file, features);
  return read;
}

export function readSentenceModel(file: string, features: readonly string[]): SentenceModel {
  const said = (why: string) =>
    new Error(
      `The model of sentences ${file} ${why}. Bring it back from the repository, or fit it anew: npm run fit.`,
    );
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    throw said("is not there");
  }
  let model: SentenceModel;
  try {
    model = SentenceModel.parse(JSON.parse(text));
  } catch {
    throw said("cannot be read");
  }
  const known = Object.keys(model.weights).sort().join(" ");
  if (known !== [...features].sort().join(" ")) throw said("was fitted on other features");
  return model;
}

/** From 0 to 1. */
export function riskOf(model: SentenceModel, values: Readonly<Record<string, number>>): number {
  let odds = model.bias;
  for (const [name, weight] of Object.entries(model.weights)) odds += weight * (values[name] ?? 0);
  return 1 / (1 + Math.exp(-odds));
}
