"use client";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { TraceSummary } from "#lib/contracts/activity";
import { useAgo } from "../../parts/use-ago.ts";
import type { Column } from "../../parts/virtual-table.tsx";
import { useUnitWords } from "../charts/use-unit-words.ts";
import { StatusMark } from "../status-mark.tsx";
import { useRowWords } from "../trace/row-words.ts";
import { traceHref } from "../trace/trace-address.ts";
import { useTraceTitle } from "../trace/trace-title.ts";
import { useWhen } from "../use-when.ts";

/** What a list says of a trace: what it was, how it ended, when, by whom, and what it took. */
export function useTraceColumns(): Column<TraceSummary>[] {
  const t = useTranslations("activity.traces");
  const title = useTraceTitle();
  const words = useRowWords();
  const units = useUnitWords();
  const ago = useAgo();
  const when = useWhen();
  return [
    {
      id: "title",
      name: t("question"),
      width: "minmax(12rem, 1fr)",
      cell: (row) => (
        <Link href={traceHref(row.trace_id)} prefetch={false} className="trace-title">
          {title(row)}
        </Link>
      ),
    },
    {
      id: "status",
      name: t("status"),
      width: "10rem",
      cell: (row) => (
        <>
          <StatusMark status={row.status} />
          {row.deny_reason === undefined ? null : <span className="rule">{row.deny_reason}</span>}
        </>
      ),
    },
    {
      id: "when",
      name: t("when"),
      width: "8rem",
      cell: (row) => (
        <time dateTime={row.started_at} title={when(row.started_at, "second")}>
          {ago(row.started_at)}
        </time>
      ),
    },
    { id: "agent", name: t("agent"), width: "8rem", cell: (row) => words.agent(row.agent_id) },
    {
      id: "took",
      name: t("took"),
      width: "5rem",
      end: true,
      cell: (row) => (row.ms === undefined ? null : units(row.ms, "ms")),
    },
    {
      id: "tokens",
      name: t("tokens"),
      width: "5.5rem",
      end: true,
      cell: (row) => (row.tokens === 0 ? null : units(row.tokens, "tokens")),
    },
    {
      id: "cost",
      name: t("cost"),
      width: "4.5rem",
      end: true,
      cell: (row) => (row.cost === undefined ? null : units(row.cost, "cost")),
    },
  ];
}
