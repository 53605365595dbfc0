"use client";
import { useTranslations } from "next-intl";
import type { ConfigDocument } from "#lib/contracts/http";
import { useEmbedding } from "../api/remotes.ts";
import { useProblemText } from "../parts/use-problem-text.ts";
import { EmbeddingForm } from "./embedding-form.tsx";
import { EmbeddingWork } from "./embedding-work.tsx";

/** The embedding model: which one, what it would be sent, and how far that is. */
export function Embedding({ document }: { document: ConfigDocument }) {
  const t = useTranslations("embedding");
  const problemText = useProblemText();
  const { data, problem } = useEmbedding();
  return (
    <section aria-labelledby="embedding">
      <h2 id="embedding">{t("name")}</h2>
      <p className="said">{t("said")}</p>
      {data === undefined ? (
        <p className="meta">{problem === undefined ? t("loading") : problemText(problem)}</p>
      ) : (
        <>
          <EmbeddingForm document={document} providers={data.providers} />
          <EmbeddingWork report={data} />
        </>
      )}
    </section>
  );
}
