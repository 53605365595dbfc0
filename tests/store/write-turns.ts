import { createLogger } from "#lib/platform/logger";
import { openStore } from "#lib/store/store";
import { sampleAnswer } from "./sample-answer.ts";

/** Child process of the crash test: stores turns until it is killed and prints the run id of each once it is stored. */
const store = openStore({
  file: process.argv[2] ?? "",
  clock: { now: () => new Date(), monotonic: () => performance.now() },
  log: createLogger("child", "silent"),
});
for (let turn = 1; ; turn++) {
  const run_id = `run_${turn}`;
  store.saveAnswer(sampleAnswer({ run_id, thread_id: `thread_${turn % 5}` }));
  process.stdout.write(`${run_id}\n`);
}
