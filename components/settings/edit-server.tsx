"use client";
import { useTranslations } from "next-intl";
import { Dialog } from "radix-ui";
import { useRef, useState } from "react";
import type { ConfigDocument } from "#lib/contracts/http";
import { lookAt } from "../approvals/places.ts";
import type { ConfiguredServer } from "./read-server.ts";
import { ServerForm } from "./server-form.tsx";

/**
 * Adds an MCP server, or changes one: a button and the dialog behind it. What was saved may wait for an approval: the
 * focus goes there once the dialog, which holds the focus while it is open, has gone.
 */
export function EditServer(props: { document: ConfigDocument; server?: ConfiguredServer }) {
  const { document, server } = props;
  const t = useTranslations("servers");
  const [open, setOpen] = useState(false);
  const isOpen = useRef(false);
  const asked = useRef<string>(undefined);
  const turn = (next: boolean) => {
    isOpen.current = next;
    if (next) asked.current = undefined;
    setOpen(next);
  };
  return (
    <Dialog.Root open={open} onOpenChange={turn}>
      <Dialog.Trigger asChild>
        {server === undefined ? (
          <button type="button" className="btn">
            {t("add")}
          </button>
        ) : (
          <button
            type="button"
            className="btn btn-quiet"
            aria-label={t("editNamed", { name: server.name })}
          >
            {t("edit")}
          </button>
        )}
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="sheet-veil" />
        <Dialog.Content
          className="dialog server-dialog"
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            if (asked.current === undefined) return;
            event.preventDefault();
            lookAt(asked.current);
            asked.current = undefined;
          }}
        >
          <Dialog.Title className="dialog-title">
            {server === undefined ? t("addTitle") : t("editTitle", { name: server.name })}
          </Dialog.Title>
          <ServerForm
            document={document}
            {...(server === undefined ? {} : { server })}
            onDone={(question) => {
              // It may have been closed while what was typed was saved.
              if (!isOpen.current && question !== undefined) lookAt(question);
              asked.current = question;
              turn(false);
            }}
          />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
