"use client";
import { useTranslations } from "next-intl";
import type { ConfigDocument } from "#lib/contracts/http";
import { useRemote } from "../api/remote.ts";
import { modelRemote } from "../api/remotes.ts";
import { useProblemText } from "../parts/use-problem-text.ts";
import { ModelForm } from "./model-form.tsx";

/** The language model: which one, who receives what is asked, whether its key is set, and whether it answers. */
export function Model({ document }: { document: ConfigDocument }) {
  const t = useTranslations("model");
  const problemText = useProblemText();
  const { data, problem } = useRemote(modelRemote);
  return (
    <section aria-labelledby="model">
      <h2 id="model">{t("name")}</h2>
      <p className="said">{t("said")}</p>
      {data === undefined ? (
        <p className="meta">{problem === undefined ? t("loading") : problemText(problem)}</p>
      ) : (
        <ModelForm document={document} providers={data.providers} />
      )}
    </section>
  );
}
