"use client";
import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { api } from "../api/client.ts";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { IconButton } from "../parts/icon-button.tsx";
import { askAnew } from "../shell/new-question.ts";
import { threadsRemote } from "../shell/threads.ts";

/** Deletes the conversation on the page, after asking, and makes place for a new question. */
export function DeleteThread({ id, title }: { id: string; title: string }) {
  const t = useTranslations("thread");
  return (
    <ConfirmDialog
      title={t("deleteTitle", { title })}
      said={t("deleteSaid")}
      keep={t("keep")}
      act={t("deleteNow")}
      confirm={async () => {
        await api.deleteThread(id);
        askAnew(undefined, "deleted");
        void threadsRemote.reload();
      }}
    >
      <IconButton name={t("delete")}>
        <Trash2 size={16} aria-hidden="true" />
      </IconButton>
    </ConfirmDialog>
  );
}
