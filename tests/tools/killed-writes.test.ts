import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { killWhileWriting, lookAfterKill, makeWorkplace, stepsSeen } from "./killed/kill-writes.ts";

let dir: string;
beforeAll(() => {
  dir = realpathSync(mkdtempSync(path.join(os.tmpdir(), "docent-killed-")));
  makeWorkplace(dir);
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** So often this process takes a turn before it kills: no time that a busy machine could stretch. */
async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
}

describe("R01 a program that is killed inside write or edit", () => {
  test.each([
    [2, 2],
    [3, 40],
  ])(
    "in call %i, after %i turns: the files are whole, nothing is left beside them, and no call is called done that was not",
    async (nth, count) => {
      const before = stepsSeen(dir);
      const told = await killWhileWriting(dir, nth, () => turns(count));
      const after = await lookAfterKill(dir, before, told);
      expect(["old", "new"]).toContain(after.files);
      expect(after.unfinished.after).toBe(0);
      expect(after.under_way).toBe(0);
      expect(after.recorded_ok).toBeLessThanOrEqual(after.steps);
      if (after.files === "old" && told.inside !== undefined) expect(after.record).toBe("unknown");
    },
  );
});
