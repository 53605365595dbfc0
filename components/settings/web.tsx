"use client";
import { useTranslations } from "next-intl";
import type { ConfigDocument } from "#lib/contracts/http";
import { useRemote } from "../api/remote.ts";
import { webRemote } from "../api/web.ts";
import { useProblemText } from "../parts/use-problem-text.ts";
import { SavedPages } from "./saved-pages.tsx";
import { WebForm } from "./web-form.tsx";
import { WebTest } from "./web-test.tsx";

/** Searching the web: by which service, within which limits and hosts, and the pages that were saved. */
export function Web({ document }: { document: ConfigDocument }) {
  const t = useTranslations("web");
  const problemText = useProblemText();
  const { data, problem } = useRemote(webRemote);
  return (
    <section aria-labelledby="web">
      <h2 id="web">{t("name")}</h2>
      <p className="said">{t("said")}</p>
      {data === undefined ? (
        <p className="meta">{problem === undefined ? t("loading") : problemText(problem)}</p>
      ) : (
        <>
          <WebForm
            key={JSON.stringify(document.config.web)}
            web={document.config.web}
            document={document}
            report={data}
          />
          <WebTest report={data} />
          <SavedPages />
        </>
      )}
    </section>
  );
}
