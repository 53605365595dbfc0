"use client";
import { useTranslations } from "next-intl";
import type { ConfigChange } from "#lib/contracts/http";
import { settingAt } from "./changed-setting.ts";
import { settingsIndex } from "./settings-index.ts";

/** So many changes of one save are named. */
const most = 3;

/** What a save did, in words: "folder “Notes” added". */
export function useSavedWords(): (changes: readonly ConfigChange[]) => string {
  const t = useTranslations("settings");
  const every = useTranslations();
  const one = ({ kind, what, path, name }: ConfigChange): string => {
    if (kind !== "setting" && name !== undefined) return t(`change.${kind}.${what}`, { name });
    const id = settingAt(path);
    const entry = settingsIndex.find((setting) => setting.id === id);
    return t("change.setting", { name: entry === undefined ? path : every(entry.name) });
  };
  return (changes) => {
    if (changes.length === 0) return t("change.unknown");
    const said = [...new Set(changes.map(one))];
    const shown = said.slice(0, most).join(t("change.comma"));
    return said.length > most
      ? t("change.more", { said: shown, count: said.length - most })
      : shown;
  };
}
