"use client";
import { useLocale, useTranslations } from "next-intl";
import type { z } from "zod";
import type { RootStatus } from "#lib/contracts/docs-tools";

/** What can be asked of one folder now, in words; with a meter while it is being indexed. */
export function useFolderWords(): (folder: z.infer<typeof RootStatus>) => string {
  const t = useTranslations("folder");
  const rules = useTranslations("settings");
  const locale = useLocale();
  /** The server's own sentence is English; in other languages the rule says it shorter. */
  const trouble = ({ message, rule }: z.infer<typeof RootStatus>) => {
    if (message !== undefined && (locale === "en" || rule === undefined)) return message;
    return rule === undefined
      ? t("unhealthy")
      : t("unhealthyRule", { reason: rules(`rule.${rule}`) });
  };
  return (folder) => {
    switch (folder.state) {
      case "ready":
        return t("ready", { files: folder.files });
      case "building":
        return t("building", { files: folder.files, known: folder.files_known });
      case "waiting":
        return folder.message ?? t("waiting");
      case "paused":
        return t("paused");
      case "unhealthy":
        return trouble(folder);
    }
  };
}

export function FolderMeter({ folder }: { folder: z.infer<typeof RootStatus> }) {
  if (folder.state !== "building") return null;
  const share = folder.files_known === 0 ? 0 : folder.files / folder.files_known;
  return (
    <div className="meter" aria-hidden="true">
      <i style={{ width: `${Math.round(Math.min(1, share) * 100)}%` }} />
    </div>
  );
}
