import { isDeepStrictEqual } from "node:util";
import type { Config } from "#lib/contracts/config";
import type { ConfigChange } from "#lib/contracts/http";

/** What differs between two configurations, in the order of the file: named things by their names, the rest by its path. */
export function configChanges(before: Config, after: Config): ConfigChange[] {
  const { roots: rootsBefore, ...accessBefore } = before.doc_access;
  const { roots: rootsAfter, ...accessAfter } = after.doc_access;
  const {
    doc_access: _b,
    mcp_servers: serversBefore,
    agents: agentsBefore,
    ...restBefore
  } = before;
  const { doc_access: _a, mcp_servers: serversAfter, agents: agentsAfter, ...restAfter } = after;
  return [
    ...named("folder", "doc_access.roots", folders(rootsBefore), folders(rootsAfter)),
    ...settings("doc_access", accessBefore, accessAfter),
    ...named("server", "mcp_servers", byName(serversBefore), byName(serversAfter)),
    ...named("agent", "agents", byId(agentsBefore), byId(agentsAfter)),
    ...settings("", restBefore, restAfter),
  ];
}

type Things = ReadonlyMap<string, { name: string; thing: unknown }>;

const folders = (roots: Config["doc_access"]["roots"]): Things =>
  new Map(roots.map((root) => [root.id, { name: root.label, thing: root }]));
const byName = (servers: Config["mcp_servers"]): Things =>
  new Map(servers.map((server) => [server.name, { name: server.name, thing: server }]));
const byId = (agents: Config["agents"]): Things =>
  new Map(agents.map((agent) => [agent.id, { name: agent.id, thing: agent }]));

/** Another order alone is a change of no thing, and is told as one of the list. */
function named(
  kind: "folder" | "server" | "agent",
  path: string,
  before: Things,
  after: Things,
): ConfigChange[] {
  const changes: ConfigChange[] = [];
  for (const [id, { name, thing }] of after) {
    const then = before.get(id);
    if (then === undefined) changes.push({ kind, what: "added", path, name });
    else if (!isDeepStrictEqual(then.thing, thing)) {
      changes.push({ kind, what: "changed", path, name });
    }
  }
  for (const [id, { name }] of before) {
    if (!after.has(id)) changes.push({ kind, what: "removed", path, name });
  }
  const moved = changes.length === 0 && !isDeepStrictEqual([...before.keys()], [...after.keys()]);
  return moved ? [{ kind: "setting", what: "changed", path }] : changes;
}

/** Down to what is no group of settings: a list is one setting. */
function settings(path: string, before: unknown, after: unknown): ConfigChange[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (!isGroup(before) || !isGroup(after)) return [{ kind: "setting", what: "changed", path }];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) =>
    settings(path === "" ? key : `${path}.${key}`, before[key], after[key]),
  );
}

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
