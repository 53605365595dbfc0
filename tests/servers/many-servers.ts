import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { startPostgres } from "../store/postgres/server.ts";

/** What is of every server: documents, settings and files of tasks; each has a state folder of its own beside it. */
const shared = ["artifacts", "sandboxes", "web"];

/** Servers on one database, each a process of its own, with one folder of documents and one of shared files. */
export async function openServers() {
  const postgres = await startPostgres();
  const url = postgres.urlOf("docent_servers_test");
  const asked = async (sql: string, at = url): Promise<Record<string, unknown>[]> => {
    const client = new pg.Client({ connectionString: at });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  };
  await asked("CREATE DATABASE docent_servers_test", postgres.url);
  const dir = realpathSync(mkdtempSync(path.join(os.tmpdir(), "docent-servers-")));
  const at = (...names: string[]) => path.join(dir, ...names);
  mkdirSync(at("notes"));
  for (const name of shared) mkdirSync(at("shared", name), { recursive: true });
  writeFileSync(at("notes/keys.md"), "# Keys\n\nThe signing key is rotated every ninety days.\n");
  const roots = [{ id: "notes", label: "Notes", path: at("notes") }];
  writeFileSync(at("config.json"), JSON.stringify({ doc_access: { roots } }));
  const children: ChildProcess[] = [];
  let homes = 0;

  async function start(more: Record<string, string> = {}) {
    const home = at(`home-${homes}`);
    homes += 1;
    mkdirSync(home, { mode: 0o700 });
    for (const name of shared) symlinkSync(at("shared", name), path.join(home, name));
    const port = await freePort();
    const child = spawn(process.execPath, [path.join(import.meta.dirname, "serve-routes.ts")], {
      env: {
        ...{
          NODE_ENV: "test",
          PATH: process.env.PATH,
          HOME: process.env.HOME,
          DATABASE_URL: url,
          PORT: String(port),
        },
        ...{ DOCENT_HOME: home, DOCENT_CONFIG: at("config.json"), DOCENT_LOG_LEVEL: "error" },
        ...{ MARKS: at("marks.txt"), ...more },
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    children.push(child);
    const exit = once(child, "exit");
    await Promise.race([
      once(child.stdout, "data"),
      exit.then(() => Promise.reject(new Error("a server ended before it answered"))),
    ]);
    child.stdout.resume();
    const call = (method: string, route: string, body?: unknown, headers: object = {}) =>
      fetch(`http://127.0.0.1:${port}${route}`, {
        ...{
          method,
          headers: { "content-type": "application/json", ...headers },
          redirect: "manual",
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    const isReady = async () => (await call("GET", "/api/ready")).status === 200;
    while (!(await isReady())) await pause(50);
    return {
      port,
      call,
      get: (route: string, headers: object = {}) => call("GET", route, undefined, headers),
      post: (route: string, body: unknown = {}, headers: object = {}) =>
        call("POST", route, body, headers),
      async kill() {
        child.kill("SIGKILL");
        await exit;
      },
      /** As a supervisor ends it. */
      async stop() {
        child.kill("SIGTERM");
        await exit;
      },
      signal: (name: NodeJS.Signals) => child.kill(name),
    };
  }

  return {
    ...{ url, asked, at, start, postgres },
    /** What the tools did, in the order in which they did it. */
    marks: () =>
      existsSync(at("marks.txt"))
        ? readFileSync(at("marks.txt"), "utf8").split("\n").slice(0, -1)
        : [],
    async close() {
      for (const child of children) child.kill("SIGKILL");
      await postgres.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
export type Servers = Awaited<ReturnType<typeof openServers>>;
export type Server = Awaited<ReturnType<Servers["start"]>>;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // of a server that listens to a port
  server.close();
  await once(server, "close");
  return port;
}

/** Server-sent events as they come, until the stream ends or enough of them were read. */
export async function eventsOf(response: Response, enough = (_: SentEvent[]) => false) {
  const events: SentEvent[] = [];
  const decoder = new TextDecoder();
  let half = "";
  try {
    for await (const piece of response.body ?? []) {
      half += decoder.decode(piece as Uint8Array, { stream: true });
      const whole = half.split("\n\n");
      half = whole.pop() ?? "";
      for (const one of whole) {
        const id = /^id: (.*)$/m.exec(one)?.[1];
        events.push({ id, data: /^data: (.*)$/m.exec(one)?.[1] ?? "" });
      }
      if (enough(events)) break;
    }
  } catch {
    // its server is gone
  }
  return events;
}
export type SentEvent = { id: string | undefined; data: string };
