import { text } from "node:stream/consumers";
import { parts } from "./list.ts";

/** The process of one part: its name as the argument, its input as JSON on stdin, its result as one line of JSON on stdout. */
const run = new Map<string, (input: never) => Promise<unknown>>(Object.entries(parts)).get(
  process.argv[2] ?? "",
);
if (run === undefined) throw new Error(`There is no part “${process.argv[2]}”.`);
// `runApart` pairs each name with its own input.
const input = JSON.parse(await text(process.stdin)) as never;
process.stdout.write(`${JSON.stringify(await run(input))}\n`);
