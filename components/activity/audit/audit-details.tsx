"use client";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { AuditEntry } from "#lib/contracts/activity";
import { useSizeWords } from "../../parts/use-size-words.ts";
import { IdList } from "../trace/id-list.tsx";
import { traceHref } from "../trace/trace-address.ts";
import { CallFacts } from "./call-facts.tsx";

/** All that a row of the audit holds, with the ways to its trace and its task. */
export function AuditDetails({ row }: { row: AuditEntry }) {
  const t = useTranslations("activity.audit");
  const size = useSizeWords();
  return (
    <div className="audit-details">
      <p className="audit-ways">
        <Link
          href={traceHref(
            row.trace_id,
            row.kind === "call" ? { span: row.invocation_id } : { read: row.id },
          )}
          prefetch={false}
          className="textlink"
        >
          {t("trace")}
        </Link>
        {row.task_id?.startsWith("task") !== true ? null : (
          <Link
            href={`/tasks/${encodeURIComponent(row.task_id)}`}
            prefetch={false}
            className="textlink"
          >
            {t("task")}
          </Link>
        )}
      </p>
      {row.kind === "call" ? (
        <CallFacts call={row} />
      ) : (
        <>
          <dl className="trace-facts">
            <dt>{t("folder")}</dt>
            <dd>{row.root_id ?? t("noFolder")}</dd>
            {row.length === undefined ? null : (
              <>
                <dt>{t("bytes")}</dt>
                <dd>{size(row.length)}</dd>
              </>
            )}
            {row.sha256 === undefined ? null : (
              <>
                <dt>{t("hash")}</dt>
                <dd>
                  <code className="hash">{row.sha256}</code>
                </dd>
              </>
            )}
          </dl>
          <IdList
            of={{
              trace_id: row.trace_id,
              run_id: row.run_id,
              task_id: row.task_id,
              step_id: row.step_id,
              invocation_id: row.invocation_id,
            }}
          />
        </>
      )}
    </div>
  );
}
