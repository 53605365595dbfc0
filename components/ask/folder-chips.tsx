"use client";
import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import type { z } from "zod";
import type { RootStatus } from "#lib/contracts/docs-tools";
import { FoldButton } from "../parts/fold-button.tsx";
import { useWide } from "../parts/use-wide.ts";

/** More do not stand on one line beside the switches. */
const mostChips = 2;

/**
 * Which folders a question searches. Switching the last one off switches the usual ones on again. On a narrow screen, and where there are many, they
 * fold to "2 of 3 folders".
 */
export function FolderChips(props: {
  folders: readonly z.infer<typeof RootStatus>[];
  /** Those that are searched where nobody chooses. */
  usual: readonly string[];
  scope: readonly string[] | undefined;
  onScope: (scope: readonly string[] | undefined) => void;
}) {
  const t = useTranslations("ask");
  const wide = useWide();
  const id = useId();
  const [open, setOpen] = useState(false);
  const { folders, usual, scope = usual } = props;
  if (folders.length < 2) return null;
  const folds = !wide || folders.length > mostChips;
  const isOn = (folder: string) => scope.includes(folder);
  const toggle = (folder: string) => {
    const next = folders
      .map(({ id: other }) => other)
      .filter((other) => (other === folder ? !isOn(other) : isOn(other)));
    const isUsual = next.length === usual.length && next.every((id) => usual.includes(id));
    props.onScope(next.length === 0 || isUsual ? undefined : next);
  };
  return (
    <fieldset className="scopes">
      <legend className="sr-only">{t("scopes")}</legend>
      {!folds ? null : (
        <FoldButton open={open} aria-controls={id} onClick={() => setOpen(!open)}>
          {t("someFolders", {
            on: folders.filter((folder) => isOn(folder.id)).length,
            all: folders.length,
          })}
        </FoldButton>
      )}
      <div className="scope-list" id={id} hidden={folds && !open}>
        {folders.map((folder) => (
          <button
            key={folder.id}
            type="button"
            className="scope"
            title={folder.label}
            aria-pressed={isOn(folder.id)}
            onClick={() => toggle(folder.id)}
          >
            {isOn(folder.id) ? <Check size={12} aria-hidden="true" /> : null}
            <bdi>{folder.label}</bdi>
          </button>
        ))}
      </div>
    </fieldset>
  );
}
