"use client";
import { createContext, useContext } from "react";
import type { Role } from "#lib/contracts/people";

/** What a page may ask of the app shell around it. */
export type Account = { name: string; role: Role };

export type AppShell = {
  /** Who has signed in, where people do. */
  account: Account | undefined;
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
  account: undefined,
  sideFolded: false,
  showSide: () => undefined,
  takesFocus: () => false,
});
export const useAppShell = () => useContext(AppShellContext);
