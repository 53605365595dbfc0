"use client";
import { useTranslations } from "next-intl";
import { useId } from "react";
import type { RootConfig } from "#lib/contracts/config";

/** What a folder may say for itself: its own document patterns, one a line, and what else is read in it. */
export type FolderOptions = { patterns: string; hidden: boolean; include_dependencies: boolean };

export const noOptions: FolderOptions = {
  patterns: "",
  hidden: false,
  include_dependencies: false,
};

export function optionsOf(root: RootConfig): FolderOptions {
  const { patterns, hidden = false, include_dependencies = false } = root;
  return { patterns: patterns?.join("\n") ?? "", hidden, include_dependencies };
}

/** What the options do not say of a folder. */
export function withoutOptions(root: RootConfig): Omit<RootConfig, OptionField> {
  const { patterns: _, hidden: __, include_dependencies: ___, ...rest } = root;
  return rest;
}

type OptionField = "patterns" | "hidden" | "include_dependencies";

/** As they stand in the configuration: what is as everywhere is not there. */
export function optionFields(options: FolderOptions): Pick<RootConfig, OptionField> {
  const patterns = options.patterns
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return {
    ...(patterns.length === 0 ? {} : { patterns }),
    ...(options.hidden ? { hidden: true } : {}),
    ...(options.include_dependencies ? { include_dependencies: true } : {}),
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
  const change = (next: FolderOptions) => {
    onChange(next);
    onSettled?.(next);
  };
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
          onChange={(event) => change({ ...options, hidden: event.target.checked })}
        />
        <span>{t("hidden")}</span>
      </label>
      <label htmlFor={`${id}-dependencies`} className="check">
        <input
          id={`${id}-dependencies`}
          type="checkbox"
          checked={options.include_dependencies}
          aria-describedby={`${id}-dependencies-hint`}
          onChange={(event) => change({ ...options, include_dependencies: event.target.checked })}
        />
        <span>{t("dependencies")}</span>
      </label>
      <p className="meta" id={`${id}-dependencies-hint`}>
        {t("dependenciesHint")}
      </p>
    </div>
  );
}
