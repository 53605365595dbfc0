"use client";
import { useState } from "react";

/**
 * For a dialog without a button of its own, drawn only while it is open: gives the focus back to what had it before,
 * unless what was done in the dialog has already put it elsewhere. `onCloseAutoFocus` belongs on
 * the dialog's content.
 */
export function useReturnFocus(): ReturnFocus {
  const [opener] = useState(() => document.activeElement);
  const giveBack = () => {
    if (document.activeElement !== document.body) return;
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
  };
  return {
    giveBack,
    onCloseAutoFocus(event) {
      event.preventDefault();
      giveBack();
    },
  };
}

export type ReturnFocus = { giveBack: () => void; onCloseAutoFocus: (event: Event) => void };
