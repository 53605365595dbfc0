"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { SkillInfo } from "#lib/contracts/skills";
import { asProblem } from "../api/problem.ts";
import { skillsApi, skillsRemote } from "../api/skills.ts";
import { useProblemText } from "../parts/use-problem-text.ts";
import { waitsForReview } from "./skill-state.tsx";
import type { ShownSkill } from "./use-shown-skill.ts";

/** A person's word on a skill that is new or has changed: on these bytes, which were shown, and on no others. */
export function AcceptSkill({ skill, shown }: { skill: SkillInfo; shown: ShownSkill }) {
  const t = useTranslations("skills");
  const problemText = useProblemText();
  const [wrong, setWrong] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(false);
  const { detail } = shown;
  const accept = async (hash: string) => {
    setBusy(true);
    setWrong(undefined);
    try {
      await skillsApi.change(skill.name, { accept: hash });
      setDone(true);
    } catch (error) {
      setWrong(problemText(asProblem(error)));
    }
    await skillsRemote.reload();
    setBusy(false);
  };
  const waits = waitsForReview(skill);
  return (
    <div className="skill-accept">
      {waits ? (
        <>
          <p className="meta">{t(skill.state === "new" ? "review.new" : "review.changed")}</p>
          <button
            type="button"
            className="btn btn-main"
            disabled={busy || detail === undefined}
            onClick={() => void accept(detail?.hash ?? "")}
          >
            {t("accept")}
          </button>
        </>
      ) : null}
      <p className="meta" role="status">
        {done && !waits ? t("accepted") : ""}
      </p>
      {wrong === undefined ? null : (
        <p className="field-wrong" role="alert">
          {wrong}
        </p>
      )}
    </div>
  );
}
