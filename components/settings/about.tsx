"use client";
import { useTranslations } from "next-intl";
import { useRemote } from "../api/remote.ts";
import { healthRemote } from "../api/remotes.ts";
import { useProblemText } from "../parts/use-problem-text.ts";

/** What runs here and how it feels: version, index, servers. */
export function About() {
  const t = useTranslations("about");
  const problemText = useProblemText();
  const { data, problem } = useRemote(healthRemote, () => 5000);
  return (
    <section aria-labelledby="about">
      <h2 id="about">{t("name")}</h2>
      {data === undefined ? (
        <p className="meta">{problem === undefined ? t("loading") : problemText(problem)}</p>
      ) : (
        <dl className="about">
          <dt>{t("version")}</dt>
          <dd>{data.version}</dd>
          <dt>{t("health")}</dt>
          <dd>
            {t(`status.${data.status}`)}
            {data.config_message === undefined ? null : <p>{data.config_message}</p>}
            {data.store_message === undefined ? null : <p>{data.store_message}</p>}
          </dd>
          <dt>{t("index")}</dt>
          <dd>
            {t("indexSaid", {
              state: t(`indexState.${data.index.state}`),
              files: data.index.files,
              sections: data.index.sections,
            })}
            {data.index.message === undefined ? null : <p>{data.index.message}</p>}
          </dd>
        </dl>
      )}
    </section>
  );
}
