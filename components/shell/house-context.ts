"use client";
import { createContext, useContext } from "react";

/** What a page may ask of the house around it. */
export type House = {
  sideFolded: boolean;
  /** Shows the left pane: unfolds it on a wide screen, opens it as a sheet on a narrow one. */
  showSide(): void;
};

/** The two buttons of the left pane's fold: each takes the focus when the other one goes. */
export const foldId = "fold-side";
export const showId = "show-side";

export const HouseContext = createContext<House>({ sideFolded: false, showSide: () => undefined });
export const useHouse = () => useContext(HouseContext);
