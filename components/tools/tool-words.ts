"use client";
import { useTranslations } from "next-intl";
import { type DocsToolName, docsTools } from "#lib/contracts/docs-tools";
import type { ToolInfo } from "#lib/contracts/tools";
import { isForeign } from "./asks.ts";
import { agentsId, isBuiltIn, sandboxId, skillsId } from "./built-in.ts";

/** Our own tools are told in the reader's language; a foreign one by what its server says of it. */
export function useToolWords(): (tool: ToolInfo) => { text: string; foreign: boolean } {
  const t = useTranslations("tools");
  const sandbox = useTranslations("sandbox");
  return (tool) => {
    if (isDocsTool(tool)) return { text: t(`docs.${tool.name}`), foreign: false };
    if (isBuiltIn(tool)) return { text: t(`builtIn.said.${tool.name}`), foreign: false };
    const own = tool.name.replace(".", "_") as OwnName; // `has` tells
    if (ownProviders.has(tool.provider_id) && t.has(`own.${own}`))
      return { text: t(`own.${own}`), foreign: false };
    if (tool.provider_id === skillsId) return { text: t("skillRead"), foreign: false };
    if (tool.provider_id === sandboxId) return { text: sandbox("tool"), foreign: false };
    if (tool.provider_id === agentsId) {
      return { text: tool.title ?? t("agents.undescribed"), foreign: false };
    }
    return { text: tool.description || (tool.title ?? ""), foreign: isForeign(tool.provider_id) };
  };
}

/** What an argument of a tool of ours is for, in the reader's language; undefined where only the tool itself says it. */
export function useArgumentWords(
  tool: Pick<ToolInfo, "name" | "provider_id">,
): (argument: string) => string | undefined {
  const t = useTranslations("tools.builtIn");
  const sandbox = useTranslations("sandbox.argument");
  return (argument) => {
    if (tool.provider_id === sandboxId) {
      const known = argument as Parameters<typeof sandbox>[0]; // known or not: `has` tells
      return sandbox.has(known) ? sandbox(known) : undefined;
    }
    const key = `argument.${tool.name}.${argument}` as Parameters<typeof t>[0]; // known or not: `has` tells
    return isBuiltIn(tool) && t.has(key) ? t(key) : undefined;
  };
}

/** Whose descriptions are written for a model. */
const ownProviders: ReadonlySet<string> = new Set(["memory", "tasks", "web"]);
type OwnName =
  | "memory_read"
  | "memory_propose"
  | "task_start"
  | "web_search"
  | "web_fetch"
  | "web_extract";

function isDocsTool(tool: ToolInfo): tool is ToolInfo & { name: DocsToolName } {
  return tool.provider_id === "mcp.docs" && tool.name in docsTools;
}
