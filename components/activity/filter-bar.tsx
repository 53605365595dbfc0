"use client";
import { Filter, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useId, useState } from "react";
import { useWide } from "../parts/use-wide.ts";

/** The fields that narrow a list: beside each other where there is room, on a narrow screen behind a button. */
export function FilterBar(props: { active: number; onClear: () => void; children: ReactNode }) {
  const t = useTranslations("activity.filter");
  const id = useId();
  const wide = useWide();
  const [open, setOpen] = useState(false);
  const { active } = props;
  return (
    <search className="activity-filters" aria-label={t("name")}>
      <button
        type="button"
        className="btn activity-filters-fold"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <Filter size={16} aria-hidden="true" />
        {active === 0 ? t("show") : t("showActive", { count: active })}
      </button>
      <div id={id} className="activity-filter-fields" hidden={!wide && !open}>
        {props.children}
        {active === 0 ? null : (
          <button type="button" className="btn btn-quiet" onClick={props.onClear}>
            <X size={16} aria-hidden="true" />
            {t("clear")}
          </button>
        )}
      </div>
    </search>
  );
}

export type Option = { value: string; label: string };

/** One of several, or any. A value from the address that is none of them is offered as it stands. */
export function SelectFilter(props: {
  name: string;
  value: string | undefined;
  options: readonly Option[];
  onChange: (value: string) => void;
}) {
  const t = useTranslations("activity.filter");
  const id = useId();
  const { value = "", options } = props;
  const strange = value !== "" && !options.some((option) => option.value === value);
  return (
    <div className="activity-filter">
      <label htmlFor={id}>{props.name}</label>
      <select
        id={id}
        className="field"
        value={value}
        data-active={value !== ""}
        onChange={(event) => props.onChange(event.target.value)}
      >
        <option value="">{t("any")}</option>
        {strange ? <option value={value}>{value}</option> : null}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Words or an id. It is asked for once the typing rests. */
export function TextFilter(props: {
  name: string;
  value: string | undefined;
  placeholder?: string;
  onChange: (value: string) => void;
}) {
  const { value = "", onChange } = props;
  const id = useId();
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  /** What was sent from here and has not come back in the address yet, which takes a moment. */
  const [sent, setSent] = useState<readonly string[]>([]);
  // Cleared, or come to by a link: the field follows the address. Its own words take nothing away of what was typed meanwhile.
  if (value !== seen) {
    const back = sent.indexOf(value);
    setSeen(value);
    setSent(back < 0 ? [] : sent.slice(back + 1));
    if (back < 0) setTyped(value);
  }
  const last = sent.at(-1) ?? value;
  useEffect(() => {
    const words = typed.trim();
    if (words === last) return;
    const timer = setTimeout(() => {
      setSent((before) => [...before, words]);
      onChange(words);
    }, TYPING_RESTS_MS);
    return () => clearTimeout(timer);
  }, [typed, last, onChange]);
  return (
    <div className="activity-filter activity-filter-text">
      <label htmlFor={id}>{props.name}</label>
      <input
        id={id}
        type="search"
        className="field"
        value={typed}
        maxLength={400}
        spellCheck={false}
        data-active={value !== ""}
        placeholder={props.placeholder}
        onChange={(event) => setTyped(event.target.value)}
      />
    </div>
  );
}

const TYPING_RESTS_MS = 250;
