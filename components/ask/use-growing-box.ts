"use client";
import { type RefObject, useLayoutEffect } from "react";

/** Lets a text box grow with its text in browsers that cannot do it by style alone. */
export function useGrowingBox(box: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is another height.
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || CSS.supports("field-sizing", "content")) return;
    element.style.height = "auto";
    element.style.height = `${element.scrollHeight}px`;
  }, [box, text]);
}
