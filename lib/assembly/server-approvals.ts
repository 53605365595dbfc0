import type { Lang } from "#lib/contracts/answer";
import type { Approval, ApprovalShows, StandingPermission } from "#lib/contracts/approvals";
import type { Config } from "#lib/contracts/config";
import { faultOf } from "#lib/platform/fault";
import type { Logger } from "#lib/platform/logger";
import { say } from "#lib/platform/say";
import type { Question } from "#lib/tools/approvals";
import { configuredServers, type ServerSpec, type Verdict } from "./mcp-servers.ts";

/** What is needed of the approvals. */
type Approvals = {
  permissions(): Promise<Pick<StandingPermission, "tool_id" | "definition_hash">[]>;
  latest(
    tool_id: string,
    definition_hash: string,
  ): Promise<Pick<Approval, "id" | "state"> | undefined>;
  askUnless(question: Question, unless: { settled: true }): Promise<unknown>;
};

/**
 * Which MCP servers wait for a person before they start. A save over HTTP that adds one, switches one on or changes what
 * it starts is put to a person, with command, folder and names of variables, and marks it with `ask` in what is saved; no
 * save over HTTP takes that away. What stands in the tracked file or in the environment, or was written into the file by
 * hand, is a person's act already. A mark without a permission for exactly what would start never starts, whatever else
 * is lost or moved.
 */
export function createServerApprovals(deps: {
  approvals: Approvals;
  project_dir: string;
  log: Logger;
}) {
  const { approvals, project_dir, log } = deps;

  async function allowed(spec: ServerSpec): Promise<boolean> {
    const permissions = await approvals.permissions();
    return permissions.some(
      ({ tool_id, definition_hash }) => tool_id === idOf(spec) && definition_hash === spec.identity,
    );
  }

  async function pending(spec: ServerSpec): Promise<string | undefined> {
    const latest = await approvals.latest(idOf(spec), spec.identity);
    return latest?.state === "pending" ? latest.id : undefined;
  }

  /** One question at a time about one server as it is. */
  async function ask(spec: ServerSpec, trace_id: string, lang: Lang): Promise<void> {
    // One that is past its time is no question any more.
    if ((await allowed(spec)) || (await pending(spec)) !== undefined) return;
    const { name, launch, identity } = spec;
    const id = idOf(spec);
    const shows: ApprovalShows =
      launch.kind === "http"
        ? { kind: "server", server: name, url: launch.url, env_names: [] }
        : {
            kind: "server",
            server: name,
            command: [...launch.command],
            cwd: launch.cwd,
            env_names: [...launch.env_names],
          };
    const question: Question = {
      tool_id: id,
      provider_id: id,
      definition_hash: identity,
      arguments: {},
      cwd: launch.kind === "http" ? null : launch.cwd,
      level: "L2",
      risk: "guarded",
      resource: null,
      thread_id: null,
      agent_id: "person",
      shows,
      choices: ["allow_always", "deny"],
      trace_id,
      reason: say(lang, "server.asks", { name }),
    };
    await approvals.askUnless(question, { settled: true });
  }

  return {
    ask,
    async judge(spec: ServerSpec): Promise<Verdict> {
      if (!spec.ask) return { kind: "start" };
      try {
        if (await allowed(spec)) return { kind: "start" };
        const approval_id = await pending(spec);
        return { kind: "waiting", ...(approval_id === undefined ? {} : { approval_id }) };
      } catch (error) {
        log.warn({ server: spec.name, ...faultOf(error) }, "nobody can be asked about a server");
        return { kind: "unknown" };
      }
    },
    /** To be called before a save over HTTP: gives what to save instead. What it throws forbids the save. */
    async beforeSave(before: Config, next: Config, trace_id: string, lang: Lang): Promise<Config> {
      const known = new Map(
        configuredServers(before, project_dir).map((spec) => [keyOf(spec), spec]),
      );
      const asks = new Map<string, boolean>();
      for (const spec of configuredServers(next, project_dir)) {
        const same = known.get(keyOf(spec));
        const begins = spec.enabled && same?.enabled !== true;
        if (begins) await ask(spec, trace_id, lang);
        asks.set(spec.name, begins || same === undefined || same.ask);
      }
      const mcp_servers = next.mcp_servers.map((server) => {
        const { ask: _, ...given } = server;
        return { ...given, ask: asks.get(server.name) ?? true };
      });
      return { ...next, mcp_servers };
    },
  };
}

const idOf = ({ name }: ServerSpec) => `mcp.${name}`;
const keyOf = ({ name, identity }: ServerSpec) => `${name} ${identity}`;
