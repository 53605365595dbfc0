import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { type Figure, rounded } from "../../bench/results-file.ts";
import { killWhile, lookAfterKill, makeDocuments } from "../../tests/search/killed/kill-index.ts";

/** The index killed while it reads and while it keeps, at another moment each time, every other time the first reading. */
export async function soakIndexKills(times: number): Promise<Figure[]> {
  return [...(await killed("reading", times)), ...(await killed("keeping", times))];
}

async function killed(what: "reading" | "keeping", times: number): Promise<Figure[]> {
  const dir = realpathSync(mkdtempSync(path.join(os.tmpdir(), "docent-kills-")));
  try {
    makeDocuments(dir);
    let right = 0;
    let slowest = 0;
    for (let i = 0; i < times; i++) {
      const first = i % 2 === 0;
      if (first) rmSync(path.join(dir, "project"), { recursive: true, force: true });
      await killWhile(dir, what, first ? 1 : 2, (i * 7) % 120);
      const { integrity, as_made_anew, kept, ready_ms } = await lookAfterKill(dir);
      const whole = integrity === "none" || integrity === "ok";
      if (whole && as_made_anew && kept) right += 1;
      slowest = Math.max(slowest, ready_ms);
    }
    return [
      {
        row: "R02",
        what: `killed while ${what}, then whole and like one made anew`,
        value: right,
        unit: `of ${times}`,
        limit: `${times}`,
        ok: right === times,
      },
      {
        row: "R02",
        what: "… ready again, slowest",
        value: rounded(slowest / 1000, 2),
        unit: "s",
        limit: "≤ 5 s",
        ok: slowest <= 5000,
      },
    ];
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
