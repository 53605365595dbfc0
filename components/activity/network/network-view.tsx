"use client";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useCallback, useRef } from "react";
import type { NetworkRow } from "#lib/contracts/activity";
import { ConnectionPurpose } from "#lib/contracts/network";
import { activityApi } from "../../api/activity.ts";
import { useSizeWords } from "../../parts/use-size-words.ts";
import { type Column, VirtualTable } from "../../parts/virtual-table.tsx";
import { ActivityFrame } from "../activity-frame.tsx";
import { useUnitWords } from "../charts/use-unit-words.ts";
import { FilterBar, SelectFilter, TextFilter } from "../filter-bar.tsx";
import { ListState } from "../list-state.tsx";
import { TimeFilter, timeBounds, timeNames } from "../time-filter.tsx";
import { traceHref } from "../trace/trace-address.ts";
import { useFilters } from "../use-filters.ts";
import { usePages } from "../use-pages.ts";
import { useWhen } from "../use-when.ts";

const asked = ["purpose", "host", "rule", "trace", "task"] as const;
const names = [...asked, ...timeNames];

/** Every connection that the program opened or was kept from opening. With no model and no web tool there is none. */
export function NetworkView() {
  const t = useTranslations("activity.network");
  const scroller = useRef<HTMLElement>(null);
  const filters = useFilters(names);
  const { values, set, clear } = filters;
  const pages = usePages<NetworkRow>(filters.key, (cursor, signal) => {
    const { within, since, until, ...narrowed } = values;
    const bounds = timeBounds({ within, since, until }, new Date());
    return activityApi.network({ ...narrowed, ...bounds, cursor }, signal);
  });
  const columns = useColumns();
  const setHost = useCallback((value: string) => set("host", value), [set]);
  const setRule = useCallback((value: string) => set("rule", value), [set]);
  const setTrace = useCallback((value: string) => set("trace", value), [set]);
  const active = Object.keys(values).length;
  const none = active === 0 && pages.rows?.length === 0;
  return (
    <ActivityFrame view="network" scroller={scroller}>
      {none ? null : (
        <FilterBar active={active} onClear={clear}>
          <SelectFilter
            name={t("purpose")}
            value={values.purpose}
            options={ConnectionPurpose.options.map((value) => ({
              value,
              label: t(`purposes.${value}`),
            }))}
            onChange={(value) => set("purpose", value)}
          />
          <TextFilter name={t("host")} value={values.host} onChange={setHost} />
          <TextFilter name={t("rule")} value={values.rule} onChange={setRule} />
          <TextFilter name="trace_id" value={values.trace} onChange={setTrace} />
          <TimeFilter values={values} set={set} />
        </FilterBar>
      )}
      <ListState pages={pages} filtered={active > 0} onClear={clear} none={<p>{t("none")}</p>} />
      {pages.rows === undefined || pages.rows.length === 0 ? null : (
        <VirtualTable
          name={t("name")}
          rows={pages.rows}
          columns={columns}
          keyOf={({ id }) => String(id)}
          scroller={scroller}
          onEnd={pages.loadMore}
        />
      )}
    </ActivityFrame>
  );
}

function useColumns(): Column<NetworkRow>[] {
  const t = useTranslations("activity.network");
  const size = useSizeWords();
  const units = useUnitWords();
  const when = useWhen();
  return [
    {
      id: "when",
      name: t("when"),
      width: "9.5rem",
      cell: ({ at }) => <time dateTime={at}>{when(at, "short")}</time>,
    },
    {
      id: "host",
      name: t("to"),
      width: "minmax(12rem, 1fr)",
      cell: ({ host, port, address }) => (
        <>
          <code>
            {host}:{port}
          </code>
          {address === undefined || address === host ? null : (
            <span className="meta"> {address}</span>
          )}
        </>
      ),
    },
    {
      id: "purpose",
      name: t("purpose"),
      width: "8rem",
      cell: ({ purpose }) => t(`purposes.${purpose}`),
    },
    {
      id: "by",
      name: t("by"),
      width: "7rem",
      cell: ({ trace_id }) =>
        trace_id === undefined ? (
          t("program")
        ) : (
          <Link href={traceHref(trace_id)} prefetch={false} className="textlink">
            {t("trace")}
          </Link>
        ),
    },
    {
      id: "outcome",
      name: t("outcome"),
      width: "8rem",
      cell: ({ status, rule }) =>
        rule === undefined ? (status ?? null) : <span className="rule">{rule}</span>,
    },
    {
      id: "sent",
      name: t("sent"),
      width: "5.5rem",
      end: true,
      cell: ({ bytes_sent }) => size(bytes_sent),
    },
    {
      id: "received",
      name: t("received"),
      width: "5.5rem",
      end: true,
      cell: ({ bytes_received }) => size(bytes_received),
    },
    { id: "took", name: t("took"), width: "5rem", end: true, cell: ({ ms }) => units(ms, "ms") },
  ];
}
