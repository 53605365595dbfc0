"use client";
import { useEffect } from "react";

/**
 * Marks the page as listening. It is seen before it hears a press; whoever drives it by a program waits for this mark.
 * Stands last, so that every other part has done its first steps.
 */
export function Listens() {
  useEffect(() => {
    document.documentElement.dataset.listens = "";
  }, []);
  return null;
}
