import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as after } from "node:timers/promises";
import type { Figure } from "../../bench/results-file.ts";
import { makeHome, workOn } from "../../tests/tasks/killed/kill-tasks.ts";

/** From the moment it is at work; a whole task takes about so long. */
const longest_ms = 260;

/**
 * A program killed at another moment each time while it works on a task of ten steps, and started again, until so many
 * kills came before the task had ended: once with steps that change nothing but the task, once with some that do.
 */
export async function soakTaskKills(times: number): Promise<Figure[]> {
  return [...(await kill(times, false)), ...(await kill(times, true))];
}

async function kill(times: number, effects: boolean): Promise<Figure[]> {
  const dir = realpathSync(mkdtempSync(path.join(os.tmpdir(), "docent-task-kills-")));
  const counted = { kills: 0, right: 0, tasks: 0, completed: 0, interrupted: 0 };
  const wrong = new Set<string>();
  const left = new Map<string, number>();
  const starts = new Map<string, number>();
  try {
    while (counted.kills < times && wrong.size === 0) {
      const home = makeHome(dir);
      counted.tasks += 1;
      for (;;) {
        const ms = (counted.kills * 7919 + counted.tasks * 31) % longest_ms;
        const found = await workOn(home, effects, () => after(ms));
        for (const one of found.wrong) wrong.add(one);
        if (found.start !== undefined) tally(starts, found.start);
        if (found.killed) {
          counted.kills += 1;
          tally(left, found.task?.state ?? "no task yet");
          if (found.wrong.length === 0) counted.right += 1;
        }
        if (found.task?.state === "completed") counted.completed += 1;
        if (found.task?.state === "interrupted") counted.interrupted += 1;
        if (found.task?.ended_at !== undefined || found.wrong.length > 0) break;
      }
    }
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
  for (const one of wrong) console.error(one);
  const what = effects ? "with steps that change something" : "with steps that change nothing";
  const of = (text: string, value: number | string, unit = ""): Figure => ({
    ...{ row: "T01", what: text, value, unit },
  });
  return [
    {
      ...of(`killed in a task ${what}: no step twice, none lost, files whole`, counted.right),
      ...{ unit: `of ${counted.kills}`, limit: `${counted.kills}` },
      ok: counted.right === counted.kills && wrong.size === 0,
    },
    of("… states that the kills left", told(left)),
    of("… what the next start did", told(starts)),
    of("… tasks, completed in the end", counted.completed, `of ${counted.tasks}`),
    of("… tasks, interrupted and said so", counted.interrupted, `of ${counted.tasks}`),
  ];
}

const tally = (counts: Map<string, number>, what: string) =>
  counts.set(what, (counts.get(what) ?? 0) + 1);

const told = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([what, count]) => `${what} ${count}`).join(", ");
