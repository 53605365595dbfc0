"use client";
import { useState } from "react";

/**
 * For a dialog without a button of its own, drawn only while it is open: gives the focus back to what had it before.
 * What is returned belongs on the dialog's content.
 */
export function useReturnFocus(): { onCloseAutoFocus: (event: Event) => void } {
  const [opener] = useState(() => document.activeElement);
  return {
    onCloseAutoFocus(event) {
      event.preventDefault();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    },
  };
}
