"use client";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import type { NetworkRow } from "#lib/contracts/activity";
import { ConnectionPurpose } from "#lib/contracts/network";
import { activityApi } from "../../api/activity.ts";
import { useSizeWords } from "../../parts/use-size-words.ts";
import type { Column } from "../../parts/virtual-table.tsx";
import { ActivityFrame } from "../activity-frame.tsx";
import { useUnitWords } from "../charts/use-unit-words.ts";
import { FilteredList, useFilteredList } from "../filtered-list.tsx";
import { traceHref } from "../trace/trace-address.ts";
import { useWhen } from "../use-when.ts";

const names = ["purpose", "host", "rule", "trace", "task"] as const;

/** Connections that the program opened or was kept from opening. With no model and no web tool there is none. */
export function NetworkView() {
  const t = useTranslations("activity.network");
  const scroller = useRef<HTMLElement>(null);
  const list = useFilteredList(names, activityApi.network);
  const columns = useColumns();
  const purposes = ConnectionPurpose.options.map((value) => ({
    value,
    label: t(`purposes.${value}`),
  }));
  return (
    <ActivityFrame view="network" scroller={scroller}>
      <FilteredList
        list={list}
        fields={[
          { name: "purpose", label: t("purpose"), options: purposes },
          { name: "host", label: t("host") },
          { name: "rule", label: t("rule") },
          { name: "trace", label: "trace_id" },
        ]}
        name={t("name")}
        none={t("none")}
        columns={columns}
        keyOf={({ id }) => String(id)}
        scroller={scroller}
      />
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
      width: "10.5rem",
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
      cell: ({ state, status, rule }) =>
        state !== "ended" ? (
          t(`states.${state}`)
        ) : rule === undefined ? (
          (status ?? null)
        ) : (
          <span className="rule">{rule}</span>
        ),
    },
    {
      id: "sent",
      name: t("sent"),
      width: "5.5rem",
      end: true,
      cell: ({ state, bytes_sent }) => (state === "ended" ? size(bytes_sent) : null),
    },
    {
      id: "received",
      name: t("received"),
      width: "5.5rem",
      end: true,
      cell: ({ state, bytes_received }) => (state === "ended" ? size(bytes_received) : null),
    },
    {
      id: "took",
      name: t("took"),
      width: "5rem",
      end: true,
      cell: ({ state, ms }) => (state === "ended" ? units(ms, "ms") : null),
    },
  ];
}
