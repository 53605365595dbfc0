"use client";
import { useTranslations } from "next-intl";
import { useId } from "react";
import type { RootConfig } from "#lib/contracts/config";

/** What a folder may say for itself: its own document patterns, one a line, and whether hidden files are read. */
export type FolderOptions = { patterns: string; hidden: boolean };

export const noOptions: FolderOptions = { patterns: "", hidden: false };

export function optionsOf({ patterns, hidden }: RootConfig): FolderOptions {
  return { patterns: patterns?.join("\n") ?? "", hidden: hidden ?? false };
}

/** As they stand in the configuration: what is as everywhere is not there. */
export function optionFields(options: FolderOptions): Pick<RootConfig, "patterns" | "hidden"> {
  const patterns = options.patterns
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return {
    ...(patterns.length === 0 ? {} : { patterns }),
    ...(options.hidden ? { hidden: true } : {}),
  };
}

export function FolderOptionFields(props: {
  options: FolderOptions;
  usual: readonly string[];
  onChange: (options: FolderOptions) => void;
  /** Said when a change is complete, not at every key. */
  onSettled?: (options: FolderOptions) => void;
}) {
  const { options, usual, onChange, onSettled } = props;
  const t = useTranslations("settings");
  const id = useId();
  return (
    <div className="folder-options">
      <label htmlFor={`${id}-patterns`}>
        <span className="label">{t("patterns")}</span>
        <textarea
          id={`${id}-patterns`}
          className="field"
          rows={3}
          spellCheck={false}
          placeholder={usual.join("\n")}
          value={options.patterns}
          aria-describedby={`${id}-hint`}
          onChange={(event) => onChange({ ...options, patterns: event.target.value })}
          onBlur={() => onSettled?.(options)}
        />
      </label>
      <p className="meta" id={`${id}-hint`}>
        {t("patternsHint")}
      </p>
      <label htmlFor={`${id}-hidden`} className="check">
        <input
          id={`${id}-hidden`}
          type="checkbox"
          checked={options.hidden}
          onChange={(event) => {
            const next = { ...options, hidden: event.target.checked };
            onChange(next);
            onSettled?.(next);
          }}
        />
        <span>{t("hidden")}</span>
      </label>
    </div>
  );
}
