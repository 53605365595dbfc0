"use client";
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import { useScrollOffset } from "./use-scroll-offset.ts";

export type Column<R> = {
  id: string;
  name: string;
  /** Of the grid on a wide screen: `8rem`, `minmax(0, 1fr)`. */
  width: string;
  cell: (row: R) => ReactNode;
  /** Numbers stand at the end of their column. */
  end?: boolean;
};

/**
 * A table of any length within the page's own scroller: only the rows in view are drawn, and `onEnd` is called before the last
 * of them is reached. `under` is what one row shows below its cells.
 */
export function VirtualTable<R>(props: {
  name: string;
  rows: readonly R[];
  columns: readonly Column<R>[];
  keyOf: (row: R) => string;
  scroller: RefObject<HTMLElement | null>;
  onEnd: () => void;
  under?: (row: R) => ReactNode;
}) {
  const { rows, columns, keyOf, scroller, onEnd, under } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const [focused, setFocused] = useState<number>();
  const above = useScrollOffset(body, scroller);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 40,
    getItemKey: (at) => {
      const row = rows[at];
      return row === undefined ? at : keyOf(row);
    },
    overscan: 12,
    scrollMargin: above,
    // The row with the focus stays, however far one scrolls, or the focus would be lost.
    rangeExtractor: (range) => {
      const inView = defaultRangeExtractor(range);
      if (focused === undefined || focused >= range.count || inView.includes(focused))
        return inView;
      return [...inView, focused].sort((a, b) => a - b);
    },
  });
  const items = virtual.getVirtualItems();
  const last = items.findLast(({ index }) => index !== focused)?.index ?? 0;
  const near = rows.length > 0 && last >= rows.length - 30;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every list that comes to its end is asked for more.
  useEffect(() => {
    if (near) onEnd();
  }, [near, rows, onEnd]);
  const style = {
    "--columns": columns.map(({ width }) => width).join(" "),
  } as CSSProperties; // a custom property is no part of the type
  return (
    <table className="vtable" aria-label={props.name} aria-rowcount={-1} style={style}>
      <thead className="vtable-head">
        <tr className="vtable-row" aria-rowindex={1}>
          {columns.map((column) => (
            <th key={column.id} scope="col" data-end={column.end === true}>
              {column.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body} className="vtable-body" style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, start, key }) => {
          const row = rows[index];
          if (row === undefined) return null;
          const below = under?.(row);
          return (
            <tr
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              aria-rowindex={index + 2}
              className="vtable-row"
              style={{ transform: `translateY(${start - above}px)` }}
              onFocus={() => setFocused(index)}
              onBlur={() => setFocused(undefined)}
            >
              {columns.map((column) => (
                <td
                  key={column.id}
                  data-column={column.id}
                  data-label={column.name}
                  data-end={column.end === true}
                >
                  {column.cell(row)}
                </td>
              ))}
              {below === undefined || below === null ? null : (
                <td className="vtable-under">{below}</td>
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
