"use client";
import { X } from "lucide-react";
import { Dialog } from "radix-ui";
import type { ReactNode } from "react";
import { IconButton } from "./icon-button.tsx";
import { useReturnFocus } from "./use-return-focus.ts";

/** A dialog that is drawn while it is open: its title with the button that closes it, then what it is about. */
export function TitledDialog(props: {
  title: ReactNode;
  titleClass: string;
  className: string;
  /** Of the button that closes it. */
  close: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const back = useReturnFocus();
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : props.onClose())}>
      <Dialog.Portal>
        <Dialog.Overlay className="sheet-veil" />
        <Dialog.Content
          className={`dialog ${props.className}`}
          aria-describedby={undefined}
          {...back}
        >
          <header>
            <Dialog.Title className={props.titleClass}>{props.title}</Dialog.Title>
            <Dialog.Close asChild>
              <IconButton name={props.close}>
                <X size={16} aria-hidden="true" />
              </IconButton>
            </Dialog.Close>
          </header>
          {props.children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
