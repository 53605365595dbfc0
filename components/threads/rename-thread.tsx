"use client";
import { Pencil } from "lucide-react";
import { useTranslations } from "next-intl";
import { Dialog } from "radix-ui";
import { useId, useState } from "react";
import { api } from "../api/client.ts";
import { asProblem } from "../api/problem.ts";
import { IconButton } from "../parts/icon-button.tsx";
import { SaveForm } from "../parts/save-form.tsx";
import { useProblemText } from "../parts/use-problem-text.ts";
import { threadsRemote } from "../shell/threads.ts";

type Named = { id: string; title: string; onRenamed: (title: string) => void };

/** Gives the conversation on the page another name. */
export function RenameThread(props: Named) {
  const t = useTranslations("thread");
  const [open, setOpen] = useState(false);
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger asChild>
        <IconButton name={t("rename")}>
          <Pencil size={16} aria-hidden="true" />
        </IconButton>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="sheet-veil" />
        <Dialog.Content className="dialog" aria-describedby={undefined}>
          <Dialog.Title className="dialog-title">{t("renameTitle")}</Dialog.Title>
          <RenameForm {...props} onDone={() => setOpen(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function RenameForm({ id, title, onRenamed, onDone }: Named & { onDone: () => void }) {
  const t = useTranslations("thread");
  const problemText = useProblemText();
  const field = useId();
  const [name, setName] = useState(title);
  const save = async () => {
    if (name.trim() === "") return { wrong: t("noName") };
    try {
      onRenamed((await api.renameThread(id, name.trim())).title);
      void threadsRemote.reload();
      return undefined;
    } catch (error) {
      return { wrong: problemText(asProblem(error)) };
    }
  };
  return (
    <SaveForm act={t("save")} cancel={t("cancel")} save={save} onDone={onDone}>
      <label htmlFor={field}>
        <span className="label">{t("name")}</span>
        <input
          id={field}
          className="field"
          value={name}
          maxLength={200}
          onChange={(event) => setName(event.target.value)}
        />
      </label>
    </SaveForm>
  );
}
