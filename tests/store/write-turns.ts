import { createLogger } from "#lib/platform/logger";
import { openPostgresStore } from "#lib/store/postgres-store";
import { openStore } from "#lib/store/store";
import { sampleAnswer } from "./sample-answer.ts";
import { readRow } from "./sample-trace.ts";

/**
 * Child process of the crash and the four-writers tests: `write-turns.ts FILE-OR-ADDRESS [NAME] [TURNS]` stores turns, for ever
 * when no number is given, and prints the run id of each once it is stored.
 */
const [file = "", name = "run", turns = "Infinity"] = process.argv.slice(2);
const clock = { now: () => new Date(), monotonic: () => performance.now() };
const log = createLogger("child", "silent");
const store = file.includes("://")
  ? await openPostgresStore({ url: file, clock, log, apply: false })
  : openStore({ file, clock, log, lock_wait_ms: 60_000 });
for (let turn = 1; turn <= Number(turns); turn++) {
  const run_id = `${name}_${turn}`;
  store.trace.read({ ...readRow, trace_id: run_id });
  await store.saveAnswer(sampleAnswer({ run_id, thread_id: `thread_${turn % 5}` }));
  process.stdout.write(`${run_id}\n`);
}
await store.close();
