"use client";
import { createContext, useContext } from "react";
import type { SourceRef } from "./source-ref.ts";

/** How any part of an answer opens a source, and which one is open now. */
export type OpenSource = {
  current: SourceRef | undefined;
  open(ref: SourceRef, from: HTMLElement): void;
};

export const OpenSourceContext = createContext<OpenSource>({
  current: undefined,
  open: () => undefined,
});
export const useOpenSource = () => useContext(OpenSourceContext);

export function sameRef(a: SourceRef | undefined, b: SourceRef): boolean {
  if (a === undefined || a.turn !== b.turn || a.kind !== b.kind) return false;
  if (a.kind === "cited") return b.kind === "cited" && a.id === b.id;
  if (a.kind === "read") return b.kind === "read" && a.at === b.at;
  if (a.kind === "picture") return b.kind === "picture" && a.at === b.at;
  return b.kind === "nearest" && a.gap === b.gap && a.at === b.at;
}
