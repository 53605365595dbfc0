"use client";
import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { AlertDialog } from "radix-ui";
import { useState } from "react";
import { api } from "../api/client.ts";
import { asProblem } from "../api/problem.ts";
import { IconButton } from "../parts/icon-button.tsx";
import { useProblemText } from "../parts/use-problem-text.ts";
import { askAnew } from "../shell/new-question.ts";
import { threadsRemote } from "../shell/threads.ts";

/** Deletes the conversation on the page, after asking, and makes place for a new question. */
export function DeleteThread({ id, title }: { id: string; title: string }) {
  const t = useTranslations("thread");
  const problemText = useProblemText();
  const [open, setOpen] = useState(false);
  const [said, setSaid] = useState<string>();
  const remove = async () => {
    try {
      await api.deleteThread(id);
      setOpen(false);
      askAnew();
      void threadsRemote.reload();
    } catch (error) {
      setSaid(problemText(asProblem(error)));
    }
  };
  return (
    <AlertDialog.Root
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        setSaid(undefined);
      }}
    >
      <AlertDialog.Trigger asChild>
        <IconButton name={t("delete")}>
          <Trash2 size={16} aria-hidden="true" />
        </IconButton>
      </AlertDialog.Trigger>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="sheet-veil" />
        <AlertDialog.Content className="dialog">
          <AlertDialog.Title className="text-box font-semibold">
            {t("deleteTitle", { title })}
          </AlertDialog.Title>
          <AlertDialog.Description className="mt-1 leading-6">
            {t("deleteSaid")}
          </AlertDialog.Description>
          {said === undefined ? null : (
            <p className="field-said field-wrong" role="alert">
              {said}
            </p>
          )}
          <div className="next-steps">
            <AlertDialog.Cancel asChild>
              <button type="button" className="btn">
                {t("keep")}
              </button>
            </AlertDialog.Cancel>
            <button type="button" className="btn btn-danger" onClick={() => void remove()}>
              {t("deleteNow")}
            </button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
