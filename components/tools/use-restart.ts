"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { asProblem } from "../api/problem.ts";
import { toolsApi, toolsRemote } from "../api/tools.ts";
import { useProblemText } from "../parts/use-problem-text.ts";

/** Starts one MCP server afresh, and says how that went. */
export function useRestart(name: string) {
  const t = useTranslations("servers");
  const problemText = useProblemText();
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<string>();
  const restart = async () => {
    if (busy) return;
    setBusy(true);
    setSaid(undefined);
    try {
      await toolsApi.restartServer(name);
      setSaid(t("restarted", { name }));
    } catch (error) {
      setSaid(problemText(asProblem(error)));
    }
    await toolsRemote.reload();
    setBusy(false);
  };
  return { restart, busy, said };
}
