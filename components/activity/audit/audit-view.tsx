"use client";
import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useCallback, useRef, useState } from "react";
import type { AuditEntry } from "#lib/contracts/activity";
import { activityApi } from "../../api/activity.ts";
import { VirtualTable } from "../../parts/virtual-table.tsx";
import { ActivityFrame } from "../activity-frame.tsx";
import { FilterBar, SelectFilter, TextFilter } from "../filter-bar.tsx";
import { useFilterOptions } from "../filter-options.ts";
import { ListState } from "../list-state.tsx";
import { TimeFilter, timeBounds, timeNames } from "../time-filter.tsx";
import { useFilters } from "../use-filters.ts";
import { usePages } from "../use-pages.ts";
import { useAuditColumns } from "./audit-columns.tsx";
import { AuditDetails } from "./audit-details.tsx";
import { ChainState } from "./chain-state.tsx";

const asked = [
  ...(["kind", "status", "tool", "rule", "agent", "root", "path"] as const),
  ...(["trace", "task", "approval"] as const),
];
const names = [...asked, ...timeNames];
const statuses = ["ok", "no_hit", "denied", "timeout", "cancelled", "error", "unknown"] as const;

/** Who read or did what, when, by which right and approval; and whether the record stands as it was written. */
export function AuditView() {
  const t = useTranslations("activity.audit");
  const scroller = useRef<HTMLElement>(null);
  const filters = useFilters(names);
  const { values, set, clear } = filters;
  const pages = usePages<AuditEntry>(filters.key, (cursor, signal) => {
    const { within, since, until, ...narrowed } = values;
    const bounds = timeBounds({ within, since, until }, new Date());
    return activityApi.audit({ ...narrowed, ...bounds, cursor }, signal);
  });
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const turn = (key: string) => {
    const next = new Set(open);
    if (!next.delete(key)) next.add(key);
    setOpen(next);
  };
  const columns = useAuditColumns({
    isOpen: (row) => open.has(auditKey(row)),
    onTurn: (row) => turn(auditKey(row)),
  });
  const options = useFilterOptions();
  const setters = useSetters(set);
  const active = Object.keys(values).length;
  return (
    <ActivityFrame view="audit" scroller={scroller}>
      <ChainState>
        <a className="btn" href={activityApi.auditFile()} download>
          <Download size={16} aria-hidden="true" />
          {t("export")}
        </a>
      </ChainState>
      <FilterBar active={active} onClear={clear}>
        <SelectFilter
          name={t("kind")}
          value={values.kind}
          options={(["read", "call"] as const).map((value) => ({
            value,
            label: t(`kinds.${value}`),
          }))}
          onChange={(value) => set("kind", value)}
        />
        <SelectFilter
          name={t("status")}
          value={values.status}
          options={statuses.map((value) => ({ value, label: value }))}
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
          value={values.root}
          options={options.folders}
          onChange={(value) => set("root", value)}
        />
        <TextFilter name={t("path")} value={values.path} onChange={setters.path} />
        <TextFilter name="trace_id" value={values.trace} onChange={setters.trace} />
        <TextFilter name="task_id" value={values.task} onChange={setters.task} />
        <TextFilter name="approval_id" value={values.approval} onChange={setters.approval} />
        <TimeFilter values={values} set={set} />
      </FilterBar>
      <ListState pages={pages} filtered={active > 0} onClear={clear} none={<p>{t("none")}</p>} />
      {pages.rows === undefined || pages.rows.length === 0 ? null : (
        <VirtualTable
          name={t("name")}
          rows={pages.rows}
          columns={columns}
          keyOf={auditKey}
          scroller={scroller}
          onEnd={pages.loadMore}
          under={(row) => (open.has(auditKey(row)) ? <AuditDetails row={row} /> : null)}
        />
      )}
    </ActivityFrame>
  );
}

const auditKey = (row: AuditEntry) => `${row.kind} ${row.id}`;

/** One function for each typed field, the same from draw to draw: a field waits for its typing to rest. */
function useSetters(set: (name: (typeof names)[number], value: string) => void) {
  return {
    path: useCallback((value: string) => set("path", value), [set]),
    trace: useCallback((value: string) => set("trace", value), [set]),
    task: useCallback((value: string) => set("task", value), [set]),
    approval: useCallback((value: string) => set("approval", value), [set]),
  };
}
