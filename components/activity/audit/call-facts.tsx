"use client";
import { useTranslations } from "next-intl";
import type { CallRow } from "#lib/contracts/records";
import { useResourceWords } from "../../approvals/resource-words.ts";
import { Fold } from "../../parts/fold.tsx";
import { later } from "../../parts/later.tsx";
import { useSizeWords } from "../../parts/use-size-words.ts";
import { IdList } from "../trace/id-list.tsx";
import { useWhen } from "../use-when.ts";

const ApprovalCard = later(() =>
  import("../../approvals/approval-card.tsx").then((m) => m.ApprovalCard),
);

/** A tool call as the audit has it: what was asked for, by which grant, who was asked about it, and what came of it. */
export function CallFacts({ call }: { call: CallRow }) {
  const t = useTranslations("activity.call");
  const when = useWhen();
  const size = useSizeWords();
  const resource = useResourceWords();
  const { requested, granted } = call;
  return (
    <>
      <dl className="trace-facts">
        <dt>{t("tool")}</dt>
        <dd>
          <code>{call.tool_id}</code>
        </dd>
        <dt>{t("requested")}</dt>
        <dd>
          {requested === undefined
            ? t("notFound")
            : [
                requested.level,
                requested.risk,
                ...(requested.resource === null ? [] : [resource(requested.resource)]),
              ].join(" · ")}
        </dd>
        <dt>{t("granted")}</dt>
        <dd>
          {[
            granted.level,
            ...(granted.resources === "any" ? [t("any")] : granted.resources.map(resource)),
          ].join(" · ")}
        </dd>
        <dt>{t("approval")}</dt>
        <dd>
          {call.approval_required ? t("required") : t("notRequired")}
          {call.approval_result === undefined ? null : (
            <>
              {" "}
              <code>{call.approval_result}</code>
            </>
          )}
        </dd>
        <dt>{t("began")}</dt>
        <dd>{when(call.started_at, "second")}</dd>
        <dt>{t("ended")}</dt>
        <dd>{when(call.ended_at, "second")}</dd>
        <dt>{t("status")}</dt>
        <dd>
          <code>{call.status}</code>{" "}
          {(call.deny_reason ?? call.error_class) === undefined ? null : (
            <span className="rule">{call.deny_reason ?? call.error_class}</span>
          )}
        </dd>
        <dt>{t("arguments")}</dt>
        <dd>
          {size(call.arguments_bytes)} <code className="hash">{call.arguments_sha256}</code>
        </dd>
        <dt>{t("result")}</dt>
        <dd>
          {size(call.result_bytes)} <code className="hash">{call.result_sha256}</code>
          {call.redacted ? ` ${t("redacted")}` : null}
        </dd>
      </dl>
      {call.approval_id === undefined ? null : (
        <Fold name={t("showApproval")}>
          <ApprovalCard id={call.approval_id} focused={false} inPlace />
        </Fold>
      )}
      <IdList
        of={{
          trace_id: call.trace_id,
          run_id: call.run_id,
          parent_run_id: call.parent_run_id,
          task_id: call.task_id,
          step_id: call.step_id,
          invocation_id: call.invocation_id,
          approval_id: call.approval_id,
          grant_id: granted.grant_id,
        }}
      />
    </>
  );
}
