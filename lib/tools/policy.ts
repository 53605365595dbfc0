import path from "node:path";
import type { ApprovalDecision, StandingPermission } from "#lib/contracts/approvals";
import { type CapabilityGrant, CapabilityLevel, type GrantResource } from "#lib/contracts/grants";
import type { ToolInfo } from "#lib/contracts/tools";

/**
 * May this agent make this call now? Everything that decides comes in, nothing else is looked at, and nothing happens:
 * the runtime acts on the verdict, asks where it says so, and comes back with what the person decided.
 *
 *   no right            → deny    the tool is off, or not in the grant, the agent's tools or the skill's; a level too high
 *   a right, and safe   → allow
 *   guarded             → allow where the settings do, with an approval of this call or a permission that stands, else ask
 *   unsafe              → allow with an approval of this call, else ask
 */
export function judgeCall(call: PolicyCase): Verdict {
  const { tool, grant, agent, approval } = call;
  const lacking = missingRight(call);
  if (lacking !== undefined) return deny("tool_not_granted", lacking);
  const [most, whose] = lower(grant.level, agent.permission);
  if (above(tool.capability_level, most)) {
    const who = whose === 0 ? "the grant of this task" : `the agent ${agent.id}`;
    return deny(
      "capability_level",
      `${tool.id} needs ${tool.capability_level}, and ${who} goes up to ${most}.`,
    );
  }
  if (approval === "denied") return deny("approval_denied", `A person refused ${tool.id}.`);
  if (approval === "expired") {
    return deny("approval_expired", `Nobody decided about ${tool.id} in time.`);
  }
  if (approval === "mismatch") {
    return deny(
      "approval_mismatch",
      `What was allowed is not this call of ${tool.id}, or it was made already.`,
    );
  }
  const risk = riskOf(tool);
  if (risk === "safe") return { kind: "allow", by: "safe" };
  if (approval === "allowed") return { kind: "allow", by: "approval" };
  const { asks } = call;
  if (risk === "guarded" && asks === "never") return { kind: "allow", by: "setting" };
  if (risk === "guarded" && asks !== "each_time") {
    const standing = call.permissions.find((one) => covers(one, call));
    if (standing) return { kind: "allow", by: "standing", permission_id: standing.id };
  }
  return {
    kind: "ask",
    rule: "approval_required",
    reason: whyAsk(tool, risk, call),
    choices:
      risk === "unsafe" || asks === "each_time"
        ? ["allow_once", "deny"]
        : call.thread_id === null
          ? ["allow_once", "allow_always", "deny"]
          : ["allow_once", "allow_session", "allow_always", "deny"],
  };
}

export type PolicyCase = {
  tool: Pick<
    ToolInfo,
    | "id"
    | "capability_level"
    | "risk"
    | "side_effects"
    | "requires_confirm"
    | "definition_hash"
    | "enabled"
    | "off"
  >;
  /** What this very call would touch; null where the tool names nothing. */
  resource: GrantResource | null;
  /** Of a guarded tool, by its provider: `never` is allowed by the settings, `each_time` by no permission of before. */
  asks?: "never" | "each_time";
  grant: CapabilityGrant;
  agent: AgentRight;
  /** The tools of the skill that is at work; absent where none is. */
  skill_tools?: readonly string[];
  thread_id: string | null;
  permissions: readonly StandingPermission[];
  /** What became of the question about this call; `none` before it is asked. */
  approval: "none" | "allowed" | "denied" | "expired" | "mismatch";
  /** Monotonic milliseconds. */
  now: number;
};

/** What the configuration lets an agent do, whatever task it has. */
export type AgentRight = {
  id: string;
  permission: CapabilityLevel;
  tools: "any" | readonly string[];
  /** Whoever it works for came with a token that only reads. */
  reads_only?: true;
};

export type Verdict =
  | { kind: "allow"; by: "safe" | "setting" | "approval" }
  | { kind: "allow"; by: "standing"; permission_id: string }
  | { kind: "ask"; rule: "approval_required"; reason: string; choices: ApprovalDecision[] }
  | { kind: "deny"; rule: DenyRule; reason: string };

type DenyRule =
  | "tool_not_granted"
  | "capability_level"
  | "approval_denied"
  | "approval_expired"
  | "approval_mismatch";

/** What a foreign server does not declare counts as guarded, and so does whatever may change something. */
export function riskOf(
  tool: Pick<ToolInfo, "risk" | "side_effects" | "requires_confirm">,
): "safe" | "guarded" | "unsafe" {
  if (tool.risk === "unsafe") return "unsafe";
  const quiet = tool.risk === "safe" && tool.side_effects === "none" && !tool.requires_confirm;
  return quiet ? "safe" : "guarded";
}

function missingRight(call: PolicyCase): string | undefined {
  const { tool, grant, agent, resource, skill_tools, now } = call;
  if (!tool.enabled) {
    return tool.off?.message ?? `${tool.id} is switched off in the configuration.`;
  }
  if (grant.agent_id !== agent.id) {
    return `The grant is of the agent ${grant.agent_id}; ${agent.id} has none of its own for ${tool.id}.`;
  }
  if (now >= grant.deadline) return `The grant for ${tool.id} ended with its task.`;
  if (!grant.tools.includes(tool.id)) {
    return `The task may not call ${tool.id}: its grant holds ${grant.tools.join(", ") || "no tool"}.`;
  }
  if (agent.tools !== "any" && !agent.tools.includes(tool.id)) {
    return `The agent ${agent.id} has no tool ${tool.id}.`;
  }
  if (agent.reads_only && (tool.side_effects !== "none" || tool.requires_confirm)) {
    return `${tool.id} may change something, and the question came with a token that only reads.`;
  }
  if (skill_tools !== undefined && !skill_tools.includes(tool.id)) {
    return `The skill at work has no tool ${tool.id}.`;
  }
  if (grant.resources === "any") return undefined;
  if (resource !== null && grant.resources.some((one) => within(one, resource))) return undefined;
  const where = resource === null ? "everywhere" : said(resource);
  return `The grant of this task does not let ${tool.id} reach ${where}.`;
}

/**
 * A permission is for one agent and one definition of one tool, at one level, on what was named, and for a conversation or
 * for good: an agent that was started meanwhile, and may have read what nobody saw, is asked about itself.
 */
function covers(permission: StandingPermission, call: PolicyCase): boolean {
  const { tool, resource, thread_id, agent } = call;
  if ((permission.agent_id ?? "primary") !== agent.id) return false;
  if (permission.tool_id !== tool.id) return false;
  if (permission.definition_hash !== tool.definition_hash) return false;
  if (permission.level !== tool.capability_level) return false;
  const here = permission.thread_id !== null && permission.thread_id === thread_id;
  if (permission.kind === "session" && !here) return false;
  if (permission.resource === null || resource === null) return permission.resource === resource;
  return within(permission.resource, resource);
}

/** Whether what is asked for lies in what is allowed: the folder or one below it, the very host, words that go on. */
export function within(allowed: GrantResource, asked: GrantResource): boolean {
  if (allowed.kind === "folder" && asked.kind === "folder") {
    const way = path.relative(allowed.path, asked.path);
    const climbs = way === ".." || way.startsWith(`..${path.sep}`) || path.isAbsolute(way);
    return path.isAbsolute(allowed.path) === path.isAbsolute(asked.path) && !climbs;
  }
  if (allowed.kind === "host" && asked.kind === "host") {
    return allowed.host.toLowerCase() === asked.host.toLowerCase();
  }
  if (allowed.kind === "command" && asked.kind === "command") {
    return allowed.prefix.every((word, i) => word === asked.prefix[i]);
  }
  return false;
}

function whyAsk(
  tool: PolicyCase["tool"],
  risk: "guarded" | "unsafe",
  { resource, asks }: Pick<PolicyCase, "resource" | "asks">,
): string {
  const on = resource === null ? "" : ` on ${said(resource)}`;
  if (risk === "unsafe") return `${tool.id} is unsafe${on}: a person decides each time.`;
  if (tool.risk === "unknown") {
    return `Nobody has said what ${tool.id} does${on}: a person decides.`;
  }
  if (tool.side_effects === "none") {
    if (asks !== "each_time") return `${tool.id} works${on}: a person decides.`;
    return `${tool.id} works${on}, with something that neither you nor a search named: a person decides each time.`;
  }
  return `${tool.id} may change something${on}: a person decides.`;
}

function said(resource: GrantResource): string {
  if (resource.kind === "folder") return `the folder ${resource.path}`;
  if (resource.kind === "host") return `the host ${resource.host}`;
  return `the command ${resource.prefix.join(" ")}`;
}

function deny(rule: DenyRule, reason: string): Verdict {
  return { kind: "deny", rule, reason };
}

/** The lower of two levels, and which of them it was. */
export function lower(a: CapabilityLevel, b: CapabilityLevel): [CapabilityLevel, 0 | 1] {
  return above(a, b) ? [b, 1] : [a, 0];
}

function above(a: CapabilityLevel, b: CapabilityLevel): boolean {
  const order = CapabilityLevel.options;
  return order.indexOf(a) > order.indexOf(b);
}
