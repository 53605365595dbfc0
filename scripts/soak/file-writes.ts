import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as after } from "node:timers/promises";
import type { Figure } from "../../bench/results-file.ts";
import {
  killWhileWriting,
  lookAfterKill,
  makeWorkplace,
  stepsSeen,
} from "../../tests/tools/killed/kill-writes.ts";

/**
 * R01: a program killed 0 to 50 ms after write or edit began its work, and started again, until so many kills have found
 * the tool at work. The others came when it had just ended, and are judged alike.
 */
const longest_ms = 50;
/** So many kills for each that is wanted, at most. */
const mostTries = 4;

export async function soakFileWrites(times: number): Promise<Figure[]> {
  const dir = realpathSync(mkdtempSync(path.join(os.tmpdir(), "docent-writes-")));
  const counted = { kills: 0, whole: 0, inside: 0, old: 0, found: 0, left: 0, told_right: 0 };
  try {
    makeWorkplace(dir);
    for (let i = 0; counted.inside < times && i < mostTries * times; i++) {
      const before = stepsSeen(dir);
      // Another call and another moment each time, the same in every run.
      const ms = (i * 7919) % (longest_ms + 1);
      const told = await killWhileWriting(dir, 1 + (i % 3), () => after(ms));
      const { files, unfinished, record, recorded_ok, steps, under_way } = await lookAfterKill(
        dir,
        before,
        told,
      );
      const inside = told.inside !== undefined;
      counted.kills += 1;
      if (files !== "broken") counted.whole += 1;
      if (inside) counted.inside += 1;
      if (inside && files === "old") counted.old += 1;
      if (unfinished.before > 0) counted.found += 1;
      counted.left += unfinished.after;
      const undone = inside && files === "old";
      const honest = recorded_ok <= steps && under_way === 0 && !(undone && record !== "unknown");
      if (honest) counted.told_right += 1;
      if (files === "broken") break; // what comes after it would be counted from nothing
    }
    const all = (what: string, value: number): Figure => ({
      ...{ row: "R01", what, value, unit: `of ${counted.kills}` },
      ...{ limit: `${counted.kills}`, ok: value === counted.kills },
    });
    const of = (what: string, value: number, unit: string): Figure => {
      return { row: "R01", what, value, unit };
    };
    return [
      all("killed as write or edit works, the file wholly old or wholly new", counted.whole),
      of("… with the tool at work", counted.inside, `of ${counted.kills}`),
      of("… of these wholly old", counted.old, `of ${counted.inside}`),
      of("… with an unfinished file beside it", counted.found, `of ${counted.kills}`),
      {
        ...of("… unfinished files after the next start", counted.left, ""),
        ...{ limit: "0", ok: counted.left === 0 },
      },
      all(
        "… the record says “unknown” of what was not done, and nothing is under way",
        counted.told_right,
      ),
    ];
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
