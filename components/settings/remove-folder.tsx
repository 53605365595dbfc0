"use client";
import { useTranslations } from "next-intl";
import type { z } from "zod";
import type { RootStatus } from "#lib/contracts/docs-tools";
import type { ConfigDocument } from "#lib/contracts/http";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { saveDocAccess } from "./save-config.ts";
import { useSaySaved } from "./saved.tsx";

/** Takes a folder out of reach, after asking. Its files are not touched. */
export function RemoveFolder(props: {
  document: ConfigDocument;
  root: z.infer<typeof RootStatus>;
}) {
  const { document, root } = props;
  const t = useTranslations("settings");
  const saySaved = useSaySaved();
  return (
    <ConfirmDialog
      title={t("removeTitle", { label: root.label })}
      said={t("removeSaid")}
      keep={t("keep")}
      act={t("removeNow")}
      confirm={async () => {
        const roots = document.config.doc_access.roots.filter((one) => one.id !== root.id);
        await saveDocAccess(document, { roots });
        saySaved({ text: t("removed", { label: root.label }) });
      }}
    >
      <button
        type="button"
        className="btn btn-quiet"
        aria-label={t("removeNamed", { label: root.label })}
      >
        {t("remove")}
      </button>
    </ConfirmDialog>
  );
}
