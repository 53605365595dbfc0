"use client";
import { useTranslations } from "next-intl";
import { type DocsToolName, docsTools } from "#lib/contracts/docs-tools";
import type { ToolInfo } from "#lib/contracts/tools";
import { isForeign } from "./asks.ts";

/** Our own tools are told in the reader's language; a foreign one by what its server says of it. */
export function useToolWords(): (tool: ToolInfo) => { text: string; foreign: boolean } {
  const t = useTranslations("tools");
  return (tool) =>
    isDocsTool(tool)
      ? { text: t(`docs.${tool.name}`), foreign: false }
      : { text: tool.description || (tool.title ?? ""), foreign: isForeign(tool.provider_id) };
}

function isDocsTool(tool: ToolInfo): tool is ToolInfo & { name: DocsToolName } {
  return tool.provider_id === "mcp.docs" && tool.name in docsTools;
}
