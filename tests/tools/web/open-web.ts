import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTcpServer, type Socket, type Server as TcpServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { Config, type WebConfig } from "#lib/contracts/config";
import type { Connection } from "#lib/contracts/network";
import { onePerson } from "#lib/contracts/people";
import type { ToolCallContext, ToolResult } from "#lib/contracts/tools";
import { systemClock } from "#lib/platform/clock";
import { newId } from "#lib/platform/ids";
import { maskDeep } from "#lib/platform/secrets";
import { openStore } from "#lib/store/store";
import { createApprovals } from "#lib/tools/approvals";
import { createToolRegistry } from "#lib/tools/registry";
import { createToolRuntime } from "#lib/tools/runtime";
import { createSchemaCheck } from "#lib/tools/schema-check";
import { createWeb, type WebWires } from "#lib/tools/web";
import { systemDial } from "../../../lib/tools/providers/web/connect.ts";
import { recordingLog } from "../recording-log.ts";
import { grantOf, quietRuntime } from "../tool-result.ts";

export const webTools = ["web.search", "web.fetch", "web.extract"];

export type Site = (request: IncomingMessage, response: ServerResponse) => void;

/** An HTTP server of this machine, with what it was asked for. */
export async function openSite(site: Site) {
  const asked: { path: string; host: string; headers: IncomingMessage["headers"] }[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    const { url = "", headers } = request;
    asked.push({ path: url, host: headers.host ?? "", headers });
    response.on("error", () => undefined);
    site(request, response);
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
  });
  const port = await listening(server);
  return {
    port,
    asked,
    close: () =>
      new Promise<void>((done) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => done());
      }),
  };
}

/** A listener on this machine that counts who comes. */
export async function openListener() {
  let connections = 0;
  const server = createTcpServer((socket) => {
    connections += 1;
    socket.on("error", () => undefined);
    socket.end("HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nsecret");
  });
  const port = await listening(server);
  return {
    port,
    count: () => connections,
    close: () => new Promise<void>((done) => server.close(() => done())),
  };
}

function listening(server: TcpServer): Promise<number> {
  return new Promise((done) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      done(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
}

/** Names and where they lead: what the real look-up would say, and a dial that leads public addresses to local servers. */
export function wiresTo(
  names: Record<string, readonly string[] | (() => readonly string[])>,
  servers: Record<string, number>,
): WebWires & { dialled: { address: string; port: number }[] } {
  const dialled: { address: string; port: number }[] = [];
  return {
    dialled,
    resolve: async (host) => {
      const found = names[host];
      if (found === undefined) throw new Error(`ENOTFOUND ${host}`);
      return typeof found === "function" ? found() : found;
    },
    dial: (address, port, signal) => {
      dialled.push({ address, port });
      const local = servers[address];
      // What is not one of the servers is what the real dial would reach.
      return local === undefined
        ? systemDial(address, port, signal)
        : systemDial("127.0.0.1", local, signal);
    },
  };
}

/** The tools of the web behind the runtime, over a database of their own. */
export function openWeb(options: {
  wires: WebWires;
  settings?: Partial<WebConfig>;
  search?: Parameters<typeof createWeb>[0]["search"];
  home?: string;
  /** Saved pages that answers cite. */
  cited?: ReadonlySet<string>;
}) {
  const dir = realpathSync(mkdtempSync(path.join(os.tmpdir(), "docent-web-")));
  const home = options.home ?? path.join(dir, "home");
  mkdirSync(home, { recursive: true });
  const settings = { current: { ...Config.parse({}).web, ...options.settings } };
  const connections: Connection[] = [];
  const { log } = recordingLog();
  const clock = systemClock;
  const store = openStore({ file: path.join(dir, "docent.db"), clock, log });
  const approvals = createApprovals({
    store: () => store.approvals,
    clock,
    events: store.events,
    queue: store.queue,
    ids: newId,
    mask: (value) => maskDeep(value).value,
    log,
  });
  const schemas = createSchemaCheck();
  const registry = createToolRegistry({ order: () => [], schemas, log });
  const runtime = createToolRuntime({
    registry,
    schemas,
    ...quietRuntime,
    mask: maskDeep,
    agent: (id) => ({ id, permission: "L2", tools: "any" }),
    approvals,
    trace: { span: () => {}, read: () => {}, call: () => {}, task: () => {} },
    clock,
    ids: newId,
    log,
  });
  const web = createWeb({
    home,
    project_dir: path.resolve(import.meta.dirname, "../../.."),
    version: "0.0.0",
    whose: () => onePerson,
    settings: () => settings.current,
    search: options.search ?? {},
    network: {
      connection: (row) => {
        const at = connections.findIndex((one) => one.connection_id === row.connection_id);
        if (at < 0) connections.push(row);
        else connections[at] = row;
      },
    },
    cited: async () => options.cited ?? new Set(),
    tools: runtime,
    wires: options.wires,
    clock,
    ids: newId,
    log,
  });
  registry.register(web.provider);

  const context = (more: Partial<ToolCallContext> = {}): ToolCallContext => ({
    trace_id: "t1",
    run_id: "r1",
    task_id: "k1",
    agent_id: "person",
    thread_id: "thread1",
    grant: grantOf(webTools, { agent_id: more.agent_id ?? "person", level: "L2" }),
    deadline: clock.monotonic() + 600_000,
    signal: new AbortController().signal,
    ...more,
  });

  return {
    dir,
    home,
    web,
    runtime,
    approvals,
    settings,
    connections,
    context,
    /** As a person who allows whatever is asked. */
    async call(
      tool: string,
      args: Record<string, unknown>,
      more: Partial<ToolCallContext> = {},
    ): Promise<ToolResult> {
      return runtime.invoke(
        tool,
        args,
        context({
          asking: "wait",
          onAsk: ({ approval_id }) => {
            setImmediate(() => approvals.decide(approval_id, "allow_once"));
          },
          ...more,
        }),
      );
    },
    async close() {
      await web.provider.close();
      await store.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** What a call gave, or the rule it was refused by. */
export function ruleOf({ ok, error }: ToolResult): string {
  return ok ? "ok" : (error?.rule ?? error?.code ?? "?");
}

export const page = (title: string, body: string): string =>
  `<!doctype html><html><head><meta charset="utf-8"><title>${title}</title></head><body><nav><a href="/">Home</a></nav><main><h1>${title}</h1>${body}</main><footer>© nobody</footer></body></html>`;
