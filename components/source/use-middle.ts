"use client";
import { type RefObject, useLayoutEffect, useRef } from "react";

const touched = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

/**
 * Keeps a part of a scrolling pane in its middle while the pane still settles (its width, its fonts, lines laid out only
 * when they come near), and lets go as soon as the reader touches it. Another `key` begins anew.
 */
export function useMiddle(
  body: RefObject<HTMLElement | null>,
  find: () => { element: HTMLElement; top?: number; height?: number } | undefined,
  key: unknown,
): void {
  const latest = useRef(find);
  useLayoutEffect(() => {
    latest.current = find;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another source is brought to the middle anew.
  useLayoutEffect(() => {
    const root = body.current;
    const pane = root?.closest<HTMLElement>(".scroll");
    if (root === null || !pane) return;
    const bring = () => {
      const found = latest.current();
      if (found !== undefined) bringToMiddle(pane, found);
    };
    const watch = new ResizeObserver(() => requestAnimationFrame(bring));
    const letGo = () => watch.disconnect();
    bring();
    watch.observe(root);
    watch.observe(pane);
    for (const name of touched) pane.addEventListener(name, letGo, { passive: true });
    return () => {
      letGo();
      for (const name of touched) pane.removeEventListener(name, letGo);
    };
  }, [body, key]);
}

/** What is taller than the pane begins near its top. */
function bringToMiddle(
  pane: HTMLElement,
  part: { element: HTMLElement; top?: number; height?: number },
): void {
  const box = part.element.getBoundingClientRect();
  const height = part.height ?? box.height;
  const top = box.top + (part.top ?? 0) - pane.getBoundingClientRect().top + pane.scrollTop;
  const room = pane.clientHeight;
  pane.scrollTop = height > room - 96 ? top - Math.min(48, room / 4) : top - (room - height) / 2;
}
