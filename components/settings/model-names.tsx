"use client";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { exactText } from "../parts/exact-text.ts";

/** The name of a model: typed, or chosen among those that its address tells of, once it was asked for them. */
export function ModelNames(props: {
  id: string;
  /** Of the box. */
  name: string;
  hint: string;
  value: string;
  names: readonly string[];
  isTesting: boolean;
  onName: (name: string) => void;
  onList: () => void;
  children?: ReactNode;
}) {
  const { id, name, hint, value, names, isTesting, onName, onList } = props;
  const t = useTranslations("settings.form");
  return (
    <div className="argument grid-cols-[minmax(0,1fr)]">
      <div className="field-row">
        <label htmlFor={id}>
          <span className="label">{name}</span>
          <input
            id={id}
            className="field mono"
            value={value}
            list={`${id}-names`}
            maxLength={200}
            {...exactText}
            aria-describedby={`${id}-said`}
            onChange={(event) => onName(event.target.value)}
          />
        </label>
        <button type="button" className="btn" disabled={isTesting} onClick={onList}>
          {t("list")}
        </button>
      </div>
      <p id={`${id}-said`} className="meta">
        {hint}
      </p>
      <datalist id={`${id}-names`}>
        {names.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      {names.length === 0 ? null : (
        <label htmlFor={`${id}-pick`} className="model-pick">
          <span className="label">{t("pick")}</span>
          <select
            id={`${id}-pick`}
            className="field mono"
            value={names.includes(value.trim()) ? value.trim() : ""}
            onChange={(event) => onName(event.target.value)}
          >
            <option value="" disabled>
              {t("pickOne", { count: names.length })}
            </option>
            {names.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </label>
      )}
      {props.children}
    </div>
  );
}
