import type { Config } from "#lib/contracts/config";
import { scopeTools } from "#lib/contracts/envelope";
import type { AgentInfo } from "#lib/contracts/http";
import type { AgentRight } from "./policy.ts";

/** Everything the docs server offers: what answering a question takes. */
export const docsTools: readonly string[] = [
  ...scopeTools["docs.search"],
  ...scopeTools["docs.read"],
];

/** Tools of the program that the primary agent has besides; how far its permission goes decides which it may call. */
const ownTools = [
  ...scopeTools["skill.read"],
  ...scopeTools["task.start"],
  ...scopeTools["memory.read"],
  ...scopeTools["memory.propose"],
  "ls",
  "find",
  "grep",
  "read",
  "write",
  "edit",
  "bash",
  ...scopeTools.sandbox,
];

/** By which code is run in a sandbox. */
export const runCodeTool = "sandbox.exec";

/** By which an agent starts a task. */
export const startTaskTool = "task.start";

/** The id under which a sub-agent of the configuration is called as a tool. */
export const agentToolId = (id: string): string => `agent.${id}`;

/**
 * The agent that brings pages of the web for a question whose person wants them. It holds these three tools and nothing
 * else, and no model speaks for it: what it calls is decided by the program.
 */
export const webReader = "web_reader";

/** The agent in whose name the calls of a task are made. */
export const taskAgentId = (type: string): string => `task.${type}`;

export const isTaskAgent = (agent_id: string): boolean => agent_id.startsWith(taskAgentId(""));

export const isAgentTool = (tool_id: string): boolean => tool_id.startsWith(agentToolId(""));

/** Agents of the configuration that other agents may start. */
export const isSubAgent = ({ kind, built_in }: Pick<AgentInfo, "kind" | "built_in">): boolean =>
  !built_in && (kind === "call" || kind === "full");

/**
 * The agents there are, with what the configuration makes of them. Persona, tools, permission and limits are settings
 * apart: none follows from another. Doc retrieval keeps its tools and its level whatever the configuration says; the
 * primary agent may start every sub-agent that there is, as far as its permission goes.
 */
export function listAgents(config: Pick<Config, "agents" | "limits">): AgentInfo[] {
  const known = new Map<string, AgentInfo>(
    (["primary", "doc_retrieval"] as const).map((id) => [
      id,
      {
        id,
        kind: id === "primary" ? "primary" : "retrieval",
        description: "",
        persona: "",
        tools: id === "primary" ? [...docsTools, ...ownTools] : [...docsTools],
        permission: "L0",
        limits: config.limits,
        built_in: true,
      },
    ]),
  );
  for (const { id, kind, description, persona, tools, permission, limits } of config.agents) {
    const own = known.get(id);
    const fixed = id === "doc_retrieval";
    known.set(id, {
      id,
      kind: own?.kind ?? kind,
      description,
      persona,
      tools: [...new Set([...(own?.tools ?? []), ...(fixed ? [] : tools)])],
      permission: fixed ? "L0" : permission,
      limits: { ...config.limits, ...defined(limits) },
      built_in: own !== undefined,
    });
  }
  const started = [...known.values()].filter(isSubAgent).map(({ id }) => agentToolId(id));
  return [...known.values()].map((agent) =>
    agent.id === "primary" ? { ...agent, tools: [...agent.tools, ...started] } : agent,
  );
}

/**
 * What an agent may ever do; an id that nobody knows may do nothing. A person tries any tool from the page, under the
 * same questions; the preview reads documents and no more.
 */
export function agentRight(config: Pick<Config, "agents" | "limits">, id: string): AgentRight {
  if (id === "person") return { id, permission: "L2", tools: "any" };
  // As far as the grant of a step goes, which is bounded by the right of whoever started the task and by its skill.
  if (isTaskAgent(id)) return { id, permission: "L2", tools: "any" };
  if (id === webReader) return { id, permission: "L2", tools: scopeTools.web };
  if (id === "preview") return { id, permission: "L0", tools: docsTools };
  const agent = listAgents(config).find((one) => one.id === id);
  return { id, permission: agent?.permission ?? "L0", tools: agent?.tools ?? [] };
}

/** `undefined` stands for nothing said. */
function defined<T extends object>(values: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  // What is left has a value for each key that is there.
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> };
}
