import { appendFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import path from "node:path";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { setTimeout as pause } from "node:timers/promises";
import fastGlob from "fast-glob";
import { createAssembly } from "#lib/assembly";
import { projectDir } from "#lib/platform/project";
import type { ToolProvider } from "#lib/tools/provider";
import { skillShelf } from "../tasks/open-engine.ts";
import { tenSteps } from "../tasks/ten-steps.ts";
import { toolSpec } from "../tools/open-desk.ts";

/**
 * One of several servers, as a process of its own: the program behind its own routes, as Next calls them. It has tools that
 * leave a line in a file which all servers share, so that it can be counted what was done, and how often.
 *
 * Environment: that of a server, with MARKS (the file) and HOLD (a journal: the search of documents never ends, and says here
 * that it began). Prints one line once it answers; ends on SIGTERM as a server does.
 */
const { MARKS = "", HOLD, PORT = "" } = process.env;
const mark = (text: string) => appendFileSync(MARKS, `${text}\n`);

const tool = (name: string, side_effects: "none" | "declared") =>
  toolSpec(name, {
    ...{ provider_id: "stub", side_effects },
    ...(side_effects === "none" ? { capability_level: "L0" as const, risk: "safe" as const } : {}),
    requires_confirm: false,
  });
const stub: ToolProvider = {
  id: "stub",
  ours: true,
  listTools: async () => [
    toolSpec("jot", { provider_id: "stub" }),
    tool("look", "none"),
    tool("mark", "declared"),
  ],
  async invoke(called, args) {
    const { text, path: given } = args as { text?: string; path?: string };
    mark(`${called.name} ${text || given}`);
    await pause(20);
    return { is_error: false, text: `${called.name} done`, exit_code: 0 };
  },
  close: async () => {},
};

const holding = path.join(projectDir(), "tests/contract/http/holding-server.ts");
const assembly = createAssembly({
  project_dir: projectDir(),
  env: process.env,
  tenancy: {
    kind: "owner",
    address: `http://127.0.0.1:${PORT}`,
    replaced: () => process.kill(process.pid, "SIGTERM"),
  },
  providers: [stub],
  task_types: [tenSteps],
  skills: skillShelf([{ name: "workshop", task_types: ["ten_steps"] }]).catalogue,
  ...(HOLD === undefined ? {} : { docs_command: [process.execPath, holding, HOLD] }),
});
Object.assign(globalThis, { docentAssembly: assembly });

type Handler = (
  request: Request,
  context: { params: Promise<Record<string, string>> },
) => Promise<Response>;
const files = await fastGlob("app/api/**/route.ts", { cwd: projectDir() });
const known = files.map((file) => path.posix.dirname(file).slice("app".length));
const modules = new Map<string, Promise<Record<string, Handler>>>();

async function handlerOf(method: string, pathname: string) {
  const given = pathname.split("/");
  for (const pattern of known.toSorted((a, b) => a.split("[").length - b.split("[").length)) {
    const wanted = pattern.split("/");
    if (wanted.length !== given.length || pattern.includes("[[")) continue;
    const params: Record<string, string> = {};
    const fits = wanted.every((part, i) => {
      const [, name] = /^\[(.+)\]$/.exec(part) ?? [];
      if (name !== undefined) params[name] = decodeURIComponent(given[i] ?? "");
      return name !== undefined || part === given[i];
    });
    if (!fits) continue;
    const file = path.join(projectDir(), "app", pattern, "route.ts");
    if (!modules.has(file)) modules.set(file, import(file) as Promise<Record<string, Handler>>);
    const handler = (await modules.get(file))?.[method];
    if (handler !== undefined) return { handler, params };
  }
  return undefined;
}

async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { method = "GET", url = "/" } = incoming;
  const at = new URL(url, `http://127.0.0.1:${PORT}`);
  const found = await handlerOf(method, at.pathname);
  if (found === undefined) return void outgoing.writeHead(404).end();
  const gone = new AbortController();
  outgoing.on("close", () => gone.abort(new Error("left")));
  const body = method === "GET" ? {} : { body: Readable.toWeb(incoming) as unknown as BodyInit };
  const request = new Request(at, {
    ...{ method, headers: incoming.headers as Record<string, string>, signal: gone.signal },
    ...{ ...body, duplex: "half" },
  } as RequestInit);
  request.headers.set("host", incoming.headers.host ?? "");
  const response = await found.handler(request, { params: Promise.resolve(found.params) });
  const cookies = response.headers.getSetCookie();
  outgoing.writeHead(response.status, {
    ...Object.fromEntries(response.headers),
    ...(cookies.length === 0 ? {} : { "set-cookie": cookies }),
  });
  if (response.body === null) return void outgoing.end();
  const stream = Readable.fromWeb(response.body as ReadableStream);
  stream.on("error", () => outgoing.destroy());
  outgoing.on("close", () => stream.destroy());
  stream.pipe(outgoing);
}

const server = createServer((incoming, outgoing) => {
  answer(incoming, outgoing).catch(() => outgoing.destroy());
});
server.listen(Number(PORT), "127.0.0.1", () => {
  assembly.warm();
  assembly.work();
  process.stdout.write(`answers ${process.pid}\n`);
});
process.once("SIGTERM", async () => {
  await assembly.leave();
  server.close();
  server.closeAllConnections();
  await assembly.close();
  process.exit(0);
});
