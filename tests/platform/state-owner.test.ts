import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { claimState, readOwner } from "#lib/platform/state-owner";

let home: string;
beforeEach(() => {
  home = mkdtempSync(path.join(os.tmpdir(), "docent-owner-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const file = () => path.join(home, "owner.json");
const project = path.resolve(import.meta.dirname, "../..");

/** Another process that claims the folder, prints the outcome and stays. */
async function other(address: string) {
  const module = path.join(project, "lib/platform/state-owner.ts");
  const code = `import { claimState } from ${JSON.stringify(module)};
    console.log(JSON.stringify(claimState(process.argv[1], process.argv[2])));
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", code, home, address], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(child.stdout, "data");
  const ended = once(child, "exit");
  const kill = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  return { pid: child.pid, claim: JSON.parse(String(line)), kill };
}

describe("the owner of a state folder", () => {
  it("is one process, which the others are told of", async () => {
    const first = await other("http://127.0.0.1:3000");
    try {
      expect(first.claim.kind).toBe("owned");
      const claim = claimState(home);
      expect(claim).toMatchObject({
        kind: "taken",
        owner: { pid: first.pid, address: "http://127.0.0.1:3000" },
      });
      expect(readOwner(home)).toMatchObject({ address: "http://127.0.0.1:3000" });
    } finally {
      await first.kill();
    }
  });

  it("is followed by the next when it was killed", async () => {
    const first = await other("http://127.0.0.1:3000");
    await first.kill();
    expect(existsSync(file())).toBe(true);
    expect(readOwner(home)).toBeUndefined();
    const claim = claimState(home, "http://127.0.0.1:3001");
    expect(claim.kind).toBe("owned");
    expect(readOwner(home)?.pid).toBe(process.pid);
  });

  it("is not taken for another process that was given the same number", ({ skip }) => {
    skip(!existsSync("/proc/self/stat"), "the system does not tell when a process began");
    writeFileSync(file(), JSON.stringify({ pid: process.ppid, began: "an-earlier-boot:17" }));
    expect(readOwner(home)).toBeUndefined();
    expect(claimState(home).kind).toBe("owned");
  });

  it("is not taken for this one when that was given the number of one that is gone", ({ skip }) => {
    skip(!existsSync("/proc/self/stat"), "the system does not tell when a process began");
    const gone = {
      pid: process.pid,
      address: "http://127.0.0.1:9999",
      began: "an-earlier-boot:17",
    };
    writeFileSync(file(), JSON.stringify(gone));
    const claim = claimState(home, "http://127.0.0.1:3001");
    expect(claim.kind).toBe("owned");
    expect(readOwner(home)).toMatchObject({
      pid: process.pid,
      address: "http://127.0.0.1:3001",
    });
    if (claim.kind === "owned") claim.release();
    expect(readdirSync(home)).toEqual([]);
  });

  it("leaves alone what another wrote there since, when it goes", () => {
    const claim = claimState(home);
    const other = JSON.stringify({ pid: process.ppid });
    writeFileSync(file(), other);
    if (claim.kind === "owned") claim.release();
    expect(readFileSync(file(), "utf8")).toBe(other);
  });

  it("may claim again, and leaves nothing behind", () => {
    const claims = [claimState(home), claimState(home)];
    for (const claim of claims) {
      expect(claim.kind).toBe("owned");
      if (claim.kind === "owned") claim.release();
    }
    expect(readdirSync(home)).toEqual([]);
  });

  it.each(["", "{", "[]", "7", '{"pid":"1"}', '{"pid":-1}', "\0\0\0"])(
    "is nobody when the file holds %j",
    (text) => {
      writeFileSync(file(), text);
      expect(readOwner(home)).toBeUndefined();
      expect(claimState(home).kind).toBe("owned");
      expect(JSON.parse(readFileSync(file(), "utf8"))).toMatchObject({ pid: process.pid });
    },
  );

  it("is one of many that begin at once after a crash", async () => {
    writeFileSync(file(), JSON.stringify({ pid: 2 ** 22 + 1 }));
    const all = await Promise.all([1, 2, 3, 4].map((n) => other(`http://127.0.0.1:${n}`)));
    try {
      expect(all.filter(({ claim }) => claim.kind === "owned")).toHaveLength(1);
    } finally {
      await Promise.all(all.map(({ kill }) => kill()));
    }
  });
});
