"use client";
import { useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import type { EmbeddingConfig } from "#lib/contracts/config";
import type { ConfigDocument, EmbeddingReport } from "#lib/contracts/http";
import { embeddingRemote } from "../api/remotes.ts";
import { exactText } from "../parts/exact-text.ts";
import { EmbeddingTest } from "./embedding-test.tsx";
import { KeySaid, Receiver } from "./model-form.tsx";
import { useSaveSection } from "./use-save-section.ts";

type TextField = "name" | "base_url" | "query_prefix" | "passage_prefix";

/** Which embedding model is asked, and where. Saving sends nothing; what is sent is agreed to below. */
export function EmbeddingForm(props: {
  document: ConfigDocument;
  providers: EmbeddingReport["providers"];
}) {
  const { document, providers } = props;
  const t = useTranslations("embedding");
  const model = useTranslations("model");
  const { wrong, setWrong, save } = useSaveSection(document, "retrieval.embedding");
  const id = useId();
  const { retrieval } = document.config;
  const saved = retrieval.embedding;
  const [typed, setTyped] = useState<Partial<EmbeddingConfig>>({});
  const embedding = { ...saved, ...typed };
  const provider = providers.find((one) => one.id === embedding.provider);
  const change = (next: Partial<EmbeddingConfig>) => {
    setTyped({ ...typed, ...next });
    setWrong(undefined);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const [name, base_url] = [embedding.name, embedding.base_url].map(
      (text) => text?.trim() || null,
    );
    const next = { ...embedding, name: name ?? null, base_url: base_url ?? null };
    const said = embedding.provider === null ? t("savedNone") : t("saved");
    if (await save({ retrieval: { ...retrieval, embedding: next } }, said)) setTyped({});
    await embeddingRemote.reload();
  };
  const row = (field: TextField | "dimensions", box: ReactNode, hint: ReactNode) => (
    <div className="argument grid-cols-[minmax(0,1fr)]">
      <label htmlFor={`${id}-${field}`} className="label">
        {t(`field.${field}`)}
      </label>
      {box}
      <p id={`${id}-${field}-said`} className="meta">
        {hint}
      </p>
    </div>
  );
  const text = (field: TextField, hint: ReactNode) =>
    row(
      field,
      <input
        id={`${id}-${field}`}
        className="field mono"
        value={embedding[field] ?? ""}
        placeholder={(field === "base_url" && provider?.base_url) || ""}
        {...exactText}
        aria-describedby={`${id}-${field}-said`}
        onChange={(event) => change({ [field]: event.target.value })}
      />,
      hint,
    );
  return (
    <form className="save-form" onSubmit={(event) => void submit(event)} noValidate>
      <div className="argument grid-cols-[minmax(0,1fr)]">
        <label htmlFor={`${id}-provider`} className="label">
          {t("field.provider")}
        </label>
        <select
          id={`${id}-provider`}
          className="field max-w-full justify-self-start"
          value={embedding.provider ?? ""}
          onChange={(event) =>
            change({ provider: providers.find((one) => one.id === event.target.value)?.id ?? null })
          }
        >
          <option value="">{t("none")}</option>
          {providers.map((one) => (
            <option key={one.id} value={one.id}>
              {one.id === "compatible" ? t("compatible") : model(`provider.${one.id}`)}
            </option>
          ))}
        </select>
        {provider === undefined ? null : <KeySaid provider={provider} />}
      </div>
      {provider === undefined ? null : (
        <>
          {text("name", t("hint.name"))}
          {text("base_url", <Receiver address={embedding.base_url || provider.base_url || ""} />)}
          {row(
            "dimensions",
            <input
              id={`${id}-dimensions`}
              className="field mono max-w-[10rem]"
              inputMode="numeric"
              value={embedding.dimensions ?? ""}
              autoComplete="off"
              aria-describedby={`${id}-dimensions-said`}
              onChange={(event) => change({ dimensions: wholeNumber(event.target.value) })}
            />,
            t("hint.dimensions"),
          )}
          {text("query_prefix", t("hint.query_prefix"))}
          {text("passage_prefix", t("hint.passage_prefix"))}
        </>
      )}
      {wrong === undefined ? null : (
        <p className="field-said field-wrong" role="alert">
          {wrong}
        </p>
      )}
      <div className="next-steps">
        <button type="submit" className="btn">
          {t("save")}
        </button>
        {saved.provider === null ? null : <EmbeddingTest changed={Object.keys(typed).length > 0} />}
      </div>
    </form>
  );
}

/** What is typed is digits; nothing is the model's own choice. */
function wholeNumber(text: string): number | null {
  const digits = text.replace(/\D/g, "").slice(0, 5);
  return digits === "" ? null : Number(digits);
}
