"use client";
import { useTranslations } from "next-intl";
import type { z } from "zod";
import type { RootStatus } from "#lib/contracts/docs-tools";

/** What can be asked of one folder now, in words; with a meter while it is being indexed. */
export function useFolderWords(): (folder: z.infer<typeof RootStatus>) => string {
  const t = useTranslations("folder");
  return (folder) => {
    switch (folder.state) {
      case "ready":
        return t("ready", { files: folder.files });
      case "building":
        return t("building", { files: folder.files, known: folder.files_known });
      case "waiting":
        return t("waiting");
      case "paused":
        return t("paused", { files: folder.files });
      case "unhealthy":
        return folder.message ?? t("unhealthy");
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
