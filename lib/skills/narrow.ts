import { CapabilityLevel } from "#lib/contracts/grants";
import type { SkillInfo } from "#lib/contracts/skills";
import type { ToolInfo, ToolRisk } from "#lib/contracts/tools";

/** The tool by which a model reads a skill; whoever follows one may always read on in it. */
export const skillReadTool = "skill.read";

/**
 * The tools that are left to whoever works under a skill: those of its `allowed-tools` that are here, as far as its risk
 * policy goes. Undefined where it narrows nothing. It is one of several bounds, and never gives what another one withholds.
 */
export function toolsUnder(
  skill: Pick<SkillInfo, "allowed_tools" | "risk_policy">,
  tools: readonly Bounded[],
): readonly string[] | undefined {
  const { allowed_tools: allowed, risk_policy: policy } = skill;
  if (allowed === undefined && policy === undefined) return undefined;
  const fits = tools.filter(
    (tool) =>
      (allowed === undefined || allowed.includes(tool.id)) &&
      (policy === undefined || isWithin(tool, policy)),
  );
  return [...new Set([skillReadTool, ...fits.map(({ id }) => id)])];
}

type Bounded = Pick<
  ToolInfo,
  "id" | "capability_level" | "risk" | "side_effects" | "requires_confirm"
>;

/** Two skills at work bound each other. */
export function bothUnder(
  one: readonly string[] | undefined,
  other: readonly string[] | undefined,
): readonly string[] | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one.filter((id) => other.includes(id));
}

function isWithin(tool: Bounded, policy: NonNullable<SkillInfo["risk_policy"]>): boolean {
  const levels = CapabilityLevel.options;
  if (levels.indexOf(tool.capability_level) > levels.indexOf(policy.level)) return false;
  const quiet = tool.risk === "safe" && tool.side_effects === "none" && !tool.requires_confirm;
  const risk = quiet ? "safe" : tool.risk === "unsafe" ? "unsafe" : "guarded";
  return risks.indexOf(risk) <= risks.indexOf(policy.risk === "unknown" ? "guarded" : policy.risk);
}

const risks: readonly ToolRisk[] = ["safe", "guarded", "unsafe"];
