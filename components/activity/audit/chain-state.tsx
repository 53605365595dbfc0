"use client";
import { Link2, Link2Off, LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { auditStateRemote } from "../../api/activity.ts";
import { useRemote } from "../../api/remote.ts";
import { useProblemText } from "../../parts/use-problem-text.ts";
import { useWhen } from "../use-when.ts";

/** Whether the chain of the audit stands as it was written; where it does not, which rows and what became of them. */
export function ChainState({ children }: { children: ReactNode }) {
  const t = useTranslations("activity.chain");
  const problemText = useProblemText();
  const when = useWhen();
  const { data, problem } = useRemote(auditStateRemote, (now) =>
    now?.state === "checking" ? 1000 : undefined,
  );
  const Icon =
    data?.state === "broken" ? Link2Off : data?.state === "checking" ? LoaderCircle : Link2;
  return (
    <section className="chain" aria-label={t("name")} data-state={data?.state}>
      <p className="chain-said">
        <Icon size={16} aria-hidden="true" />
        <b>{data?.message ?? (problem === undefined ? t("loading") : problemText(problem))}</b>
        {data?.checked_at === undefined ? null : (
          <span className="meta">
            {t("checked", {
              when: when(data.checked_at, "minute"),
            })}
          </span>
        )}
      </p>
      {children}
      {data?.removed === undefined ? null : (
        <p className="meta">
          {t("removed", {
            count: data.removed.rows,
            until: when(data.removed.until, "minute"),
          })}
        </p>
      )}
      {data === undefined || data.broken.length === 0 ? null : (
        <>
          <ul className="chain-broken">
            {data.broken.map(({ table, row_id, what }) => (
              <li key={`${table} ${row_id} ${what}`}>
                {t(`what.${what}`, { table: t(`table.${table}`), row: row_id })}
              </li>
            ))}
          </ul>
          {data.broken_count <= data.broken.length ? null : (
            <p className="meta">{t("more", { count: data.broken_count - data.broken.length })}</p>
          )}
        </>
      )}
    </section>
  );
}
