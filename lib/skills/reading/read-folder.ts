import { type BigIntStats, constants } from "node:fs";
import { lstat, open, readdir, realpath } from "node:fs/promises";
import nodePath from "node:path";
import { sha256 } from "#lib/platform/hash";
import { badSkill } from "../bad-skill.ts";
import { skillLimits } from "../limits.ts";
import {
  type Contents,
  gatherContents,
  judgePath,
  judgeSize,
  leftOut,
  type SkillReader,
  tooLargeInAll,
  tooMany,
} from "./contents.ts";

/**
 * A skill in a folder. Regular files alone; a link counts as the file it leads to when that lies in the same folder, and
 * the skill is refused when it leads anywhere else or to a folder. A file that turns into another between being looked at
 * and being opened is refused too.
 */
export function readFolder(folder: string): SkillReader {
  return {
    called: async () => nodePath.basename(folder),
    async state() {
      const found = await walk(folder);
      return sha256(found.map(({ path, print }) => `${path}\0${print}`).join("\n"));
    },
    async contents(): Promise<Contents> {
      const gathered = gatherContents();
      for (const one of await walk(folder)) gathered.add(one.path, await bytesOf(one));
      return gathered.done();
    },
    async file(path) {
      judgePath(path);
      const real = await realFolder(folder);
      const found = await look(real, path);
      if (found === undefined) throw badSkill(path, "skill.gone");
      return bytesOf(found);
    },
  };
}

type Found = { path: string; real: string; stat: BigIntStats; print: string };

async function realFolder(folder: string): Promise<string> {
  if (!(await lstat(folder)).isDirectory()) throw badSkill(".", "skill.link");
  return realpath(folder);
}

async function walk(folder: string): Promise<Found[]> {
  const real = await realFolder(folder);
  const found: Found[] = [];
  let seen = 0;
  let total = 0n;
  const enter = async (below: string): Promise<void> => {
    const names = (await readdir(nodePath.join(real, below))).filter((name) => !leftOut.has(name));
    seen += names.length;
    if (seen > skillLimits.files) throw tooMany(below === "" ? "." : below);
    for (const name of names.sort()) {
      const path = below === "" ? name : `${below}/${name}`;
      judgePath(path);
      const one = await look(real, path);
      if (one === undefined) {
        await enter(path);
        continue;
      }
      total += one.stat.size;
      if (total > skillLimits.total_bytes) throw tooLargeInAll(path);
      found.push(one);
    }
  };
  await enter("");
  return found;
}

/** Undefined for a folder. */
async function look(real: string, path: string): Promise<Found | undefined> {
  const place = nodePath.join(real, path);
  let stat = await lstat(place, { bigint: true });
  if (stat.isDirectory()) return undefined;
  let target = place;
  if (stat.isSymbolicLink()) {
    target = await realpath(place).catch(() => "");
    if (!target.startsWith(real + nodePath.sep)) throw badSkill(path, "skill.link");
    stat = await lstat(target, { bigint: true });
    if (stat.isDirectory()) throw badSkill(path, "skill.link");
  }
  if (!stat.isFile()) throw badSkill(path, "skill.not_regular");
  judgeSize(path, Number(stat.size));
  const print = [stat.dev, stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].join(" ");
  return { path, real: target, stat, print };
}

async function bytesOf({ path, real, stat }: Found): Promise<Buffer> {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const file = await open(real, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const opened = await file.stat({ bigint: true });
    const same = opened.isFile() && opened.ino === stat.ino && opened.dev === stat.dev;
    if (!same || (await realpath(real)) !== real) throw badSkill(path, "skill.changing");
    judgeSize(path, Number(opened.size));
    const bytes = Buffer.alloc(Number(opened.size));
    let at = 0;
    while (at < bytes.length) {
      const { bytesRead } = await file.read(bytes, at, bytes.length - at, at);
      if (bytesRead === 0) break;
      at += bytesRead;
    }
    return bytes.subarray(0, at);
  } finally {
    await file.close();
  }
}
