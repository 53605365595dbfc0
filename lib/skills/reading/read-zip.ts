import { lstat, readFile } from "node:fs/promises";
import nodePath from "node:path";
import { badSkill } from "../bad-skill.ts";
import { skillLimits } from "../limits.ts";
import { gatherContents, judgeSize, leftOut, type SkillReader, skillMd } from "./contents.ts";
import { openZip, type ZipFile } from "./zip.ts";

export const zipEnding = ".zip";

/**
 * A skill in a zip, which is never written out: its files are read in memory. They stand in one folder, or at the top with
 * `SKILL.md` among them.
 */
export function readZip(file: string): SkillReader {
  const shown = nodePath.basename(file);

  async function open(): Promise<{ folder: string | undefined; files: ZipFile[] }> {
    const stat = await lstat(file);
    if (!stat.isFile()) throw badSkill(shown, "skill.link");
    if (stat.size > skillLimits.zip_bytes) {
      throw badSkill(shown, "skill.too_large", { kib: skillLimits.zip_bytes / 1024 });
    }
    const all = openZip(await readFile(file), shown).filter(
      ({ path }) => !path.split("/").some((part) => leftOut.has(part)),
    );
    if (all.some(({ path }) => path === skillMd)) return { folder: undefined, files: all };
    const tops = [...new Set(all.map(({ path }) => path.split("/", 1)[0] ?? ""))];
    const [folder] = tops;
    const apart = tops.length !== 1 || all.some(({ path }) => path === folder);
    if (folder === undefined || apart) {
      const holds = tops.slice(0, 5).join(", ");
      throw badSkill(shown, "skill.zip_tops", { holds: holds === "" ? "–" : holds });
    }
    const files = all.map((one) => ({ ...one, path: one.path.slice(folder.length + 1) }));
    return { folder, files };
  }

  return {
    called: async () => (await open()).folder ?? nodePath.basename(file, zipEnding),
    async state() {
      const { dev, ino, size, mtimeNs, ctimeNs } = await lstat(file, { bigint: true });
      return [dev, ino, size, mtimeNs, ctimeNs].join(" ");
    },
    async contents() {
      const gathered = gatherContents();
      for (const { path, size, bytes } of (await open()).files) {
        judgeSize(path, size);
        gathered.add(path, await bytes());
      }
      return gathered.done();
    },
    async file(path) {
      const found = (await open()).files.find((one) => one.path === path);
      if (found === undefined) throw badSkill(path, "skill.gone");
      return found.bytes();
    },
  };
}
