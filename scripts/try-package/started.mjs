import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../bootstrap/port.mjs";
import { runOn } from "./clean-machine.mjs";

/** Longer than any start takes; a run that hangs is ended. */
const atMost = 20 * 60_000;
const ready = /(?:running at|正在运行：)\s*(http:\/\/127\.0\.0\.1:\d+)/;

/**
 * Starts a command at the terminal of the machine, says yes where npm asks, and hands its address to `use` once there is one;
 * then presses Ctrl-C. Says when it was there and what the terminal showed.
 */
export async function whileRunning(root, call, use) {
  const { run, began } = await start(root, call);
  try {
    const [, origin] = await shown(run, ready);
    const seconds = (performance.now() - began) / 1000;
    await use?.(origin);
    run.type("\u0003");
    await Promise.race([run.ended, late("Ctrl-C did not end it", 20_000)]);
    refuseLog(run.text);
    return { seconds, text: run.text };
  } finally {
    run.kill();
  }
}

/** What a command that starts nothing says before it ends, and its code. */
export async function untilEnd(root, call) {
  const { run } = await start(root, call);
  try {
    await Promise.race([shown(run, /$never/), run.ended]);
    return { code: await run.ended, text: run.text.trim() };
  } finally {
    run.kill();
  }
}

async function start(root, { command, env = {}, ...place }) {
  const port = env.PORT ?? String(await freePort());
  const began = performance.now();
  const run = runOn(root, { ...place, command, env: { ...env, PORT: port } });
  return { run, began };
}

/** Waits for a text at the terminal, and answers npm's question on the way. */
async function shown(run, wanted) {
  const until = performance.now() + atMost;
  let over = false;
  void run.ended.then(() => {
    over = true;
  });
  for (let asked = 0; performance.now() < until; ) {
    const found = wanted.exec(run.text);
    if (found !== null) return found;
    if (over) throw new Error(`It ended:\n${run.text.trim()}`);
    const questions = run.text.split("Ok to proceed?").length - 1;
    if (questions > asked) run.type("y\r");
    asked = questions;
    await pause(50);
  }
  throw new Error(`It took longer than ${atMost / 60_000} minutes:\n${run.text.trim()}`);
}

const late = (said, ms) =>
  pause(ms, undefined, { ref: false }).then(() => {
    throw new Error(said);
  });

/** A person's terminal shows sentences: no line of JSON, no stack. */
function refuseLog(text) {
  assert.doesNotMatch(text, /^\{"level"|^\s+at .+:\d+:\d+\)?$/m);
}

/** Asks as a program would, and says what was quoted and from where. */
export async function asked(origin, question) {
  const response = await fetch(`${origin}/api/ask`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ question }),
  });
  assert.equal(response.status, 200);
  return response.json();
}

/** Until every folder has been read. */
export async function readThrough(origin) {
  for (const until = performance.now() + atMost; performance.now() < until; await pause(100)) {
    const { index } = await (await fetch(`${origin}/api/health`)).json();
    if (index.state === "ready") return index;
  }
  throw new Error("Its folders were not read.");
}

/** The answer holds these words, and a citation of this file with the lines it names. */
export function assertQuoted(answer, { words, file }) {
  assert.equal(answer.status, "answered");
  const text = answer.claims.map((claim) => claim.text).join("\n");
  assert.ok(text.includes(words), `“${words}” is not in the answer:\n${text}`);
  const cited = answer.citations.find(({ relative_path }) => relative_path === file);
  assert.ok(cited, `${file} is not cited`);
  assert.ok(cited.snippet.includes(words), `the cited lines lack “${words}”: ${cited.snippet}`);
  return `${file}:${cited.locator.line_start}`;
}
