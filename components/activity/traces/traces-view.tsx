"use client";
import { useTranslations } from "next-intl";
import { useRef } from "react";
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
          { name: "tool", label: t("tool"), options: tools },
          { name: "rule", label: t("rule"), options: rules },
          { name: "agent", label: t("agent"), options: agents },
          { name: "folder", label: t("folder"), options: folders },
        ]}
        name={t("name")}
        none={t("none")}
        columns={columns}
        keyOf={({ trace_id }) => trace_id}
        scroller={scroller}
      />
    </ActivityFrame>
  );
}
