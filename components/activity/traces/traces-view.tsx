"use client";
import { useTranslations } from "next-intl";
import { useCallback, useRef } from "react";
import type { TraceSummary } from "#lib/contracts/activity";
import { activityApi } from "../../api/activity.ts";
import { VirtualTable } from "../../parts/virtual-table.tsx";
import { ActivityFrame } from "../activity-frame.tsx";
import { FilterBar, SelectFilter, TextFilter } from "../filter-bar.tsx";
import { useFilterOptions, useStatusOptions } from "../filter-options.ts";
import { ListState } from "../list-state.tsx";
import { TimeFilter, timeBounds, timeNames } from "../time-filter.tsx";
import { useFilters } from "../use-filters.ts";
import { usePages } from "../use-pages.ts";
import { useTraceColumns } from "./trace-columns.tsx";

const asked = ["text", "kind", "status", "tool", "rule", "agent", "folder"] as const;
const names = [...asked, ...timeNames];

/** Every asking and every task, newest first. */
export function TracesView() {
  const t = useTranslations("activity.traces");
  const scroller = useRef<HTMLElement>(null);
  const filters = useFilters(names);
  const { values, set, clear } = filters;
  const pages = usePages<TraceSummary>(filters.key, (cursor, signal) => {
    const { within, since, until, ...narrowed } = values;
    const bounds = timeBounds({ within, since, until }, new Date());
    return activityApi.traces({ ...narrowed, ...bounds, cursor }, signal);
  });
  const columns = useTraceColumns();
  const options = useFilterOptions();
  const statuses = useStatusOptions();
  const setText = useCallback((value: string) => set("text", value), [set]);
  const active = Object.keys(values).length;
  return (
    <ActivityFrame view="traces" scroller={scroller}>
      <FilterBar active={active} onClear={clear}>
        <TextFilter name={t("text")} value={values.text} onChange={setText} />
        <SelectFilter
          name={t("kind")}
          value={values.kind}
          options={(["ask", "task"] as const).map((value) => ({ value, label: t(value) }))}
          onChange={(value) => set("kind", value)}
        />
        <SelectFilter
          name={t("status")}
          value={values.status}
          options={statuses}
          onChange={(value) => set("status", value)}
        />
        <SelectFilter
          name={t("tool")}
          value={values.tool}
          options={options.tools}
          onChange={(value) => set("tool", value)}
        />
        <SelectFilter
          name={t("rule")}
          value={values.rule}
          options={options.rules}
          onChange={(value) => set("rule", value)}
        />
        <SelectFilter
          name={t("agent")}
          value={values.agent}
          options={options.agents}
          onChange={(value) => set("agent", value)}
        />
        <SelectFilter
          name={t("folder")}
          value={values.folder}
          options={options.folders}
          onChange={(value) => set("folder", value)}
        />
        <TimeFilter values={values} set={set} />
      </FilterBar>
      <ListState pages={pages} filtered={active > 0} onClear={clear} none={<p>{t("none")}</p>} />
      {pages.rows === undefined || pages.rows.length === 0 ? null : (
        <VirtualTable
          name={t("name")}
          rows={pages.rows}
          columns={columns}
          keyOf={({ trace_id }) => trace_id}
          scroller={scroller}
          onEnd={pages.loadMore}
        />
      )}
    </ActivityFrame>
  );
}
