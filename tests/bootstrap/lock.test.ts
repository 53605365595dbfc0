import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { withLock } from "../../scripts/bootstrap/lock.mjs";

const module = pathToFileURL(path.resolve(import.meta.dirname, "../../scripts/bootstrap/lock.mjs"));
let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "docent-lock-"));
  file = path.join(folder, "sub/lock");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A process that has ended, so that nobody has its id. */
const deadPid = () => spawnSync(process.execPath, ["-e", ""]).pid;

describe("the lock of the bootstrap", () => {
  it("is held while the work goes on and gone afterwards, also when the work fails", async () => {
    const held = await withLock(file, async () => JSON.parse(readFileSync(file, "utf8")));
    expect(held).toEqual({ pid: process.pid });
    expect(existsSync(file)).toBe(false);
    await expect(withLock(file, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(existsSync(file)).toBe(false);
  });

  it("lets many processes work one after the other", async () => {
    const log = path.join(folder, "log");
    const script = `
      import { withLock } from ${JSON.stringify(module.href)};
      import { appendFileSync } from "node:fs";
      await withLock(${JSON.stringify(file)}, async () => {
        appendFileSync(${JSON.stringify(log)}, "in ");
        await new Promise((done) => setImmediate(done));
        appendFileSync(${JSON.stringify(log)}, "out ");
      });`;
    const codes = await Promise.all(
      Array.from({ length: 4 }, () => {
        const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
          stdio: "ignore",
        });
        return new Promise((resolve) => child.on("close", resolve));
      }),
    );
    expect(codes).toEqual([0, 0, 0, 0]);
    expect(readFileSync(log, "utf8")).toBe("in out ".repeat(4));
  });

  it.each([
    ["a holder that was killed", () => JSON.stringify({ pid: deadPid() })],
    [
      "a holder and its program that are gone",
      () => JSON.stringify({ pid: deadPid(), child: deadPid() }),
    ],
  ])("is taken over from %s", async (_who, content) => {
    await withLock(file, async () => {});
    writeFileSync(file, content());
    expect(await withLock(file, async () => "done")).toBe("done");
  });

  it("is taken over from a process that only has the id of a holder long silent", async () => {
    await withLock(file, async () => {});
    writeFileSync(file, JSON.stringify({ pid: process.ppid }));
    const longAgo = new Date(Date.now() - 10 * 60_000);
    utimesSync(file, longAgo, longAgo);
    expect(await withLock(file, async () => "done")).toBe("done");
  });

  it("is not taken over while the program that a killed holder had started lives", async () => {
    await withLock(file, async () => {});
    const program = spawn(process.execPath, ["-e", "process.stdin.resume()"]);
    writeFileSync(file, JSON.stringify({ pid: deadPid(), child: program.pid }));
    const order: string[] = [];
    const mine = withLock(file, async () => order.push("mine"));
    const ended = new Promise((resolve) => program.on("close", resolve));
    order.push("program ends");
    program.stdin.end();
    await ended;
    await mine;
    expect(order).toEqual(["program ends", "mine"]);
  });
});
