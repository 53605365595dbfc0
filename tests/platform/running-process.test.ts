import { spawnSync } from "node:child_process";
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
