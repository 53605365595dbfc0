"use client";
import { ArrowLeft, Download } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { activityApi } from "../../api/activity.ts";
import { useUnitWords } from "../charts/use-unit-words.ts";
import { StatusMark } from "../status-mark.tsx";
import { useWhen } from "../use-when.ts";
import { IdList } from "./id-list.tsx";
import { useRowWords } from "./row-words.ts";
import { answerHref } from "./trace-address.ts";
import { useTraceTitle } from "./trace-title.ts";
import type { LoadedTrace } from "./use-trace.ts";

/** What a trace was of, how it went, its ids, and what can be done with it. */
export function TraceHead(props: { trace: LoadedTrace; replaying: boolean; onReplay: () => void }) {
  const { detail } = props.trace;
  const t = useTranslations("activity.trace");
  const title = useTraceTitle();
  const words = useRowWords();
  const units = useUnitWords();
  const when = useWhen();
  const { trace, trace_id } = detail;
  const { thread_id, task_id } = trace ?? {};
  return (
    <>
      <h1>{title(trace)}</h1>
      {trace === undefined ? null : (
        <p className="task-facts">
          <StatusMark status={trace.status} />
          {trace.deny_reason === undefined ? null : (
            <span className="rule">{trace.deny_reason}</span>
          )}
          <span>{when(trace.started_at, "second")}</span>
          {trace.ms === undefined ? null : <span>{units(trace.ms, "ms")}</span>}
          <span>{words.agent(trace.agent_id)}</span>
          {trace.model === undefined ? null : <span>{trace.model}</span>}
          {trace.tokens === 0 ? null : <span>{t("tokens", { count: trace.tokens })}</span>}
          {trace.cost === undefined ? null : (
            <span>{t("cost", { cost: units(trace.cost, "cost") })}</span>
          )}
          <span>{t("spans", { count: detail.spans })}</span>
        </p>
      )}
      <div className="next-steps">
        {thread_id === undefined || trace?.kind !== "ask" ? null : (
          <Link
            href={answerHref({ thread_id, run_id: trace.run_id })}
            prefetch={false}
            className="btn"
          >
            {t("openAnswer")}
          </Link>
        )}
        {task_id === undefined || trace?.kind !== "task" ? null : (
          <Link href={`/tasks/${encodeURIComponent(task_id)}`} prefetch={false} className="btn">
            {t("openTask")}
          </Link>
        )}
        {trace === undefined ? null : (
          <button
            type="button"
            className="btn"
            aria-expanded={props.replaying}
            aria-controls="replay"
            onClick={props.onReplay}
          >
            {t("replay")}
          </button>
        )}
        <a className="btn btn-quiet" href={activityApi.traceFile(trace_id, "json")} download>
          <Download size={16} aria-hidden="true" />
          {t("saveJson")}
        </a>
        <a className="btn btn-quiet" href={activityApi.traceFile(trace_id, "otlp")} download>
          <Download size={16} aria-hidden="true" />
          {t("saveOtlp")}
        </a>
        <Link
          href={`/activity/audit?trace=${encodeURIComponent(trace_id)}`}
          prefetch={false}
          className="btn btn-quiet"
        >
          {t("inAudit")}
        </Link>
      </div>
      <IdList
        of={{
          trace_id,
          run_id: trace?.run_id,
          thread_id,
          ...(trace?.kind === "task" ? { task_id } : {}),
        }}
      />
      {detail.open === 0 ? null : <p className="strip">{t("open", { count: detail.open })}</p>}
    </>
  );
}

export function BackToTraces() {
  const t = useTranslations("activity.trace");
  return (
    <Link href="/activity" prefetch={false} className="textlink back-link">
      <ArrowLeft size={16} aria-hidden="true" />
      {t("all")}
    </Link>
  );
}
