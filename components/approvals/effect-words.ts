"use client";
import { useTranslations } from "next-intl";
import type { Approval } from "#lib/contracts/approvals";
import { writtenInLine } from "#lib/contracts/written-out";

/** What would happen, and on whose wish, in plain words. */
export function useEffectWords(): (approval: Approval) => string {
  const t = useTranslations("approvals.effect");
  return ({ shows, agent_id, tool_id }) => {
    const who = agent_id === "person" ? t("you") : t("agent", { agent: writtenInLine(agent_id) });
    switch (shows.kind) {
      case "call":
        return t("call", { who, tool: writtenInLine(tool_id) });
      case "command":
        return t("command", { who });
      case "diff":
        return t(shows.created ? "newFile" : "diff", { who, path: writtenInLine(shows.path) });
      case "url":
        return t("url", { who, host: hostOf(shows.url) });
      case "server":
        return shows.url === undefined
          ? t("server", { server: writtenInLine(shows.server) })
          : t("serverAt", { server: writtenInLine(shows.server), host: hostOf(shows.url) });
      case "tool":
        return t("tool", { tool: writtenInLine(shows.tool) });
    }
  };
}

function hostOf(url: string): string {
  return writtenInLine(URL.parse(url)?.host ?? url);
}
