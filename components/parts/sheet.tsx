"use client";
import { Dialog } from "radix-ui";
import type { ReactNode } from "react";

/** A pane as a sheet on a narrow screen: focus stays inside, Escape and its own close button lead back. */
export function Sheet(props: {
  name: string;
  side?: "left" | "full";
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : props.onClose())}>
      <Dialog.Portal>
        <Dialog.Overlay className="sheet-veil" />
        <Dialog.Content
          className={`sheet ${props.side === "left" ? "sheet-left" : ""}`}
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            // Whoever opens a source has the mark that takes the focus back.
            if (props.side !== "left") event.preventDefault();
          }}
        >
          <Dialog.Title className="sr-only">{props.name}</Dialog.Title>
          {props.children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
