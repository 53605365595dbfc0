"use client";
import { Dialog } from "radix-ui";
import type { ReactNode } from "react";
import { useReturnFocus } from "./use-return-focus.ts";

/** A pane as a sheet on a narrow screen: focus stays inside, Escape and its own close button lead back. */
export function Sheet(props: {
  name: string;
  side?: "left" | "full";
  onClose: () => void;
  children: ReactNode;
}) {
  const back = useReturnFocus();
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : props.onClose())}>
      <Dialog.Portal>
        <Dialog.Overlay className="sheet-veil" />
        <Dialog.Content
          className={`sheet ${props.side === "left" ? "sheet-left" : ""}`}
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            // Whoever opens a source has the mark that takes the focus back.
            if (props.side === "left") back.onCloseAutoFocus(event);
            else event.preventDefault();
          }}
        >
          <Dialog.Title className="sr-only">{props.name}</Dialog.Title>
          {props.children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
