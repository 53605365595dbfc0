import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { beganAt, isRunning } from "#lib/platform/running-process";

const dead = () => spawnSync(process.execPath, ["-e", ""]).pid;
const hasPs = spawnSync("ps", ["-o", "lstart=", "-p", "1"]).status === 0;

it.runIf(hasPs)(
  "on macOS a process began at the time that ps tells, and one that is gone at none",
  () => {
    expect(beganAt(process.pid, "darwin")).toMatch(/^\w{3} \w{3} +\d+ \d\d:\d\d:\d\d \d{4}$/);
    expect(beganAt(dead(), "darwin")).toBeUndefined();
  },
);

it.runIf(process.platform === "linux")(
  "on Linux no two processes of one number began alike",
  () => {
    expect(beganAt(process.pid)).toBe(beganAt(process.pid));
    expect(beganAt(process.pid)).not.toBe(beganAt(process.ppid));
    expect(beganAt(dead())).toBeUndefined();
  },
);

it("where the system does not tell, the number alone decides", () => {
  expect(beganAt(process.pid, "win32")).toBeUndefined();
  expect(isRunning({ pid: process.ppid })).toBe(true);
  expect(isRunning({ pid: dead() })).toBe(false);
});

it.runIf(process.platform === "linux")(
  "one that has ended is not running, though nobody took note",
  async () => {
    // A shell that becomes a program which never asks about the child it was left with; as a shell it might.
    const parent = spawn("sh", ["-c", "sleep 300 & echo $!; exec cat"]);
    try {
      const [line] = await once(parent.stdout, "data");
      const pid = Number(line);
      const nameOf = (id?: number) => readFileSync(`/proc/${id}/comm`, "utf8").trim();
      await expect.poll(() => nameOf(parent.pid)).toBe("cat");
      expect(isRunning({ pid })).toBe(true);
      process.kill(pid, "SIGKILL");
      await expect.poll(() => isRunning({ pid })).toBe(false);
      expect(existsSync(`/proc/${pid}/stat`)).toBe(true);
    } finally {
      parent.kill("SIGKILL");
    }
  },
);
