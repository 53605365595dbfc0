import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import fastGlob from "fast-glob";
import { expect, vi } from "vitest";
import { type Assembly, createAssembly } from "#lib/assembly";
import type { SkillCatalogue } from "#lib/contracts/ports";
import { projectDir } from "#lib/platform/project";
import type { TaskType } from "#lib/tasks/task-type";
import type { Commands } from "#lib/tools/commands";
import type { ToolProvider } from "#lib/tools/provider";
import type { WebWires } from "#lib/tools/web";

export const address = "127.0.0.1:3999";

type Handler = (
  request: Request,
  context: { params: Promise<Record<string, string | string[]>> },
) => Promise<Response>;
type RouteModule = Record<string, Handler | undefined>;

/** Every route file of the server by its path, as `/api/threads/[id]`. */
export async function findRoutes(): Promise<string[]> {
  const files = await fastGlob("app/api/**/route.ts", { cwd: projectDir() });
  return files.map((file) => path.posix.dirname(file).slice("app".length)).sort();
}

/**
 * The program with its real docs server on folders of its own, and its routes called as Next calls them. The routes
 * find the assembly where the server keeps it.
 */
export async function openHttp(
  options: {
    docs_command?: readonly string[];
    providers?: readonly ToolProvider[];
    commands?: Commands;
    env?: Record<string, string>;
    task_types?: readonly TaskType[];
    skills?: SkillCatalogue;
    web?: WebWires;
    log_file?: (home: string) => string;
  } = {},
) {
  const { env, ...others } = options;
  const dir = realpathSync(mkdtempSync(path.join(os.tmpdir(), "docent-http-")));
  const at = (...names: string[]) => path.join(dir, ...names);
  const write = (name: string, text: string | Buffer): string => {
    mkdirSync(path.dirname(at(name)), { recursive: true });
    writeFileSync(at(name), text);
    return at(name);
  };
  mkdirSync(at("notes"));
  const roots = [{ id: "notes", label: "Notes", path: at("notes") }];
  write("config.json", JSON.stringify({ doc_access: { roots } }));

  const held = globalThis as typeof globalThis & { docentAssembly?: Assembly };
  const begin = (): Assembly => {
    const begun = createAssembly({
      project_dir: projectDir(),
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        PORT: "3999",
        DOCENT_HOME: at("home"),
        DOCENT_CONFIG: at("config.json"),
        DOCENT_LOG_LEVEL: "silent",
        ...env,
      },
      ...others,
    });
    held.docentAssembly = begun;
    return begun;
  };
  let assembly = begin();

  const patterns = await findRoutes();
  const known = patterns.filter((pattern) => !pattern.includes("[["));

  async function call(method: string, url: string, init: RequestInit = {}): Promise<Response> {
    const { pathname } = new URL(url, `http://${address}`);
    const found = known
      .flatMap((pattern) => match(pattern, pathname) ?? [])
      .toSorted((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)[0];
    const { pattern, params } = found ?? { pattern: "/api/[[...unknown]]", params: {} };
    const file = path.join(projectDir(), "app", pattern, "route.ts");
    const module = (await import(/* @vite-ignore */ file)) as RouteModule;
    // As Next does: of a route that says nothing of HEAD.
    const handler = module[method] ?? (method === "HEAD" ? module.GET : undefined);
    if (!handler) throw new Error(`${pattern} exports no ${method}`);
    const headers = new Headers(init.headers);
    if (!headers.has("host")) headers.set("host", address);
    const request = new Request(`http://${address}${url}`, { ...init, method, headers });
    return handler(request, { params: Promise.resolve(params) });
  }

  return {
    at,
    write,
    get assembly() {
      return assembly;
    },
    /** Another server on the same state; meanwhile, when nobody holds it, `between` may look at it or change it. */
    async restart(between: () => unknown = () => undefined) {
      await assembly.close();
      await between();
      assembly = begin();
    },
    /** Resolves when every folder is read. */
    async ready() {
      assembly.warm();
      await vi.waitFor(
        async () => expect((await assembly.health("en")).index.state).toBe("ready"),
        { timeout: 240_000, interval: 50 },
      );
    },
    call,
    get: (url: string, headers: HeadersInit = {}) => call("GET", url, { headers }),
    send: (method: string, url: string, body: unknown, headers: Record<string, string> = {}) =>
      call(method, url, {
        body: typeof body === "string" ? body : JSON.stringify(body),
        headers: { "content-type": "application/json", ...headers },
      }),
    async close() {
      await assembly.close();
      delete held.docentAssembly;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
export type Http = Awaited<ReturnType<typeof openHttp>>;

function match(pattern: string, pathname: string) {
  const wanted = pattern.split("/");
  const given = pathname.split("/");
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [i, part] of wanted.entries()) {
    const value = given[i] ?? "";
    const [, name] = /^\[(.+)\]$/.exec(part) ?? [];
    if (name !== undefined) params[name] = decodeURIComponent(value);
    else if (part !== value) return undefined;
  }
  return { pattern, params };
}
