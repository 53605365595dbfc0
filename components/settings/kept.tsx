"use client";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Kept as KeptReport } from "#lib/contracts/activity";
import { useWhen } from "../activity/use-when.ts";
import { activityApi, keptRemote } from "../api/activity.ts";
import { asProblem } from "../api/problem.ts";
import { useRemote } from "../api/remote.ts";
import { Details } from "../parts/details.tsx";
import { useProblemText } from "../parts/use-problem-text.ts";
import { useSizeWords } from "../parts/use-size-words.ts";

/** What is kept of the program's own work, how much room it takes and how long it stays. */
export function Kept() {
  const t = useTranslations("activity.kept");
  const problemText = useProblemText();
  const { data, problem } = useRemote(keptRemote);
  return (
    <section aria-labelledby="activity">
      <h2 id="activity">{t("name")}</h2>
      <p className="said">{t("lead")}</p>
      {data === undefined ? (
        <p className="meta">{problem === undefined ? t("loading") : problemText(problem)}</p>
      ) : (
        <>
          <KindTable kinds={data.kinds} />
          <Room report={data} />
        </>
      )}
      <p className="mt-3">
        <Link href="/activity" prefetch={false} className="textlink">
          {t("open")}
        </Link>
      </p>
    </section>
  );
}

function KindTable({ kinds }: Pick<KeptReport, "kinds">) {
  const t = useTranslations("activity.kept");
  const size = useSizeWords();
  const when = useWhen();
  return (
    <div className="kept-table">
      <table>
        <thead>
          <tr>
            <th scope="col">{t("what")}</th>
            <th scope="col" data-end="true">
              {t("rows")}
            </th>
            <th scope="col" data-end="true">
              {t("size")}
            </th>
            <th scope="col">{t("oldest")}</th>
            <th scope="col">{t("days")}</th>
          </tr>
        </thead>
        <tbody>
          {kinds.map(({ kind, rows, bytes, oldest, days }) => (
            <tr key={kind}>
              <th scope="row">{t(`kind.${kind}`)}</th>
              <td data-end="true">{t("count", { count: rows })}</td>
              <td data-end="true">{size(bytes)}</td>
              <td>{oldest === undefined ? t("none") : when(oldest, "day")}</td>
              <td>{days === undefined ? t("forever") : t("forDays", { count: days })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Room({ report }: { report: KeptReport }) {
  const t = useTranslations("activity.kept");
  const size = useSizeWords();
  const when = useWhen();
  const problemText = useProblemText();
  const [working, setWorking] = useState(false);
  const [said, setSaid] = useState<string>();
  const compact = async () => {
    setWorking(true);
    setSaid(undefined);
    try {
      setSaid((await activityApi.compact()).message);
      await keptRemote.reload();
    } catch (error) {
      setSaid(problemText(asProblem(error)));
    } finally {
      setWorking(false);
    }
  };
  const { last_compaction: last } = report;
  return (
    <>
      <p className="meta mt-3">
        {t("file", { size: size(report.bytes), free: size(report.free_bytes) })}{" "}
        {last === undefined
          ? null
          : t("last", {
              when: when(last.at, "minute"),
              rows: last.rows,
              freed: size(last.freed_bytes),
            })}{" "}
      </p>
      <div className="next-steps">
        <button type="button" className="btn" disabled={working} onClick={() => void compact()}>
          {t(working ? "compacting" : "compact")}
        </button>
      </div>
      <p className="meta" role="status">
        {said}
      </p>
      <Details>
        <p className="meta">{t("settings")}</p>
      </Details>
    </>
  );
}
