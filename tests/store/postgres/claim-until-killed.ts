import { setTimeout as pause } from "node:timers/promises";
import { systemClock as clock } from "#lib/platform/clock";
import { createLogger } from "#lib/platform/logger";
import { openPostgresStore } from "#lib/store/postgres-store";
import { sampleAnswer } from "../sample-answer.ts";
import { ids } from "../sample-rows.ts";

/** Child process: a server that has two runs until it is killed. Arguments: DATABASE_URL; `store` to store all the time. */
const [url = "", how] = process.argv.slice(2);
const say = (text: string) => process.stdout.write(`${text}\n`);
const store = await openPostgresStore({
  ...{ url, clock, log: createLogger("child", "silent"), apply: true },
  server: {
    version: "1",
    limits: { tick_ms: 50, gone_ms: 600, silent_ms: 1_500 },
    replaced: () => say("replaced"),
  },
});
await store.queue.claim({ kind: "run", id: "run_1" });
await store.queue.claim({ kind: "run", id: "run_2" });
say("claimed");
for (let n = 1; ; n++) {
  if (how === "store") {
    await store.saveAnswer(sampleAnswer(ids(n))).then(
      () => say("stored"),
      (error: Error) => say(error.message),
    );
  }
  await pause(50);
}
