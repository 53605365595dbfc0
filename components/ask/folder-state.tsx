"use client";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import type { z } from "zod";
import type { RootStatus } from "#lib/contracts/docs-tools";

type Folder = z.infer<typeof RootStatus>;

/** What can be asked of one folder now, in words. */
export function useFolderWords(): (folder: Folder) => string {
  const t = useTranslations("folder");
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
        return folder.reason === undefined
          ? (folder.message ?? t("unhealthy"))
          : t(`trouble.${folder.reason}`);
    }
  };
}

/** How much of one or several folders has been read, drawn. The words beside it say the same. */
export function FolderMeter({ folders }: { folders: readonly Folder[] }) {
  const building = folders.filter(({ state }) => state === "building");
  if (building.length === 0) return null;
  const { files, known } = filesOf(building);
  const share = known === 0 ? 0 : files / known;
  return (
    <div className="meter" aria-hidden="true">
      <i style={{ width: `${Math.round(Math.min(1, share) * 100)}%` }} />
    </div>
  );
}

export function filesOf(folders: readonly Folder[]): { files: number; known: number } {
  return {
    files: folders.reduce((sum, folder) => sum + folder.files, 0),
    known: folders.reduce((sum, folder) => sum + folder.files_known, 0),
  };
}

/** Says to a screen reader which folder has just become ready: what is seen of it only changes a word. */
export function FolderNews({ folders }: { folders: readonly Folder[] }) {
  const t = useTranslations("folder");
  const askedOf = useRef<ReadonlySet<string>>(undefined);
  const [said, setSaid] = useState("");
  useEffect(() => {
    const ready = folders.filter(({ state }) => state === "ready");
    const before = askedOf.current;
    const fresh = before && ready.find(({ id }) => !before.has(id));
    if (fresh !== undefined) setSaid(t("canBeAsked", { label: fresh.label, files: fresh.files }));
    askedOf.current = new Set(ready.map(({ id }) => id));
  }, [folders, t]);
  return (
    <p className="sr-only" role="status">
      {said}
    </p>
  );
}
