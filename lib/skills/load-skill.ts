import type { AppError } from "#lib/contracts/errors";
import { badSkill, placeOfProblem } from "./bad-skill.ts";
import { type Companion, readCompanion } from "./parsing/companion.ts";
import { readFrontMatter } from "./parsing/front-matter.ts";
import { readHead, type SkillHead } from "./parsing/skill-head.ts";
import {
  companion,
  hashOf,
  type SkillFile,
  type SkillReader,
  skillMd,
} from "./reading/contents.ts";

export type { SkillHead } from "./parsing/skill-head.ts";

/** An address of the server, beside those of the skills. */
const keptName = "rescan";

/** A skill as its files say it. `broken` cannot be loaded: `error` has the place and the sentence. */
export type ReadSkill =
  | (Bytes & { kind: "loaded"; head: SkillHead; companion: Companion; body: string })
  | (Bytes & { kind: "broken"; error: AppError });
type Bytes = { hash: string; files: readonly SkillFile[] };

/** Throws what no skill is to blame for: a disk that fails, a right that lacks. */
export async function loadSkill(
  reader: SkillReader,
  schemaProblem: (schema: Record<string, unknown>) => string | undefined,
): Promise<ReadSkill> {
  let bytes: Bytes = { hash: "", files: [] };
  try {
    const { files, kept } = await reader.contents();
    bytes = { hash: hashOf(files), files };
    const text = kept.get(skillMd);
    if (text === undefined) throw badSkill(skillMd, "skill.no_skill_md");
    const { head, body } = readFrontMatter(text, skillMd);
    const called = await reader.called();
    if (called === keptName) throw badSkill(skillMd, "skill.name_kept", { name: called });
    return {
      ...{ kind: "loaded", ...bytes, body },
      head: readHead(head, skillMd, called),
      companion: readCompanion(kept.get(companion), schemaProblem),
    };
  } catch (error) {
    if (placeOfProblem(error) === undefined) throw error;
    // What has a place is one of ours.
    return { kind: "broken", ...bytes, error: error as AppError };
  }
}
