import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { Answer } from "#lib/contracts/answer";
import { DocsSearchOutput, DocsStatusOutput } from "#lib/contracts/docs-tools";
import { Health } from "#lib/contracts/http";

/**
 * The real program over one folder: the server as `npm start` starts it and a docs server of its own for the pure
 * ranking, both with a state folder that is thrown away. Whoever opens it closes it; nothing outlives `close`.
 */
export type ServedSet = {
  ask(question: string): Promise<Answer>;
  search(query: string): Promise<DocsSearchOutput>;
  /** Files that were searchable when the first question was put. */
  files: number;
  close(): Promise<void>;
};

/** The server is started with this process's environment, so with its access token where there is one. */
const access: Record<string, string> = process.env.DOCENT_ACCESS_TOKEN
  ? { authorization: `Bearer ${process.env.DOCENT_ACCESS_TOKEN.trim()}` }
  : {};
const START_MS = 900_000;
const TAIL_LINES = 30;

export async function serveSet(deps: {
  project_dir: string;
  name: string;
  root: string;
  signal: AbortSignal;
}): Promise<ServedSet> {
  const home = mkdtempSync(path.join(tmpdir(), "docent-eval-"));
  const config = path.join(home, "config.json");
  writeFileSync(
    config,
    JSON.stringify({ doc_access: { roots: [{ id: "set", label: deps.name, path: deps.root }] } }),
  );
  const stateOf = (part: string) => {
    const folder = path.join(home, part);
    mkdirSync(folder);
    return { DOCENT_HOME: folder, DOCENT_CONFIG: config, DOCENT_LOG_LEVEL: "warn" };
  };
  const web = await startWeb(deps.project_dir, stateOf("web"));
  const client = new Client({ name: "docent-eval", version: "1" });
  const close = async () => {
    await client.close().catch(() => undefined); // it may never have opened
    await web.stop();
    rmSync(home, { recursive: true, force: true });
  };
  try {
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [path.join(deps.project_dir, "scripts", "mcp.mjs")],
        env: { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "", ...stateOf("mcp") },
        stderr: "ignore",
      }),
    );
    const files = await allReady(web, client, deps.signal);
    return {
      files,
      close,
      ask: (question) => web.ask(question, deps.signal),
      search: async (query) =>
        DocsSearchOutput.parse(
          await callTool(
            client,
            "docs_search",
            { query, limit: 20, include_text: true },
            deps.signal,
          ),
        ),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function callTool(
  client: Client,
  name: string,
  args: Record<string, unknown>,
  signal: AbortSignal,
): Promise<unknown> {
  const result = await client.callTool({ name, arguments: args }, undefined, {
    signal,
    timeout: 120_000,
  });
  return result.structuredContent;
}

/** Waits until both have read every file: a question put earlier would measure the waiting, not the program. */
async function allReady(web: Web, client: Client, signal: AbortSignal): Promise<number> {
  const until = performance.now() + START_MS;
  for (;;) {
    signal.throwIfAborted();
    const health = await web.health();
    const status = DocsStatusOutput.parse(await callTool(client, "docs_status", {}, signal));
    if (health?.index.state === "ready" && status.coverage.state === "ready") {
      return status.coverage.files_searchable;
    }
    if (performance.now() > until) {
      throw new Error(
        `the folder was not read completely in time (page: ${health?.index.state ?? "no answer"}, docs server: ${status.coverage.state}).\n${web.tail()}`,
      );
    }
    await delay(200, undefined, { signal });
  }
}

type Web = {
  ask(question: string, signal: AbortSignal): Promise<Answer>;
  health(): Promise<Health | undefined>;
  tail(): string;
  stop(): Promise<void>;
};

async function startWeb(project_dir: string, state: Record<string, string>): Promise<Web> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [path.join(project_dir, "scripts", "start.mjs")], {
    cwd: project_dir,
    // A group of its own, so that `stop` also ends what the bootstrap started.
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...withoutNpm(process.env),
      ...state,
      NODE_ENV: "production",
      PORT: String(port),
      HOST: "127.0.0.1",
    },
  });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      lines.push(...chunk.split("\n").filter((line) => line.trim() !== ""));
      lines.splice(0, lines.length - TAIL_LINES);
    });
  }
  const tail = () => lines.join("\n");

  return {
    tail,
    stop: () => stopGroup(child),
    async health() {
      if (child.exitCode !== null || child.signalCode !== null) {
        throw new Error(`the server ended before it was ready.\n${tail()}`);
      }
      try {
        const response = await fetch(`${address}/api/health`, {
          headers: access,
          signal: AbortSignal.timeout(10_000),
        });
        return Health.parse(await response.json());
      } catch {
        return undefined; // it is still starting
      }
    },
    async ask(question, signal) {
      for (let attempt = 1; ; attempt += 1) {
        const response = await fetch(`${address}/api/ask`, {
          method: "POST",
          headers: { "content-type": "application/json", ...access },
          body: JSON.stringify({ question, store: false }),
          signal,
        });
        if (response.ok) return Answer.parse(await response.json());
        const busy = response.status === 429 || response.status === 503;
        if (!busy || attempt === 5) {
          throw new Error(`POST /api/ask answered ${response.status}: ${await response.text()}`);
        }
        await delay(Number(response.headers.get("retry-after") ?? 1) * 1000, undefined, { signal });
      }
    },
  };
}

async function stopGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const signalGroup = (signal: NodeJS.Signals) => {
    try {
      process.kill(-(child.pid ?? 0), signal);
    } catch {
      // The group has ended in the meantime.
    }
  };
  signalGroup("SIGTERM");
  const patience = setTimeout(() => signalGroup("SIGKILL"), 10_000);
  await ended;
  clearTimeout(patience);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

/** npm hands its own settings to children; the bootstrap must meet a clean environment. */
function withoutNpm(env: NodeJS.ProcessEnv): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^npm_/i.test(name)));
}
