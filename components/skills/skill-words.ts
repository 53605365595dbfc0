"use client";
import { useTranslations } from "next-intl";
import type { SkillInfo } from "#lib/contracts/skills";

type Told = Pick<SkillInfo, "name" | "source" | "description">;

/** Our own skills are told in the reader's language; a person's by what it says of itself. */
export function useSkillWords(): (skill: Told) => { text: string; foreign: boolean } {
  const t = useTranslations("skills.ours");
  return ({ name, source, description }) => {
    const key = name as Parameters<typeof t>[0]; // known or not: `has` tells
    return source === "built_in" && t.has(key)
      ? { text: t(key), foreign: false }
      : { text: description, foreign: true };
  };
}
