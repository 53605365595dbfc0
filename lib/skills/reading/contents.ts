import { sha256 } from "#lib/platform/hash";
import { badSkill } from "../bad-skill.ts";
import { skillLimits } from "../limits.ts";

/** All files of one skill as they were read at one moment. */
export type Contents = {
  files: SkillFile[];
  /** The bytes of those that the skill itself is read from, by path. */
  kept: ReadonlyMap<string, Buffer>;
};
export type SkillFile = { path: string; bytes: number; sha256: string };

export const skillMd = "SKILL.md";
export const companion = "docent.yaml";

/** What systems and version control leave in a folder: no part of a skill, so neither read, listed nor hashed. */
export const leftOut: ReadonlySet<string> = new Set([
  ...[".git", ".svn", ".hg", ".DS_Store", "Thumbs.db", "desktop.ini", "__MACOSX"],
]);

/** Where one skill is read from. */
export type SkillReader = {
  /** What the skill has to be called. */
  called(): Promise<string>;
  /** Another value when something may have changed. Throws `skill_invalid` for what breaks a limit. */
  state(): Promise<string>;
  contents(): Promise<Contents>;
  /** The bytes of one file as they are now. Throws `skill_invalid` when it is not there. */
  file(path: string): Promise<Buffer>;
};

/** Takes in one file after another, within the limits. */
export function gatherContents() {
  const files: SkillFile[] = [];
  const kept = new Map<string, Buffer>();
  let total = 0;
  return {
    add(path: string, bytes: Buffer): void {
      total += bytes.length;
      if (total > skillLimits.total_bytes) throw tooLargeInAll(path);
      files.push({ path, bytes: bytes.length, sha256: sha256(bytes) });
      if (path === skillMd || path === companion) kept.set(path, bytes);
    },
    done: (): Contents => ({
      files: files.sort((a, b) => (a.path < b.path ? -1 : 1)),
      kept,
    }),
  };
}

/** SHA-256 over names and bytes: a folder and a zip of the same files have the same one. */
export function hashOf(files: readonly SkillFile[]): string {
  return sha256(JSON.stringify(files.map(({ path, sha256 }) => [path, sha256])));
}

/** Throws for a name that would lead elsewhere, is too deep, or is not one that a person can read. */
export function judgePath(path: string): void {
  const parts = path.split("/");
  const leads = parts.some((part) => part === "" || part === "." || part === "..");
  if (leads || /^[a-zA-Z]:|\\/.test(path) || unseen.test(path)) {
    throw badSkill(shownPath(path), "skill.name_odd");
  }
  if (path.length > skillLimits.path_characters) throw badSkill(shownPath(path), "skill.name_long");
  if (parts.length - 1 > skillLimits.depth) {
    throw badSkill(shownPath(path), "skill.too_deep", { most: skillLimits.depth });
  }
}

/** Control characters and those that turn the direction of what is read. */
const unseen = /[\p{Cc}\p{Bidi_Control}]/u;

export function judgeSize(path: string, bytes: number): void {
  const most =
    path === skillMd
      ? skillLimits.skill_md_bytes
      : path === companion
        ? skillLimits.companion_bytes
        : skillLimits.file_bytes;
  if (bytes > most) throw badSkill(path, "skill.too_large", { kib: most / 1024 });
}

export function tooMany(place: string) {
  return badSkill(place, "skill.too_many_files", { most: skillLimits.files });
}

export function tooLargeInAll(path: string) {
  return badSkill(path, "skill.too_large_in_all", { mib: skillLimits.total_bytes / 1024 ** 2 });
}

/** Names come from strangers: what cannot be seen is written out. */
function shownPath(path: string): string {
  const codeOf = (sign: string) => `\\u{${sign.charCodeAt(0).toString(16)}}`;
  const shown = path.replace(new RegExp(unseen, "gu"), codeOf);
  return shown.length <= 120 ? shown : `${shown.slice(0, 120)}…`;
}
