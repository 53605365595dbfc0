import { createLogger } from "#lib/platform/logger";
import { openStore } from "#lib/store/store";
import { sampleAnswer } from "./sample-answer.ts";

/**
 * Child process of the crash and the four-writers tests: `write-turns.ts FILE [NAME] [TURNS]` stores turns, for ever
 * when no number is given, and prints the run id of each once it is stored.
 */
const [file = "", name = "run", turns = "Infinity"] = process.argv.slice(2);
const store = openStore({
  file,
  clock: { now: () => new Date(), monotonic: () => performance.now() },
  log: createLogger("child", "silent"),
  lock_wait_ms: 60_000,
});
for (let turn = 1; turn <= Number(turns); turn++) {
  const run_id = `${name}_${turn}`;
  await store.saveAnswer(sampleAnswer({ run_id, thread_id: `thread_${turn % 5}` }));
  process.stdout.write(`${run_id}\n`);
}
await store.close();
