"use client";
import { useTranslations } from "next-intl";
import type { SkillInfo } from "#lib/contracts/skills";
import { writtenInLine } from "#lib/contracts/written-out";
import { useProblemText } from "../parts/use-problem-text.ts";
import { useSizeWords } from "../parts/use-size-words.ts";
import { OutputText } from "../tools/output-text.tsx";
import type { ShownSkill } from "./use-shown-skill.ts";

/** Every file of a skill, and the text of the one that is open, exactly. */
export function SkillFiles({ skill, shown }: { skill: SkillInfo; shown: ShownSkill }) {
  const t = useTranslations("skills");
  const problemText = useProblemText();
  const sizeWords = useSizeWords();
  const { detail, problem, file, open } = shown;
  if (skill.files.length === 0) return null;
  return (
    <section className="skill-files" aria-label={t("files")}>
      <h3 className="label">{t("filesCount", { count: skill.files.length })}</h3>
      <ul>
        {skill.files.map(({ path, bytes }) => (
          <li key={path}>
            <button
              type="button"
              className="textlink"
              aria-pressed={path === file}
              onClick={() => open(path)}
            >
              {writtenInLine(path)}
            </button>{" "}
            <span className="meta">{sizeWords(bytes)}</span>
          </li>
        ))}
      </ul>
      {problem === undefined ? null : (
        <p className="field-wrong" role="alert">
          {problemText(problem)}
        </p>
      )}
      {detail?.unshown === undefined ? null : <p className="meta">{detail.unshown.message}</p>}
      {detail?.shown === undefined ? null : (
        <OutputText
          name={t("textOf", { file: detail.shown.file })}
          text={detail.shown.text}
          from={1}
        />
      )}
    </section>
  );
}
