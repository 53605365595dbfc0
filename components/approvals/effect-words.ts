"use client";
import { useTranslations } from "next-intl";
import type { Approval } from "#lib/contracts/approvals";
import { writtenInLine } from "#lib/contracts/written-out";
import { useTaskWords } from "../tasks/task-words.ts";

/** What would happen, in plain words. */
export function useEffectWords(): (approval: Approval) => string {
  const t = useTranslations("approvals.effect");
  return ({ shows, tool_id, resource }) => {
    switch (shows.kind) {
      case "call":
        if (isWebTool(tool_id) && resource?.kind === "host") {
          const host = writtenInLine(resource.host);
          return t(tool_id === "web.search" ? "webSearch" : "webPage", { host });
        }
        return t("call", { tool: writtenInLine(tool_id) });
      case "command":
        return t("command");
      case "diff":
        return t(shows.created ? "newFile" : "diff", { path: writtenInLine(shows.path) });
      case "url":
        return t("url", { host: hostOf(shows.url) });
      case "code":
        return t("code");
      case "server":
        return shows.url === undefined
          ? t("server", { server: writtenInLine(shows.server) })
          : t("serverAt", { server: writtenInLine(shows.server), host: hostOf(shows.url) });
      case "tool":
        return t("tool", { tool: writtenInLine(shows.tool) });
    }
  };
}

/** On whose wish it would happen. */
export function useAskerWords(): (approval: Approval) => string {
  const t = useTranslations("approvals.asker");
  const words = useTaskWords();
  return ({ agent_id }) => {
    if (agent_id === "person") return t("person");
    if (agent_id === webReader) return t("docent");
    const [, task] = /^task\.(.+)$/.exec(agent_id) ?? [];
    return task === undefined
      ? t("agent", { agent: writtenInLine(agent_id) })
      : t("task", { task: words.type(task) });
  };
}

/** The program's own reader of pages, for which no model speaks. */
const webReader = "web_reader";

export const isWebTool = (tool_id: string): boolean =>
  ["web.search", "web.fetch", "web.extract"].includes(tool_id);

function hostOf(url: string): string {
  return writtenInLine(URL.parse(url)?.host ?? url);
}
