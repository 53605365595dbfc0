"use client";
import { useEffect, useState } from "react";
import type { SkillDetail, SkillInfo } from "#lib/contracts/skills";
import { type ApiProblem, asProblem } from "../api/problem.ts";
import { skillsApi } from "../api/skills.ts";

export type ShownSkill = {
  file: string;
  open(file: string): void;
  /** The skill as it was when this text was read: what a person accepts is what they were shown. */
  detail: SkillDetail | undefined;
  problem: ApiProblem | undefined;
};

/** The text of one file of a skill; read again when the skill is another. */
export function useShownSkill({ name, hash }: SkillInfo): ShownSkill {
  const [file, setFile] = useState("SKILL.md");
  const [read, setRead] = useState<{ detail?: SkillDetail; problem?: ApiProblem }>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: another hash is another text.
  useEffect(() => {
    const stop = new AbortController();
    skillsApi.show(name, file === "SKILL.md" ? undefined : file, stop.signal).then(
      (detail) => setRead({ detail }),
      (error: unknown) => {
        if (!stop.signal.aborted) setRead({ problem: asProblem(error) });
      },
    );
    return () => stop.abort();
  }, [name, hash, file]);
  return { file, open: setFile, detail: read.detail, problem: read.problem };
}
