"use client";
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect, useState } from "react";

/** So many rows before the end the next ones are asked for. */
const beforeEnd = 30;

/**
 * The rows of a long list that are to be drawn: those in view, and the one with the focus, however far one scrolls, or the
 * focus would be lost. `onEnd` is called before the last of them is reached, once for each list.
 */
export function useRowsInView<R>(given: {
  rows: readonly R[];
  scroller: RefObject<HTMLElement | null>;
  /** Pixels, before it was measured. */
  height: (row: R | undefined) => number;
  keyOf: (row: R) => string;
  /** Pixels between the top of what scrolls and the first row. */
  above?: number;
  onEnd: () => void;
}) {
  const { rows, scroller, height, keyOf, above = 0, onEnd } = given;
  const [focused, setFocused] = useState<number>();
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => height(rows[at]),
    getItemKey: (at) => {
      const row = rows[at];
      return row === undefined ? at : keyOf(row);
    },
    overscan: 12,
    scrollMargin: above,
    rangeExtractor: (range) => {
      const inView = defaultRangeExtractor(range);
      if (focused === undefined || focused >= range.count || inView.includes(focused))
        return inView;
      return [...inView, focused].sort((a, b) => a - b);
    },
  });
  const items = virtual.getVirtualItems();
  const last = items.findLast(({ index }) => index !== focused)?.index ?? 0;
  const near = rows.length > 0 && last >= rows.length - beforeEnd;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every list that comes to its end is asked for more.
  useEffect(() => {
    if (near) onEnd();
  }, [near, rows, onEnd]);
  return {
    /** Of all rows, in pixels. */
    height: virtual.getTotalSize(),
    drawn: items.flatMap(({ index, start, key }) => {
      const row = rows[index];
      if (row === undefined) return [];
      /** What the element of the row carries. */
      const slot = {
        ref: virtual.measureElement,
        "data-index": index,
        style: { transform: `translateY(${start - above}px)` },
        onFocus: () => setFocused(index),
        onBlur: () => setFocused(undefined),
      };
      return [{ key, index, row, slot }];
    }),
  };
}
