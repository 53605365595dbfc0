import { z } from "zod";
import type { Config } from "#lib/contracts/config";
import { AppError } from "#lib/contracts/errors";
import type { AgentInfo } from "#lib/contracts/http";
import type { AgentThreads, ToolRuntime } from "#lib/contracts/ports";
import type { ToolInfo } from "#lib/contracts/tools";
import type { ModelFailure } from "#lib/models/failure";
import { sha256 } from "#lib/platform/hash";
import type { ReadySkills } from "#lib/skills/ready-skills";
import { agentToolId, isSubAgent, listAgents } from "#lib/tools/agent-rights";
import type { ProviderCall, ToolProvider, ToolSpec } from "#lib/tools/provider";
import type { RankTools } from "./loop/tool-search.ts";
import type { ReadyModel } from "./model/ready-model.ts";
import type { SpanDeps } from "./open-span.ts";
import { runSubAgent } from "./sub-agents/run-sub-agent.ts";

/**
 * The sub-agents of the configuration as tools, `agent.<id>`: starting one is a call like any other, granted, asked for
 * where the policy asks, recorded. What one replies is words of a model, whoever reads them. Without a model there is none.
 */
export function createAgentTools(deps: {
  config: () => Config;
  /** By name, another than the one that is asked where none is named. */
  model: (name?: string) => ReadyModel | { kind: "unavailable"; error: ModelFailure };
  /** By which a sub-agent makes the calls of its own. */
  tools: ToolRuntime;
  catalogue: (signal: AbortSignal) => Promise<readonly ToolInfo[]>;
  skills?: ReadySkills;
  rank_tools?: RankTools;
  threads: () => Promise<AgentThreads>;
  spans: SpanDeps;
}): ToolProvider {
  const { config, model } = deps;
  let listed: { agents: Config["agents"]; limits: Config["limits"]; specs: ToolSpec[] } | undefined;
  let closed = false;

  function find(tool: ToolInfo): AgentInfo {
    const agents = listAgents(config()).filter(isSubAgent);
    const agent = agents.find(({ id }) => agentToolId(id) === tool.id);
    if (agent === undefined) {
      throw new AppError("tool_not_found", `There is no agent for ${tool.id} any more.`);
    }
    return agent;
  }

  return {
    id: providerId,
    ours: true,
    own_time: true,
    repeats: false,
    async listTools() {
      if (model().kind !== "ready" || depthOf(config(), "primary") < 1) return none;
      const { agents, limits } = config();
      if (listed?.agents !== agents || listed.limits !== limits) {
        const specs = listAgents(config()).filter(isSubAgent).map(specOf);
        listed = { agents, limits, specs };
      }
      return listed.specs;
    },
    touches: (_, args) => ({ resource: null, cwd: null, shows: { kind: "call", arguments: args } }),
    async invoke(tool, args, call) {
      if (closed) throw new AppError("provider_closed", "The agents have ended.");
      const agent = find(tool);
      const by = callerOf(call, tool.id);
      const depth = (by.depth ?? 0) + 1;
      const most = depthOf(config(), by.agent_id);
      if (depth > most) {
        throw new AppError(
          "tool_not_granted",
          `${by.agent_id} may not start ${agent.id}: that would be ${depth} agents deep, and limits.max_depth is ${most}.`,
        );
      }
      const ready = model(by.model);
      if (ready.kind !== "ready") throw new AppError("model_unavailable", ready.error.message);
      const { task } = Arguments.parse(args);
      return runSubAgent({ agent, task, depth, by, ready }, { ...deps, call });
    },
    close: async () => {
      closed = true;
    },
  };
}

const providerId = "agents";
const none: readonly ToolSpec[] = [];

const Arguments = z.object({
  task: z.string().min(1).max(60_000).describe("The whole task, with every text that it is about."),
});
const input_schema = z.toJSONSchema(Arguments);

/**
 * Its level is how far it may go: whoever may not go so far may not send it. What was allowed of it holds for the agent as it
 * was then: with other tools or other instructions it is another.
 */
function specOf(agent: AgentInfo): ToolSpec {
  const { id, kind, description, persona, tools, permission, limits } = agent;
  const said = description.trim();
  const how =
    kind === "call"
      ? "One call of a language model; it sees the task and nothing else."
      : "An agent with tools of its own; it sees the task and this conversation.";
  return {
    id: agentToolId(id),
    provider_id: providerId,
    name: agentToolId(id),
    ...(said === "" ? {} : { title: said }),
    description: said === "" ? how : `${said} ${how}`,
    input_schema,
    definition_hash: sha256(JSON.stringify([id, kind, description, persona, tools, input_schema])),
    capability_level: permission,
    risk: permission === "L0" ? "safe" : "guarded",
    side_effects: permission === "L0" ? "none" : "declared",
    requires_confirm: false,
    timeout_ms: limits.max_wall_time_ms,
  };
}

function callerOf({ by }: ProviderCall, tool_id: string): NonNullable<ProviderCall["by"]> {
  if (by === undefined) throw new AppError("tool_exec", `Nobody is named who calls ${tool_id}.`);
  return by;
}

/** How deep the one who calls may delegate: by the limits of that agent, else by those of all. */
function depthOf(config: Config, agent_id: string): number {
  const caller = listAgents(config).find(({ id }) => id === agent_id);
  return (caller ?? config).limits.max_depth;
}
