"use client";
import { type RefObject, useLayoutEffect, useState } from "react";

/** How far below the top of what scrolls a part of it begins; what stands above it may grow and shrink. */
export function useScrollOffset(
  part: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>,
): number {
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
    const pane = scroller.current;
    const content = pane?.firstElementChild;
    if (!pane || !(content instanceof HTMLElement)) return;
    const measure = () => {
      if (part.current === null) return;
      const top = pane.getBoundingClientRect().top - pane.scrollTop;
      setOffset(Math.round(part.current.getBoundingClientRect().top - top));
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(content);
    for (const child of content.children) watch.observe(child);
    return () => watch.disconnect();
  }, [part, scroller]);
  return offset;
}
