"use client";
import { useTranslations } from "next-intl";
import { AlertDialog } from "radix-ui";
import { useState } from "react";
import type { z } from "zod";
import type { RootStatus } from "#lib/contracts/docs-tools";
import type { ConfigDocument } from "#lib/contracts/http";
import { asProblem } from "../api/problem.ts";
import { useProblemText } from "../parts/use-problem-text.ts";
import { saveDocAccess } from "./save-doc-access.ts";
import { useSaySaved } from "./saved.tsx";

/** Takes a folder out of reach, after asking. Its files are not touched. */
export function RemoveFolder(props: {
  document: ConfigDocument;
  root: z.infer<typeof RootStatus>;
}) {
  const { document, root } = props;
  const t = useTranslations("settings");
  const problemText = useProblemText();
  const saySaved = useSaySaved();
  const [open, setOpen] = useState(false);
  const [said, setSaid] = useState<string>();
  const remove = async () => {
    try {
      const roots = document.config.doc_access.roots.filter((one) => one.id !== root.id);
      await saveDocAccess(document, { roots });
      setOpen(false);
      saySaved({ text: t("removed", { label: root.label }) });
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
        <button
          type="button"
          className="btn btn-quiet"
          aria-label={t("removeNamed", { label: root.label })}
        >
          {t("remove")}
        </button>
      </AlertDialog.Trigger>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="sheet-veil" />
        <AlertDialog.Content className="dialog">
          <AlertDialog.Title className="text-box font-semibold">
            {t("removeTitle", { label: root.label })}
          </AlertDialog.Title>
          <AlertDialog.Description className="mt-1 leading-6">
            {t("removeSaid")}
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
              {t("removeNow")}
            </button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
