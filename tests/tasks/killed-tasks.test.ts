import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { makeHome, workOn } from "./killed/kill-tasks.ts";

let dir: string;
beforeEach(() => {
  dir = realpathSync(mkdtempSync(path.join(os.tmpdir(), "docent-killed-tasks-")));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const begun = (home: string, step: number) =>
  vi.waitFor(
    () => {
      const log = path.join(home, "log.txt");
      const text = existsSync(log) ? readFileSync(log, "utf8") : "";
      expect(text).toContain(`begins step_${step}\n`);
    },
    { timeout: 240_000, interval: 1 },
  );

describe("a program that is killed in the middle of a task", () => {
  it("goes on with the step it died in, after each of ten kills, and does none twice", async () => {
    const home = makeHome(dir);
    for (let step = 0; step < 10; step++) {
      const { wrong } = await workOn(home, false, async () => {
        await begun(home, step);
        for (let i = 0; i < step % 3; i++) await turn();
      });
      expect(wrong).toEqual([]);
    }
    const { task, wrong } = await workOn(home, false);
    expect([task?.state, wrong]).toEqual(["completed", []]);
    expect(task?.notices.every(({ code }) => code === "task_resumed")).toBe(true);
  });

  it("never repeats what it may have done outside, and says so", async () => {
    const home = makeHome(dir);
    const { wrong } = await workOn(home, true, () => begun(home, 2));
    expect(wrong).toEqual([]);
    const after = await workOn(home, true);
    expect(after.wrong).toEqual([]);
    expect(["completed", "interrupted"]).toContain(after.task?.state);
  });
});
