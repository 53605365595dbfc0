import { AppError } from "#lib/contracts/errors";
import type { SkillInfo } from "#lib/contracts/skills";
import { faultOf } from "#lib/platform/fault";
import { sha256 } from "#lib/platform/hash";
import type { Logger } from "#lib/platform/logger";
import { saidError } from "#lib/platform/said-error";
import type { WatchFolder } from "#lib/platform/watch-folder";
import { badSkill } from "./bad-skill.ts";
import { findSkills, type SkillPlace, type SkillsFolder } from "./find-skills.ts";
import { type FollowedFolders, followFolders, skillKey } from "./follow-folders.ts";
import { readBytes } from "./limits.ts";
import { loadSkill, type ReadSkill } from "./load-skill.ts";
import { textOf } from "./parsing/front-matter.ts";

/**
 * The skills of some folders as they stand there: found, read, checked, and watched once it was begun. It says nothing of
 * who may use them. What one of them has wrong costs that one alone.
 */
export type SkillShelf = {
  /** As they were at the last look, in the order of the folders and by name. */
  skills(): readonly FoundSkill[];
  /** Watches the folders from now on. Resolves after the first look. */
  begin(): Promise<void>;
  /** Looks now; resolves when what stood there at the call is known. */
  rescan(): Promise<void>;
  /**
   * The text of one file, exactly as it was when the skill was read; throws `skill_invalid` where it is another by now, is
   * not there, or is no text.
   */
  read(skill: FoundSkill, file: string): Promise<string>;
  onChange(listener: () => void): () => void;
  close(): void;
};

/** `entry`: the name of its folder or zip. `name`: what it calls itself, or its entry where it cannot be loaded. */
export type FoundSkill = ReadSkill & {
  name: string;
  entry: string;
  source: SkillInfo["source"];
};

export function createSkillShelf(deps: {
  folders: readonly SkillsFolder[];
  watch: WatchFolder;
  /** Why something is no usable JSON Schema. */
  schemaProblem: (schema: Record<string, unknown>) => string | undefined;
  log: Logger;
}): SkillShelf {
  const { folders, schemaProblem, log } = deps;
  type Known = { state: string; read: ReadSkill; place: SkillPlace };
  let known = new Map<string, Known>();
  let skills: readonly FoundSkill[] = [];
  let print = "";
  const listeners = new Set<() => void>();
  let followed: FollowedFolders | undefined;
  let begun: Promise<void> | undefined;
  let working: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  /** What the next look goes through; undefined for all. */
  let due: ReadonlySet<string> | undefined = new Set();
  let closed = false;

  async function readPlace(place: SkillPlace): Promise<Known> {
    let state = "";
    try {
      state = await place.reader.state();
      const before = known.get(skillKey(place));
      if (before !== undefined && before.state === state && state !== "") {
        return { ...before, place };
      }
      return { state, place, read: await loadSkill(place.reader, schemaProblem) };
    } catch (error) {
      const ours = error instanceof AppError && error.code === "skill_invalid";
      if (!ours) log.warn({ skill: place.entry, ...faultOf(error) }, "a skill cannot be read");
      const said = ours ? error : badSkill(".", "skill.unreadable", { reason: codeOf(error) });
      return { state: "", place, read: { kind: "broken", hash: "", files: [], error: said } };
    }
  }

  /** Of those that are not named it is known how they stand. */
  async function look(named: ReadonlySet<string> | undefined): Promise<void> {
    const found = new Map<string, Known>();
    const ordered: FoundSkill[] = [];
    for (const folder of folders) {
      const { places, beyond } = await findSkills(folder);
      for (const place of places) {
        const key = skillKey(place);
        const before = named === undefined || named.has(key) ? undefined : known.get(key);
        const one = before ?? (await readPlace(place));
        found.set(key, one);
        const { source, entry } = place;
        const name = one.read.kind === "loaded" ? one.read.head.name : entry;
        ordered.push({ ...one.read, source, entry, name });
      }
      if (beyond > 0) ordered.push(leftOver(folder, beyond));
    }
    if (closed) return;
    known = found;
    skills = refuseClashes(ordered);
    const now = sha256(JSON.stringify(skills.map(toldBy)));
    if (now === print) return;
    print = now;
    for (const skill of skills) {
      if (skill.kind !== "broken") continue;
      log.warn({ skill: skill.entry, source: skill.source }, skill.error.message);
    }
    for (const listener of [...listeners]) listener();
  }

  function rescan(named?: ReadonlySet<string>): Promise<void> {
    due = named === undefined || due === undefined ? undefined : new Set([...due, ...named]);
    next ??= working.then(() => {
      next = undefined;
      const now = due;
      due = new Set();
      working = look(now).catch((error: unknown) => {
        log.error(faultOf(error), "the skills could not be looked at");
      });
      return working;
    });
    return next;
  }

  return {
    skills: () => skills,
    begin() {
      begun ??= (async () => {
        followed = followFolders({
          folders,
          watch: deps.watch,
          changed: (named) => void rescan(named),
        });
        await followed.follow(); // first, so that no change falls between
        await rescan();
      })();
      return begun;
    },
    rescan: () => rescan(),
    async read(skill, file) {
      const listed = skill.files.find(({ path }) => path === file);
      const place = known.get(skillKey(skill))?.place;
      if (listed === undefined || place === undefined) throw noFile(skill, file);
      if (listed.bytes > readBytes)
        throw badSkill(file, "skill.too_large", { kib: readBytes / 1024 });
      const bytes = await place.reader.file(file).catch((error: unknown) => {
        if (error instanceof AppError) throw error;
        throw badSkill(file, "skill.gone");
      });
      if (sha256(bytes) !== listed.sha256) {
        void rescan();
        throw badSkill(file, "skill.changing");
      }
      return textOf(bytes, file);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      closed = true;
      followed?.close();
      listeners.clear();
    },
  };
}

function noFile({ name }: FoundSkill, file: string): AppError {
  return saidError("not_found", "error.skill_file_not_found", { skill: name, file });
}

/** What makes it another skill to whoever looks. */
function toldBy({ source, entry, hash, ...skill }: FoundSkill) {
  return [source, entry, hash, skill.kind === "broken" ? skill.error.message : ""];
}

/** More than are loaded: they are one row of the list, so that nobody wonders where they are. */
function leftOver({ source }: SkillsFolder, count: number): FoundSkill {
  const error = badSkill(".", "skill.too_many_skills", { count });
  const none = { hash: "", files: [] };
  return { kind: "broken", ...none, source, entry: "…", name: "…", error };
}

/** A name is one skill's: ours keep theirs, and of a person's two neither is taken, for nobody knows which was meant. */
function refuseClashes(skills: readonly FoundSkill[]): FoundSkill[] {
  const named = new Map<string, FoundSkill[]>();
  for (const skill of skills) {
    if (skill.kind === "loaded") named.set(skill.name, [...(named.get(skill.name) ?? []), skill]);
  }
  return skills.map((skill) => {
    const others = (named.get(skill.name) ?? []).filter((one) => one !== skill);
    if (skill.kind === "broken" || others.length === 0 || skill.source === "built_in") return skill;
    const ours = others.some(({ source }) => source === "built_in");
    const error = ours
      ? badSkill("SKILL.md", "skill.name_ours", { name: skill.name })
      : badSkill("SKILL.md", "skill.name_twice", {
          name: skill.name,
          other: others.map(({ entry }) => entry).join(", "),
        });
    const { hash, files, source, entry } = skill;
    return { kind: "broken", hash, files, source, entry, name: entry, error };
  });
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown";
}
