import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { projectDir } from "#lib/platform/project";
import { type LikenessModel, likenessFeatures } from "./likeness.ts";

export const likenessModelFile = "lib/memory/likeness-model.json";

const Model = z.object({
  bias: z.number(),
  weights: z.record(z.enum(likenessFeatures), z.number()),
  offered: z.object({
    ...{ alone: z.number(), same_file: z.number(), same_lines: z.number() },
    stands_out: z.number(),
  }),
});

let read: LikenessModel | undefined;

/** Read once. Throws with the file's name where it is missing, damaged or was fitted on other features. */
export function likenessModel(): LikenessModel {
  if (read !== undefined) return read;
  const file = path.join(projectDir(), likenessModelFile);
  try {
    read = Model.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (cause) {
    const said = `The model ${likenessModelFile} cannot be used. Bring it back from the repository, or fit it anew: node training/memory/fit-likeness.ts.`;
    throw new Error(said, { cause });
  }
  return read;
}
