"use client";
import { useTranslations } from "next-intl";
import type { FormEvent } from "react";
import type { ModelConfig } from "#lib/contracts/config";
import type { ConfigDocument, ModelReport } from "#lib/contracts/http";
import type { ModelTrial } from "#lib/contracts/model-trials";
import { trialApi } from "../api/model-trials.ts";
import { modelRemote } from "../api/remotes.ts";
import { Details } from "../parts/details.tsx";
import { exactText } from "../parts/exact-text.ts";
import { Listed, Step } from "./form-step.tsx";
import { FurtherModels } from "./further-models.tsx";
import { KeySaid, Receiver } from "./model-key.tsx";
import { ModelNames } from "./model-names.tsx";
import { ProviderCards } from "./provider-cards.tsx";
import { SaveUntested, TestAndSave } from "./test-and-save.tsx";
import { useProviderDraft } from "./use-provider-draft.ts";
import { useSaveSection } from "./use-save-section.ts";
import { useTrial } from "./use-trial.ts";

/**
 * Which model is asked, and where: chosen, tried, then saved. Nothing is sent until a person presses the test, and what
 * is saved is what the test was of.
 */
export function ModelForm(props: {
  document: ConfigDocument;
  providers: ModelReport["providers"];
}) {
  const { document, providers } = props;
  const t = useTranslations("model");
  const words = useTranslations("settings.form");
  const { wrong, setWrong, save } = useSaveSection(document, "model");
  const saved = document.config.model;
  const draft = useProviderDraft("model/language", saved, blank);
  const trial = useTrial(trialApi.model);
  const { typed } = draft;
  const model = withoutSpaces(typed);
  const provider = providers.find((one) => one.id === model.provider);
  const change = (next: Partial<ModelConfig>) => {
    draft.change(next);
    setWrong(undefined);
  };
  const tried = trialOf(model);
  const came = trial.of(tried);
  const isSame = JSON.stringify(model) === JSON.stringify(saved);
  const needsNoTest =
    provider === undefined || JSON.stringify(tried) === JSON.stringify(trialOf(saved));
  const isTested = needsNoTest || (came?.ok === true && tried.name !== null);
  const store = async () => {
    const said = model.provider === null ? t("savedNone") : t("saved");
    if (await save({ model }, said)) draft.saved();
    await modelRemote.reload();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSame && isTested) void store();
  };
  const address =
    provider === undefined ? null : (
      <div className="argument grid-cols-[minmax(0,1fr)]">
        <label htmlFor="model-address" className="label">
          {t("field.base_url")}
        </label>
        <input
          id="model-address"
          className="field mono"
          value={typed.base_url ?? ""}
          placeholder={provider.base_url ?? ""}
          {...exactText}
          aria-describedby="model-address-said"
          onChange={(event) => {
            trial.forgetNames();
            change({ base_url: event.target.value || null });
          }}
        />
        <p id="model-address-said" className="meta">
          <Receiver address={model.base_url ?? provider.base_url ?? ""} />
        </p>
      </div>
    );
  return (
    <form className="save-form" onSubmit={submit} noValidate>
      <ol className="form-steps">
        <li>
          <ProviderCards
            id="model-provider"
            name={t("field.provider")}
            none={{ name: t("provider.none"), said: words("none") }}
            nameOf={(id) => t(`provider.${id}`)}
            providers={providers}
            chosen={model.provider}
            onChoose={(id) => {
              trial.forgetNames();
              setWrong(undefined);
              draft.choose(id);
            }}
          />
        </li>
        {provider === undefined ? null : (
          <>
            <li id="model-key">
              <Step name={words("key")}>
                <KeySaid provider={provider} />
                {provider.base_url === null ? null : (
                  <p className="meta">
                    <Receiver address={model.base_url ?? provider.base_url} />
                  </p>
                )}
              </Step>
            </li>
            {provider.base_url === null ? <li>{address}</li> : null}
            <li>
              <ModelNames
                id="model-name"
                name={t("field.name")}
                hint={words("nameHint")}
                value={typed.name ?? ""}
                names={trial.names}
                isTesting={trial.isTesting}
                onName={(name) => change({ name: name || null })}
                onList={() => void trial.run({ ...tried, name: null })}
              >
                <Listed
                  came={tried.name === null ? undefined : trial.of({ ...tried, name: null })}
                />
              </ModelNames>
              <FurtherModels
                id="further-models"
                name={model.name}
                models={model.models}
                told="model-name-names"
                onModels={(models) => change({ models })}
              />
            </li>
          </>
        )}
        <li>
          <Step name={words(provider === undefined ? "saveStep" : "testStep")}>
            <TestAndSave
              test={t("test")}
              testing={t("testing")}
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
          {provider.base_url === null ? null : address}
          <div className="argument grid-cols-[minmax(0,1fr)]">
            <label htmlFor="tool-calls" className="label">
              {t("field.tool_protocol")}
            </label>
            <select
              id="tool-calls"
              className="field max-w-full justify-self-start"
              value={model.tool_protocol}
              onChange={(event) =>
                change({ tool_protocol: event.target.value === "json" ? "json" : "native" })
              }
            >
              <option value="native">{t("protocol.native")}</option>
              <option value="json">{t("protocol.json")}</option>
            </select>
          </div>
          <SaveUntested disabled={isSame || isTested} onSave={() => void store()} />
        </Details>
      )}
    </form>
  );
}

/** Of another provider nothing is known: not its names, not its address. */
const blank: Partial<ModelConfig> = { name: null, base_url: null, models: [] };

function withoutSpaces(model: ModelConfig): ModelConfig {
  return { ...model, name: model.name?.trim() || null, base_url: model.base_url?.trim() || null };
}

function trialOf({ provider, name, base_url, tool_protocol }: ModelConfig): ModelTrial {
  return { provider, name, base_url, tool_protocol };
}
