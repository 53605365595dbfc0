import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Access } from "#lib/access/access";
import type { Allowed } from "#lib/access/verdict";
import { AppError } from "#lib/contracts/errors";
import { canary, createScratch, type Scratch } from "./scratch.ts";

let scratch: Scratch;
let access: Access;
beforeEach(() => {
  scratch = createScratch();
  access = scratch.access();
});
afterEach(() => scratch.remove());

async function allowed(path: string): Promise<Allowed> {
  const verdict = await access.judge(path, "notes");
  if (verdict.kind !== "allowed") throw new Error(`${path} was refused: ${verdict.rule}`);
  return verdict;
}

async function ruleOfOpening(verdict: Allowed): Promise<string> {
  try {
    await access.open(verdict);
    return "opened";
  } catch (error) {
    return error instanceof AppError ? error.code : String(error);
  }
}

describe("opening what was judged", () => {
  it("gives the bytes, size and times of the file", async () => {
    const opened = await access.open(await allowed("a.md"));
    expect(opened.bytes.toString()).toBe("# notes/a.md\n");
    expect(opened.stat.size).toBe(opened.bytes.length);
  });

  it("gives an empty file as no bytes", async () => {
    scratch.write("notes/empty.md", "");
    expect((await access.open(await allowed("empty.md"))).bytes.length).toBe(0);
  });

  it("refuses a link that took the file's place", async () => {
    const verdict = await allowed("a.md");
    rmSync(scratch.at("notes/a.md"));
    symlinkSync(scratch.at("outside/secret.md"), scratch.at("notes/a.md"));
    expect(await ruleOfOpening(verdict)).toBe("path_changed");
  });

  it("refuses a file behind a folder that was swapped with a link", async () => {
    scratch.write("outside/sub/b.md", canary);
    const verdict = await allowed("sub/b.md");
    renameSync(scratch.at("notes/sub"), scratch.at("notes/old"));
    symlinkSync(scratch.at("outside/sub"), scratch.at("notes/sub"));
    expect(await ruleOfOpening(verdict)).toBe("path_changed");
  });

  it("refuses a file that vanished", async () => {
    const verdict = await allowed("a.md");
    rmSync(scratch.at("notes/a.md"));
    expect(await ruleOfOpening(verdict)).toBe("path_changed");
  });

  it.runIf(process.platform !== "win32")(
    "does not wait for a pipe that took its place",
    async () => {
      const verdict = await allowed("a.md");
      rmSync(scratch.at("notes/a.md"));
      execFileSync("mkfifo", [scratch.at("notes/a.md")]);
      expect(await ruleOfOpening(verdict)).toBe("not_regular_file");
    },
  );

  it("refuses a file that has grown over the limit since", async () => {
    const verdict = await allowed("a.md");
    truncateSync(scratch.at("notes/a.md"), 2 * 1024 ** 3);
    expect(await ruleOfOpening(verdict)).toBe("too_large");
  });

  it("reads the file as it is at opening, whatever was appended since the verdict", async () => {
    const verdict = await allowed("a.md");
    appendFileSync(scratch.at("notes/a.md"), "more\n");
    expect((await access.open(verdict)).bytes.toString()).toBe("# notes/a.md\nmore\n");
  });

  it("never reads what a link leads to, however fast file and link are swapped", async () => {
    const path = scratch.at("notes/swapped.md");
    writeFileSync(path, "inside");
    const stop = new Int32Array(new SharedArrayBuffer(8));
    const worker = new Worker(
      `const { workerData: d } = require("node:worker_threads");
       const fs = require("node:fs");
       while (Atomics.load(d.stop, 0) === 0) {
         fs.symlinkSync(d.secret, d.path + ".link"); fs.renameSync(d.path + ".link", d.path);
         fs.writeFileSync(d.path + ".file", "inside"); fs.renameSync(d.path + ".file", d.path);
         Atomics.add(d.stop, 1, 1);
       }`,
      { eval: true, workerData: { stop, path, secret: scratch.at("outside/secret.md") } },
    );
    const ended = new Promise((resolve) => worker.on("exit", resolve));
    const outcomes = new Map<string, number>();
    try {
      await expect.poll(() => Atomics.load(stop, 1)).toBeGreaterThan(0);
      for (let i = 0; i < 1500; i += 1) {
        const outcome = await readOnce();
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      }
    } finally {
      Atomics.store(stop, 0, 1);
      await ended;
    }
    expect([...outcomes.keys()].filter((o) => o.includes(canary))).toEqual([]);
    const harmless = ["inside", "symlink_escape", "path_changed", "unreadable"];
    expect([...outcomes.keys()].filter((o) => !harmless.includes(o))).toEqual([]);
  });

  async function readOnce(): Promise<string> {
    const verdict = await access.judge("swapped.md", "notes");
    if (verdict.kind === "refused") return verdict.rule;
    try {
      return (await access.open(verdict)).bytes.toString();
    } catch (error) {
      return error instanceof AppError ? error.code : String(error);
    }
  }
});
