"use client";
import { useTranslations } from "next-intl";
import { CopyButton } from "../../parts/copy-button.tsx";

const ids = [
  "trace_id",
  "run_id",
  "parent_run_id",
  "thread_id",
  "task_id",
  "step_id",
  "span_id",
  "parent_span_id",
  "invocation_id",
  "approval_id",
  "grant_id",
] as const;
type IdName = (typeof ids)[number];

/** The ids by which a row is known to the log, the audit and the other rows, each to be copied. */
export function IdList({ of }: { of: Partial<Record<IdName, string | undefined>> }) {
  const t = useTranslations("activity");
  const there = ids.flatMap((name) => {
    const value = of[name];
    return value === undefined ? [] : [{ name, value }];
  });
  return (
    <dl className="id-list">
      {there.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <code title={value}>{value}</code>
            <CopyButton text={value} name={t("copyId", { name })} iconOnly />
          </dd>
        </div>
      ))}
    </dl>
  );
}
