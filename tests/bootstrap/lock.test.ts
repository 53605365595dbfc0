import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { beganAt } from "#lib/platform/running-process";
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

async function turns(): Promise<void> {
  for (let n = 0; n < 100; n++) await setImmediate();
}

describe("the lock of the bootstrap", () => {
  it("is held while the work goes on and gone afterwards, also when the work fails", async () => {
    const held = await withLock(file, async () => JSON.parse(readFileSync(file, "utf8")));
    expect(held).toEqual({ pid: process.pid, began: beganAt(process.pid) });
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
      () => JSON.stringify({ pid: deadPid(), child: { pid: deadPid() } }),
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

  it("is taken over at once from a process that began after the holder had written its number down", async () => {
    await withLock(file, async () => {});
    writeFileSync(file, JSON.stringify({ pid: process.ppid, began: "an-earlier-boot:17" }));
    expect(await withLock(file, async () => "done")).toBe("done");
  });

  it.runIf(beganAt(process.pid) !== undefined)(
    "is not taken over from a holder that lives, however long it was silent: the machine may have slept",
    async () => {
      await withLock(file, async () => {});
      const holder = spawn(process.execPath, ["-e", "process.stdin.resume()"]);
      const began = beganAt(holder.pid ?? 0);
      writeFileSync(file, JSON.stringify({ pid: holder.pid, began }));
      const longAgo = new Date(Date.now() - 10 * 60_000);
      utimesSync(file, longAgo, longAgo);
      const order: string[] = [];
      const mine = withLock(file, async () => order.push("mine"));
      const ended = new Promise((resolve) => holder.on("close", resolve));
      await turns(); // a lock that is free is taken by now
      order.push("holder ends");
      holder.stdin.end();
      await ended;
      await mine;
      expect(order).toEqual(["holder ends", "mine"]);
    },
  );

  it("of another is left alone by one that lost its own", async () => {
    const other = JSON.stringify({ pid: process.ppid });
    await withLock(file, async ({ started }: { started(pid: number): void }) => {
      writeFileSync(file, other);
      started(process.pid);
    });
    expect(readFileSync(file, "utf8")).toBe(other);
  });

  it("is not taken over while the program that a killed holder had started lives", async () => {
    await withLock(file, async () => {});
    const program = spawn(process.execPath, ["-e", "process.stdin.resume()"]);
    writeFileSync(file, JSON.stringify({ pid: deadPid(), child: { pid: program.pid } }));
    const order: string[] = [];
    const mine = withLock(file, async () => order.push("mine"));
    const ended = new Promise((resolve) => program.on("close", resolve));
    await turns(); // a lock that is free is taken by now
    order.push("program ends");
    program.stdin.end();
    await ended;
    await mine;
    expect(order).toEqual(["program ends", "mine"]);
  });
});
