import { ForgetScope } from "#lib/contracts/memory";
import { createLogger } from "#lib/platform/logger";
import { openStore } from "#lib/store/store";

/** Forgets what a scope names, telling each step once it is taken, until somebody ends this process. */
const [file = "", given = "{}"] = process.argv.slice(2);
const clock = { now: () => new Date("2026-11-29T10:00:00.000Z"), monotonic: () => 0 };
const { memory } = openStore({ file, clock, log: createLogger("test", "silent") });
const scope = ForgetScope.parse(JSON.parse(given));
const tell = async (step: string) => {
  process.stdout.write(`${step}\n`);
  await new Promise((resolve) => setImmediate(resolve));
};
await memory.forgetting.begin("forget_1", scope);
await tell("begun");
await memory.forgetting.rows("forget_1", scope);
await tell("rows");
await memory.forgetting.end("forget_1");
await tell("ended");
setInterval(() => undefined, 1000); // it is ended, and does not end
