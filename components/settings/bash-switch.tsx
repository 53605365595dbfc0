"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ConfigDocument } from "#lib/contracts/http";
import type { ToolInfo } from "#lib/contracts/tools";
import { asProblem } from "../api/problem.ts";
import { approvalsRemote, toolsRemote } from "../api/tools.ts";
import { lookAt } from "../approvals/places.ts";
import { useProblemText } from "../parts/use-problem-text.ts";
import { fieldSaid, saveConfig } from "./save-config.ts";

/**
 * Whether commands may be asked for at all. Switching it on takes effect once a person has allowed it, having seen how
 * every command would be started; each command is asked about all the same.
 */
export function BashSwitch({ document, bash }: { document: ConfigDocument; bash: ToolInfo }) {
  const t = useTranslations("workspace.bash");
  const words = useTranslations("servers");
  const problemText = useProblemText();
  const [wrong, setWrong] = useState<string>();
  const { tools } = document.config;
  const why = bash.off?.why;
  const wanted = tools.bash.enabled && why !== "refused"; // once it was refused, it has to be asked for anew
  const cannot = why === "unavailable";
  const state = bash.enabled ? "on" : cannot ? "cannot" : wanted ? "waiting" : "off";
  const asked = bash.off?.approval_id;
  const turn = async (enabled: boolean) => {
    setWrong(undefined);
    try {
      await saveConfig(document, { tools: { ...tools, bash: { ...tools.bash, enabled } } });
    } catch (error) {
      setWrong(fieldSaid(asProblem(error), "tools", problemText));
    }
    await Promise.all([toolsRemote.reload(), approvalsRemote.reload()]);
    const question = toolsRemote.get().data?.tools.find(({ id }) => id === bash.id)?.off;
    if (enabled && question?.approval_id !== undefined) lookAt(question.approval_id);
  };
  return (
    <div className="bash-switch" id="bash">
      <div className="server">
        <b>{bash.name}</b>
        <span>{t(state)}</span>
        <span className="server-acts">
          {asked === undefined ? null : (
            <button type="button" className="btn" onClick={() => lookAt(asked)}>
              {words("lookAt")}
            </button>
          )}
          {cannot && !wanted ? null : (
            <button
              type="button"
              className={asked === undefined && !wanted ? "btn" : "btn btn-quiet"}
              aria-label={words(wanted ? "turnOffNamed" : "turnOnNamed", { name: bash.name })}
              onClick={() => void turn(!wanted)}
            >
              {words(wanted ? "turnOff" : "turnOn")}
            </button>
          )}
        </span>
      </div>
      <p className="meta" role="status">
        {why === undefined || why === "setting"
          ? t(`said.${bash.enabled ? "on" : "off"}`)
          : bash.off?.message}
      </p>
      {wrong === undefined ? null : (
        <p className="field-said field-wrong" role="alert">
          {wrong}
        </p>
      )}
    </div>
  );
}
