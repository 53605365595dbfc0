import { sentences } from "./sentences.mjs";

/**
 * What the scripts tell the person: one line for each thing done, on stderr, because stdout belongs to the command
 * (an answer, JSON, the last line of the tests). On a terminal the seconds run while the work goes on.
 */
export function tell(line) {
  process.stderr.write(`${line}\n`);
}

/** A failure that is explained by its message alone; anything else is a defect and keeps its stack. */
export class Refusal extends Error {}

/** Runs the body of a script; a refusal is one sentence and exit code 1. */
export async function main(body) {
  endWithStarter();
  try {
    await body();
  } catch (error) {
    tell(sentenceFor(error));
    process.exit(1);
  }
}

function sentenceFor(error) {
  if (error instanceof Refusal) return error.message;
  if (error?.code === "ENOSPC") return sentences.noSpace();
  if (["EACCES", "EPERM", "EROFS"].includes(error?.code)) return sentences.noPermission();
  return error?.stack ?? String(error);
}

/** Does `work` under the line `doing`, and says `done` with the seconds when it ended well. */
export async function workOn(doing, done, work) {
  const started = performance.now();
  const seconds = () => Math.round((performance.now() - started) / 1000);
  const terminal = process.stderr.isTTY === true;
  const show = () => {
    if (terminal) process.stderr.write(`\r\x1b[K${sentences.still(doing, seconds())}`);
    else tell(sentences.still(doing, seconds()));
  };
  if (terminal) process.stderr.write(`${doing} …`);
  else tell(`${doing} …`);
  const heartbeat = setInterval(show, terminal ? 1000 : 15_000);
  try {
    const result = await work();
    if (terminal) process.stderr.write("\r\x1b[K");
    tell(`${done} (${sentences.seconds(seconds())})`);
    return result;
  } catch (error) {
    if (terminal) process.stderr.write("\n");
    throw error;
  } finally {
    clearInterval(heartbeat);
  }
}

/**
 * Whoever started this process is gone: then it is asked to end too. npm runs a script in a shell and signals that
 * shell alone, which dies without passing anything on; and under an older Node this process is the child of the one
 * that was called.
 */
function endWithStarter() {
  const end = () => process.kill(process.pid, "SIGTERM");
  if (process.connected) {
    process.once("disconnect", end);
    process.channel.unref(); // it must not keep a finished script alive
  }
  if (process.env.npm_lifecycle_event === undefined) return;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    end();
  }, 300);
  watch.unref();
}
