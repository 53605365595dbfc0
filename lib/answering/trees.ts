import { z } from "zod";
import { BYTE } from "./limits.ts";

/**
 * A sum of small trees: each asks whether a value lies above a bound, in 255ths, until it comes to a step of the log-odds.
 * Written by `npm run fit`.
 */
export type Tree = number | [feature: number, byte: number, below: Tree, above: Tree];
const Tree: z.ZodType<Tree> = z.lazy(() =>
  z.union([z.number(), z.tuple([z.number().int(), z.number().int(), Tree, Tree])]),
);

export const TreesModel = z.object({
  /** What it tells. */
  about: z.string(),
  /** Names of the features that the trees name by position. */
  features: z.array(z.string()),
  bias: z.number(),
  trees: z.array(Tree),
});
export type TreesModel = z.infer<typeof TreesModel>;

/** A value in 255ths: as the models were fitted on it. */
export const asByte = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * BYTE);

/** `bytes` in the order of the features. */
export function treesLogOdds(
  { bias, trees }: Pick<TreesModel, "bias" | "trees">,
  bytes: ArrayLike<number>,
): number {
  let odds = bias;
  for (const tree of trees) {
    let at = tree;
    while (typeof at !== "number") {
      const [feature, byte, below, above]: Exclude<Tree, number> = at;
      at = (bytes[feature] ?? 0) > byte ? above : below;
    }
    odds += at;
  }
  return odds;
}
