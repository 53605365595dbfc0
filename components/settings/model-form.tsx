"use client";
import { useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import type { ModelConfig } from "#lib/contracts/config";
import type { ConfigDocument, ModelReport } from "#lib/contracts/http";
import { modelRemote } from "../api/remotes.ts";
import { exactText } from "../parts/exact-text.ts";
import { FurtherModels } from "./further-models.tsx";
import { ModelTest } from "./model-test.tsx";
import { receiverOf } from "./receiver.ts";
import { useSaveSection } from "./use-save-section.ts";

/** Which model is asked, and where. Saving sends nothing; the test of the connection is a button of its own. */
export function ModelForm(props: {
  document: ConfigDocument;
  providers: ModelReport["providers"];
}) {
  const { document, providers } = props;
  const t = useTranslations("model");
  const { wrong, setWrong, save } = useSaveSection(document, "model");
  const id = useId();
  const saved = document.config.model;
  const [typed, setTyped] = useState<Partial<ModelConfig>>({});
  const [names, setNames] = useState<string[]>([]);
  const model = { ...saved, ...typed };
  const provider = providers.find((one) => one.id === model.provider);
  const change = (next: Partial<ModelConfig>) => {
    setTyped({ ...typed, ...next });
    setWrong(undefined);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const [name, base_url] = [model.name, model.base_url].map((text) => text?.trim() || null);
    const next = { ...model, name: name ?? null, base_url: base_url ?? null };
    const said = model.provider === null ? t("savedNone") : t("saved");
    if (await save({ model: next }, said)) setTyped({});
    await modelRemote.reload();
  };
  const box = (field: "name" | "base_url", hint: ReactNode) => (
    <div className="argument grid-cols-[minmax(0,1fr)]">
      <label htmlFor={`${id}-${field}`} className="label">
        {t(`field.${field}`)}
      </label>
      <input
        id={`${id}-${field}`}
        className="field mono"
        value={model[field] ?? ""}
        {...(field === "name" ? { list: `${id}-names` } : {})}
        placeholder={(field === "base_url" && provider?.base_url) || ""}
        {...exactText}
        aria-describedby={`${id}-${field}-said`}
        onChange={(event) => change({ [field]: event.target.value })}
      />
      <p id={`${id}-${field}-said`} className="meta">
        {hint}
      </p>
    </div>
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
          value={model.provider ?? ""}
          onChange={(event) =>
            change({ provider: providers.find((one) => one.id === event.target.value)?.id ?? null })
          }
        >
          <option value="">{t("provider.none")}</option>
          {providers.map((one) => (
            <option key={one.id} value={one.id}>
              {t(`provider.${one.id}`)}
            </option>
          ))}
        </select>
        {provider === undefined ? null : <KeySaid provider={provider} />}
      </div>
      {provider === undefined ? null : (
        <>
          {box("name", t("hint.name"))}
          <datalist id={`${id}-names`}>
            {names.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <FurtherModels
            id={`${id}-models`}
            name={model.name}
            models={model.models}
            told={`${id}-names`}
            onModels={(models) => change({ models })}
          />
          {box("base_url", <Receiver address={model.base_url || provider.base_url || ""} />)}
          <div className="argument grid-cols-[minmax(0,1fr)]">
            <label htmlFor={`${id}-protocol`} className="label">
              {t("field.tool_protocol")}
            </label>
            <select
              id={`${id}-protocol`}
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
        {saved.provider === null ? null : (
          <ModelTest changed={Object.keys(typed).length > 0} onNames={setNames} />
        )}
      </div>
    </form>
  );
}

/** Where the key is looked for, and whether one is there. The key itself never reaches the page. */
export function KeySaid({
  provider,
}: {
  provider: Pick<ModelReport["providers"][number], "key_variable" | "key_set" | "key_needed">;
}) {
  const t = useTranslations("model");
  const { key_variable: variable, key_set, key_needed } = provider;
  if (key_set) return <p className="meta">{t("keySet", { variable })}</p>;
  if (!key_needed) return <p className="meta">{t("keyNotNeeded", { variable })}</p>;
  return <p className="meta caution">{t("keyMissing", { variable })}</p>;
}

/** Who receives what is sent to an address, and whether anybody on the way can read it. */
export function Receiver({ address }: { address: string }) {
  const t = useTranslations("model");
  const { host, way } = receiverOf(address);
  if (host === undefined) return t("hint.base_url");
  return (
    <span className={way === "open" ? "caution" : undefined}>{t(`receiver.${way}`, { host })}</span>
  );
}
