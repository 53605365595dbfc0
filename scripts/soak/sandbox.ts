import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { projectDir } from "#lib/platform/project";
import { clearStaleRuns } from "#lib/tools/sandbox-backends";
import type { Figure } from "../../bench/results-file.ts";
import { attack, attackTables } from "../../tests/tools/sandbox/attack-tables.ts";
import { limitCases, meet } from "../../tests/tools/sandbox/limit-cases.ts";
import {
  type OpenBackends,
  openBackends,
  patient,
} from "../../tests/tools/sandbox/open-backends.ts";
import { commandOf, descendants, isAlive } from "../../tests/tools/sandbox/processes.ts";

const killedHost = path.join(projectDir(), "tests/tools/sandbox/killed-host.ts");
/** By then whatever runs has begun, on any of them. */
const longestMs = 1500;

/**
 * Every attempt to get out and every limit on every sandbox of this machine, runs that are cancelled at another moment each
 * time, and the program killed at another moment each time: nothing got out, and nothing of it goes on.
 */
export async function soakSandbox(times: number): Promise<Figure[]> {
  const machine = await openBackends();
  const plain = await openBackends({ bare: true });
  const ids: Id[] = [];
  const figures: Figure[] = [];
  const seen = new Set<number>();
  try {
    for (const { id, state } of machine.backends) {
      if ((await state()).kind === "ready") ids.push(id);
    }
    figures.push(await attacks(machine, plain, ids), await limits(machine, ids));
    for (const id of ids) figures.push(await cancels(machine, id, times, seen));
  } finally {
    await machine.close();
    await plain.close();
  }
  const left = await leftAlive([...seen]);
  const wrong = left.map((pid) => `process ${pid} was left: ${commandOf(pid)}`);
  figures.push(
    figure("… processes that had ended afterwards", seen.size - left.length, seen.size, wrong),
  );
  return [...figures, await kills(ids, Math.ceil(times / 5))];
}

type Id = OpenBackends["backends"][number]["id"];

/** Those that are still there after a time in which everything that was ended has gone. */
async function leftAlive(pids: readonly number[]): Promise<number[]> {
  let alive = pids.filter(isAlive);
  for (let waited = 0; alive.length > 0 && waited < 10_000; waited += 100) {
    await after(100);
    alive = alive.filter(isAlive);
  }
  return alive;
}

function figure(what: string, right: number, of: number, wrong: readonly string[]): Figure {
  for (const one of wrong) console.error(one);
  const held = right === of && wrong.length === 0;
  return { row: "Sandbox", what, value: right, unit: `of ${of}`, limit: `${of}`, ok: held };
}

async function attacks(
  machine: OpenBackends,
  plain: OpenBackends,
  ids: readonly string[],
): Promise<Figure> {
  const wrong: string[] = [];
  let met = 0;
  let all = 0;
  for (const table of attackTables.filter(({ id }) => ids.includes(id))) {
    const tried = await attack(table.bare ? plain : machine, table);
    all += table.attacks.length;
    met += tried.met.filter(({ got }) => got === undefined).length;
    wrong.push(...tried.escapes.map((one) => `${table.name}, ${one}`));
  }
  return figure("attempts to get out that got nothing", met, all, wrong);
}

async function limits(machine: OpenBackends, ids: readonly string[]): Promise<Figure> {
  const wrong: string[] = [];
  let held = 0;
  let all = 0;
  for (const { id, cases } of limitCases.filter((one) => ids.includes(one.id))) {
    for (const one of cases) {
      const met = await meet(machine, id, one);
      all += 1;
      if (met.wrong.length === 0) held += 1;
      wrong.push(...met.wrong.map((what) => `${id}, ${one.language}, ${one.does}: ${what}`));
    }
  }
  return figure("limits that held", held, all, wrong);
}

/** From before it is made to after it has begun. */
async function cancels(
  machine: OpenBackends,
  id: Id,
  times: number,
  seen: Set<number>,
): Promise<Figure> {
  const language = id === "wasm" ? "javascript" : "shell";
  const code = id === "wasm" ? "for (;;);" : "sleep 1000 & sleep 1000 & while :; do :; done";
  await machine.run(id, { language, code: id === "wasm" ? "1" : "true" });
  let ended = 0;
  for (let n = 0; n < times; n++) {
    const stop = new AbortController();
    const running = machine.run(id, { language, code, signal: stop.signal, limits: patient });
    await after((n * 7919) % longestMs);
    for (const pid of descendants(process.pid)) seen.add(pid);
    stop.abort();
    if ((await running).ended === "cancelled") ended += 1;
  }
  return figure(`runs cancelled at any moment on ${id}`, ended, times, []);
}

async function kills(ids: readonly string[], times: number): Promise<Figure> {
  const wrong: string[] = [];
  let right = 0;
  const asked = ids.map((id) => (id === "wasm" ? "wasm:javascript" : `${id}:shell`));
  for (let n = 0; n < times; n++) {
    const child = spawn(process.execPath, [killedHost, ...asked], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const { dir, home } = await firstLine(child);
    await after((n * 7919) % (3 * longestMs));
    const all = descendants(child.pid ?? 0);
    child.kill("SIGKILL");
    const alive = await leftAlive(all);
    await clearStaleRuns(home);
    rmSync(dir, { recursive: true, force: true });
    if (alive.length === 0) right += 1;
    else wrong.push(`kill ${n}: ${alive.length} processes of ${all.length} were left`);
  }
  return figure("kills of the program after which nothing of it went on", right, times, wrong);
}

async function firstLine(child: ChildProcess): Promise<{ dir: string; home: string }> {
  if (child.stdout === null) throw new Error("it has no output");
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  return JSON.parse(line.toString());
}
