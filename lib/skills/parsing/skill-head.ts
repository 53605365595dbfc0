import { SkillName } from "#lib/contracts/skills";
import { badSkill } from "../bad-skill.ts";
import { skillLimits } from "../limits.ts";
import { readAllowedTools } from "./allowed-tools.ts";
import type { Yaml } from "./yaml.ts";

/** What the front matter of a SKILL.md says, as the open format has it; names that it does not know are passed over. */
export type SkillHead = {
  name: string;
  description: string;
  license?: string;
  compatibility?: string;
  metadata?: Record<string, string>;
  /** As written; absent where it says nothing. */
  allowed?: string[];
};

const longestDescription = 1024;
const longestValue = 2000;

/** `folder`: what the skill has to be called. Throws `skill_invalid`. */
export function readHead({ record, lineOf }: Yaml, file: string, folder: string): SkillHead {
  const bad = (field: string, key: Parameters<typeof badSkill>[1], params = {}) =>
    badSkill(file, key, { field, ...params }, lineOf([field]));

  const name = text("name");
  if (name === undefined) throw bad("name", "skill.field_missing");
  if (!SkillName.safeParse(name).success) throw bad("name", "skill.name_form");
  if (name !== folder) throw bad("name", "skill.name_other", { name, folder });
  const description = text("description")?.trim();
  if (description === undefined || description === "") {
    throw bad("description", "skill.field_missing");
  }
  if (description.length > longestDescription) {
    throw bad("description", "skill.field_long", { most: longestDescription });
  }
  const license = text("license");
  const compatibility = text("compatibility");
  const metadata = texts("metadata");
  const allowed = tools();
  return {
    ...{ name, description },
    ...(license === undefined ? {} : { license }),
    ...(compatibility === undefined ? {} : { compatibility }),
    ...(metadata === undefined ? {} : { metadata }),
    ...(allowed === undefined ? {} : { allowed }),
  };

  /** A number or a yes is a text that somebody forgot to quote. */
  function text(field: string): string | undefined {
    const value = record[field];
    if (value === undefined || value === null) return undefined;
    if (typeof value === "object") throw bad(field, "skill.field_text");
    const said = String(value);
    if (said.length > longestValue) throw bad(field, "skill.field_long", { most: longestValue });
    return said;
  }

  function texts(field: string): Record<string, string> | undefined {
    const value = record[field];
    if (value === undefined || value === null) return undefined;
    if (typeof value !== "object" || Array.isArray(value)) throw bad(field, "skill.field_record");
    const entries = Object.entries(value).map(([key, one]: [string, unknown]): [string, string] => [
      key.slice(0, 100),
      (typeof one === "string" ? one : (JSON.stringify(one) ?? "")).slice(0, longestValue),
    ]);
    return Object.fromEntries(entries.slice(0, skillLimits.metadata));
  }

  function tools(): string[] | undefined {
    const value = record["allowed-tools"];
    if (value === undefined || value === null) return undefined;
    const entries = readAllowedTools(value);
    if (entries === undefined) throw bad("allowed-tools", "skill.field_tools");
    if (entries.length > skillLimits.allowed_tools || entries.some((one) => one.length > 200)) {
      throw bad("allowed-tools", "skill.field_many", { most: skillLimits.allowed_tools });
    }
    return entries;
  }
}
