"use client";
import { useRef } from "react";

const key = "docent_source_width";
const usual = 500;

/** The source pane's width in pixels, remembered in this browser. A browser that keeps nothing gets the usual one. */
export function usePaneWidth() {
  const width = useRef<number>(undefined);
  width.current ??= read();
  return {
    width: width.current,
    remember(pixels: number) {
      width.current = pixels;
      try {
        localStorage.setItem(key, String(Math.round(pixels)));
      } catch {
        // storage switched off: the width holds until the page is left
      }
    },
  };
}

function read(): number {
  if (typeof window === "undefined") return usual;
  try {
    return Number(localStorage.getItem(key)) || usual;
  } catch {
    return usual;
  }
}
