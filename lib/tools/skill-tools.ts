import { z } from "zod";
import { AppError } from "#lib/contracts/errors";
import { skillReadTool } from "#lib/skills/narrow";
import type { ReadySkills } from "#lib/skills/ready-skills";
import type { ToolProvider, ToolSpec } from "./provider.ts";

/**
 * `skill.read`: the text of a skill that a person has accepted, or of one of its files, exactly as accepted. It runs
 * nothing and gives no right; what it hands over is somebody's text, as any other that a tool brings.
 */
export function createSkillTools(skills: Pick<ReadySkills, "read">): ToolProvider {
  let closed = false;
  return {
    id: providerId,
    ours: true,
    repeats: false,
    listTools: async () => specs,
    async invoke(_, args) {
      if (closed) throw new AppError("provider_closed", "The skills have ended.");
      const { name, file } = Arguments.parse(args);
      const { text, files } = await skills.read(name, file);
      // As data as well: what a file holds is then never read as a refusal of our own.
      const beside = file === undefined ? { files } : { file };
      return { is_error: false, text, structured: { name, ...beside, text } };
    },
    close: async () => {
      closed = true;
    },
  };
}

const providerId = "skills";

const Arguments = z.object({
  name: z.string().min(1).max(64).describe("Name of the skill."),
  file: z
    .string()
    .min(1)
    .max(300)
    .optional()
    .describe("Path of one of its files, below its folder; its own text where none is named."),
});
const { $schema: _, ...input_schema } = z.toJSONSchema(Arguments, { io: "input" });

const specs: readonly ToolSpec[] = [
  {
    id: skillReadTool,
    provider_id: providerId,
    name: skillReadTool,
    title: "Read a skill",
    description:
      "The text of a skill, which says how a kind of work is done here, or of one file beside it. Whoever has read one may call no other tools than it names, where it names some.",
    input_schema,
    capability_level: "L0",
    risk: "safe",
    side_effects: "none",
    requires_confirm: false,
    timeout_ms: 10_000,
  },
];
