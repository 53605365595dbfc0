"use client";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import type { TraceSummary } from "#lib/contracts/activity";
import { activityApi } from "../../api/activity.ts";
import { ActivityFrame } from "../activity-frame.tsx";
import { useFilterOptions, useStatusOptions } from "../filter-options.ts";
import { FilteredList, useFilteredList } from "../filtered-list.tsx";
import { useTraceColumns } from "./trace-columns.tsx";

const names = ["text", "kind", "status", "tool", "rule", "agent", "folder"] as const;
const kinds = ["ask", "task"] as const;

/** Every asking and every task, newest first. */
export function TracesView() {
  const t = useTranslations("activity.traces");
  const scroller = useRef<HTMLElement>(null);
  const list = useFilteredList(names, activityApi.traces);
  const columns = useTraceColumns();
  const rows = list.pages.rows ?? [];
  const { tools, rules, agents, folders } = useFilterOptions();
  const statuses = useStatusOptions();
  return (
    <ActivityFrame view="traces" scroller={scroller}>
      <FilteredList
        list={list}
        fields={[
          { name: "text", label: t("text") },
          {
            name: "kind",
            label: t("kind"),
            options: kinds.map((value) => ({ value, label: t(value) })),
          },
          { name: "status", label: t("status"), options: statuses },
          { name: "tool", label: t("tool"), options: tools, advanced: true },
          { name: "rule", label: t("rule"), options: rules, advanced: true },
          { name: "agent", label: t("agent"), options: agents, advanced: true },
          { name: "folder", label: t("folder"), options: folders },
        ]}
        name={t("name")}
        none={t("none")}
        columns={columns.filter(({ id }) => !isEmpty(id, rows))}
        keyOf={({ trace_id }) => trace_id}
        scroller={scroller}
      />
    </ActivityFrame>
  );
}

/** A column in which nothing stands, as tokens and cost where no model is asked. */
const isEmpty = (id: string, rows: readonly TraceSummary[]): boolean =>
  (id === "tokens" && rows.every(({ tokens }) => tokens === 0)) ||
  (id === "cost" && rows.every(({ cost }) => cost === undefined));
