"use client";
import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import type { z } from "zod";
import type { RootStatus } from "#lib/contracts/docs-tools";
import { FoldButton } from "../parts/fold-button.tsx";
import { useWide } from "../parts/use-wide.ts";

/**
 * Which folders a question searches; all on means everywhere. Switching the last one off switches all of them on again.
 * On a narrow screen they fold to "2 of 3 folders".
 */
export function FolderChips(props: {
  folders: readonly z.infer<typeof RootStatus>[];
  scope: readonly string[] | undefined;
  onScope: (scope: readonly string[] | undefined) => void;
}) {
  const t = useTranslations("ask");
  const wide = useWide();
  const id = useId();
  const [open, setOpen] = useState(false);
  const { folders, scope } = props;
  if (folders.length < 2) return null;
  const isOn = (folder: string) => scope === undefined || scope.includes(folder);
  const toggle = (folder: string) => {
    const next = folders
      .map(({ id: other }) => other)
      .filter((other) => (other === folder ? !isOn(other) : isOn(other)));
    props.onScope(next.length === 0 || next.length === folders.length ? undefined : next);
  };
  return (
    <fieldset className="scopes">
      <legend className="sr-only">{t("scopes")}</legend>
      {wide ? null : (
        <FoldButton open={open} aria-controls={id} onClick={() => setOpen(!open)}>
          {t("someFolders", {
            on: folders.filter((folder) => isOn(folder.id)).length,
            all: folders.length,
          })}
        </FoldButton>
      )}
      <div className="scope-list" id={id} hidden={!wide && !open}>
        {folders.map((folder) => (
          <button
            key={folder.id}
            type="button"
            className="scope"
            aria-pressed={isOn(folder.id)}
            onClick={() => toggle(folder.id)}
          >
            {isOn(folder.id) ? <Check size={12} aria-hidden="true" /> : null}
            {folder.label}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
