"use client";
import { useTranslations } from "next-intl";
import { writtenInLine, writtenOut } from "#lib/contracts/written-out";
import type { FormField } from "./form-fields.ts";
import type { FieldProblem } from "./read-form.ts";
import { useFieldWords } from "./use-field-words.ts";

/** A description is the tool's own text, and an argument needs no essay. */
const mostLetters = 240;

/** One argument: its name as the tool knows it, what the tool says of it, and a control of its kind. */
export function ArgumentField(props: {
  id: string;
  field: FormField;
  foreign: boolean;
  /** What it is for, in the reader's language; else its schema says it. */
  words?: string | undefined;
  /** What it and its choices are called, in the reader's language. */
  named?: FieldNames | undefined;
  value: string;
  problem?: FieldProblem | undefined;
  onChange: (value: string) => void;
}) {
  const { id, field, value, problem } = props;
  const t = useTranslations("tools");
  const wordsOf = useFieldWords();
  const { title, description = "", usual } = field;
  const { asks } = field;
  const said = props.words ?? [...(description || (title ?? ""))].slice(0, mostLetters).join("");
  return (
    <div className="argument">
      <div>
        <label htmlFor={id} id={`${id}-name`}>
          {props.named?.label ?? <code>{writtenInLine(field.name)}</code>}
        </label>{" "}
        <span className="meta">
          {field.required
            ? t("required")
            : usual === undefined || isEmpty(usual)
              ? ""
              : t("usual", { usual })}
        </span>
      </div>
      <Control
        id={id}
        field={field}
        value={value}
        wrong={problem !== undefined}
        named={props.named}
        onChange={props.onChange}
      />
      <p id={`${id}-said`} className="meta">
        {problem === undefined ? null : (
          <span className="field-wrong" role="alert">
            {wordsOf(problem)}{" "}
          </span>
        )}
        {asks.kind === "lines" ? `${t("onePerLine")} ` : null}
        {asks.kind === "block" && asks.empty ? `${t("mayBeEmpty")} ` : null}
        {asks.kind === "json" ? `${t("asJson")} ` : null}
        {said === "" ? null : (
          <span className={props.foreign ? "foreign" : undefined}>{writtenOut(said)}</span>
        )}
      </p>
    </div>
  );
}

/** `options` by the option as text. */
export type FieldNames = { label?: string; options?: ReadonlyMap<string, string> };

function Control(props: {
  id: string;
  field: FormField;
  value: string;
  wrong: boolean;
  named?: FieldNames | undefined;
  onChange: (value: string) => void;
}) {
  const { id, field, value } = props;
  const t = useTranslations("tools");
  const { asks } = field;
  const common = {
    id,
    value,
    "aria-invalid": props.wrong,
    "aria-describedby": `${id}-said`,
    "aria-required": field.required,
    onChange: (event: { target: { value: string } }) => props.onChange(event.target.value),
  };
  const text = { ...common, spellCheck: false, autoComplete: "off", autoCapitalize: "none" };
  switch (asks.kind) {
    case "yes_no":
      return (
        <select className="field" {...common}>
          <option value="">{t("leftOut")}</option>
          <option value="true">{t("yes")}</option>
          <option value="false">{t("no")}</option>
        </select>
      );
    case "choice":
      return (
        <select className="field" {...common}>
          <option value="">{field.required ? t("choose") : t("leftOut")}</option>
          {asks.options.map((option) => (
            <option key={JSON.stringify(option)} value={JSON.stringify(option)}>
              {props.named?.options?.get(String(option)) ?? String(option)}
            </option>
          ))}
        </select>
      );
    case "several":
      return <Several {...props} options={asks.options} />;
    case "number":
      return (
        <input
          className="field"
          {...text}
          inputMode={asks.integer && (asks.min ?? -1) >= 0 ? "numeric" : "text"}
          placeholder={rangeOf(asks)}
        />
      );
    case "block":
      return <textarea className="field mono block-text" rows={4} {...text} />;
    case "text":
      if (asks.code) return <input className="field mono" {...text} />;
      return asks.long ? (
        <textarea className="field" rows={1} {...text} />
      ) : (
        <input className="field" {...text} />
      );
    default:
      return <textarea className="field mono" rows={asks.kind === "json" ? 3 : 2} {...text} />;
  }
}

/** Some of a few: each is ticked by itself; none ticked is left out. */
function Several(props: {
  id: string;
  options: readonly (string | number)[];
  value: string;
  named?: FieldNames | undefined;
  onChange: (value: string) => void;
}) {
  const { id, options, value, onChange } = props;
  const ticked = new Set<unknown>(value === "" ? [] : (JSON.parse(value) as unknown[])); // written here alone
  const turn = (option: string | number) => {
    const next = options.filter((one) => ticked.has(one) !== (one === option));
    onChange(next.length === 0 ? "" : JSON.stringify(next));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: the label above names it, and so a legend would say it twice.
    <div
      id={id}
      role="group"
      className="several"
      aria-labelledby={`${id}-name`}
      aria-describedby={`${id}-said`}
    >
      {options.map((option) => (
        <label key={JSON.stringify(option)}>
          <input type="checkbox" checked={ticked.has(option)} onChange={() => turn(option)} />{" "}
          {props.named?.options?.get(String(option)) ?? <code>{String(option)}</code>}
        </label>
      ))}
    </div>
  );
}

/** Nothing to be told as what is usual. */
const isEmpty = (json: string) => json === "[]" || json === "{}" || json === '""';

function rangeOf({ min, max }: { min?: number; max?: number }): string {
  if (min === undefined && max === undefined) return "";
  return `${min ?? "…"} – ${max ?? "…"}`;
}
