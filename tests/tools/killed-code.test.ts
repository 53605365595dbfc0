import { spawn } from "node:child_process";
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createAssembly } from "#lib/assembly";
import { projectDir } from "#lib/platform/project";

const program = fileURLToPath(new URL("./killed/killed-code.ts", import.meta.url));
const patient = { timeout: 240_000, interval: 20 };
let dir: string;
beforeEach(() => {
  dir = realpathSync(mkdtempSync(path.join(os.tmpdir(), "docent-killed-code-")));
  writeFileSync(path.join(dir, "config.json"), JSON.stringify({ doc_access: { roots: [] } }));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** Every process that stands below this one now, by its number and the moment it began. */
function below(pid: number): string[] {
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const facts = all.flatMap((name) => {
    try {
      const [, rest = ""] = readFileSync(`/proc/${name}/stat`, "utf8").split(/\) /);
      const fields = rest.split(" ");
      return [{ name, parent: fields[1], began: fields[19] }];
    } catch {
      return []; // it has ended meanwhile
    }
  });
  const found = new Set([String(pid)]);
  for (let before = 0; before < found.size; ) {
    before = found.size;
    for (const { name, parent } of facts) if (found.has(parent ?? "")) found.add(name);
  }
  found.delete(String(pid));
  return facts.flatMap(({ name, began }) => (found.has(name) ? [`${name} ${began}`] : []));
}

function isThere(one: string): boolean {
  const [pid, began] = one.split(" ");
  try {
    const [, rest = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(/\) /);
    const fields = rest.split(" ");
    return fields[19] === began && fields[0] !== "Z";
  } catch {
    return false;
  }
}

test.skipIf(process.platform !== "linux")(
  "a program that is killed while code runs leaves no process, and the next one asks and runs it anew",
  async () => {
    const child = spawn(process.execPath, [program, dir], { stdio: ["ignore", "pipe", "inherit"] });
    const task_id = await new Promise<string>((resolve) => {
      child.stdout.once("data", (data: Buffer) => resolve(data.toString().trim()));
    });
    const family = below(child.pid ?? 0);
    expect(family.length).toBeGreaterThan(0);
    child.kill("SIGKILL");
    await vi.waitFor(() => expect(family.filter(isThere)).toEqual([]), patient);

    const assembly = createAssembly({
      project_dir: projectDir(),
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        DOCENT_HOME: path.join(dir, "home"),
        DOCENT_CONFIG: path.join(dir, "config.json"),
        DOCENT_LOG_LEVEL: "silent",
      },
    });
    try {
      assembly.work();
      const task = await vi.waitFor(async () => {
        const now = await assembly.tasks.find(task_id);
        expect(now.state).toBe("waiting_approval");
        return now;
      }, patient);
      const [first = "", second = ""] = task.steps[1]?.approval_ids ?? [];
      expect(task.notices).toMatchObject([{ code: "task_resumed" }]);
      expect(await assembly.desk.approval(first)).toMatchObject({ state: "interrupted" });
      expect(await assembly.desk.approval(second)).toMatchObject({
        state: "pending",
        shows: { kind: "code", code: "console.log('begun'); for (;;);" },
      });
      await assembly.desk.decide(second, { decision: "deny" }, "trace_2");
      expect(await assembly.tasks.ended(task_id)).toMatchObject({ state: "cancelled" });
    } finally {
      await assembly.close();
    }
  },
);
