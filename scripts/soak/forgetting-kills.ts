import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { asQuestion } from "#lib/contracts/question";
import type { Store } from "#lib/contracts/store-ports";
import { wordTable } from "#lib/meaning/word-table";
import { episodeVector } from "#lib/memory/episode-vector";
import { systemClock } from "#lib/platform/clock";
import { createLogger } from "#lib/platform/logger";
import { projectDir } from "#lib/platform/project";
import { openStore } from "#lib/store/store";
import type { Figure } from "../../bench/results-file.ts";
import { sampleAnswer } from "../../tests/store/sample-answer.ts";

/** From the moment it begins; forgetting a hundred conversations takes about so long. */
const longest_ms = 400;
const forgotten = 100;
const kept = 20;

/**
 * A program killed at another moment each time while it forgets a hundred conversations, and started again: what it began is
 * finished, no byte of their words is in any file, and the others are whole.
 */
export async function soakForgettingKills(times: number): Promise<Figure[]> {
  const dir = mkdtempSync(path.join(os.tmpdir(), "docent-forgetting-kills-"));
  const file = path.join(dir, "docent.db");
  const counted = { kills: 0, inside: 0, right: 0, tries: 0 };
  try {
    while (counted.kills < times && counted.tries < 3 * times) {
      counted.tries += 1;
      const word = `Zanzibarle${counted.tries}x`;
      const store = open(file);
      for (let n = 0; n < forgotten + kept; n++) {
        await keep(
          store,
          `${counted.tries}_${n}`,
          n < forgotten ? word : "the harbour",
          n < forgotten,
        );
      }
      const before = (await store.threadIds()).length;
      await store.close();
      const killed = await kill(file, (counted.kills * 7919) % longest_ms);
      if (killed) counted.kills += 1;
      const again = open(file);
      const left = await again.memory.forgetting.unfinished();
      if (left.length > 0) counted.inside += 1;
      for (const { id, scope } of left) {
        if (scope !== undefined) await again.memory.forgetting.rows(id, scope);
        await again.memory.forgetting.end(id);
      }
      const begun = left.length > 0 || (await again.threadIds()).length < before;
      const gone = !begun || filesWith(dir, word).length === 0;
      const others = (await again.threadIds()).length === (begun ? before - forgotten : before);
      if (killed && gone && others && (await again.memory.forgetting.unfinished()).length === 0)
        counted.right += 1;
      // What a kill before the beginning left is no part of the next round.
      await again.memory.forgetting.rows("others", { until: since });
      await again.close();
    }
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
  const of = (what: string, value: number): Figure => ({ row: "Memory", what, value, unit: "" });
  return [
    {
      ...of("killed while it forgets: finished at the next start, no word left", counted.right),
      ...{ unit: `of ${counted.kills}`, limit: `${times}` },
      ok: counted.right === counted.kills && counted.kills === times,
    },
    of("… with something begun and not finished", counted.inside),
  ];
}

const since = "2026-11-20T00:00:00.000Z";
const open = (file: string) =>
  openStore({ file, clock: systemClock, log: createLogger("soak", "silent") });
const { table } = wordTable();

async function keep(store: Store, n: string, about: string, early: boolean): Promise<void> {
  const question = asQuestion(`Who holds the key of ${about}?`);
  const answer = sampleAnswer({
    ...{ trace_id: `trace_${n}`, run_id: `run_${n}`, thread_id: `thread_${n}` },
    ...{ question, searched: [question] },
    asked_at: early ? "2026-11-19T10:00:00.000Z" : "2026-11-21T10:00:00.000Z",
  });
  await store.saveAnswer(answer, { episodeOf: (one) => table && episodeVector(one, table) });
}

async function kill(file: string, ms: number): Promise<boolean> {
  const program = path.join(projectDir(), "tests/store/forget-until-killed.ts");
  const child = spawn(process.execPath, [program, file, JSON.stringify({ until: since })], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<NodeJS.Signals | null>((resolve) =>
    child.once("exit", (_, signal) => resolve(signal)),
  );
  await new Promise((resolve) => child.stdout.once("data", resolve));
  await after(ms);
  child.kill("SIGKILL");
  return (await ended) === "SIGKILL";
}

const filesWith = (dir: string, word: string) =>
  readdirSync(dir).filter((name) => readFileSync(path.join(dir, name)).includes(word));
