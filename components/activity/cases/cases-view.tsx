"use client";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import type { ReplayCase, ReplayComparison } from "#lib/contracts/activity";
import { activityApi, casesRemote } from "../../api/activity.ts";
import { asProblem } from "../../api/problem.ts";
import { useRemote } from "../../api/remote.ts";
import { Fold } from "../../parts/fold.tsx";
import { useAgo } from "../../parts/use-ago.ts";
import { useProblemText } from "../../parts/use-problem-text.ts";
import { ActivityFrame } from "../activity-frame.tsx";
import { Comparison } from "../replay/comparison.tsx";
import { KeepCase } from "../replay/keep-case.tsx";
import { traceHref } from "../trace/trace-address.ts";
import { useTraceTitle } from "../trace/trace-title.ts";

/** The same from the terminal. */
const COMMAND = "npm run replay -- --all";

type Outcome = ReplayComparison | { wrong: string };

/** Questions and tasks that were kept to be done again, and a button that does them all, one after the other. */
export function CasesView() {
  const t = useTranslations("activity.cases");
  const problemText = useProblemText();
  const { data, problem } = useRemote(casesRemote);
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const [at, setAt] = useState<number>();
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const runAll = async (cases: readonly ReplayCase[]) => {
    const abort = new AbortController();
    stop.current = abort;
    setOutcomes(new Map());
    for (const [index, { trace_id }] of cases.entries()) {
      setAt(index + 1);
      let outcome: Outcome;
      try {
        outcome = await activityApi.replay(trace_id, "recorded", abort.signal);
      } catch (error) {
        if (abort.signal.aborted) break;
        outcome = { wrong: problemText(asProblem(error)) };
      }
      setOutcomes((before) => new Map(before).set(trace_id, outcome));
    }
    setAt(undefined);
  };
  const verdicts = [...outcomes.values()];
  const count = (verdict: ReplayComparison["verdict"]) =>
    verdicts.filter((one) => "verdict" in one && one.verdict === verdict).length;
  return (
    <ActivityFrame view="cases">
      {problem === undefined ? null : (
        <p className="field-wrong" role="alert">
          {problemText(problem)}
        </p>
      )}
      {data === undefined ? (
        problem === undefined ? (
          <p className="meta">{t("loading")}</p>
        ) : null
      ) : data.length === 0 ? (
        <div className="list-empty">
          <p>{t("none")}</p>
        </div>
      ) : (
        <>
          <div className="next-steps">
            {at === undefined ? (
              <button type="button" className="btn btn-main" onClick={() => void runAll(data)}>
                {t("runAll", { count: data.length })}
              </button>
            ) : (
              <button type="button" className="btn" onClick={() => stop.current?.abort()}>
                {t("stop")}
              </button>
            )}
            <code className="meta">{COMMAND}</code>
          </div>
          <p role="status" className="meta">
            {at !== undefined
              ? t("running", { at, of: data.length })
              : verdicts.length === 0
                ? ""
                : t("outcome", {
                    same: count("same"),
                    different: count("different"),
                    impossible: verdicts.length - count("same") - count("different"),
                  })}
          </p>
          <ul className="case-rows">
            {data.map((one) => (
              <li key={one.trace_id}>
                <CaseRow one={one} outcome={outcomes.get(one.trace_id)} />
              </li>
            ))}
          </ul>
        </>
      )}
    </ActivityFrame>
  );
}

function CaseRow({ one, outcome }: { one: ReplayCase; outcome: Outcome | undefined }) {
  const t = useTranslations("activity.cases");
  const replay = useTranslations("activity.replay");
  const title = useTraceTitle();
  const ago = useAgo();
  return (
    <>
      <p className="case-head">
        <Link href={traceHref(one.trace_id)} prefetch={false} className="trace-title">
          {title(one.trace)}
        </Link>
        <span className="meta">{t("keptAt", { when: ago(one.kept_at) })}</span>
        {one.verdict === undefined ? null : (
          <span className="meta">{t(`judged.${one.verdict}`)}</span>
        )}
        {outcome === undefined ? null : "wrong" in outcome ? (
          <span className="field-wrong">{outcome.wrong}</span>
        ) : (
          <b className="case-verdict" data-verdict={outcome.verdict}>
            {replay(`verdict.${outcome.verdict}`)}
          </b>
        )}
        <span className="flex-1" />
        <KeepCase trace_id={one.trace_id} />
      </p>
      {one.note === undefined ? null : <p className="meta">{one.note}</p>}
      {outcome === undefined || "wrong" in outcome ? null : (
        <Fold name={t("comparison")}>
          <Comparison found={outcome} />
        </Fold>
      )}
    </>
  );
}
