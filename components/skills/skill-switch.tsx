"use client";
import { useTranslations } from "next-intl";
import { Switch } from "radix-ui";
import { useState } from "react";
import type { SkillInfo } from "#lib/contracts/skills";
import { asProblem } from "../api/problem.ts";
import { configRemote } from "../api/remotes.ts";
import { skillsApi, skillsRemote } from "../api/skills.ts";
import { useProblemText } from "../parts/use-problem-text.ts";

/** Whether a skill is there for anybody. One that cannot be loaded has nothing to switch. */
export function SkillSwitch({ skill }: { skill: SkillInfo }) {
  const t = useTranslations("skills");
  const problemText = useProblemText();
  const [wanted, setWanted] = useState<boolean>();
  const [wrong, setWrong] = useState<string>();
  if (skill.state === "invalid") return null;
  const turn = async (enabled: boolean) => {
    setWrong(undefined);
    setWanted(enabled);
    try {
      await skillsApi.change(skill.name, { enabled });
    } catch (error) {
      setWrong(problemText(asProblem(error)));
    }
    await Promise.all([skillsRemote.reload(), configRemote.reload()]);
    setWanted(undefined);
  };
  return (
    <>
      <Switch.Root
        className="switch"
        checked={wanted ?? skill.state !== "disabled"}
        aria-label={t("switch", { name: skill.name })}
        onCheckedChange={(enabled) => void turn(enabled)}
      >
        <Switch.Thumb className="switch-thumb" />
      </Switch.Root>
      {wrong === undefined ? null : (
        <span className="field-wrong" role="alert">
          {wrong}
        </span>
      )}
    </>
  );
}
