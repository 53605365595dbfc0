import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createLogger } from "#lib/platform/logger";
import { watchFolder } from "#lib/platform/watch-folder";
import { createSkillShelf, type FoundSkill, type SkillShelf } from "#lib/skills/skill-shelf";
import { createSchemaCheck } from "#lib/tools/schema-check";

export const skillText = (name: string, more = "", body = "Do it well.\n") =>
  `---\nname: ${name}\ndescription: What ${name} is for.\n${more}---\n\n${body}`;

/** Folders of skills on a disk of their own, as the program has them. */
export function openShelf() {
  const dir = realpathSync(mkdtempSync(path.join(os.tmpdir(), "docent-skills-")));
  const at = (...names: string[]) => path.join(dir, ...names);
  for (const name of ["ours", "own"]) mkdirSync(at(name));
  const write = (name: string, text: string | Buffer): string => {
    mkdirSync(path.dirname(at(name)), { recursive: true });
    writeFileSync(at(name), text);
    return at(name);
  };
  const shelf: SkillShelf = createSkillShelf({
    folders: [
      { path: at("ours"), source: "built_in", zips: false },
      { path: at("own"), source: "person", zips: true },
    ],
    watch: watchFolder,
    schemaProblem: createSchemaCheck().problem,
    log: createLogger("test", "silent"),
  });
  return {
    ...{ dir, at, write, shelf },
    skill: (name = "weave") => write(`own/${name}/SKILL.md`, skillText(name)),
    async look(): Promise<readonly FoundSkill[]> {
      await shelf.rescan();
      return shelf.skills();
    },
    close() {
      shelf.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Why a skill is not loaded: file, line and sentence; undefined where it is. */
export function problemOf(skill: FoundSkill | undefined): string | undefined {
  if (skill === undefined) return "not found";
  if (skill.kind === "loaded") return undefined;
  const where = skill.error.details?.where as { file: string; line?: number };
  return `${where.file}${where.line === undefined ? "" : `:${where.line}`} ${skill.error.message}`;
}
