"use client";
import { useSyncExternalStore } from "react";
import {
  type Locale,
  localeCookie,
  rememberChoice,
  type Theme,
  themeCookie,
  themes,
} from "./locales.ts";

/** The page's theme is what `html` carries; every part that shows the choice listens here. */
const listeners = new Set<() => void>();

/** At once on the page, and kept in this browser. */
export function chooseTheme(theme: Theme): void {
  rememberChoice(themeCookie, theme);
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
}

/** `served`: what the server drew the page with. */
export function useTheme(served: Theme): Theme {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => themes.find((theme) => theme === document.documentElement.dataset.theme) ?? "system",
    () => served,
  );
}

/** Kept in this browser; the page has it with the next draw by the server. */
export function chooseLocale(locale: Locale): void {
  rememberChoice(localeCookie, locale);
}
