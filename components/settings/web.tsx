"use client";
import { useTranslations } from "next-intl";
import type { ConfigDocument } from "#lib/contracts/http";
import { useRemote } from "../api/remote.ts";
import { webRemote } from "../api/web.ts";
import { useProblemText } from "../parts/use-problem-text.ts";
import { WebForm } from "./web-form.tsx";
import { WebTest } from "./web-test.tsx";

/** Searching the web: by which service, within which limits and hosts. */
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
          <WebForm document={document} report={data} />
          <WebTest report={data} />
        </>
      )}
    </section>
  );
}
