"use client";
import { useState } from "react";

const key = "docent_source_width";
const usual = 500;

/** The source pane's width in pixels, remembered in this browser. A browser that keeps nothing gets the usual one. */
export function usePaneWidth() {
  const [width] = useState(read);
  return {
    width,
    remember(pixels: number) {
      try {
        if (pixels > 0) localStorage.setItem(key, String(Math.round(pixels)));
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
