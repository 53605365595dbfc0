import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Answer } from "#lib/contracts/answer";
import { Health } from "#lib/contracts/http";

/** The server as `npm start` starts it, in a process group of its own that `stop` ends. */
export type WebServer = {
  /** Where it answers, without a slash at the end. */
  address: string;
  /** The whole answer. A server that is busy is asked again after the time it names. */
  ask(body: { question: string; store?: boolean }, signal: AbortSignal): Promise<Answer>;
  /** What any other route answers, as JSON; `body` is posted where there is one. Throws with what it refused. */
  call(path: string, body?: object): Promise<unknown>;
  /** Milliseconds from sending a question until its first sentence is on the stream; undefined where none ever is. */
  firstClaimMs(question: string, signal: AbortSignal): Promise<number | undefined>;
  /** How long the smallest request takes at this moment: one that no route knows. */
  knockMs(signal: AbortSignal): Promise<number>;
  /** The group of processes that the server consists of. */
  group: number;
  /** Waits for the page at `/`, whole. Throws when the server has ended. */
  firstPage(signal: AbortSignal): Promise<void>;
  /** Undefined while it is still starting; throws when it has ended. */
  health(): Promise<Health | undefined>;
  tail(): string;
  stop(): Promise<void>;
  /** As by `kill -9` of the server alone: what it has started ends by itself, or stays. */
  kill(): Promise<void>;
  /** When its process has ended, however it did. */
  ended: Promise<unknown>;
};

/** The server is started with this process's environment, so with its access token where there is one. */
const access: Record<string, string> = process.env.DOCENT_ACCESS_TOKEN
  ? { authorization: `Bearer ${process.env.DOCENT_ACCESS_TOKEN.trim()}` }
  : {};
const TAIL_LINES = 30;

export async function startWebServer(
  project_dir: string,
  state: Record<string, string>,
): Promise<WebServer> {
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
  const refuseEnded = () => {
    if (child.exitCode === null && child.signalCode === null) return;
    throw new Error(`the server ended before it was ready.\n${tail()}`);
  };

  const ended = once(child, "exit");
  return {
    address,
    tail,
    ended,
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
    group: child.pid ?? 0,
    stop: () => stopGroup(child),
    async knockMs(signal) {
      const began = performance.now();
      const response = await fetch(`${address}/api/nothing`, { headers: access, signal });
      await response.arrayBuffer();
      return performance.now() - began;
    },
    async call(route, body) {
      const response = await fetch(`${address}${route}`, {
        headers: { "content-type": "application/json", ...access },
        ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
      });
      if (response.ok) return response.json();
      throw new Error(`${route} answered ${response.status}: ${await response.text()}`);
    },
    async firstPage(signal) {
      for (;;) {
        refuseEnded();
        try {
          const response = await fetch(`${address}/`, { headers: access, signal });
          if (response.ok && (await response.text()).includes("</html>")) return;
        } catch {
          signal.throwIfAborted(); // else it is still starting
        }
        await delay(20, undefined, { signal });
      }
    },
    async health() {
      refuseEnded();
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
    async firstClaimMs(question, signal) {
      const began = performance.now();
      const response = await fetch(`${address}/api/chat`, {
        method: "POST",
        headers: { "content-type": "application/json", ...access },
        body: JSON.stringify({ question }),
        signal,
      });
      if (!response.ok || response.body === null) {
        throw new Error(`POST /api/chat answered ${response.status}: ${await response.text()}`);
      }
      let first: number | undefined;
      let last = "";
      for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
        const text = last + piece;
        if (text.includes('"type":"data-claim"')) first ??= performance.now() - began;
        last = text.slice(-40); // an event may come in two pieces
      }
      return first;
    },
    async ask(body, signal) {
      for (let attempt = 1; ; attempt += 1) {
        const response = await fetch(`${address}/api/ask`, {
          method: "POST",
          headers: { "content-type": "application/json", ...access },
          body: JSON.stringify(body),
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
