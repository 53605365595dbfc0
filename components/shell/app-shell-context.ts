"use client";
import { createContext, useContext } from "react";

/** What a page may ask of the app shell around it. */
export type AppShell = {
  sideFolded: boolean;
  /** Shows the left pane: unfolds it on a wide screen, opens it as a sheet on a narrow one. */
  showSide(): void;
  /**
   * True once after the pane was folded, or unfolded: the button that did it is gone, and its counterpart takes the focus.
   * Whoever asks says what it has drawn: a press may come before what the page drew first has asked.
   */
  takesFocus(folded: boolean): boolean;
};

export const foldId = "fold-side";

export const AppShellContext = createContext<AppShell>({
  sideFolded: false,
  showSide: () => undefined,
  takesFocus: () => false,
});
export const useAppShell = () => useContext(AppShellContext);
