"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { asProblem } from "../api/problem.ts";
import { useRemote } from "../api/remote.ts";
import { skillsApi, skillsRemote } from "../api/skills.ts";
import { CopyButton } from "../parts/copy-button.tsx";
import { useProblemText } from "../parts/use-problem-text.ts";
import { SkillRows } from "../skills/skill-rows.tsx";

/** Skills: where a person puts theirs, which there are, and a look at the folder at once. */
export function Skills() {
  const t = useTranslations("skills");
  const problemText = useProblemText();
  const { data } = useRemote(skillsRemote);
  const [said, setSaid] = useState<string>();
  const rescan = async () => {
    try {
      const list = await skillsApi.rescan();
      skillsRemote.put(list);
      setSaid(t("rescanned", { count: list.skills.length }));
    } catch (error) {
      setSaid(problemText(asProblem(error)));
    }
  };
  return (
    <section aria-labelledby="skills">
      <h2 id="skills">{t("name")}</h2>
      <p className="said">{t("lead")}</p>
      <p className="said">{t("put")}</p>
      {data === undefined ? null : (
        <p className="skill-folder">
          <code>{data.folders.person}</code>
          <CopyButton text={data.folders.person} name={t("copyPath")} />
          <button type="button" className="btn btn-quiet" onClick={() => void rescan()}>
            {t("rescan")}
          </button>
        </p>
      )}
      <SkillRows />
      <p className="meta" role="status">
        {said}
      </p>
    </section>
  );
}
