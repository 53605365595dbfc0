"use client";
import { Check, ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId } from "react";
import type { ModelChoice } from "./use-model-choice.ts";

/**
 * Whose words the answer to the next question is made of: the documents' own, or a model's that they bear out; and of which
 * model, where several are set up.
 */
export function ModeSwitch({ names, model, mode, onMode, onModel }: ModelChoice) {
  const t = useTranslations("ask");
  const id = useId();
  const choosing = mode === "model" && names.length > 1;
  return (
    <fieldset className="scopes">
      <legend className="sr-only">{t("modes")}</legend>
      <div className="scope-list">
        {(["quote", "model"] as const).map((one) => (
          <button
            key={one}
            type="button"
            className="scope"
            aria-pressed={mode === one}
            title={one === "model" ? model : undefined}
            onClick={() => onMode(one)}
          >
            {mode === one ? <Check size={12} aria-hidden="true" /> : null}
            {t(`mode.${one}`)}
            {one === "model" && !choosing ? <span className="scope-model">{model}</span> : null}
          </button>
        ))}
        {choosing ? (
          <span className="scope scope-choice">
            <label htmlFor={id} className="sr-only">
              {t("whichModel")}
            </label>
            <select id={id} value={model} onChange={(event) => onModel(event.target.value)}>
              {names.map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
            <ChevronDown size={12} className="scope-arrow" aria-hidden="true" />
          </span>
        ) : null}
      </div>
    </fieldset>
  );
}
