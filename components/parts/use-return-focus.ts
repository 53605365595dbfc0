"use client";
import { useState } from "react";

/**
 * For a dialog without a button of its own, drawn only while it is open: gives the focus back to what had it before,
 * unless what was done in the dialog has already put it elsewhere. What is returned belongs on the dialog's content.
 */
export function useReturnFocus(): { onCloseAutoFocus: (event: Event) => void } {
  const [opener] = useState(() => document.activeElement);
  return {
    onCloseAutoFocus(event) {
      event.preventDefault();
      if (document.activeElement !== document.body) return;
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    },
  };
}
