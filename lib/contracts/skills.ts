import { z } from "zod";
import { CapabilityLevel } from "./grants.ts";
import { ToolRisk } from "./tools.ts";

/** In kebab-case, as its folder is called. */
export const SkillName = z
  .string()
  .max(64)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);
/** A kind of task as routes, the terminal and `docent.yaml` name it: `check_docs`. */
export const TaskTypeName = z
  .string()
  .max(64)
  .regex(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/);

/**
 * `ready`: it may speak to a model and start tasks. `new` and `changed` wait for a person who has read it; `disabled` was
 * switched off; `invalid` cannot be loaded (`error` says why).
 */
export const SkillState = z.enum(["ready", "new", "changed", "disabled", "invalid"]);
export type SkillState = z.infer<typeof SkillState>;

/** A skill as `GET /api/skills` shows it. What a person's skill says of itself is untrusted text. */
export const SkillInfo = z.object({
  /** The folder's name; of an invalid skill it may not be a `SkillName`. */
  name: z.string(),
  description: z.string(),
  source: z.enum(["built_in", "person"]),
  /** The name of its folder or zip, below the folder of skills that it comes from. */
  entry: z.string(),
  state: SkillState,
  /** SHA-256 over the names and bytes of all its files: what a person accepted, and what `accept` names. */
  hash: z.string(),
  /** When a person accepted this very hash. */
  accepted_at: z.string().optional(),
  license: z.string().optional(),
  compatibility: z.string().optional(),
  metadata: z.record(z.string(), z.string()).optional(),
  /** Ids of tools it narrows to; absent where it narrows nothing. */
  allowed_tools: z.array(z.string()).optional(),
  /** Entries of `allowed-tools` that are no tool here; they grant nothing. */
  not_here: z.array(z.string()),
  required_tools: z.array(z.object({ id: z.string(), state: z.enum(["here", "missing", "off"]) })),
  task_types: z.array(TaskTypeName),
  risk_policy: z.object({ level: CapabilityLevel, risk: ToolRisk }).optional(),
  /** JSON Schema of the form of its tasks. */
  inputs: z.record(z.string(), z.unknown()).optional(),
  files: z.array(z.object({ path: z.string(), bytes: z.number().int().min(0) })),
  error: z
    .object({ file: z.string(), line: z.number().int().optional(), message: z.string() })
    .optional(),
});
export type SkillInfo = z.infer<typeof SkillInfo>;

/** `GET /api/skills`. */
export const SkillList = z.object({
  skills: z.array(SkillInfo),
  /** Where skills are looked for: ours below the project, the person's as a path that can be opened. */
  folders: z.object({ built_in: z.string(), person: z.string() }),
});
export type SkillList = z.infer<typeof SkillList>;

export const SkillQuery = z.strictObject({
  /** The file whose text is wanted; SKILL.md where none is named. */
  file: z.string().min(1).max(300).optional(),
});
export type SkillQuery = z.infer<typeof SkillQuery>;

/** `GET /api/skills/:name`: with the text of one of its files, as whoever reviews it reads it. */
export const SkillDetail = SkillInfo.extend({
  /** Absent where that file cannot be shown: `unshown` says why. */
  shown: z.object({ file: z.string(), text: z.string() }).optional(),
  unshown: z.object({ file: z.string(), message: z.string() }).optional(),
});
export type SkillDetail = z.infer<typeof SkillDetail>;

/** One of the two: switches it, or accepts the bytes that were shown under this hash. */
export const SkillBody = z.strictObject({
  enabled: z.boolean().optional(),
  accept: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});
export type SkillBody = z.infer<typeof SkillBody>;
