"use client";
import { useTranslations } from "next-intl";
import { type FormEvent, useId } from "react";
import type { EmbeddingConfig } from "#lib/contracts/config";
import type { ConfigDocument, EmbeddingReport } from "#lib/contracts/http";
import type { EmbeddingTrial } from "#lib/contracts/model-trials";
import { trialApi } from "../api/model-trials.ts";
import { embeddingRemote } from "../api/remotes.ts";
import { Details } from "../parts/details.tsx";
import { EmbeddingField } from "./embedding-field.tsx";
import { Listed, Step } from "./form-step.tsx";
import { KeySaid, Receiver } from "./model-key.tsx";
import { ModelNames } from "./model-names.tsx";
import { ProviderCards } from "./provider-cards.tsx";
import { SaveUntested, TestAndSave } from "./test-and-save.tsx";
import { useProviderDraft } from "./use-provider-draft.ts";
import { useSaveSection } from "./use-save-section.ts";
import { useTrial } from "./use-trial.ts";

/** Which embedding model is asked, and where: chosen, tried, then saved. What is sent is agreed to below. */
export function EmbeddingForm(props: {
  document: ConfigDocument;
  providers: EmbeddingReport["providers"];
}) {
  const { document, providers } = props;
  const t = useTranslations("embedding");
  const model = useTranslations("model");
  const words = useTranslations("settings.form");
  const { wrong, setWrong, save } = useSaveSection(document, "retrieval.embedding");
  const id = useId();
  const { retrieval } = document.config;
  const saved = retrieval.embedding;
  const draft = useProviderDraft("model/embedding", saved, blank);
  const trial = useTrial(trialApi.embedding);
  const { typed } = draft;
  const embedding = withoutSpaces(typed);
  const provider = providers.find((one) => one.id === embedding.provider);
  const change = (next: Partial<EmbeddingConfig>) => {
    draft.change(next);
    setWrong(undefined);
  };
  const tried = trialOf(embedding);
  const came = trial.of(tried);
  const isSame = JSON.stringify(embedding) === JSON.stringify(saved);
  const isTested = provider === undefined || (came?.ok === true && tried.name !== null);
  const store = async () => {
    const said = embedding.provider === null ? t("savedNone") : t("saved");
    if (await save({ retrieval: { ...retrieval, embedding } }, said)) draft.saved();
    await embeddingRemote.reload();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSame && isTested) void store();
  };
  const receiver =
    provider === undefined ? null : (
      <Receiver address={embedding.base_url ?? provider.base_url ?? ""} />
    );
  const address =
    provider === undefined ? null : (
      <EmbeddingField
        id={`${id}-address`}
        name={t("field.base_url")}
        hint={receiver}
        value={typed.base_url ?? ""}
        placeholder={provider.base_url ?? ""}
        onValue={(base_url) => {
          trial.forgetNames();
          change({ base_url: base_url || null });
        }}
      />
    );
  return (
    <form className="save-form" onSubmit={submit} noValidate>
      <ol className="form-steps">
        <li>
          <ProviderCards
            name={t("field.provider")}
            none={{ name: t("none"), said: words("noneEmbedding") }}
            nameOf={(one) =>
              one === "compatible" || one === "onnx" ? t(one) : model(`provider.${one}`)
            }
            providers={providers}
            chosen={embedding.provider}
            onChoose={(one) => {
              trial.forgetNames();
              setWrong(undefined);
              draft.choose(one);
            }}
          />
        </li>
        {provider?.here === true ? (
          <li>
            <EmbeddingField
              id={`${id}-folder`}
              name={t("field.folder")}
              hint={t("hint.folder")}
              value={typed.name ?? ""}
              onValue={(name) => change({ name: name || null })}
            />
          </li>
        ) : provider === undefined ? null : (
          <>
            <li>
              <Step name={words("key")}>
                <KeySaid provider={provider} />
                {provider.base_url === null ? null : <p className="meta">{receiver}</p>}
              </Step>
            </li>
            {provider.base_url === null ? <li>{address}</li> : null}
            <li>
              <ModelNames
                id={`${id}-name`}
                name={t("field.name")}
                hint={t("hint.name")}
                value={typed.name ?? ""}
                names={embeddingFirst(trial.names)}
                isTesting={trial.isTesting}
                onName={(name) => change({ name: name || null })}
                onList={() => void trial.run({ ...tried, name: null })}
              >
                <Listed
                  came={tried.name === null ? undefined : trial.of({ ...tried, name: null })}
                />
              </ModelNames>
            </li>
          </>
        )}
        <li>
          <Step name={words(provider === undefined ? "saveStep" : "testStep")}>
            <TestAndSave
              test={t(provider?.here === true ? "here.test" : "test")}
              testing={t(provider?.here === true ? "here.testing" : "testing")}
              save={t("save")}
              came={came}
              isTesting={trial.isTesting}
              canTest={provider !== undefined}
              state={isSame ? "same" : isTested ? "tested" : "untested"}
              onTest={() => void trial.run(tried)}
            />
            {wrong === undefined ? null : (
              <p className="field-said field-wrong" role="alert">
                {wrong}
              </p>
            )}
          </Step>
        </li>
      </ol>
      {provider === undefined ? null : (
        <Details>
          {provider.base_url === null || provider.here ? null : address}
          <EmbeddingField
            id={`${id}-dimensions`}
            name={t("field.dimensions")}
            hint={t("hint.dimensions")}
            value={String(typed.dimensions ?? "")}
            numeric
            onValue={(text) => change({ dimensions: wholeNumber(text) })}
          />
          {(["query_prefix", "passage_prefix"] as const).map((field) => (
            <EmbeddingField
              key={field}
              id={`${id}-${field}`}
              name={t(`field.${field}`)}
              hint={t(`hint.${field}`)}
              value={typed[field]}
              onValue={(text) => change({ [field]: text })}
            />
          ))}
          {provider.here ? null : (
            <SaveUntested disabled={isSame || isTested} onSave={() => void store()} />
          )}
        </Details>
      )}
    </form>
  );
}

/** Of another provider nothing is known: not the name of a model, nor what it expects. */
const blank: Partial<EmbeddingConfig> = {
  name: null,
  base_url: null,
  dimensions: null,
  query_prefix: "",
  passage_prefix: "",
};

/** Many addresses list every kind of model; those that say what they are come first. */
function embeddingFirst(names: readonly string[]): string[] {
  const says = (name: string) => /embed|bge|\be5\b|gte/i.test(name);
  return [...names.filter(says), ...names.filter((name) => !says(name))];
}

function withoutSpaces(embedding: EmbeddingConfig): EmbeddingConfig {
  const { name, base_url } = embedding;
  return { ...embedding, name: name?.trim() || null, base_url: base_url?.trim() || null };
}

function trialOf({ price: _, ...embedding }: EmbeddingConfig): EmbeddingTrial {
  return embedding;
}

/** What is typed is digits; nothing is the model's own choice. */
function wholeNumber(text: string): number | null {
  const digits = text.replace(/\D/g, "").slice(0, 5);
  return digits === "" ? null : Number(digits);
}
