import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { freePort } from "../../scripts/bootstrap/port.mjs";
import { expect } from "./docent-page.ts";

export type FreshDocent = Awaited<ReturnType<typeof freshDocent>>;

/** A Docent of a test's own, that nobody has used before: with a state folder and a port of its own. */
export async function freshDocent() {
  const home = mkdtempSync(path.join(os.tmpdir(), "docent-fresh-"));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  let server: ChildProcess | undefined;

  async function start(): Promise<void> {
    server = spawn(process.execPath, ["scripts/start.mjs"], {
      stdio: "ignore",
      env: {
        ...process.env,
        ...{ HOST: "127.0.0.1", PORT: String(port) },
        ...{ DOCENT_HOME: home, DOCENT_LOG_LEVEL: "silent" },
      },
    });
    const ready = async () => {
      const health = await fetch(`${origin}/api/health`).catch(() => undefined);
      return ((await health?.json()) as { index: { state: string } } | undefined)?.index.state;
    };
    await expect.poll(ready).toBe("ready");
  }

  async function kill(): Promise<void> {
    if (server === undefined || server.exitCode !== null) return;
    const ended = once(server, "exit");
    server.kill("SIGKILL");
    await ended;
  }
  return { home, origin, start, kill };
}
