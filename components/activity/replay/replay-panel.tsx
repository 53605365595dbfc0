"use client";
import { useTranslations } from "next-intl";
import { useEffect, useId, useRef, useState } from "react";
import type { ReplayComparison, TraceDetail } from "#lib/contracts/activity";
import { activityApi } from "../../api/activity.ts";
import { asProblem } from "../../api/problem.ts";
import { useProblemText } from "../../parts/use-problem-text.ts";
import { Comparison } from "./comparison.tsx";
import { KeepCase } from "./keep-case.tsx";

/** The same once more on today's folders: with which words of a model, and what is different then. */
export function ReplayPanel({ detail }: { detail: TraceDetail }) {
  const t = useTranslations("activity.replay");
  const problemText = useProblemText();
  const id = useId();
  const { recorded, live, why } = detail.replay;
  const possible = recorded || live;
  const [model, setModel] = useState<"recorded" | "live">(recorded ? "recorded" : "live");
  const [working, setWorking] = useState(false);
  const [found, setFound] = useState<ReplayComparison>();
  const [wrong, setWrong] = useState<string>();
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);

  const start = async () => {
    const abort = new AbortController();
    stop.current = abort;
    setWorking(true);
    setWrong(undefined);
    try {
      setFound(await activityApi.replay(detail.trace_id, model, abort.signal));
    } catch (error) {
      if (!abort.signal.aborted) setWrong(problemText(asProblem(error)));
    } finally {
      setWorking(false);
    }
  };
  return (
    <section id="replay" aria-label={t("title")} className="again replay">
      <p>{t("said")}</p>
      {possible && live ? (
        <fieldset className="replay-models">
          <legend className="label">{t("whose")}</legend>
          {(["recorded", "live"] as const).map((one) => (
            <label key={one}>
              <input
                type="radio"
                name={id}
                value={one}
                checked={model === one}
                disabled={one === "recorded" ? !recorded : !live}
                onChange={() => setModel(one)}
              />
              <span>
                {t(one)} <span className="meta">{t(`${one}Said`)}</span>
              </span>
            </label>
          ))}
        </fieldset>
      ) : null}
      {why === undefined ? null : <p className="meta">{why}</p>}
      <div className="next-steps">
        {possible ? (
          working ? (
            <button type="button" className="btn" onClick={() => stop.current?.abort()}>
              {t("stop")}
            </button>
          ) : (
            <button type="button" className="btn btn-main" onClick={() => void start()}>
              {t(found === undefined ? "start" : "again")}
            </button>
          )
        ) : null}
        <KeepCase trace_id={detail.trace_id} />
      </div>
      <p role="status" className={working ? "meta" : "sr-only"}>
        {working ? t("working") : found === undefined ? "" : t("ready")}
      </p>
      {wrong === undefined ? null : (
        <p className="field-said field-wrong" role="alert">
          {wrong}
        </p>
      )}
      {found === undefined ? null : <Comparison found={found} />}
    </section>
  );
}
