import { isUtf8 } from "node:buffer";
import { badSkill } from "../bad-skill.ts";
import { skillLimits } from "../limits.ts";
import { readYaml, type Yaml } from "./yaml.ts";

/** The block of `---` that a SKILL.md begins with, and the text behind it. Throws `skill_invalid`. */
export function readFrontMatter(bytes: Buffer, file: string): { head: Yaml; body: string } {
  const lines = withoutMark(textOf(bytes, file)).split(/\r\n|\n|\r/);
  const isRule = (line = "") => /^---[ \t]*$/.test(line);
  if (!isRule(lines[0])) throw badSkill(file, "skill.no_front_matter", {}, 1);
  const end = lines.findIndex((line, i) => i > 0 && isRule(line));
  if (end < 0) throw badSkill(file, "skill.front_matter_open", {}, 1);
  const block = lines.slice(1, end).join("\n");
  if (Buffer.byteLength(block) > skillLimits.front_matter_bytes) {
    const kib = skillLimits.front_matter_bytes / 1024;
    throw badSkill(file, "skill.front_matter_large", { kib }, 1);
  }
  const body = lines.slice(end + 1).join("\n");
  return { head: readYaml(block, file, 1), body: body.replace(/^\n+/, "") };
}

/** To the byte, so that what is shown is what was accepted. Throws for what is no UTF-8. */
export function textOf(bytes: Buffer, file: string): string {
  if (!isUtf8(bytes) || bytes.includes(0)) throw badSkill(file, "skill.not_text");
  return bytes.toString("utf8");
}

/** A file may begin with a mark of its encoding, which is no part of what it says. */
export const withoutMark = (text: string): string => text.replace(/^\uFEFF/, "");
