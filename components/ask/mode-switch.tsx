"use client";
import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Answer } from "#lib/contracts/answer";

export type Mode = Answer["mode"];

/** Whose words the answer to the next question is made of: the documents' own, or a model's that they bear out. */
export function ModeSwitch(props: { model: string; mode: Mode; onMode: (mode: Mode) => void }) {
  const t = useTranslations("ask");
  return (
    <fieldset className="scopes">
      <legend className="sr-only">{t("modes")}</legend>
      <div className="scope-list">
        {(["quote", "model"] as const).map((mode) => (
          <button
            key={mode}
            type="button"
            className="scope"
            aria-pressed={props.mode === mode}
            title={mode === "model" ? props.model : undefined}
            onClick={() => props.onMode(mode)}
          >
            {props.mode === mode ? <Check size={12} aria-hidden="true" /> : null}
            {t(`mode.${mode}`)}
            {mode === "model" ? <span className="scope-model">{props.model}</span> : null}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
