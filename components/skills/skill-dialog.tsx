"use client";
import { useTranslations } from "next-intl";
import type { SkillInfo, SkillList } from "#lib/contracts/skills";
import { writtenInLine } from "#lib/contracts/written-out";
import { TitledDialog } from "../parts/titled-dialog.tsx";
import { ForeignWords } from "../tools/foreign-words.tsx";
import { AcceptSkill } from "./accept-skill.tsx";
import { SkillError } from "./skill-error.tsx";
import { SkillFacts } from "./skill-facts.tsx";
import { SkillFiles } from "./skill-files.tsx";
import { SkillState } from "./skill-state.tsx";
import { SkillSwitch } from "./skill-switch.tsx";
import { useSkillWords } from "./skill-words.ts";
import { useShownSkill } from "./use-shown-skill.ts";

/** One skill, as a person reads it before it may speak to a model: what it is for, what it may use, and every file of it. */
export function SkillDialog(props: {
  skill: SkillInfo;
  folders: SkillList["folders"];
  onClose: () => void;
}) {
  const { skill, folders, onClose } = props;
  const t = useTranslations("skills");
  const words = useSkillWords()(skill);
  const shown = useShownSkill(skill);
  return (
    <TitledDialog
      title={<code>{writtenInLine(skill.name)}</code>}
      titleClass="tool-title"
      className="tool-dialog"
      close={t("close")}
      onClose={onClose}
    >
      <p className="tool-facts">
        <SkillState state={skill.state} />
        <SkillSwitch skill={skill} />
      </p>
      {skill.error === undefined ? null : <SkillError error={skill.error} />}
      {words.text === "" ? null : words.foreign ? (
        <ForeignWords text={words.text} most={1100} />
      ) : (
        <p>{words.text}</p>
      )}
      <SkillFacts skill={skill} folders={folders} />
      <SkillFiles skill={skill} shown={shown} />
      <AcceptSkill skill={skill} shown={shown} />
    </TitledDialog>
  );
}
