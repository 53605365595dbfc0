import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { keepStore } from "#lib/assembly/keep-store";
import { systemClock } from "#lib/platform/clock";
import { createLogger } from "#lib/platform/logger";
import { freePort } from "../../scripts/bootstrap/port.mjs";

const project = path.resolve(import.meta.dirname, "../..");
/** Where the pages are not built yet, a start does that first. */
const built = { timeout: 560_000 };
let home: string;
let workspace: string;
beforeAll(() => {
  home = mkdtempSync(path.join(os.tmpdir(), "docent-ended-"));
  workspace = path.join(home, "workspace");
  mkdirSync(workspace);
  writeFileSync(path.join(workspace, "lamp.txt"), "The lamp is lit.\n");
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const files = () =>
  Object.fromEntries(
    readdirSync(workspace).map((name) => [name, readFileSync(path.join(workspace, name), "utf8")]),
  );

test("R29 a server that is asked to end while a tool writes leaves the file as it was, and tells what is not known", async () => {
  const port = await freePort();
  const stuck = path.join(home, "stuck");
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    cwd: project,
    env: {
      ...process.env,
      ...{ DOCENT_HOME: home, DOCENT_LOG_LEVEL: "silent", PORT: String(port), STUCK_AT: stuck },
      NODE_OPTIONS: `--import=${path.join(project, "tests/bootstrap/stuck-disk.mjs")}`,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "close");
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    out += text;
  });
  await expect.poll(() => out, built).toContain("Docent is running at");
  const key = randomUUID();
  const post = async (at: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}/api/${at}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    return response.json();
  };
  const write = { path: "lamp.txt", content: "The lamp is out.\n".repeat(100) };
  const { approval_id } = await post(
    "tools/write/invoke",
    { arguments: write },
    { "idempotency-key": key },
  );
  await post(`approvals/${approval_id}`, { decision: "allow_once" });
  await expect.poll(() => existsSync(stuck)).toBe(true);
  const [unfinished = ""] = readdirSync(workspace).filter((name) => name !== "lamp.txt");
  expect(files()).toEqual({ "lamp.txt": "The lamp is lit.\n", [unfinished]: write.content });
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);

  expect(readdirSync(home).filter((name) => /-(?:wal|shm|journal)$/.test(name))).toEqual([]);
  expect(existsSync(path.join(home, "owner.json"))).toBe(false);
  const [clock, log] = [systemClock, createLogger("test", "silent")];
  const store = keepStore({ home, tenancy: { kind: "owner" }, clock, log });
  const approval = await (await store.get()).approvals.find(approval_id);
  const kept = await (await store.get()).beginInvocation(key, "", {});
  await store.close();
  expect(files()).toEqual({ "lamp.txt": "The lamp is lit.\n" });
  // Whoever looks, by the approval, by the key or in the audit, finds that it began and what is not known of it.
  expect(approval).toMatchObject({ state: "failed", result: { error: { code: "cancelled" } } });
  expect(approval?.result?.error?.message).toContain("it may or may not have taken effect");
  expect(kept?.reply).toMatchObject({ approval_id });
  const db = new Database(path.join(home, "docent.db"), { readonly: true });
  const told = db.prepare("SELECT status FROM tool_calls WHERE tool_id = 'write'").pluck().all();
  db.close();
  expect(told).toEqual(["unknown", "cancelled"]);
});
