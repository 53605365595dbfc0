import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { StoredTask } from "#lib/contracts/ports";
import { isLive } from "#lib/contracts/tasks";
import { systemClock } from "#lib/platform/clock";
import { sha256 } from "#lib/platform/hash";
import { createLogger } from "#lib/platform/logger";
import { openStore } from "#lib/store/store";

const program = fileURLToPath(new URL("./work-until-killed.ts", import.meta.url));

/** What is wrong with what was left of a task; empty where nothing is. */
export type Wrong = string[];

export type WorkedOn = {
  /** As it was left. */
  task: StoredTask | undefined;
  /** What the start said of the task that an earlier one had left. */
  start?: "went on" | "interrupted" | "over before";
  /** Whether it was killed before it ended by itself. */
  killed: boolean;
  wrong: Wrong;
};

export function makeHome(dir: string): string {
  const home = path.join(dir, "home");
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  return home;
}

/** Runs the program and kills it when `kill` resolves after it said that it works; never where that is undefined. */
export async function workOn(
  home: string,
  effects: boolean,
  kill?: () => Promise<unknown>,
): Promise<WorkedOn> {
  const before = await stateOf(home);
  const args = [program, home, effects ? "effects" : ""];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  let told = "";
  child.stdout.on("data", (data: Buffer) => {
    const first = !told.includes("working");
    told += data;
    if (first && told.includes("working")) void kill?.().then(() => child.kill("SIGKILL"));
  });
  const signal = await new Promise((resolve) => child.on("exit", (_, by) => resolve(by)));
  const task = await stateOf(home);
  const over = told.includes("over");
  const killed = !over && signal === "SIGKILL";
  const wrong = lookAt(home, before, task, over);
  if (!over && !killed) wrong.push("the program ended by itself");
  if (before === undefined || task === undefined) return { task, killed, wrong };
  const start = isLive(before.state)
    ? task.state === "interrupted"
      ? "interrupted"
      : "went on"
    : "over before";
  const under = before.steps.find(({ state }) => state === "running");
  if (start === "went on" && under !== undefined && !saysResumed(task, under.name)) {
    wrong.push("it went on with a step and did not say so");
  }
  if (start === "interrupted" && task.error === undefined) {
    wrong.push("it was interrupted and did not say so");
  }
  return { task, start, killed, wrong };
}

/** What is said twice of one step is one notice. */
const saysResumed = ({ notices }: StoredTask, step: string): boolean =>
  notices.some(({ code, message }) => code === "task_resumed" && message.includes(`“${step}”`));

async function stateOf(home: string): Promise<StoredTask | undefined> {
  const file = path.join(home, "docent.db");
  if (!existsSync(file)) return undefined;
  const store = openStore({ file, clock: systemClock, log: createLogger("test", "silent") });
  try {
    const found = (await store.tasks.list({ limit: 1 })).tasks[0];
    return found && (await store.tasks.find(found.task_id));
  } finally {
    await store.close();
  }
}

function lookAt(
  home: string,
  before: StoredTask | undefined,
  task: StoredTask | undefined,
  over: boolean,
): Wrong {
  const wrong: Wrong = [];
  if (task === undefined) return over ? ["the task is gone"] : [];
  const log = linesOf(path.join(home, "log.txt"));
  for (const step of before?.steps ?? []) {
    if (step.state !== "completed") continue;
    const now = task.steps.find(({ step_id }) => step_id === step.step_id);
    if (now?.state !== "completed") wrong.push(`${step.name} was done and is ${now?.state}`);
    if (now?.attempts !== step.attempts) wrong.push(`${step.name} was done and begun again`);
  }
  for (const { name, state, attempts } of task.steps) {
    const begun = log.filter((line) => line === `begins ${name}`).length;
    const ended = log.filter((line) => line === `ends ${name}`).length;
    if (begun > attempts) wrong.push(`${name} began ${begun} times in ${attempts} attempts`);
    // Its last words may be written, and the kill come before its end was stored.
    if (state === "completed" && (ended < 1 || begun > ended + attempts)) {
      wrong.push(`${name} is done and ended ${ended} times`);
    }
  }
  // Steps in order: nothing begins before what stands in front of it is done.
  const first = task.steps.findIndex(({ state }) => state !== "completed");
  const late = task.steps.slice(first < 0 ? task.steps.length : first + 1);
  for (const { name, attempts } of late) if (attempts > 0) wrong.push(`${name} began too early`);

  const folder = path.join(home, "artifacts", task.task_id);
  for (const { name, bytes, sha256: hash, step_id } of task.artifacts) {
    const file = path.join(folder, name);
    const data = existsSync(file) ? readFileSync(file) : undefined;
    const of = task.steps.find((step) => step.step_id === step_id);
    if (data === undefined) wrong.push(`${name} is missing`);
    // While its step is not done it may be written anew: what counts is what is told of a step that is.
    else if (of?.state === "completed" && (data.length !== bytes || sha256(data) !== hash)) {
      wrong.push(`${name} is not as it was written`);
    }
  }
  const done = task.steps.filter(({ state }) => state === "completed");
  for (const { step_id, name } of done) {
    const its = task.artifacts.filter((one) => one.step_id === step_id);
    if (its.length !== 1) wrong.push(`${name} is done and has ${its.length} files`);
  }
  const marks = linesOf(path.join(home, "marks.txt"));
  if (new Set(marks).size !== marks.length) wrong.push("something was done twice");
  for (const { step_id, name, effect } of done) {
    if (effect && !marks.some((mark) => mark.startsWith(step_id))) {
      wrong.push(`${name} is done and did nothing`);
    }
  }
  if (!over) return wrong;
  if (task.state === "completed") {
    if (done.length !== 10) wrong.push(`completed with ${done.length} steps`);
    const left = readdirSync(folder).filter((name) => name.startsWith("."));
    if (left.length > 0) wrong.push("an unfinished file is left");
  } else if (task.state !== "interrupted" || !mayBeInterrupted(task, before, log)) {
    wrong.push(`it ended as ${task.state}: ${task.error?.message}`);
  }
  return wrong;
}

/** A step of unknown outcome, or one in whose middle the program was killed each time that it was begun, three times over. */
function mayBeInterrupted(
  task: StoredTask,
  before: StoredTask | undefined,
  log: readonly string[],
): boolean {
  const [step, ...more] = task.steps.filter(({ state }) => state === "interrupted");
  if (step === undefined || more.length > 0) return false;
  const left = before?.steps.find(({ step_id }) => step_id === step.step_id)?.state;
  if (step.effect) return left === "running" || left === "waiting_approval";
  const begun = log.filter((line) => line === `begins ${step.name}`).length;
  return left === "running" && step.attempts === MOST_ATTEMPTS && begun <= MOST_ATTEMPTS;
}
const MOST_ATTEMPTS = 3;

function linesOf(file: string): string[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "");
}
