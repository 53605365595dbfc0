import { systemClock as clock } from "#lib/platform/clock";
import { createLogger } from "#lib/platform/logger";
import { openPostgresStore } from "#lib/store/postgres-store";
import { sampleAnswer } from "../sample-answer.ts";
import { ids } from "../sample-rows.ts";
import { readRow } from "../sample-trace.ts";

/** Child process: a server with a database for itself that stores answers until it is killed. Argument: DATABASE_URL. */
const [url = ""] = process.argv.slice(2);
const log = createLogger("child", "silent");
const store = await openPostgresStore({ url, clock, log, apply: true, alone: true });
for (let n = 1; ; n++) {
  store.trace.read({ ...readRow, trace_id: `trace_${n}` });
  await store.saveAnswer(sampleAnswer(ids(n)));
  process.stdout.write(`${n}\n`);
}
