import { createLogger } from "#lib/platform/logger";
import { openStore } from "#lib/store/store";

/** A pass in small pieces, each told as it is done, until somebody ends this process. */
const [file = ""] = process.argv.slice(2);
const now = new Date("2026-11-29T10:00:00.000Z");
const clock = { now: () => now, monotonic: () => performance.now() };
const store = openStore({ file, clock, log: createLogger("test", "silent") });
const past = { now, traces_days: 90, audit_days: 730, preview_bytes: 1e9 };
const { compaction } = store.activity;
let at = compaction.begin();
for (;;) {
  const next = await compaction.some(past, at, 25);
  if (next === undefined) break;
  at = next;
  process.stdout.write("piece\n");
  await new Promise((resolve) => setImmediate(resolve));
}
