import { z } from "zod";
import { CapabilityLevel } from "#lib/contracts/grants";
import { TaskTypeName } from "#lib/contracts/skills";
import { ToolRisk } from "#lib/contracts/tools";
import { showPath } from "#lib/platform/config-problems";
import { badSkill } from "../bad-skill.ts";
import { companion as file } from "../reading/contents.ts";
import { textOf, withoutMark } from "./front-matter.ts";
import { readYaml } from "./yaml.ts";

/** What `docent.yaml` beside a SKILL.md may say: ours alone, so a name that it does not know is a mistake. */
export const Companion = z.strictObject({
  /** Ids of tools without which the skill is of no use. */
  required_tools: z.array(z.string().min(1).max(200)).max(50).default([]),
  task_types: z.array(TaskTypeName).max(20).default([]),
  /** The highest level and risk that may be asked for under it. */
  risk_policy: z.strictObject({ level: CapabilityLevel, risk: ToolRisk }).optional(),
  /** JSON Schema of the form of its tasks. */
  inputs: z.record(z.string(), z.unknown()).optional(),
});
export type Companion = z.infer<typeof Companion>;

/** `schemaProblem` says why something is no usable JSON Schema. Throws `skill_invalid`. */
export function readCompanion(
  bytes: Buffer | undefined,
  schemaProblem: (schema: Record<string, unknown>) => string | undefined,
): Companion {
  if (bytes === undefined) return Companion.parse({});
  const { record, lineOf } = readYaml(withoutMark(textOf(bytes, file)), file);
  const parsed = Companion.safeParse(record);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    if (issue?.code === "unrecognized_keys") {
      const [field = ""] = issue.keys;
      const known = Object.keys(Companion.shape).join(", ");
      const line = lineOf([...issue.path, field]);
      throw badSkill(file, "skill.companion_unknown", { field, known }, line);
    }
    const path = issue?.path ?? [];
    const form = forms[String(path[0])] ?? "skill.companion_inputs";
    throw badSkill(file, form, { field: showPath(path) }, lineOf(path));
  }
  const { inputs } = parsed.data;
  if (inputs === undefined) return parsed.data;
  if (inputs.type !== "object" || schemaProblem(inputs) !== undefined) {
    throw badSkill(file, "skill.companion_inputs", { field: "inputs" }, lineOf(["inputs"]));
  }
  return parsed.data;
}

const forms: Record<string, Parameters<typeof badSkill>[1]> = {
  required_tools: "skill.companion_tools",
  task_types: "skill.companion_types",
  risk_policy: "skill.companion_risk",
};
