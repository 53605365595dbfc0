"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ConfigDocument } from "#lib/contracts/http";
import { asProblem } from "../api/problem.ts";
import { useRemote } from "../api/remote.ts";
import { healthRemote } from "../api/remotes.ts";
import { useProblemText } from "../parts/use-problem-text.ts";
import { saveConfig } from "./save-config.ts";

/** Whether words that mean nearly the same count for each other, and why not where they cannot. */
export function WordMeanings({ document }: { document: ConfigDocument }) {
  const t = useTranslations("meaning");
  const words = useTranslations("servers");
  const problemText = useProblemText();
  const { data } = useRemote(healthRemote, () => 5000);
  const [wrong, setWrong] = useState<string>();
  const { retrieval } = document.config;
  const state = retrieval.meaning ? (data?.meaning?.state ?? "on") : "off";
  const turn = async () => {
    setWrong(undefined);
    try {
      await saveConfig(document, { retrieval: { ...retrieval, meaning: !retrieval.meaning } });
    } catch (error) {
      setWrong(problemText(asProblem(error)));
    }
    await healthRemote.reload();
  };
  return (
    <section aria-labelledby="meaning">
      <h2 id="meaning">{t("name")}</h2>
      <p className="said">{t("said")}</p>
      <div className="server">
        <span role="status">{t(`state.${state}`)}</span>
        <span className="server-acts">
          <button
            type="button"
            className={retrieval.meaning ? "btn btn-quiet" : "btn"}
            aria-label={words(retrieval.meaning ? "turnOffNamed" : "turnOnNamed", {
              name: t("name"),
            })}
            onClick={() => void turn()}
          >
            {words(retrieval.meaning ? "turnOff" : "turnOn")}
          </button>
        </span>
      </div>
      {state === "unusable" ? <p className="meta">{data?.meaning?.message}</p> : null}
      {wrong === undefined ? null : (
        <p className="field-said field-wrong" role="alert">
          {wrong}
        </p>
      )}
    </section>
  );
}
