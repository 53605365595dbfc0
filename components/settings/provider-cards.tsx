"use client";
import { useTranslations } from "next-intl";
import { useId } from "react";

/** What the page knows of a provider: where its key is looked for, whether it is there, and where the provider answers. */
export type ProviderFacts<Id extends string> = {
  id: Id;
  key_variable: string;
  key_needed: boolean;
  key_set: boolean;
  base_url: string | null;
  /** It runs on this computer, from a folder. */
  here?: boolean;
};

/** One card for each provider, with what it needs; the first is none at all. */
export function ProviderCards<Id extends string>(props: {
  id?: string;
  name: string;
  none: { name: string; said: string };
  nameOf: (id: Id) => string;
  providers: readonly ProviderFacts<Id>[];
  chosen: Id | null;
  onChoose: (id: Id | null) => void;
}) {
  const { name: legend, none, nameOf, providers, chosen, onChoose } = props;
  const needs = useNeeds();
  const group = useId();
  const cards = [
    { id: null, ...none },
    ...providers.map((one) => ({ id: one.id, name: nameOf(one.id), said: needs(one) })),
  ];
  return (
    <fieldset className="provider-cards" {...(props.id === undefined ? {} : { id: props.id })}>
      <legend className="label">{legend}</legend>
      {cards.map(({ id, name, said }) => (
        <label key={id ?? "none"} className="provider-card" htmlFor={`${group}-${id ?? "none"}`}>
          <input
            id={`${group}-${id ?? "none"}`}
            type="radio"
            name={group}
            checked={chosen === id}
            onChange={() => onChoose(id)}
          />
          <span>
            <b>{name}</b>
            <span className="meta">{said}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function useNeeds() {
  const t = useTranslations("settings.form");
  return ({ key_needed, key_set, base_url, here }: ProviderFacts<string>): string => {
    if (here === true) return t("needsFolder");
    if (base_url === null) return t("needsAddress");
    if (!key_needed) return t("needsNothing");
    return t(key_set ? "needsKeySet" : "needsKey");
  };
}
