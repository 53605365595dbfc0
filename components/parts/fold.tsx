"use client";
import { type ReactNode, useId, useState } from "react";
import { FoldButton } from "./fold-button.tsx";

/** What is shown when it is wanted, and not there at all before. */
export function Fold({ name, children }: { name: string; children: ReactNode }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <div>
      <FoldButton open={open} aria-controls={id} onClick={() => setOpen(!open)}>
        {name}
      </FoldButton>
      <div id={id} className="folded" hidden={!open}>
        {open ? children : null}
      </div>
    </div>
  );
}
