import { measureGate } from "../bench/gate-cost.ts";
import { measureMutations } from "../bench/mutated-sentences.ts";
import { type Figure, report } from "../bench/results-file.ts";

/** `npm run bench`, or the measurements named after it: figures as a table, and as JSON in `bench/results/`. */
const measurements: Record<string, () => Promise<Figure[]>> = {
  gate: measureGate,
  mutations: measureMutations,
};

const asked = process.argv.slice(2);
const unknown = asked.find((name) => !(name in measurements));
if (unknown !== undefined) {
  console.error(
    `There is no measurement “${unknown}”. There are: ${Object.keys(measurements).join(", ")}.`,
  );
  process.exitCode = 2;
} else {
  for (const [name, measure] of Object.entries(measurements)) {
    if (asked.length === 0 || asked.includes(name)) report(name, await measure());
  }
}
