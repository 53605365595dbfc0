import type { Lang } from "#lib/contracts/answer";
import type { Config } from "#lib/contracts/config";
import type { AcceptedSkill } from "#lib/contracts/ports";
import type { SkillInfo, SkillState } from "#lib/contracts/skills";
import type { ToolInfo } from "#lib/contracts/tools";
import { errorSentence } from "#lib/platform/said-error";
import { placeOfProblem } from "./bad-skill.ts";
import type { FoundSkill } from "./skill-shelf.ts";

/** What a skill's state follows from, beside its own files. */
export type Standing = {
  accepted: ReadonlyMap<string, AcceptedSkill>;
  config: Pick<Config, "skills">;
  /** Undefined while nobody has asked for them: then no entry is called missing. */
  tools: readonly ToolInfo[] | undefined;
  lang: Lang;
};

export function describeSkill(skill: FoundSkill, standing: Standing): SkillInfo {
  const { name, source, entry, hash, files } = skill;
  const kept = standing.accepted.get(name);
  const known = {
    ...{ name, source, entry, hash, state: stateOf(skill, standing) },
    ...(kept?.hash === hash && source === "person" ? { accepted_at: kept.accepted_at } : {}),
    files: files.map(({ path, bytes }) => ({ path, bytes })),
  };
  if (skill.kind === "broken") {
    const place = placeOfProblem(skill.error) ?? { file: "." };
    const message = errorSentence(skill.error, standing.lang);
    const nothing = { description: "", not_here: [], required_tools: [], task_types: [] };
    return { ...known, ...nothing, error: { ...place, message } };
  }
  const { head, companion } = skill;
  const { description, license, compatibility, metadata, allowed } = head;
  const { required_tools, task_types, risk_policy, inputs } = companion;
  const { tools } = standing;
  const isHere = (id: string) => tools?.some((tool) => tool.id === id) ?? looksLikeOurs(id);
  return {
    ...{ ...known, description, task_types },
    ...(license === undefined ? {} : { license }),
    ...(compatibility === undefined ? {} : { compatibility }),
    ...(metadata === undefined ? {} : { metadata }),
    ...(allowed === undefined ? {} : { allowed_tools: allowed.filter(isHere) }),
    not_here: (allowed ?? []).filter((id) => !isHere(id)),
    required_tools: required_tools.map((id) => ({ id, state: stateOfTool(id, tools) })),
    ...(risk_policy === undefined ? {} : { risk_policy }),
    ...(inputs === undefined ? {} : { inputs }),
  };
}

function stateOf(skill: FoundSkill, { accepted, config }: Standing): SkillState {
  if (skill.kind === "broken") return "invalid";
  if (config.skills.disabled.includes(skill.name)) return "disabled";
  if (skill.source === "built_in") return "ready";
  const kept = accepted.get(skill.name);
  if (kept === undefined) return "new";
  return kept.hash === skill.hash ? "ready" : "changed";
}

/** Ids of MCP servers' tools have this form; before the tools are known it is all there is to go by. */
const looksLikeOurs = (id: string): boolean =>
  /^(mcp\.[\w-]+\..+|agent\..+|[a-z]+(\.[a-z]+)?)$/.test(id);

function stateOfTool(
  id: string,
  tools: readonly ToolInfo[] | undefined,
): "here" | "missing" | "off" {
  if (tools === undefined) return "here";
  const tool = tools.find((one) => one.id === id);
  if (tool === undefined) return "missing";
  return tool.enabled ? "here" : "off";
}
