"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ToolInfo } from "#lib/contracts/tools";
import { asProblem } from "../api/problem.ts";
import { useConfig } from "../api/remotes.ts";
import { toolsRemote } from "../api/tools.ts";
import { useProblemText } from "../parts/use-problem-text.ts";
import { saveConfig } from "../settings/save-config.ts";

/** Whether a tool is there for anybody. Answers rest on our own docs tools, so those have no switch. */
export function ToolSwitch({ tool }: { tool: ToolInfo }) {
  const t = useTranslations("servers");
  const problemText = useProblemText();
  const { data: document } = useConfig();
  const [wrong, setWrong] = useState<string>();
  if (document === undefined || tool.provider_id === "mcp.docs") return null;
  const { tools } = document.config;
  const turn = async () => {
    setWrong(undefined);
    const others = tools.disabled.filter((id) => id !== tool.id);
    const disabled = tool.enabled ? [...others, tool.id] : others;
    try {
      await saveConfig(document, { tools: { ...tools, disabled } });
      await toolsRemote.reload();
    } catch (error) {
      setWrong(problemText(asProblem(error)));
    }
  };
  return (
    <>
      <button
        type="button"
        className="textlink"
        aria-label={t(tool.enabled ? "turnOffNamed" : "turnOnNamed", { name: tool.name })}
        onClick={() => void turn()}
      >
        {t(tool.enabled ? "turnOff" : "turnOn")}
      </button>
      {wrong === undefined ? null : (
        <span className="field-wrong" role="alert">
          {wrong}
        </span>
      )}
    </>
  );
}
