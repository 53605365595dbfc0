import path from "node:path";
import canonicalize from "canonicalize";
import type { Lang } from "#lib/contracts/answer";
import type { Config, McpToolSetting } from "#lib/contracts/config";
import type { ServerStatus } from "#lib/contracts/http";
import type { Clock } from "#lib/contracts/ports";
import { faultOf } from "#lib/platform/fault";
import { sha256 } from "#lib/platform/hash";
import type { Logger } from "#lib/platform/logger";
import type { EnvironmentServer } from "#lib/platform/mcp-environment";
import { saidError } from "#lib/platform/said-error";
import { say } from "#lib/platform/say";
import { createMcpServer, type McpServer } from "#lib/tools/mcp-server";
import type { OrphanWatch } from "#lib/tools/orphan-watch";
import type { ToolRegistry } from "#lib/tools/registry";
import { serverStatus } from "./server-status.ts";

/** A foreign server as it would be started or reached. */
export type ServerSpec = {
  name: string;
  source: "environment" | "configuration";
  enabled: boolean;
  /** Whether a person has to allow it first. */
  ask: boolean;
  timeout_ms: number;
  launch: Launch;
  /** Over the launch: what a person's approval and everything allowed later is bound to. */
  identity: string;
  tools: Readonly<Record<string, McpToolSetting>>;
};
export type Launch =
  | { kind: "stdio"; command: readonly string[]; cwd: string; env_names: readonly string[] }
  | { kind: "http"; url: string };

/**
 * Whether a server may be started now; `waiting` is for a person to allow it, `approval_id` while they can. `unknown`
 * while the database does not tell: then one that runs runs on, and one that does not waits.
 */
export type Verdict = { kind: "start" | "unknown" } | { kind: "waiting"; approval_id?: string };

type Held = { spec: ServerSpec; fingerprint: string; running?: Running; verdict: Verdict };
type Running = { server: McpServer; unregister: () => void };

const startMs = 60_000;

/**
 * The MCP servers that run: our own, and those of the environment and of the configuration. Each is started when it
 * comes into force, ended when it leaves it, and started afresh when its command, folder or variables change; a change
 * over HTTP waits for a person first. A server that fails takes no other with it.
 */
export function createMcpServers(deps: {
  own: McpServer;
  config: () => Config;
  environment: readonly EnvironmentServer[];
  /** The variables that `env_from` may name. */
  env: Record<string, string | undefined>;
  timeout_ms: number;
  project_dir: string;
  registry: ToolRegistry;
  judge: (spec: ServerSpec) => Promise<Verdict>;
  /** Puts the question to a person once more, where it was refused or has expired. */
  ask: (spec: ServerSpec, trace_id: string, lang: Lang) => Promise<void>;
  watch: OrphanWatch;
  /** The pause before the first restart of one that was lost. */
  pause_ms?: number;
  /** How requests to servers over HTTP leave. */
  fetch?: typeof globalThis.fetch;
  log: Logger;
  clock: Clock;
}) {
  const { own, registry, log } = deps;
  const held = new Map<string, Held>();
  const ending = new Set<Promise<void>>();
  let closed = false;
  let before: Promise<void> = Promise.resolve();

  function specs(): ServerSpec[] {
    const { environment, timeout_ms, project_dir } = deps;
    const named = new Set(environment.map((server) => server.name));
    return [
      ...environment.map((server) => specOf({ ...server, timeout_ms }, "environment", project_dir)),
      ...configuredServers(deps.config(), project_dir).filter(({ name }) => !named.has(name)),
    ];
  }

  /**
   * Brings what runs in line with what is in force, one time after the other: whoever calls finds what was in force then, or
   * later. Cheap when nothing changed. Never rejects unless the configuration cannot be read.
   */
  function reconcile(): Promise<void> {
    const now = before.then(reconcileNow);
    before = now.catch(() => undefined);
    return now;
  }

  async function reconcileNow(): Promise<void> {
    const wanted = new Map(specs().map((spec) => [spec.name, spec]));
    const verdicts = new Map<string, Verdict>();
    for (const spec of wanted.values()) {
      if (spec.enabled) verdicts.set(spec.name, await deps.judge(spec));
    }
    if (closed) return;
    for (const [name, { fingerprint }] of held) {
      const spec = wanted.get(name);
      if (spec === undefined || fingerprintOf(spec) !== fingerprint) end(name);
    }
    for (const spec of wanted.values()) {
      const known = held.get(spec.name);
      const entry = known ?? {
        spec,
        fingerprint: fingerprintOf(spec),
        verdict: { kind: "start" },
      };
      entry.spec = spec; // what tools are held to be may be another
      held.set(spec.name, entry);
      const verdict = verdicts.get(spec.name);
      if (verdict === undefined) continue;
      entry.verdict = verdict;
      if (entry.verdict.kind === "start") entry.running ??= begin(entry);
      else if (entry.verdict.kind === "waiting") stop(entry);
    }
  }

  function begin(entry: Held): Running {
    const { spec } = entry;
    const { name, launch, identity, timeout_ms } = spec;
    const server = createMcpServer({
      name,
      target:
        launch.kind === "http"
          ? { ...launch, ...(deps.fetch === undefined ? {} : { fetch: deps.fetch }) }
          : { ...launch, env: pick(deps.env, launch.env_names), watch: deps.watch },
      rights: { kind: "foreign", identity, settings: () => entry.spec.tools },
      timeout_ms,
      ...(deps.pause_ms === undefined ? {} : { pause_ms: deps.pause_ms }),
      log,
      clock: deps.clock,
    });
    const unregister = registry.register(server.provider);
    log.info({ server: name, source: spec.source, transport: launch.kind }, "mcp server begins");
    server.list(AbortSignal.timeout(startMs)).catch((error: unknown) => {
      log.warn({ server: name, ...faultOf(error) }, "mcp.list_tools.failed");
    });
    return { server, unregister };
  }

  function stop(entry: Held): void {
    const { running } = entry;
    if (running === undefined) return;
    delete entry.running;
    running.unregister();
    const closing: Promise<void> = running.server
      .close()
      .catch((error: unknown) => log.warn(faultOf(error), "an mcp server did not end well"))
      .finally(() => ending.delete(closing));
    ending.add(closing);
  }

  function end(name: string): void {
    const entry = held.get(name);
    if (entry) stop(entry);
    held.delete(name);
  }

  function statusOf({ spec, running, verdict }: Held, lang: Lang): ServerStatus {
    const { name, source, launch } = spec;
    const shared = { source, transport: launch.kind };
    if (running) return { ...serverStatus(running.server.status(), lang), ...shared };
    const none = { name, tools: 0, restarts: 0, ...shared };
    if (!spec.enabled) return { ...none, state: "disabled" };
    const asked = verdict.kind === "waiting" ? verdict.approval_id : undefined;
    const message = say(lang, asked === undefined ? "server.not_allowed" : "server.waits", {
      name,
    });
    return {
      ...none,
      state: "waiting",
      message,
      ...(asked === undefined ? {} : { approval_id: asked }),
    };
  }

  return {
    reconcile,
    /** All of them, our own first. */
    async statuses(lang: Lang): Promise<ServerStatus[]> {
      await reconcile();
      const ours = { source: "built_in", transport: "stdio" } as const;
      return [
        { ...serverStatus(own.status(), lang), ...ours },
        ...[...held.values()].map((entry) => statusOf(entry, lang)),
      ];
    },
    /** Throws AppError `not_found` and, when it does not come up, `provider_unavailable`. */
    async restart(name: string, trace_id: string, lang: Lang): Promise<void> {
      await reconcile();
      const entry = held.get(name);
      if (name !== own.name && entry === undefined) {
        throw saidError("not_found", "error.server_not_found");
      }
      log.info({ server: name }, "mcp server restarted by a person");
      if (entry && !entry.running) {
        if (entry.spec.enabled) await deps.ask(entry.spec, trace_id, lang);
        return reconcile();
      }
      const server = entry?.running?.server ?? own;
      await server.restart().catch((cause: unknown) => {
        if (entry === undefined) {
          throw saidError("provider_unavailable", "error.docs_unavailable", {}, { cause });
        }
        throw saidError("provider_unavailable", "error.server_unavailable", { name }, { cause });
      });
    },
    async close(): Promise<void> {
      closed = true;
      for (const name of [...held.keys()]) end(name);
      await Promise.all([own.close(), ...ending]);
    },
  };
}

/** The servers of a configuration as they would be started. */
export function configuredServers(config: Config, project_dir: string): ServerSpec[] {
  return config.mcp_servers.map((server) => specOf(server, "configuration", project_dir));
}

type Given = Omit<Partial<Config["mcp_servers"][number]>, "name" | "timeout_ms"> & {
  name: string;
  timeout_ms: number;
};

function specOf(given: Given, source: ServerSpec["source"], project_dir: string): ServerSpec {
  const { name, cmd, url, cwd, env_from = [], enabled = true, ask = false } = given;
  const { timeout_ms, tools = {} } = given;
  const launch: Launch =
    url === undefined
      ? {
          kind: "stdio",
          command: cmd ?? [],
          cwd: path.resolve(project_dir, cwd ?? "."),
          env_names: [...new Set(env_from)].sort(),
        }
      : { kind: "http", url };
  const identity = sha256(canonicalize(launch) ?? "");
  return { name, source, enabled, ask, timeout_ms, launch, identity, tools };
}

function fingerprintOf({ source, enabled, timeout_ms, identity }: ServerSpec): string {
  return [source, enabled, timeout_ms, identity].join(" ");
}

/** What opens this program, or what it keeps its state and its people's sessions by, is nobody's to hand on. */
const ownSecrets = new Set([
  "DOCENT_ACCESS_TOKEN",
  "OIDC_CLIENT_SECRET",
  "DATABASE_URL",
  "SEARCH_URL",
]);

function pick(
  env: Record<string, string | undefined>,
  names: readonly string[],
): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = ownSecrets.has(name) ? undefined : env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
