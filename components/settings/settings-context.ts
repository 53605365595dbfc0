"use client";
import { createContext, useContext } from "react";
import type { ConfigDocument } from "#lib/contracts/http";
import type { RemoteState } from "../api/remote.ts";

/** The configuration as every page of Settings shows it: asked for once, by the frame around them. */
export const SettingsContext = createContext<RemoteState<ConfigDocument>>({});

export const useSettings = () => useContext(SettingsContext);
