import { parseArgs } from "node:util";
import { type Figure, report } from "../bench/results-file.ts";
import { soakHostileIndex } from "./soak/hostile-index.ts";
import { soakSwapRace } from "./soak/swap-race.ts";

/**
 * `npm run soak`: the acceptance rows whose loops are too long or whose figures are too much of the machine for a test,
 * as a table and as JSON in `bench/results/`. Exit 1 when a limit is missed.
 */
const { values } = parseArgs({ options: { seconds: { type: "string", default: "30" } } });
const seconds = Number(values.seconds);
if (!(seconds >= 1 && seconds <= 86_400)) {
  console.error("--seconds takes a number from 1 to 86400: how long each timed loop runs.");
  process.exitCode = 2;
} else {
  const loops: (() => Promise<Figure[]>)[] = [() => soakSwapRace(seconds), soakHostileIndex];
  const figures: Figure[] = [];
  for (const loop of loops) figures.push(...(await loop()));
  report("soak", figures);
  process.exitCode = figures.some((figure) => figure.ok === false) ? 1 : 0;
}
