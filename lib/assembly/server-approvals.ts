import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import writeFileAtomic from "write-file-atomic";
import { z } from "zod";
import type { Lang } from "#lib/contracts/answer";
import type { Approval, ApprovalShows, StandingPermission } from "#lib/contracts/approvals";
import type { Config } from "#lib/contracts/config";
import { faultOf } from "#lib/platform/fault";
import type { Logger } from "#lib/platform/logger";
import { say } from "#lib/platform/say";
import type { Question } from "#lib/tools/approvals";
import { configuredServers, type ServerSpec, type Verdict } from "./mcp-servers.ts";

const Kept = z.array(z.string());

/** What is needed of the approvals. */
type Approvals = {
  permissions(): Pick<StandingPermission, "tool_id" | "definition_hash">[];
  latest(tool_id: string, definition_hash: string): Pick<Approval, "id" | "state"> | undefined;
  ask(question: Question): unknown;
};
/**
 * Which MCP servers wait for a person before they start. A save over HTTP that adds one, switches one on or changes what
 * it starts is put to a person, with command, folder and names of variables; what stands in the tracked file, in the
 * environment or was written into the file by hand is a person's act already. That a server came over HTTP is kept in a
 * file of the state folder, before the save: without it, or with one that cannot be read, nothing starts that should not.
 */
export function createServerApprovals(deps: {
  approvals: Approvals;
  home: string;
  project_dir: string;
  log: Logger;
}) {
  const { approvals, project_dir, log } = deps;
  const file = path.join(deps.home, "asked-servers.json");
  let kept: Set<string> | "unreadable" | undefined;

  function read(): Set<string> | "unreadable" {
    try {
      return new Set(Kept.parse(JSON.parse(readFileSync(file, "utf8"))));
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return new Set();
      log.error(faultOf(error), "asked-servers.json cannot be read: every configured server waits");
      return "unreadable";
    }
  }

  function cameOverHttp(spec: ServerSpec): boolean {
    kept ??= read();
    return kept === "unreadable" || kept.has(keyOf(spec));
  }

  function keep(specs: readonly ServerSpec[]): void {
    kept ??= read();
    if (kept === "unreadable") return; // all of them count as asked about
    for (const spec of specs) kept.add(keyOf(spec));
    mkdirSync(deps.home, { recursive: true });
    writeFileAtomic.sync(file, `${JSON.stringify([...kept], null, 2)}\n`);
  }

  function allowed(spec: ServerSpec): boolean {
    return approvals
      .permissions()
      .some(
        ({ tool_id, definition_hash }) =>
          tool_id === idOf(spec) && definition_hash === spec.identity,
      );
  }

  function pending(spec: ServerSpec): string | undefined {
    const latest = approvals.latest(idOf(spec), spec.identity);
    return latest?.state === "pending" ? latest.id : undefined;
  }

  /** One question at a time about one server as it is. */
  function ask(spec: ServerSpec, trace_id: string, lang: Lang): void {
    if (allowed(spec) || pending(spec) !== undefined) return;
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
    approvals.ask({
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
    });
  }

  return {
    ask,
    judge(spec: ServerSpec): Verdict {
      if (spec.source !== "configuration" || !cameOverHttp(spec)) return { kind: "start" };
      try {
        if (allowed(spec)) return { kind: "start" };
        const approval_id = pending(spec);
        return { kind: "waiting", ...(approval_id === undefined ? {} : { approval_id }) };
      } catch (error) {
        log.warn({ server: spec.name, ...faultOf(error) }, "nobody can be asked about a server");
        return { kind: "waiting" };
      }
    },
    /** To be called before a save over HTTP; what it throws forbids the save. */
    beforeSave(before: Config, next: Config, trace_id: string, lang: Lang): void {
      const running = new Set(switchedOn(before, project_dir).map(keyOf));
      const fresh = switchedOn(next, project_dir).filter((spec) => !running.has(keyOf(spec)));
      if (fresh.length === 0) return;
      keep(fresh);
      for (const spec of fresh) ask(spec, trace_id, lang);
    },
  };
}

const idOf = ({ name }: ServerSpec) => `mcp.${name}`;
const keyOf = ({ name, identity }: ServerSpec) => `${name} ${identity}`;

function switchedOn(config: Config, project_dir: string): ServerSpec[] {
  return configuredServers(config, project_dir).filter(({ enabled }) => enabled);
}
