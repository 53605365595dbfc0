"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { SkillInfo } from "#lib/contracts/skills";
import { writtenInLine } from "#lib/contracts/written-out";
import { useRemote } from "../api/remote.ts";
import { skillsRemote } from "../api/skills.ts";
import { useProblemText } from "../parts/use-problem-text.ts";
import { ForeignWords } from "../tools/foreign-words.tsx";
import { SkillDialog } from "./skill-dialog.tsx";
import { SkillError } from "./skill-error.tsx";
import { SkillState } from "./skill-state.tsx";
import { SkillSwitch } from "./skill-switch.tsx";
import { useSkillWords } from "./skill-words.ts";

/** Every skill with its switch, its state and what it is for. A press on one opens it: its text, its files, its tools. */
export function SkillRows() {
  const t = useTranslations("skills");
  const problemText = useProblemText();
  const { data, problem } = useRemote(skillsRemote, () => 1000);
  const [opened, setOpened] = useState<string>();
  if (data === undefined) {
    return <p className="meta">{problem === undefined ? t("loading") : problemText(problem)}</p>;
  }
  const open = data.skills.find((skill) => keyOf(skill) === opened);
  return (
    <>
      <ul className="skill-rows">
        {data.skills.map((skill) => (
          <SkillRow key={keyOf(skill)} skill={skill} onOpen={() => setOpened(keyOf(skill))} />
        ))}
      </ul>
      {open === undefined ? null : (
        <SkillDialog skill={open} folders={data.folders} onClose={() => setOpened(undefined)} />
      )}
    </>
  );
}

const keyOf = ({ source, entry }: SkillInfo): string => `${source} ${entry}`;

function SkillRow({ skill, onOpen }: { skill: SkillInfo; onOpen: () => void }) {
  const t = useTranslations("skills");
  const words = useSkillWords()(skill);
  const missing = skill.required_tools.filter(({ state }) => state !== "here");
  return (
    <li className="skill-row">
      <div className="skill-head">
        <button type="button" className="tool-open" onClick={onOpen}>
          <code className="tool-name">{writtenInLine(skill.name)}</code>{" "}
          <SkillState state={skill.state} />
        </button>
        <SkillSwitch skill={skill} />
      </div>
      {skill.error === undefined ? null : <SkillError error={skill.error} />}
      {words.text === "" ? null : words.foreign ? (
        <ForeignWords text={words.text} most={120} />
      ) : (
        <p className="meta">{words.text}</p>
      )}
      {missing.length === 0 ? null : (
        <p className="meta caution">
          {t("lacks", { tools: missing.map(({ id }) => writtenInLine(id)).join(", ") })}
        </p>
      )}
    </li>
  );
}
