import { AuthScope, scopeTools } from "#lib/contracts/envelope";
import type { CapabilityGrant } from "#lib/contracts/grants";
import type { Clock } from "#lib/contracts/ports";
import type { NewId } from "#lib/platform/ids";
import { type AgentRight, lower } from "./policy.ts";

/**
 * The grant that goes with a task's scope: exactly the tools that its scope strings name, for reading, until the task's
 * deadline. A scope string that is none of ours names no tool.
 */
export function grantOfScope(
  task: {
    scope: readonly string[];
    task_id: string;
    agent_id: string;
    /** Monotonic milliseconds. */
    deadline: number;
  },
  { clock, ids }: { clock: Clock; ids: NewId },
): CapabilityGrant {
  const { scope, task_id, agent_id, deadline } = task;
  const left = Math.max(0, deadline - clock.monotonic());
  return {
    grant_id: ids("grant"),
    task_id,
    agent_id,
    tools: scope.flatMap((name) => {
      const known = AuthScope.safeParse(name);
      return known.success ? scopeTools[known.data] : [];
    }),
    level: "L0",
    resources: "any", // the docs server judges every path itself
    expires_at: new Date(clock.now().getTime() + left).toISOString(),
    deadline,
  };
}

/**
 * The grant of a sub-agent for one task: of its own right what the agent that starts it holds or may hand on, no level
 * above either, nothing beyond the places that are granted, and nothing that it could hand on further than it holds itself.
 */
export function grantWithin(
  above: CapabilityGrant,
  agent: AgentRight,
  task: { task_id: string; step_id?: string; deadline: number },
  { clock, ids }: { clock: Clock; ids: NewId },
): CapabilityGrant {
  const held = [...above.tools, ...(above.delegable ?? [])];
  const right = agent.tools;
  const left = Math.max(0, task.deadline - clock.monotonic());
  return {
    ...task,
    grant_id: ids("grant"),
    agent_id: agent.id,
    tools: right === "any" ? held : held.filter((id) => right.includes(id)),
    level: lower(above.level, agent.permission)[0],
    resources: above.resources,
    expires_at: new Date(clock.now().getTime() + left).toISOString(),
  };
}
