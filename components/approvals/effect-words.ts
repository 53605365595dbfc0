"use client";
import { useTranslations } from "next-intl";
import type { Approval } from "#lib/contracts/approvals";
import { writtenInLine } from "#lib/contracts/written-out";
import { useTaskWords } from "../tasks/task-words.ts";

/** What would happen, and on whose wish, in plain words. */
export function useEffectWords(): (approval: Approval) => string {
  const t = useTranslations("approvals.effect");
  const words = useTaskWords();
  return ({ shows, agent_id, tool_id, resource }) => {
    const [, task] = /^task\.(.+)$/.exec(agent_id) ?? [];
    const who =
      agent_id === "person"
        ? t("you")
        : task === undefined
          ? agent_id === webReader
            ? t("docent")
            : t("agent", { agent: writtenInLine(agent_id) })
          : t("task", { task: words.type(task) });
    switch (shows.kind) {
      case "call":
        if (isWebTool(tool_id) && resource?.kind === "host") {
          const host = writtenInLine(resource.host);
          return t(tool_id === "web.search" ? "webSearch" : "webPage", { who, host });
        }
        return t("call", { who, tool: writtenInLine(tool_id) });
      case "command":
        return t("command", { who });
      case "diff":
        return t(shows.created ? "newFile" : "diff", { who, path: writtenInLine(shows.path) });
      case "url":
        return t("url", { who, host: hostOf(shows.url) });
      case "code":
        return t("code", { who });
      case "server":
        return shows.url === undefined
          ? t("server", { server: writtenInLine(shows.server) })
          : t("serverAt", { server: writtenInLine(shows.server), host: hostOf(shows.url) });
      case "tool":
        return t("tool", { tool: writtenInLine(shows.tool) });
    }
  };
}

/** The program's own reader of pages, for which no model speaks. */
const webReader = "web_reader";

export const isWebTool = (tool_id: string): boolean =>
  ["web.search", "web.fetch", "web.extract"].includes(tool_id);

function hostOf(url: string): string {
  return writtenInLine(URL.parse(url)?.host ?? url);
}
