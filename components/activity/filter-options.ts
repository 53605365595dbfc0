"use client";
import { useTranslations } from "next-intl";
import { TraceStatus } from "#lib/contracts/activity";
import { errorCodes } from "#lib/contracts/errors";
import { agentsRemote } from "../api/activity.ts";
import { useRemote } from "../api/remote.ts";
import { useConfig } from "../api/remotes.ts";
import { taskKindsRemote } from "../api/tasks.ts";
import { toolsRemote } from "../api/tools.ts";
import type { Option } from "./filter-bar.tsx";
import { useRowWords } from "./trace/row-words.ts";

/** What a list can be narrowed to: the tools, agents, rules and folders there are. */
export function useFilterOptions(): Record<"tools" | "agents" | "rules" | "folders", Option[]> {
  const words = useRowWords();
  const { data: tools } = useRemote(toolsRemote);
  const { data: agents } = useRemote(agentsRemote);
  const { data: kinds } = useRemote(taskKindsRemote);
  const { data: config } = useConfig();
  const ids = new Set([
    "primary",
    "doc_retrieval",
    ...(agents?.map(({ id }) => id) ?? []),
    ...(kinds?.map(({ type }) => `task.${type}`) ?? []),
    "preview",
    "person",
  ]);
  return {
    tools: (tools?.tools ?? []).map(({ id }) => ({ value: id, label: id })).toSorted(byLabel),
    agents: [...ids].map((value) => ({ value, label: words.agent(value) })),
    rules: errorCodes.map((value) => ({ value, label: value })).toSorted(byLabel),
    folders: (config?.roots ?? []).map(({ id, label }) => ({ value: id, label })),
  };
}

export function useStatusOptions(): Option[] {
  const t = useTranslations("activity.status");
  return TraceStatus.options.map((value) => ({ value, label: t(value) }));
}

const byLabel = (a: Option, b: Option) => a.label.localeCompare(b.label);
