import { comparison } from "../comparison.ts";
import { chineseAsks } from "./chinese-asks.ts";
import { eachOf } from "./each-of.ts";
import { englishAsks } from "./english-asks.ts";
import { listedAsks } from "./listed-asks.ts";
import type { Planner } from "./planner.ts";

/** Every planner, in the order they are asked in; the first that sees several questions is followed. */
export const planners: readonly Planner[] = [
  listedAsks,
  eachOf,
  englishAsks,
  chineseAsks,
  comparison,
];
