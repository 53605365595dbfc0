import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { beganAt } from "#lib/platform/running-process";
import { markRunning, refuseWhileRunning } from "../../scripts/bootstrap/running.mjs";

let marks: string;
beforeEach(() => {
  marks = mkdtempSync(path.join(os.tmpdir(), "docent-running-"));
});
afterEach(() => rmSync(marks, { recursive: true, force: true }));

const mark = (pid: number, began = "") => writeFileSync(path.join(marks, String(pid)), began);
const deadPid = () => spawnSync(process.execPath, ["-e", ""]).pid;

describe("the mark of a running server", () => {
  it("holds off a build while the server runs, and names it", async () => {
    mark(process.ppid, beganAt(process.ppid));
    await expect(refuseWhileRunning(marks)).rejects.toThrow(String(process.ppid));
    expect(readdirSync(marks)).toEqual([String(process.ppid)]);
  });

  it("holds off a build where the system does not tell when a process began", async () => {
    mark(process.ppid);
    await expect(refuseWhileRunning(marks)).rejects.toThrow(String(process.ppid));
  });

  it.runIf(existsSync("/proc/self/stat"))(
    "is cleared when its number now belongs to another process",
    async () => {
      mark(process.ppid, "0000-of-another-boot:1");
      await refuseWhileRunning(marks);
      expect(readdirSync(marks)).toEqual([]);
    },
  );

  it("is cleared when its number was given to the one who looks", async () => {
    mark(process.pid);
    await refuseWhileRunning(marks);
    expect(readdirSync(marks)).toEqual([]);
  });

  it("is cleared when its server was killed", async () => {
    mark(deadPid());
    await refuseWhileRunning(marks);
    expect(readdirSync(marks)).toEqual([]);
  });

  it("says when the server began", async () => {
    await markRunning(marks);
    const text = readFileSync(path.join(marks, String(process.pid)), "utf8");
    expect(text).toBe(beganAt(process.pid) ?? "");
  });
});
