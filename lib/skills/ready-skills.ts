import type { SkillInfo } from "#lib/contracts/skills";

/** The skills that may speak to a model now: switched on, whole, and as a person has accepted them. */
export type ReadySkills = {
  /** Waits for the first look at the folders. */
  list(): Promise<readonly SkillInfo[]>;
  /** Undefined for one that is not ready. */
  find(name: string): SkillInfo | undefined;
  /**
   * The body of its SKILL.md, or one of its files, with the names of all. Throws AppError `not_found`, `skill_disabled` or
   * `skill_invalid`, also where it stopped being ready meanwhile.
   */
  read(name: string, file?: string): Promise<{ text: string; files: readonly string[] }>;
};
