import { useTranslations } from "next-intl";
import type { SkillInfo } from "#lib/contracts/skills";

/** Whether a skill may speak to a model, and what stands before it where it may not. */
export function SkillState({ state }: Pick<SkillInfo, "state">) {
  const t = useTranslations("skills.state");
  return (
    <span className="skill-state" data-state={state}>
      {t(state)}
    </span>
  );
}

export const waitsForReview = ({ state }: Pick<SkillInfo, "state">): boolean =>
  state === "new" || state === "changed";
