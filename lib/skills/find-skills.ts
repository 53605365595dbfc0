import { readdir } from "node:fs/promises";
import nodePath from "node:path";
import type { SkillInfo } from "#lib/contracts/skills";
import { skillLimits } from "./limits.ts";
import { leftOut, type SkillReader } from "./reading/contents.ts";
import { readFolder } from "./reading/read-folder.ts";
import { readZip, zipEnding } from "./reading/read-zip.ts";

/** A folder that skills are looked for in: each folder of it is one and, where `zips`, each zip. */
export type SkillsFolder = { path: string; source: SkillInfo["source"]; zips: boolean };

/** Where a skill stands: `entry` is the name of its folder or zip. */
export type SkillPlace = { source: SkillInfo["source"]; entry: string; reader: SkillReader };

/**
 * What could be a skill, by name; hidden folders and plain files are not. None where there is no such folder. `beyond` is
 * how many more there are than are loaded.
 */
export async function findSkills(
  folder: SkillsFolder,
): Promise<{ places: SkillPlace[]; beyond: number }> {
  const found = await readdir(folder.path, { withFileTypes: true }).catch(() => []);
  const places = found
    .filter((one) => !one.name.startsWith(".") && !leftOut.has(one.name))
    .flatMap((one): SkillPlace[] => {
      const path = nodePath.join(folder.path, one.name);
      const place = { source: folder.source, entry: one.name };
      const isZip = folder.zips && one.name.toLowerCase().endsWith(zipEnding);
      if (isZip && !one.isDirectory()) return [{ ...place, reader: readZip(path) }];
      if (one.isDirectory() || one.isSymbolicLink())
        return [{ ...place, reader: readFolder(path) }];
      return [];
    })
    .sort((a, b) => (a.entry < b.entry ? -1 : 1));
  const { skills } = skillLimits;
  return { places: places.slice(0, skills), beyond: Math.max(0, places.length - skills) };
}
