"use client";
import { createContext, useContext } from "react";

/** What a page may ask of the house around it. */
export type House = {
  sideFolded: boolean;
  /** Shows the left pane: unfolds it on a wide screen, opens it as a sheet on a narrow one. */
  showSide(): void;
};

export const HouseContext = createContext<House>({ sideFolded: false, showSide: () => undefined });
export const useHouse = () => useContext(HouseContext);
